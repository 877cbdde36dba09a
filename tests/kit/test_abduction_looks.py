"""Looks of Abduction's pieces: little ink, black ink only, told apart without colour, letters large and clear."""

from __future__ import annotations

import numpy as np
import pytest

from companion.art.palette import contrast
from companion.games.abduction.data import RULES
from companion.kit.abduction_faces import GROUPS
from companion.kit.artwork import press
from companion.kit.options import FaceOptions
from tests.kit.faces import ink, letters, opened, pictures
from tests.kit.matrix import crossed
from tests.kit.test_looks import keeps_clear

GAME = "abduction"
PRINT = RULES.print
LANGUAGES = ("en", "ja", "zh_Hant_TW")
BLEED = {"cards": PRINT.card_bleed_mm, "aids": PRINT.bleed_mm}


@pytest.mark.parametrize("group", ["board", "cards", "card_box"])
def test_the_ink_saver_takes_at_most_a_quarter_of_the_ink(faces, group):
    colour, _ = faces.draw(group, GAME)
    saver, _ = faces.draw(group, GAME, look="ink-saver")
    assert sum(ink(saver, 60)) <= 0.25 * sum(ink(colour, 60))


@pytest.mark.parametrize(("look", "art", "group"), crossed(["grey", "ink-saver"], ["day", "night"], list(GROUPS)))
def test_grey_and_the_ink_saver_need_black_ink_only(faces, group, look, art):
    for page in pictures(faces.draw(group, GAME, look=look, art=art)[0], 50):
        assert np.ptp(page, axis=2).max() <= 2


@pytest.mark.parametrize("look", ["grey", "ink-saver"])
def test_no_two_cards_look_alike_without_colour(faces, look):
    """With the brightness of their grounds taken away: outlines, signs and digits differ on 4 mm2 or more."""
    file, names = faces.draw("cards", GAME, look=look)
    pages = [page.mean(axis=2)[:, : int(page.shape[1] * 0.9)] for page in pictures(file, 100)]
    for i, a in enumerate(pages):
        for j, b in enumerate(pages[:i]):
            if a.shape == b.shape:
                one, two = (abs(page - np.median(page)) > 45 for page in (a, b))
                assert (one != two).sum() * (25.4 / 100) ** 2 > 4, (names[i], names[j])


def test_the_back_is_the_same_from_both_ends(faces):
    file, names = faces.draw("cards", GAME)
    page = pictures(file, 80)[names.index("back")]
    assert abs(page - page[::-1, ::-1]).mean() < 4


@pytest.mark.parametrize("art", ["day", "night"])
@pytest.mark.parametrize("look", ["colour", "grey", "ink-saver"])
def test_words_stand_out_from_their_grounds(look, art):
    inks = press(FaceOptions(look=look, art=art)).text
    pairs = [("ink", "paper"), ("ink", "muzzle"), ("ink", "ply"), ("on_bar", "dusk"), ("on_meadow", "meadow")]
    pairs += [("ink", f"{name}_tint") for name in ("saucer_red", "saucer_blue", "saucer_yellow", "meadow", "ply")]
    for word, ground in pairs:
        assert contrast(inks[word], inks[ground]) >= 4.5, (word, ground)


@pytest.mark.parametrize(("group", "language", "large"), crossed(list(GROUPS), LANGUAGES, [False, True]))
def test_letters_are_large_enough_and_clear_of_the_cut(faces, group, language, large):
    least = 11.0 if large else 6.0
    file, names = faces.draw(group, GAME, language=language, large_print=large)
    seen = 0
    with opened(file) as pages:
        for page, name in zip(pages, names, strict=True):
            for letter in letters(page):
                if letter["points"] is not None:
                    assert letter["points"] >= least - 0.01, (name, letter["text"])
                    seen += 1
            if group in BLEED and name != "back":
                keeps_clear(page, name, BLEED[group] + PRINT.safe_mm)
    assert seen


@pytest.mark.slow
@pytest.mark.parametrize(
    ("card", "language", "large"),
    crossed([(63.0, 88.0), (57.15, 88.9), (59.0, 86.0), (44.0, 68.0), (80.0, 120.0)], LANGUAGES, [False, True]),
)
def test_the_words_of_cards_fit_cards_of_every_size(faces, card, language, large):
    file, names = faces.draw("cards", GAME, card_mm=card, language=language, large_print=large)
    with opened(file) as pages:
        for page, name in zip(pages, names, strict=True):
            if name != "back":
                keeps_clear(page, name, PRINT.card_bleed_mm + PRINT.safe_mm)
