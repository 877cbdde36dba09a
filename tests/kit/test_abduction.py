"""The printed copy of Abduction: what it has and what it lacks, counts from the rules data, sizes in millimetres."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.art.abduction_mat import mat_layout
from companion.games.abduction.data import BOX, RULES
from companion.kit.abduction import card_box, deck_layout
from companion.kit.errors import KitError
from companion.kit.formats import CARDS, PAPERS
from companion.kit.games import KITS, options_of
from companion.kit.job import make, sheets_of, translator
from companion.kit.options import PARTS, FaceOptions, read_options
from companion.kit.poster import poster
from companion.kit.release import record
from companion.kit.versions import newest, records
from tests.kit.test_backs import pairs

GAME = "abduction"
PRINT = RULES.print
COUNTS = {f"cards.{card.slug}": card.count for card in RULES.cards}
PLAIN = {"game": GAME, "board": "none", "guide": "no"}
LANGUAGES = ("en", "ja", "zh_Hant_TW")


def printed(**options) -> Counter:
    """How many of each front the sheets have."""
    plan = sheets_of(read_options(options), game=GAME)
    return Counter({piece.front.key: piece.count for section in plan.kit.sections for piece in section.pieces})


# --- what it has ---------------------------------------------------------------------------------------------------


def test_the_standard_kit_is_a_mat_a_deck_and_two_summaries():
    plan = sheets_of(read_options({}), game=GAME)
    assert plan.kit.board.key == "board.mat"
    assert printed() == COUNTS | {"aids.turn": 1, "aids.score": 1}
    assert sum(COUNTS.values()) == sum(BOX) == 58


def test_all_pieces_add_the_box():
    assert printed(pieces=PARTS) == printed() + Counter({"card_box.box": 1})


def test_a_deck_with_other_cows_is_printed_as_the_data_have_it(monkeypatch):
    cards = tuple(
        type(card)(**{**{name: getattr(card, name) for name in card.__struct_fields__}, "count": count})
        for card, count in zip(RULES.cards, (9, 9, 9, 9, 7, 5, 0, 4, 6), strict=True)
    )
    changed = type(RULES)(**{name: getattr(RULES, name) for name in RULES.__struct_fields__} | {"cards": cards})
    monkeypatch.setattr("companion.kit.abduction.RULES", changed)
    assert printed(pieces="cards") == {f"cards.{card.slug}": card.count for card in cards if card.count}


@pytest.mark.parametrize(
    ("only", "wanted"),
    [
        ("card:cow_5=2,card:decoy", {"cards.cow_5": 2, "cards.decoy": 6}),
        ("aid:turn", {"aids.turn": 1}),
        ("board", {}),
    ],
)
def test_single_pieces_are_printed_alone(only, wanted):
    assert printed(only=only) == wanted


@pytest.mark.parametrize(
    ("option", "value"), [("tile_width", "40"), ("hexes", "rows"), ("no_rain", "yes"), ("booklet", "pages")]
)
def test_an_option_that_the_game_lacks_is_hidden_and_refused_by_its_name(option, value, tmp_path):
    assert option not in {found.name for found in options_of(GAME)}
    assert option in {found.name for found in options_of("eruption")}
    options = read_options({option: value})
    for ask in (lambda: sheets_of(options, game=GAME), lambda: make(options, tmp_path / "kit.pdf", game=GAME)):
        with pytest.raises(KitError, match=f"Abduction has no option “{option}”") as error:
            ask()
        assert error.value.code == "not_of_this_game"
    assert not list(tmp_path.iterdir())


def test_pieces_that_the_game_lacks_are_refused_with_those_that_it_has():
    with pytest.raises(KitError, match="board, cards, aids, boxes") as error:
        printed(pieces="cards,tiles")
    assert error.value.code == "bad_option"


@pytest.mark.parametrize("game", KITS)
def test_each_game_lists_only_parts_that_its_kit_prints(game):
    (pieces,) = (option for option in options_of(game) if option.name == "pieces")
    for part in pieces.values:
        plan = sheets_of(read_options({"pieces": part, "guide": "no"}), game=game)
        assert plan.kit.groups(), part


def test_the_first_page_says_nothing_of_tiles(shelf):
    (first, *_) = shelf.sides(game=GAME, pieces="aids")
    assert "tiles" not in first.text.lower() and "A4" in first.text


def test_its_version_is_recorded():
    """If not: run script/faces, or script/faces --new when the newest version was given out already."""
    found = records(GAME)[newest(GAME)]
    assert {key: n for key, n in found.counts.items() if key.startswith("cards.")} == COUNTS
    assert found == record(GAME)
    with pytest.raises(KitError) as error:
        printed(since=str(newest(GAME)))
    assert error.value.code == "nothing_has_changed"


# --- sheets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short", "fold"])
def test_every_card_has_the_common_back_behind_it(shelf, backs):
    sides = shelf.sides(**PLAIN, pieces="cards", backs=backs)
    fronts = Counter(face.key for side in sides for face in side.placed if face.key != "cards.back")
    assert fronts == COUNTS
    assert sum(face.key == "cards.back" for side in sides for face in side.placed) == sum(BOX)
    if backs == "fold":
        return
    for front, back in pairs(sides):
        if front.width < front.height:
            over = backs == "duplex-short"
            behind = {(round(face.x, 2), round(face.y, 2)) for face in back.placed}
            assert behind == {
                (
                    round(face.x if over else front.width - face.x, 2),
                    round(front.height - face.y if over else face.y, 2),
                )
                for face in front.placed
            }


@pytest.mark.parametrize("card", ["poker", "mini-euro", "70x120"])
def test_cards_of_any_size_keep_it_on_the_sheet(shelf, card):
    size = CARDS.get(card) or (70.0, 120.0)
    sides = shelf.sides(**PLAIN, pieces="cards", card=card, backs="none", only="card:red=2,card:decoy=1")
    faces = [face for side in sides for face in side.placed]
    assert len(faces) == 3
    for face in faces:
        left, top, right, bottom = face.clip
        assert right - left >= size[0] and bottom - top >= size[1]
        assert face.size == pytest.approx([side + 2 * PRINT.card_bleed_mm for side in size], abs=0.01)


@pytest.mark.parametrize("card", CARDS)
def test_the_mat_has_room_for_its_cards_and_the_box_for_the_deck(card):
    size = CARDS[card]
    mat, net = mat_layout(size), card_box(FaceOptions(card_mm=size))
    turn = RULES.turn
    assert mat.width > (1 + turn.columns) * size[0] + size[0] and mat.height > 3 * size[1]
    assert net.panel("front").width >= size[0] and net.panel("front").height >= size[1]
    assert net.panel("side").width >= sum(BOX) * PRINT.box.card_thickness_mm
    named = Counter(word.text for word in mat.words)
    assert named["column"] == turn.columns and named["place"] == turn.hangar
    assert [word.number for word in mat.words if word.text == "power"] == [10**n for n in range(PRINT.mat.digits)]
    for word in mat.words:
        assert word.left >= 0 and word.top >= 0 and word.left + word.width <= mat.width
        assert word.top + word.height <= mat.height


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_mat_is_glued_from_four_sheets(paper):
    assert len(poster(*mat_layout(PRINT.card_mm).size, read_options({"paper": paper})).windows) == 4


def test_the_usual_box_fits_the_usual_paper():
    net = card_box(FaceOptions())
    for paper in ("a4", "letter"):
        short, long = PAPERS[paper]
        assert net.size[0] <= long - 12 and net.size[1] <= short - 25


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_keeps_its_picture_and_its_letters(language):
    for large in (False, True):
        found = deck_layout(FaceOptions(language=language, large_print=large), translator(language))
        assert found.art > 0.5 * found.width
        assert min(found.act_pt, found.trade_pt, found.title_pt) >= (11 if large else 6)


def test_cards_too_small_for_their_words_are_refused_before_anything_is_drawn():
    with pytest.raises(KitError) as error:
        printed(card="35x35", large_print="yes")
    assert error.value.code == "cards_too_small"


@pytest.mark.parametrize(
    ("options", "start"),
    [
        ({"export": "print-on-demand", "pieces": "cards"}, b"%PDF-1.4"),
        ({"export": "png-faces", "pieces": "aids"}, b"PK"),
        ({"export": "reading"}, b"%PDF"),
        ({"cut_file": "svg", "pieces": "boxes", "guide": "no"}, b"PK"),
    ],
)
def test_it_comes_in_every_form(shelf, options, start):
    assert shelf.file(game=GAME, **options).read_bytes().startswith(start)
