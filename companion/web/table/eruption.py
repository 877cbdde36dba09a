"""The pages of Eruption: its board, its panels and its words, put together for the tables' common pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.contract import Position, Problem, Wire
from companion.tables.play import Entry, Table
from companion.web.table import (
    corrections,
    doing,
    forms,
    island,
    layers,
    panels,
    pocket,
    strip,
    telling,
    waiting,
)
from companion.web.table import eruption_sheets as sheets
from companion.web.table.choice import read_choice
from companion.web.table.drawings import sign
from companion.web.table.moment import Moment
from companion.web.table.naming import card_name, tile_name, wall_name
from companion.web.table.pages import Form, Parts, Sheet
from companion.web.table.scene import Scene
from companion.web.table.speech import gettext as _
from companion.web.table.speech import language
from companion.web.table.stage import Line, Panel
from companion.web.table.viewer import Viewer


class EruptionPages:
    """What Eruption brings to the pages of its tables."""

    play = "table/play.html"
    display = True

    def stage(self, now: Moment, asked: Form, seen: Viewer, say: str = "") -> Scene:
        """What a phone shows."""
        return Scene(now, read_choice(asked), seen, say)

    def surroundings(self, scene: Scene, kept: dict[Any, Any]) -> tuple[Parts, Parts]:
        """The strip and the layers of the board; the land apart."""
        moment, locale = scene.moment, language()
        if locale not in kept:
            state, names, over = moment.state, moment.table.names, moment.table.over
            kept[locale] = {
                "turn": strip.turn(state, names, over),
                "heat": strip.heat(state, names, over),
                "final": strip.final(state, names, over),
            }
        # What can be done on the board is the same whatever is picked, but while walls are moved.
        mode = (locale, scene.card, scene.choice if scene.card == "relocate" else scene.idle)
        if mode not in kept:
            kept[mode] = {"b-walls": layers.walls(scene), "b-lit": layers.lit(scene)}
        board, ground = kept[mode], (locale, "land", scene.card)
        if ground not in kept:
            kept[ground] = layers.land(scene)
        marks = (locale, "marks")
        if not scene.picked and marks not in kept:
            kept[marks] = layers.marks(scene)
        return {**kept[locale], **board, "b-marks": layers.marks(scene) if scene.picked else kept[marks]}, kept[ground]

    def frame(self, land: Parts) -> dict[str, Any]:
        """The shapes that the layers use, and the land."""
        return {
            "land": island.layer("b-land", land.values(), _("The island")),
            "definitions": island.definitions(),
        }

    def panel(self, scene: Scene) -> Panel:
        """What there is to do."""
        return panels.panel(scene)

    def waiting(self, scene: Scene) -> str:
        """The panel's body on a phone that does not decide just now."""
        return waiting.body(scene, sign(_village(scene.moment), "sign big"), doing.doing(scene.moment))

    def about(self, scene: Scene) -> str:
        """The sentence above the heading."""
        return panels.about(scene)

    def happened(self, now: Moment) -> list[Line]:
        """What the last action brought."""
        return telling.happened(now)

    def cue(self, scene: Scene) -> str:
        """What a phone may let hear or feel of the last action."""
        return telling.cue(scene)

    def colour(self, now: Moment) -> str:
        """The class of the village whose turn it is."""
        return f"of-{_village(now)}"

    def own(self, scene: Scene) -> str:
        """The own hand, while it is not about cards."""
        return pocket.row(scene.moment, scene.audience) if doing.shows_pocket(scene) else ""

    def read_actions(self, form: Form) -> list[Wire]:
        """The action of a form."""
        return [forms.read_action(form)]

    def short(self, actions: list[Wire]) -> str:
        """What an entry did, in two or three words."""
        return short(actions[0])

    def problem(self, problem: Problem) -> str:
        """Why something is not possible."""
        return telling.problem(problem)

    def history(self, now: Moment, entries: Sequence[Entry]) -> Sheet:
        """What happened, by turns."""
        return sheets.history(now, entries)

    def past(self, table: Table, position: Position, entries: list[Entry], n: int) -> Sheet:
        """The board as it was."""
        return sheets.then(table, position, entries, n)

    def rules(self, now: Moment) -> Sheet:
        """The rules for this moment."""
        return sheets.rules(now)

    def hand(self, now: Moment, seen: Viewer) -> Sheet:
        """The own cards."""
        return sheets.hand(now, seen)

    def more(self, now: Moment, seen: Viewer) -> Sheet:
        """All the rest."""
        return sheets.more(now, seen)

    def fair(self, now: Moment, entries: Sequence[Entry]) -> Sheet:
        """The promise about dice and draws."""
        return sheets.fair(now, entries)

    def end(self, now: Moment, entries: Sequence[Entry]) -> Sheet:
        """How it went."""
        return sheets.end(now, entries)

    def differs(self, now: Moment, seen: Viewer, form: Form, wrong: Sequence[Any] = ()) -> Sheet:
        """What can be set."""
        return sheets.differs(now, seen, form, wrong)

    def check_correction(self, now: Moment, seen: Viewer, form: Form) -> None:
        """A hand is its player's. Raises Refused."""
        if now.private and form.get("what") == "hand":
            sheets.check_hand(now, seen, form)

    def correction(self, state: Wire, form: Form) -> Wire:
        """The merge patch of a correction."""
        return corrections.patch(state, form)


def _village(now: Moment) -> str:
    return str(now.state["seats"][now.active]["village"])


def short(action: Wire) -> str:
    """An action in two or three words."""
    match action["type"]:
        case "place_tile" | "replace_tile":
            return _("tile on %(x)s,%(y)s", x=action["hex"][0], y=action["hex"][1])
        case "place_eruption":
            return _("eruption on %(x)s,%(y)s", x=action["hex"][0], y=action["hex"][1])
        case "play" | "discard" | "trade":
            return card_name(action["card"])
        case "trade_two":
            return _("two cards")
        case "give":
            return _("gift")
        case "build_wall":
            return _("%(wall)s wall", wall=wall_name(action["wall"]))
        case "draw_tile":
            return _("draw")
        case "tile":
            return tile_name(action["tile"])
        case "card":
            return _("card")
        case "roll":
            return _("roll %(white)s : %(orange)s", white=action["white"], orange=action["orange"])
        case "correct":
            return _("correction")
    return _("pass")
