"""The rules for exactly this moment, in our own words, with the numbers of the rules data; and all of them in short."""

from __future__ import annotations

from companion.games.eruption.data import RULES, zone_of
from companion.web.table.moment import Moment
from companion.web.table.naming import odds, wall_name
from companion.web.table.speech import gettext as _

METER, TURN = RULES.meter, RULES.turn


def helps(now: Moment) -> tuple[str, list[str]]:
    """A title and some sentences for the decision that waits."""
    kind = now.decision.kind if now.decision else "over"
    title, lines = {
        "duel": duel,
        "tile": draw,
        "draw": draw,
        "place_tile": place,
        "extra_tile": extra,
        "place_eruption": eruption,
        "replace_tile": swap,
        "cards": cards,
        "discard": discard,
        "walls": walls,
        "over": over,
    }.get(kind, over)(now)
    return title, lines


def duel(now: Moment) -> tuple[str, list[str]]:
    """Dice."""
    chances = ", ".join(f"{wall_name(w.slug)} +{w.bonus}: {odds(w.slug, ties(now))} %" for w in RULES.walls)
    tie = _("A tie is the wall's at this table.") if ties(now) else _("A tie is lava's.")
    lines = [
        _("The white die and the wall's bonus stand against the orange die of the lava."),
        tie,
        _("Chance to hold: %(chances)s.", chances=chances),
    ]
    if now.state["phase"] == "damage":
        lines.append(
            _(
                "A village wall that loses goes back to the supply, and the village heats up by %(n)s.",
                n=METER.burnt_wall,
            )
        )
    else:
        lines.append(
            _(
                "If one of the walls loses, all walls that face the hex go and the tile is laid. "
                "If all hold, the hex is barred for this tile."
            )
        )
    return _("A wall is tested"), lines


def draw(now: Moment) -> tuple[str, list[str]]:
    """A tile off the stack."""
    return _("Draw a tile"), [
        _("A tile that fits nowhere goes back into the stack, and another one is drawn."),
        _("When the stack is empty at the end of a turn, everybody has one more turn."),
    ]


def place(now: Moment) -> tuple[str, list[str]]:
    """Laying a tile."""
    return _("Lay the lava tile"), [
        _(
            "Lava must meet lava and plain must meet plain, at tiles and at the volcano. "
            "At least one edge must take lava in."
        ),
        _("Villages and the sea never matter for whether it fits."),
        _("If it fits somewhere it must be laid, even if that hurts."),
        _("If every flow into the hex has a wall, each wall is tested. If one flow is open, the walls there just go."),
        _("Each edge with lava at a village, anybody's, earns a card. A hex with a wall symbol earns that wall."),
    ]


def extra(now: Moment) -> tuple[str, list[str]]:
    """The second tile."""
    return _("A second tile"), [
        _("From %(n)s degrees on you may lay one more tile, after the first.", n=METER.zones[-1]),
    ]


def eruption(now: Moment) -> tuple[str, list[str]]:
    """The eruption tile."""
    return _("The eruption tile"), [
        _(
            "The first village to reach %(zones)s degrees takes the eruption tile there.",
            zones=", ".join(map(str, METER.zones)),
        ),
        _("It goes on any empty hex where no plain edge touches it; it needs no other lava, and feeds lava itself."),
        _("Walls that face it go without a roll. Then every other village heats up by %(n)s.", n=METER.eruption),
    ]


def swap(now: Moment) -> tuple[str, list[str]]:
    """Quake."""
    return _("Quake"), [
        _("The new tile takes the place of any tile; every edge must match as before."),
        _("Walls on the old tile fall. No other tile may lose its way to the volcano or to an eruption tile."),
        _("Only lava at a village edge where there was none before earns a card."),
    ]


def cards(now: Moment) -> tuple[str, list[str]]:
    """The card phase."""
    return _("Cards"), [
        _("Play as many as you like. Each card can be played for its effect or traded for the wall printed on it."),
        _("Any two cards together buy one more lava tile."),
        _("At the end of this phase you keep at most %(n)s cards.", n=TURN.hand_limit),
    ]


def discard(now: Moment) -> tuple[str, list[str]]:
    """Too many cards."""
    return _("Too many cards"), [_("At the end of the card phase you keep at most %(n)s cards.", n=TURN.hand_limit)]


def walls(now: Moment) -> tuple[str, list[str]]:
    """Building."""
    zone = zone_of(now.state["seats"][now.active]["temperature"])
    return _("Build walls"), [
        _("You may build %(n)s in this turn, from your stockpile.", n=TURN.walls[zone]),
        _("A wall stands on a flow of lava that points at an empty hex, or at a gate of your own village."),
        _("One wall on an edge; a wall never faces a tile."),
    ]


def over(now: Moment) -> tuple[str, list[str]]:
    """Who wins."""
    values = ", ".join(f"{wall_name(w.slug)} {w.tiebreak}" for w in reversed(RULES.walls))
    return _("Who wins"), [
        _("The coolest village wins."),
        _(
            "A tie goes to the higher sum of walls in the village and the stockpile (%(values)s), "
            "less 1 for each flow at the village.",
            values=values,
        ),
    ]


def ties(now: Moment) -> bool:
    """Whether a tie is the wall's at this table."""
    return bool(now.state["options"]["ties_to_wall"])


def summary(now: Moment) -> list[tuple[str, str]]:
    """A turn, phase by phase, and the danger zones."""
    zones = METER.zones
    return [
        (
            _(RULES.phases["damage"]),
            _(
                "Each open flow at your village: +%(open)s. "
                "Each flow with a wall: the wall is tested, a lost wall is +%(burnt)s.",
                open=METER.open_flow,
                burnt=METER.burnt_wall,
            ),
        ),
        (_(RULES.phases["tile"]), _("Draw a tile and lay it.")),
        (_(RULES.phases["cards"]), _("Play or trade cards; two cards buy a tile.")),
        (_(RULES.phases["walls"]), _("Build a wall from your stockpile.")),
        (_("From %(n)s", n=zones[0]), _("%(n)s walls a turn", n=TURN.walls[1])),
        (_("From %(n)s", n=zones[1]), _("also a free card each turn")),
        (_("From %(n)s", n=zones[2]), _("also a second tile, if you like")),
        (
            _("The end"),
            _(
                "A village at %(max)s at the end of its turn, or an empty stack: then one last turn each. "
                "The coolest village wins.",
                max=METER.max,
            ),
        ),
    ]
