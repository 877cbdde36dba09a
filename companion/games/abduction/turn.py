"""The turn: draw, play, end; and the switch to the second part. Each step runs on to the next decision."""

from __future__ import annotations

from typing import Any

from companion.games.abduction import abduct, field
from companion.games.abduction.data import COW_SIDE, DECOY_CARD, N_CARDS, RULES, UFOS
from companion.games.abduction.events import GameOver, KindSettled, PartTwo, TurnStarted
from companion.games.abduction.state import State, digit_sum

Events = list[Any]
GROUP = {**dict.fromkeys(UFOS, "ufo"), **dict.fromkeys(COW_SIDE, "cow")}
"""The group that each card is played with: decoys belong to the cows."""


def start(state: State, events: Events) -> None:
    """A turn begins (rules 5.1). In part two the game ends when too few cards are left (rules 7.1)."""
    state.phase, state.fresh, state.playing = "draw", 0, None
    if state.part == 2 and state.deck_size < RULES.turn.draw:
        finish(state, events)
        return
    state.turn += 1
    events.append(TurnStarted(state.part, state.turn))
    state.drawing = min(RULES.turn.draw, state.deck_size)
    draw(state, events)


def draw(state: State, events: Events) -> None:
    """The next card of the draw, or the play phase."""
    if state.drawing:
        state.kind = "card"
    else:
        begin(state, events)


def begin(state: State, events: Events) -> None:
    """The play phase (rules 5.2). With the option the kind is settled now; an empty hand settles nothing."""
    state.phase, state.playing, state.to_place = "play", None, [0] * N_CARDS
    if state.options.kind_fixed == "start" and any(state.hand):
        group, why = forced(state)
        choices = groups(state)
        if group is None and len(choices) > 1:
            state.kind = "choose"
            return
        settle(state, events, group or choices[0], why)
    play(state, events)


def forced(state: State) -> tuple[str | None, str]:
    """The group that must be played with this hand, and why; None where the choice is free (rules 5.2)."""
    ufos, cows = sum(state.hand[i] for i in UFOS), sum(state.hand[i] for i in COW_SIDE)
    many = RULES.turn.many
    if state.hand[DECOY_CARD]:
        return "cow", "decoy"
    if ufos >= many and ufos == cows:
        return "ufo", "equal"
    if max(ufos, cows) >= many:
        return ("ufo" if ufos > cows else "cow"), "many"
    return None, "choice"


def held(state: State) -> set[str]:
    """The groups of which the hand has cards."""
    return {GROUP[card] for card, n in enumerate(state.hand) if n}


def groups(state: State) -> list[str]:
    """The groups that a free choice is among: those in hand, or with the option those that are not, too."""
    there = held(state)
    return [group for group in RULES.groups if group in there or state.options.pass_]


def settle(state: State, events: Events, group: str, why: str) -> None:
    """The group is settled: all cards of it that are in the hand now must be placed."""
    state.playing = group
    state.to_place = [n if GROUP[card] == group else 0 for card, n in enumerate(state.hand)]
    events.append(KindSettled(group, why))


def placeable(state: State) -> list[int]:
    """The cards that may be placed now."""
    if state.playing is not None:
        return [card for card, n in enumerate(state.to_place) if n and state.hand[card]]
    group, _ = forced(state)
    return [card for card, n in enumerate(state.hand) if n and group in (None, GROUP[card])]


def can_turn_up(state: State) -> bool:
    """Whether the face-down card may be turned up: once, while the deck has cards (rules 5.4)."""
    return not state.used and state.deck_size > 0


def can_pass(state: State) -> bool:
    """Whether the play phase may end: all is placed, or with the option a kind that the hand lacks is chosen."""
    if state.playing is not None or not any(state.hand):
        return not placeable(state)
    return state.options.pass_ and forced(state)[0] is None and len(held(state)) < len(RULES.groups)


def play(state: State, events: Events) -> None:
    """Go on with the play phase, if there is anything to decide."""
    state.phase = "play"
    if placeable(state) or can_turn_up(state):
        state.kind = "play"
    else:
        process(state, events)


def process(state: State, events: Events) -> None:
    """The processing phase (rules 5.5)."""
    state.phase = "process"
    state.to_place = [0] * N_CARDS
    if state.overflow:
        if field.sweep(state, events, "overflow"):
            over(state, events, "hangar")
        else:
            end(state, events)
    elif state.matched or (state.options.empty_abduction and (state.ufos or state.cows)):
        state.kind = "process"
    else:
        end(state, events)


def resume(state: State, events: Events) -> None:
    """What follows when no more saucers stack."""
    if state.resume == "abduct":
        after_shots(state, events)
    else:
        play(state, events)


def attack(state: State, events: Events, then: Any) -> None:
    """An abduction (rules 5.5, 7.2), from the counter-attack of part two on."""
    state.then = then
    state.phase = "play" if then == "play" else "process"
    by_cow = then == "play"
    counter = state.part == 2 and (not by_cow or state.options.cow_effect_counter)
    if not counter:
        after_shots(state, events)
        return
    if state.options.counter_order == "after":  # what is shot then would leave the game in any case
        abduct.take(state, events, abduct.columns(state, by_cow))
        released(state, events)
        return
    abduct.shoot(state, events)
    if state.options.shot_stack:
        state.resume = "abduct"
        stack(state, events)
    else:
        after_shots(state, events)


