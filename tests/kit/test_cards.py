"""How cards of any size share their height."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.eruption.data import RULES
from companion.kit.cardlayout import POINT, card_layout, line_count, words
from companion.kit.errors import KitError
from companion.kit.eruption import deck_layout
from companion.kit.formats import CARD_RANGE, CARDS
from companion.kit.job import sheets_of, translator
from companion.kit.lettering import Lettering
from companion.kit.options import FaceOptions, read_options

LANGUAGES = ("en", "ja", "zh_Hant_TW")
SIDE = st.floats(*CARD_RANGE)


def layout(language="en", large=False, card=RULES.print.card_mm):
    return deck_layout(FaceOptions(language=language, large_print=large, card_mm=card), translator(language))


def fitting(*about):
    """The layout, or nothing where it is refused."""
    try:
        return layout(*about)
    except KitError as error:
        return None if error.code == "cards_too_small" else pytest.fail(error.code)


@given(SIDE, SIDE, st.booleans(), st.sampled_from(LANGUAGES))
def test_a_card_of_any_size_holds_its_words_or_is_refused(width, height, large, language):
    found = fitting(language, large, (width, height))
    if found is None:
        assert large, "in small print all sizes do"
        return
    total = found.art + found.title + found.act + found.trade
    assert total == pytest.approx(height + 2 * RULES.print.card_bleed_mm, abs=0.01)
    assert min(found.act_pt, found.title_pt, found.trade_pt) >= (11 if large else 6)
    assert found.art >= RULES.print.card_bleed_mm
    say, lettering = translator(language), Lettering(language)
    for card in RULES.cards:
        text = say(card.text).format(rain=RULES.meter.rain)
        lines = line_count(text, found.width - 2 * found.side, found.act_pt * POINT, lettering)
        assert lines * found.act_pt * POINT * 1.28 <= found.act + 0.01


def test_the_usual_card_looks_as_it_was_designed():
    found = layout()
    assert (found.act_pt, found.title_pt, found.trade_pt) == (8.8, 15.5, 8.2)
    assert found.art == pytest.approx(0.75 * found.width, rel=0.04)


@pytest.mark.parametrize("name", CARDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_that_has_a_name_keeps_its_picture(name, language):
    found = layout(language, False, CARDS[name])
    assert found.art >= 0.55 * found.width
    assert found.act_pt >= 7


def test_cards_that_are_too_small_are_refused_before_anything_is_drawn():
    with pytest.raises(KitError) as error:
        sheets_of(read_options({"card": "40x45", "large_print": "yes"}))
    assert error.value.code == "cards_too_small"
    assert "40 × 45 mm" in str(error.value)


def test_words_stay_whole_and_cjk_breaks_anywhere_but_before_a_mark():
    assert words("Draw one, now.") == ["Draw ", "one, ", "now."]
    assert words("溶岩、流。") == ["溶", "岩、", "流。"]


def test_lines_are_counted_as_they_are_set():
    lettering = Lettering("en")
    width = lettering.width("one two ", 3)
    assert line_count("one two three", width, 3, lettering) == 2
    assert line_count("one", width, 3, lettering) == 1


def test_longer_words_take_room_from_the_picture():
    short, long = (
        card_layout((63, 88), 2, 3, [text], ["or for wood"], "en", False) for text in ("Go.", "Go on and on. " * 12)
    )
    assert long.art < short.art
    assert long.act > short.act
