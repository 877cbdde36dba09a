"""From all pieces of a game to those that a kit prints: larger with the tiles, only what is missing or has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.kit.errors import N_, KitError
from companion.kit.options import KitOptions, Wanted
from companion.kit.pieces import Kit, Piece, Section
from companion.kit.versions import Changes, changes

BOARD = "board"


def chosen(kit: Kit, options: KitOptions) -> Kit:
    """What `options` leave of a kit, at the size that they ask for.

    Raises:
        KitError: `unknown_piece` or `unknown_version`, with those that there are; `nothing_has_changed`.
    """
    if options.only:
        kit = _only(kit, options.only)
    if options.since:
        kit = _since(kit, options)
    return grown(kit, options.tile_width / kit.tile_mm) if kit.tile_mm else kit


def grown(kit: Kit, scale: float) -> Kit:
    """The kit with tiles `scale` times as wide, and everything that lies on them or among them.

    The board's hexes stay wider than the tiles by the same clearance, so it grows a little less than they do.
    """
    if scale == 1:
        return kit
    board = (kit.tile_mm * scale + kit.clearance_mm) / (kit.tile_mm + kit.clearance_mm)
    return replace(
        _pieces(kit, lambda piece: _grown(piece, scale) if piece.front.group in kit.grows else piece),
        board_mm=(kit.board_mm[0] * board, kit.board_mm[1] * board),
        tile_mm=kit.tile_mm * scale,
        board_scale=board,
    )


def _grown(piece: Piece, scale: float) -> Piece:
    """Bleed grows no further than the picture has it, and is never more than it was: paper is not larger."""
    least = min(1.0, scale)
    return replace(
        piece,
        shape=piece.shape.scaled(scale),
        bleed=piece.bleed * least,
        back_bleed=piece.back_bleed * least,
        scale=piece.scale * scale,
    )


def _only(kit: Kit, wanted: Sequence[Wanted]) -> Kit:
    kinds: dict[str, list[Piece]] = {}
    for section in kit.sections:
        for piece in section.pieces:
            kinds.setdefault(piece.kind, []).append(piece)
    counts: dict[str, int] = {}
    whole = {BOARD} if kit.board else set()
    whole |= {booklet.kind for booklet in kit.booklets}
    chosen: set[str] = set()
    for want in wanted:
        kind = want.kind if want.kind in {*kinds, *whole} else want.kind.removesuffix("s")
        if kind in whole and not want.piece:
            chosen.add(kind)
            continue
        if kind not in kinds:
            raise _unknown(want, [*sorted(whole), *kinds])
        of_kind = kinds[kind]
        found = [piece for piece in of_kind if want.piece in ("", piece.slug)]
        if not found:
            raise _unknown(want, [f"{kind}:{piece.slug}" for piece in of_kind])
        for piece in found:
            counts[piece.front.key] = counts.get(piece.front.key, 0) + (want.count or piece.count)
    kit = _pieces(
        kit,
        lambda piece: replace(piece, count=counts[piece.front.key]) if piece.front.key in counts else None,
    )
    return replace(
        kit,
        board=kit.board if BOARD in chosen else None,
        booklets=tuple(booklet for booklet in kit.booklets if booklet.kind in chosen),
    )


def _unknown(want: Wanted, allowed: Sequence[str]) -> KitError:
    return KitError(
        "unknown_piece",
        N_("“%(value)s” is no piece of this kit; choose from: %(allowed)s."),
        value=str(want),
        allowed=", ".join(allowed),
    )


def _since(kit: Kit, options: KitOptions) -> Kit:
    fresh = changes(kit.game, options.language, options.since)
    kit = _pieces(kit, lambda piece: _renewed(piece, fresh))
    board = kit.board if kit.board and fresh.face(kit.board.key) else None
    booklets = tuple(booklet for booklet in kit.booklets if any(fresh.face(page.key) for page in booklet.pages))
    if not board and not kit.sections and not booklets:
        raise KitError(
            "nothing_has_changed",
            N_("Nothing of what you chose has changed since version %(version)d: your copy is up to date."),
            version=options.since,
        )
    return replace(kit, board=board, booklets=booklets)


def _renewed(piece: Piece, fresh: Changes) -> Piece | None:
    """So many of a piece as an old copy lacks."""
    more = fresh.missing(piece)
    return replace(piece, count=more) if more else None


def _pieces(kit: Kit, change: Callable[[Piece], Piece | None]) -> Kit:
    """The kit with each piece changed, or left out; sections without pieces go too."""
    sections = []
    for section in kit.sections:
        pieces = tuple(new for piece in section.pieces if (new := change(piece)))
        if pieces:
            sections.append(Section(section.title, pieces))
    return replace(kit, sections=tuple(sections))
