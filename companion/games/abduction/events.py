"""What happens in Abduction: events, with what a person needs to retell them. Columns and digits count from 0."""

from __future__ import annotations

from companion.games.contract import Event


class TurnStarted(Event, frozen=True, gc=False, tag="turn_started"):
    """A turn begins."""

    part: int
    turn: int


class CardDrawn(Event, frozen=True, gc=False, tag="card_drawn"):
    """A card comes into the hand."""

    card: str


class KindSettled(Event, frozen=True, gc=False, tag="kind_settled"):
    """Which kind is played in this turn, and why: decoy, equal, many, or choice."""

    kind: str
    why: str


class CardPlaced(Event, frozen=True, gc=False, tag="card_placed"):
    """A card lies at the right end of its row."""

    card: str
    column: int


class Stacked(Event, frozen=True, gc=False, tag="stacked"):
    """The saucers of a column went on top of their like to the left."""

    card: str
    column: int
    size: int


class TurnedUp(Event, frozen=True, gc=False, tag="turned_up"):
    """The face-down card shows what it is."""

    card: str


class Effect(Event, frozen=True, gc=False, tag="effect"):
    """An effect takes place; `idle` when there is nothing that it could do."""

    effect: str
    idle: bool = False


class DecoysCleared(Event, frozen=True, gc=False, tag="decoys_cleared"):
    """Decoys of the field go to the discard pile."""

    count: int


class Herded(Event, frozen=True, gc=False, tag="herded"):
    """The second column of cows joined the first, which is so deep now."""

    depth: int


class SaucerDiscarded(Event, frozen=True, gc=False, tag="saucer_discarded"):
    """A saucer of the field goes to the discard pile."""

    card: str
    column: int


class SaucerTaken(Event, frozen=True, gc=False, tag="saucer_taken"):
    """A saucer of the discard pile comes into the hand."""

    card: str


class DecoyDiscarded(Event, frozen=True, gc=False, tag="decoy_discarded"):
    """A decoy of the hangar, or of a digit of the score, goes to the discard pile."""

    digit: int | None = None


class Shot(Event, frozen=True, gc=False, tag="shot"):
    """The cows of a column shoot a saucer down; it leaves the game."""

    card: str
    column: int


class Abducted(Event, frozen=True, gc=False, tag="abducted"):
    """A card is abducted into a digit of the score."""

    card: str
    digit: int


class Released(Event, frozen=True, gc=False, tag="released"):
    """A decoy let a card of the score escape to the discard pile."""

    card: str
    digit: int


class FieldCleared(Event, frozen=True, gc=False, tag="field_cleared"):
    """What still lay in the field leaves the game; decoys go to the hangar. `cause` is overflow, abduction or part."""

    cards: int
    decoys: int
    cause: str


class HangarGrew(Event, frozen=True, gc=False, tag="hangar"):
    """So many decoys are in the hangar now."""

    decoys: int


class Carried(Event, frozen=True, gc=False, tag="carried"):
    """A card moves to the next digit."""

    card: str
    digit: int


class CardDiscarded(Event, frozen=True, gc=False, tag="card_discarded"):
    """A card of the hand is discarded at the end of a turn."""

    card: str


class PartTwo(Event, frozen=True, gc=False, tag="part_two"):
    """The second part begins with so many cards in the new deck."""

    deck: int


class Corrected(Event, frozen=True, tag="corrected"):
    """The state was set to what lies on the table; the members that were named."""

    members: list[str]


class GameOver(Event, frozen=True, gc=False, tag="game_over"):
    """The game is over. `reason` is deck or hangar."""

    score: int
    reason: str


AnyEvent = (
    TurnStarted | CardDrawn | KindSettled | CardPlaced | Stacked | TurnedUp | Effect | DecoysCleared | Herded
    | SaucerDiscarded | SaucerTaken | DecoyDiscarded | Shot | Abducted | Released | FieldCleared | HangarGrew | Carried
    | CardDiscarded | PartTwo | Corrected | GameOver
)  # fmt: skip
