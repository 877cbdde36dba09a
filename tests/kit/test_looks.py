"""Looks of the pieces: how much ink they take, that grey is enough, how large the letters are and where they stand."""

from __future__ import annotations

import numpy as np
import pytest

from companion.games.eruption.data import RULES
from companion.kit.eruption import BOOKLET_MM
from companion.kit.eruption_faces import GROUPS
from tests.kit.faces import ink, letters, opened, pictures
from tests.kit.matrix import crossed

PRINT = RULES.print
LANGUAGES = ("en", "ja", "zh_Hant_TW")
WORDS = ("cards", "aids", "patterns", "pad", "card_box", "tile_box", "booklet", "board", "standing_walls")
"""Groups with letters on them."""
CARDS = [(63.0, 88.0), (57.15, 88.9), (59.0, 86.0), (44.0, 68.0), (80.0, 120.0)]
FLAT, FOLDED = ("tiles", "cards", "aids", "walls", "markers"), ("dice", "standing_walls", "standees")
BLEED = {"booklet": 0.0}


# --- ink ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("group", ["board", "tiles", "cards", "card_box", "tile_box"])
def test_the_ink_saver_takes_at_most_a_quarter_of_the_ink(faces, group):
    colour, _ = faces.draw(group)
    saver, _ = faces.draw(group, look="ink-saver")
    assert sum(ink(saver)) <= 0.25 * sum(ink(colour))


@pytest.mark.slow
def test_the_standard_kit_takes_at_most_a_quarter_of_the_ink(shelf):
    """All sheets as they are printed, with their labels and all the words, which no look can print with less."""
    assert sum(ink(shelf.file(look="ink-saver"))) <= 0.25 * sum(ink(shelf.file()))


@pytest.mark.parametrize(("group", "art"), crossed(tuple(GROUPS), ["day", "night"]))
def test_grey_needs_black_ink_only(faces, group, art):
    for page in pictures(faces.draw(group, look="grey", art=art)[0], 60):
        assert np.ptp(page, axis=2).max() <= 2


@pytest.mark.parametrize("group", GROUPS)
def test_the_ink_saver_needs_black_ink_only(faces, group):
    for page in pictures(faces.draw(group, look="ink-saver")[0], 60):
        assert np.ptp(page, axis=2).max() <= 2


@pytest.mark.parametrize("group", ["board", "tiles", "cards", "aids"])
def test_the_night_is_another_picture(faces, group):
    day, night = (pictures(faces.draw(group, art=art)[0], 40) for art in ("day", "night"))
    assert all(abs(a - b).mean() > 2 for a, b in zip(day, night, strict=True))


@pytest.mark.parametrize(("group", "look"), crossed(FOLDED + FLAT, ["grey", "ink-saver"]))
def test_no_two_pieces_look_alike_without_colour(faces, group, look):
    """With the brightness of their grounds taken away: outlines, signs and hatches differ on 4 mm2 or more."""
    file, names = faces.draw(group, look=look)
    pages = [page.mean(axis=2) for page in pictures(file, 120)]
    for i, a in enumerate(pages):
        for j, b in enumerate(pages[:i]):
            if a.shape == b.shape:
                one, two = (abs(page - np.median(page)) > 45 for page in (a, b))
                assert (one != two).sum() * (25.4 / 120) ** 2 > 4, (names[i], names[j])


def test_lava_stands_out_from_its_tile_in_grey(faces):
    file, names = faces.draw("tiles", look="grey")
    page = pictures(file, 100)[names.index("straight")].mean(axis=2)
    middle = page[:, page.shape[1] // 2 - 2 : page.shape[1] // 2 + 2].mean()
    ground = np.median(page[:, : page.shape[1] // 4][page[:, : page.shape[1] // 4] < 250])
    assert middle - ground > 80


# --- letters -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "group", "large"), crossed(LANGUAGES, WORDS, [False, True]))
def test_no_letters_are_smaller_than_they_may_be(faces, group, language, large):
    least = 11.0 if large else 6.0
    file, names = faces.draw(group, language=language, large_print=large)
    with opened(file) as pages:
        seen = 0
        for page, name in zip(pages, names, strict=True):
            for letter in letters(page):
                if letter["points"] is not None:
                    assert letter["points"] >= least - 0.01, (name, letter["text"])
                    seen += 1
    assert seen


@pytest.mark.slow
@pytest.mark.parametrize(("large", "card", "language"), crossed([False, True], CARDS, LANGUAGES))
def test_the_words_of_cards_fit_cards_of_every_size(faces, card, language, large):
    file, names = faces.draw("cards", language=language, card_mm=card, large_print=large)
    with opened(file) as pages:
        for page, name in zip(pages, names, strict=True):
            if name != "back":
                assert min(letter["points"] for letter in letters(page)) >= (11 if large else 6) - 0.01
                keeps_clear(page, name, PRINT.card_bleed_mm + PRINT.safe_mm)


@pytest.mark.parametrize(
    ("large", "language", "group"), crossed([False, True], LANGUAGES, ["aids", "patterns", "aids", "pad"])
)
def test_words_keep_clear_of_the_cut_and_of_each_other(faces, group, language, large):
    file, names = faces.draw(group, language=language, large_print=large)
    with opened(file) as pages:
        for page, name in zip(pages, names, strict=True):
            keeps_clear(page, name, PRINT.bleed_mm + PRINT.safe_mm)


@pytest.mark.parametrize(("large", "no_rain", "language"), crossed([False, True], [False, True], LANGUAGES))
def test_the_words_of_the_rules_fit_their_pages(faces, language, no_rain, large):
    """Also on half a sheet of Letter, which is narrower than A5, where no printer reaches the outermost 5 mm."""
    file, names = faces.draw("booklet", language=language, no_rain=no_rain, large_print=large)
    side = (BOOKLET_MM[0] - 279.4 / 2) / 2 + 5
    with opened(file) as pages:
        for page, name in zip(pages, names, strict=True):
            keeps_clear(page, name, side)
            foot = max((letter["box"][3] for letter in letters(page)[: -len(name[1:])]), default=0)
            assert foot <= BOOKLET_MM[1] - 11, name


def keeps_clear(page, name, edge):
    """All letters stand within `edge` mm of the page's edges, and none upon another."""
    width, height = float(page.width) * 25.4 / 72, float(page.height) * 25.4 / 72
    found = letters(page)
    for letter in found:
        left, top, right, bottom = letter["box"]
        assert left >= edge - 0.05 and right <= width - edge + 0.05, (name, letter["text"])
        rim = 0.23 * (bottom - top)  # of a line's box, above and below its letters
        assert top + rim >= edge and bottom - rim <= height - min(edge, 6), (name, letter["text"])
    boxes = np.array([letter["box"] for letter in found if letter["text"].isalnum()])
    if not len(boxes):
        return
    # Boxes are as high as lines: what counts is the middle of the letter.
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    high = boxes[:, 3] - boxes[:, 1]
    near = (abs(x[:, None] - x) < 0.12 * (high[:, None] + high) / 2) & (
        abs(y[:, None] - y) < 0.3 * (high[:, None] + high) / 2
    )
    np.fill_diagonal(near, False)
    same = (boxes[:, None, :] == boxes).all(axis=2)  # two letters of a ligature share one box
    assert not (near & ~same).any(), name