def after_shots(state: State, events: Events) -> None:
    """The cows go up."""
    state.resume = "play"
    abduct.take(state, events, abduct.columns(state, state.then == "play"))
    released(state, events)


def released(state: State, events: Events) -> None:
    """A decoy of an earlier turn lets a card go, if there is one; then the field is cleared and digits are carried."""
    if state.score_decoys > state.fresh and abduct.escapes(state):
        state.kind = "release"
    else:
        cleared(state, events)


def cleared(state: State, events: Events) -> None:
    """What is left in the field goes (rules 5.5 c)."""
    if field.sweep(state, events, "abduction"):
        over(state, events, "hangar")
    else:
        state.digit = 0
        carry(state, events)


def carry(state: State, events: Events) -> None:
    """Carry from the digit looked at on upwards (rules 5.6); a choice of one kind of card is no choice."""
    state.phase = "carry"
    while state.digit < len(state.score):
        digit = state.score[state.digit]
        if digit_sum(digit) < RULES.turn.base:
            state.digit += 1
            continue
        kinds = [card for card, n in enumerate(digit) if n]
        if len(kinds) > 1 or state.options.carry == "may":
            state.kind = "carry"
            return
        abduct.move_up(state, events, kinds[0])
    state.digit = 0
    match state.then:
        case "play":
            play(state, events)
        case "discard":
            end(state, events)
        case "end":
            over(state, events, "deck")


def land(state: State, events: Events) -> None:
    """A saucer lies at the right end of its row: it stacks on its like, with the effect (rules 5.3)."""
    state.resume = "play"
    if field.landed(state) and effect(state, events, field.merge(state, events, len(state.ufos) - 2)):
        return
    restack(state, events)


def stack(state: State, events: Events) -> None:
    """Stack saucers that lie beside their like, one stack at a time from the left, each with its effect (rules 5.3)."""
    while (column := field.neighbours(state)) is not None:
        if effect(state, events, field.merge(state, events, column)):
            return
    resume(state, events)


def restack(state: State, events: Events) -> None:
    """Go on after a choice of blue: saucers that became neighbours stack too, unless the option says otherwise."""
    if state.options.packed_stack or state.resume == "abduct":
        stack(state, events)
    else:
        resume(state, events)


def effect(state: State, events: Events, card: int) -> bool:
    """The effect of a saucer; whether it waits for a choice."""
    if not field.effect(state, events, card):
        return False
    state.kind = "blue"
    return True


def turned_up(state: State, events: Events, card: int) -> None:
    """The face-down card takes effect (rules 5.4)."""
    if card in UFOS:
        state.resume = "play"
        if not effect(state, events, card):
            restack(state, events)
    elif card == DECOY_CARD:
        if field.clears(state, events):
            state.kind = "clear"
        else:
            play(state, events)
    else:
        attack(state, events, "play")


def end(state: State, events: Events) -> None:
    """The end of the turn: any cards of the hand may be discarded (rules 5.7)."""
    state.phase = "discard"
    if any(state.hand):
        state.kind = "discard"
    else:
        next_turn(state, events)


def next_turn(state: State, events: Events) -> None:
    """The next turn, or with an empty deck the second part."""
    if state.part == 1 and not state.deck_size and not part_two(state, events):
        return
    start(state, events)


def part_two(state: State, events: Events) -> bool:
    """The second part (rules 6); False where the game is lost by it."""
    state.part = 2
    for digit in state.score:
        state.discard[DECOY_CARD] += digit[DECOY_CARD]
        digit[DECOY_CARD] = 0
    while state.score and not any(state.score[-1]):
        state.score.pop()
    if state.options.second_part == "clear":
        lost = field.sweep(state, events, "part")
        for card, n in enumerate(state.hand):
            state.removed[card] += n
        state.hand = [0] * N_CARDS
        if lost:
            over(state, events, "hangar")
            return False
    if state.hidden and sum(state.deck) == 1:  # all other cards have been seen
        state.face_down = state.deck.index(1)
        state.deck[state.face_down] = 0
    state.deck = [a + b for a, b in zip(state.deck, state.discard, strict=True)]
    state.deck_size += sum(state.discard)
    state.discard = [0] * N_CARDS
    events.append(PartTwo(state.deck_size))
    return True


def finish(state: State, events: Events) -> None:
    """The end: saucers of the discard pile count as ones, then digits are carried a last time (rules 8)."""
    for card in UFOS:
        for _ in range(state.discard[card]):
            state.gain(card, 0)
        state.discard[card] = 0
    state.then, state.digit = "end", 0
    carry(state, events)


def over(state: State, events: Events, reason: str) -> None:
    """The game is over."""
    state.phase, state.kind, state.to_place = "over", None, [0] * N_CARDS
    state.lost = reason == "hangar"
    events.append(GameOver(state.points, reason))
