"""The options of a kit: one list for page, command line and link; wrong values refused by name."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kit import options as types
from companion.kit.calibration import Calibration, Profile, Profiles
from companion.kit.choices import BY_NAME, CHOICES, OPTIONS, listed
from companion.kit.errors import KitError
from companion.kit.formats import CARDS, PAPERS
from companion.kit.options import KitOptions, Wanted, as_words, read_options

KINDS = {"choice", "choices", "switch", "number", "size", "calibration", "printer", "only", "version"}


def test_the_list_has_every_option_with_its_kind_default_and_a_line_of_help():
    options = listed()
    assert [option["name"] for option in options] == list(BY_NAME)
    assert set(BY_NAME) == set(KitOptions.__struct_fields__)
    for option in options:
        assert option["kind"] in KINDS
        assert option["help"].endswith((".", ",")) and "\n" not in option["help"]
        assert option["label"] and option["group"]
        assert read_options({option["name"]: option["default"]}) == KitOptions(), option["name"]
    assert json.loads(json.dumps(options)) == options


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (types.Orientation, "orientation"),
        (types.Board, "board"),
        (types.Backs, "backs"),
        (types.Lines, "lines"),
        (types.Hexes, "hexes"),
        (types.Registration, "registration"),
        (types.CutFile, "cut_file"),
        (types.Look, "look"),
        (types.Art, "art"),
        (types.Part, "pieces"),
        (types.Language, "language"),
        (types.Booklet, "booklet"),
        (types.Export, "export"),
    ],
)
def test_what_is_typed_is_what_is_listed(kind, name):
    assert set(get_args(kind)) == set(CHOICES[name])


def test_papers_and_cards_are_listed():
    assert set(CHOICES["paper"]) == set(PAPERS)
    assert set(CHOICES["card"]) == set(CARDS)


def words(option):
    """Words that may be given for an option."""
    if option.kind in ("choice", "choices", "size"):
        return st.sampled_from(list(option.values))
    if option.kind in ("number", "version"):
        steps = int((option.high - option.low) / option.step)
        return st.integers(0, steps).map(lambda n: f"{option.low + n * option.step:g}")
    return {
        "switch": st.sampled_from(["yes", "no"]),
        "calibration": st.tuples(st.integers(-99, 99), st.integers(-99, 99), st.integers(-49, 49)).map(
            lambda t: ",".join(f"{n / 10:g}" for n in t)
        ),
        "printer": st.sampled_from(["", "Office", "HP 3630 (tray 2)"]),
        "only": st.sampled_from(["", "tile", "card:rain", "tile:fan_5=2,card:rain"]),
    }[option.kind]


@given(st.fixed_dictionaries({}, optional={option.name: words(option) for option in OPTIONS}))
def test_options_come_back_from_the_words_of_a_link(chosen):
    options = read_options(chosen)
    assert read_options(as_words(options)) == options
    assert all(isinstance(word, str) for word in as_words(options).values())


def test_a_link_says_only_what_is_not_as_usual():
    assert as_words(KitOptions()) == {}
    assert as_words(KitOptions(paper="a3", no_rain=True)) == {"paper": "a3", "no_rain": "yes"}


@pytest.mark.parametrize(
    ("name", "word", "value"),
    [
        ("paper", "200 x 300", "200x300"),
        ("paper", "200.50×300 mm", "200.5x300"),
        ("card", "70x120", "70x120"),
        ("tile_width", "38,1 mm", 38.1),
        ("gutter", 0, 0.0),
        ("calibration", "0.5,-1.2", Calibration(0.5, -1.2, 0)),
        ("calibration", "−0.5, 1, +0.25", Calibration(-0.5, 1, 0.25)),
        ("only", "tile:fan_5=2, card:rain", (Wanted("tile", "fan_5", 2), Wanted("card", "rain"))),
        ("since", "3", 3),
        ("pieces", ["cards", "tiles"], ("tiles", "cards")),
        ("guide", "off", False),
    ],
)
def test_what_people_write_is_understood(name, word, value):
    assert getattr(read_options({name: word}), name) == value


@pytest.mark.parametrize(
    ("name", "word", "allowed"),
    [
        ("paper", "a9", "a4, letter, a3, tabloid, legal, b4, WxH"),
        ("paper", "20x300", "139–1200 mm"),
        ("paper", "200x", "WxH"),
        ("paper", "nanxinf", "WxH"),
        ("card", "9x9", "poker, us-poker, bridge, japanese, mini-euro, WxH"),
        ("tile_width", "24", "25–60 mm"),
        ("tile_width", "61", "25–60 mm"),
        ("tile_width", "1e2", "25–60 mm"),
        ("tile_width", "wide", "25–60 mm"),
        ("tile_width", True, "25–60 mm"),
        ("gutter", "-1", "0–20 mm"),
        ("margin", "", "3–25 mm"),
        ("calibration", "1", "X,Y,ANGLE"),
        ("calibration", "11,0,0", "−10–10 mm"),
        ("calibration", "0,0,6", "−5–5°"),
        ("calibration", "a,b,c", "X,Y,ANGLE"),
        ("only", "tile:fan_5=0", "KIND:PIECE=NUMBER"),
        ("only", "tile:fan_5=100", "KIND:PIECE=NUMBER"),
        ("only", "../etc", "KIND:PIECE=NUMBER"),
        ("only", 7, "KIND:PIECE=NUMBER"),
        ("since", "1.5", "0–9999"),
        ("printer", "../passwd", "name of a printer"),
        ("printer", None, "name of a printer"),
        ("guide", "perhaps", "yes, no"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_allowed(name, word, allowed):
    with pytest.raises(KitError) as error:
        read_options({name: word})
    assert error.value.code == "bad_option"
    assert allowed in str(error.value) and name in str(error.value)


@pytest.mark.parametrize(
    ("options", "suffix"),
    [
        ({}, ".pdf"),
        ({"export": "print-on-demand"}, ".pdf"),
        ({"export": "png-faces"}, ".zip"),
        ({"export": "png-sheets"}, ".zip"),
        ({"cut_file": "dxf"}, ".zip"),
        ({"cut_file": "dxf", "export": "print-on-demand"}, ".pdf"),
        ({"cut_file": "svg", "export": "calibration"}, ".pdf"),
    ],
)
def test_more_than_one_file_comes_as_a_zip(options, suffix):
    assert read_options(options).suffix == suffix


def test_only_words_and_pictures_change_the_faces():
    faces = KitOptions().faces
    for option in OPTIONS:
        for value in list(CHOICES.get(option.name, ()))[1:2]:
            other = read_options({option.name: value}).faces
            assert (other != faces) == (option.name in ("language", "look", "art", "card")), option.name
    assert read_options({"large_print": "yes"}).faces != faces


# --- printers ------------------------------------------------------------------------------------------------------


def test_printers_are_kept_and_found_again(tmp_path):
    profiles = Profiles(tmp_path / "new" / "printers.json")
    assert profiles.all() == {}
    office = Profile(Calibration(0.5, -1.25, 0.3), "landscape")
    profiles.save("Office", office)
    profiles.save("家のプリンター", Profile())
    again = Profiles(profiles.file)
    assert again.get("Office") == office
    assert list(again.all()) == ["Office", "家のプリンター"]
    again.save("Office", Profile())
    assert again.get("Office") == Profile()
    again.remove("Office")
    assert list(profiles.all()) == ["家のプリンター"]


def test_a_printer_that_is_not_there_is_refused_with_those_that_are(tmp_path):
    profiles = Profiles(tmp_path / "printers.json")
    profiles.save("Office", Profile())
    for ask in (profiles.get, profiles.remove):
        with pytest.raises(KitError, match="there is: Office") as error:
            ask("Attic")
        assert error.value.code == "unknown_printer"


@pytest.mark.parametrize("name", ["", " ", "a/b", "x" * 41, "a\nb", "-\0"])
def test_a_printer_needs_a_plain_name(tmp_path, name):
    profiles = Profiles(tmp_path / "printers.json")
    with pytest.raises(KitError) as error:
        profiles.save(name, Profile())
    assert error.value.code == "bad_printer_name"
    assert not profiles.file.exists()


@pytest.mark.parametrize("data", [b"", b"[]", b'{"Office": 5}', b"\xff"])
def test_a_damaged_file_of_printers_is_named_and_never_overwritten(tmp_path, data):
    file = tmp_path / "printers.json"
    file.write_bytes(data)
    for ask in (Profiles(file).all, lambda: Profiles(file).save("Office", Profile())):
        with pytest.raises(KitError) as error:
            ask()
        assert error.value.code == "bad_printers" and str(file) in str(error.value)
    assert file.read_bytes() == data
