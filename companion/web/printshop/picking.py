"""Single pieces: each on a small picture, with how many of it are missing."""

from __future__ import annotations

from dataclasses import dataclass, field

from flask import Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.kit.choosing import BOARD
from companion.kit.errors import KitError
from companion.kit.kinds import MOST_COPIES
from companion.kit.options import KitOptions, Wanted
from companion.kit.pieces import Kit, Piece
from companion.web.errors import Refused
from companion.web.i18n import gettext as _
from companion.web.logs import log
from companion.web.printshop import choosing
from companion.web.printshop.common import Printed, blueprint, every, known, workshop
from companion.web.printshop.shop import usual

KEEPER = "thumbnails"
"""Who wants the kit of thumbnails: everybody, always."""


@dataclass(frozen=True)
class Pick:
    """A piece on the page. `count` is how many are chosen, `of` how many a kit has, `picture` an address."""

    field: str
    name: str
    count: int
    of: int
    picture: str


@dataclass
class Group:
    """Pieces of a kind."""

    name: str
    picks: list[Pick] = field(default_factory=list)


@dataclass(frozen=True)
class PickPage:
    """What templates/print/pieces.html shows."""

    game: Printed
    groups: list[Group]
    query: dict[str, str]
    back: str
    most: int
    board: bool
    board_name: str
    """What the board is called; nothing where a game has none."""
    problem: str = ""


@blueprint.get("/print/<game>/pieces")
def pick(game: str) -> Response:
    """All pieces, with those chosen that the address has."""
    known(game)
    try:
        return page(game, choosing.read(request.args, game))
    except KitError as error:
        return page(game, usual(), error.sentence(_))


@blueprint.post("/print/<game>/pieces")
def picked(game: str) -> AnyResponse:
    """Back to the form, with the pieces that were chosen."""
    known(game)
    options = usual()
    try:
        options = choosing.read(request.args, game)
        counts = {name: value for name, value in request.form.items() if name == BOARD or ":" in name}
        wanted = ",".join(
            f"{name}={_number(value)}" for name, value in counts.items() if name != BOARD and _number(value)
        )
        words = ",".join(part for part in (BOARD if BOARD in counts else "", wanted) if part)
        if not words:
            return page(game, options, _("Choose how many of at least one piece."))
        picked_only = {"only": words, "since": "0", "guide": "no", "pieces": ",".join(known(game).parts)}
        options = choosing.changed(options, picked_only)
    except KitError as error:
        return page(game, options, error.sentence(_))
    return redirect(url_for("print.shop", game=game, show=1, **choosing.query(options)), 303)


def page(game: str, options: KitOptions, problem: str = "") -> Response:
    """The page; with a problem its status is 422."""
    kit = every(game, options.language)
    chosen = choosing.changed(options, {"only": ""})
    shown = PickPage(
        known(game),
        groups(kit, options.only, thumbnails(game, options.language)),
        choosing.query(chosen),
        choosing.link(game, options),
        MOST_COPIES,
        any(wanted.kind == BOARD for wanted in options.only),
        kit.names[kit.board.group] if kit.board else "",
        problem,
    )
    response = make_response(render_template("print/pieces.html", page=shown))
    response.status_code = 422 if problem else 200
    return response


def groups(kit: Kit, only: tuple[Wanted, ...], pictures: str) -> list[Group]:
    """Every piece, by its kind; `pictures` is the key of the kit of pictures."""
    found: dict[str, Group] = {}
    for section in kit.sections:
        for piece in section.pieces:
            group = found.setdefault(piece.front.group, Group(kit.names[piece.front.group]))
            address = (
                url_for("print.face", game=kit.game, key=pictures, group=piece.front.group, slug=piece.slug)
                if pictures
                else ""
            )
            name = f"{piece.kind}:{piece.slug}"
            group.picks.append(Pick(name, piece.name, _chosen(piece, only), piece.count, address))
    return list(found.values())


def thumbnails(game: str, language: str) -> str:
    """The key of a kit of pictures, in the usual look: ordered when somebody first wants to see them."""
    parts = tuple(part for part in known(game).parts if part not in ("board", "booklet"))
    options = KitOptions(language=language, pieces=parts, board="none", export="png-faces")  # type: ignore[arg-type]
    try:
        return workshop().order(game, options, KEEPER).key
    except Exception:  # names do without pictures
        log.exception("no thumbnails")
        return ""


def _chosen(piece: Piece, only: tuple[Wanted, ...]) -> int:
    """How many of a piece are asked for already."""
    total = 0
    for wanted in only:
        if wanted.kind.removesuffix("s") == piece.kind.removesuffix("s") and wanted.piece in ("", piece.slug):
            total += wanted.count or piece.count
    return min(total, MOST_COPIES)


def _number(text: str) -> int:
    """A number of pieces; what is none is none. Raises Refused where it is too many."""
    text = text.strip()
    if not text.isascii() or not text.isdigit() or not int(text[:6]):
        return 0
    if len(text) > 2:
        raise Refused(
            "too_many_pieces", _("At most %(most)d of a piece can be printed at once.", most=MOST_COPIES), 422
        )
    return int(text)
