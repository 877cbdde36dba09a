"""What a kit comes as beside sheets: pages for a print shop, pictures for virtual tables."""

from __future__ import annotations

import io
import zipfile
from collections import Counter

import numpy as np
import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.games.eruption.data import RULES
from companion.kit.errors import KitError
from companion.kit.formats import CARDS
from companion.kit.job import make
from companion.kit.options import read_options
from companion.kit.separation import seen, separated
from tests.kit.counts import behind, counts
from tests.kit.reading import MM, pixels

PRINT = RULES.print
DPI = 300


def exported(shelf, tmp_path, **options):
    options = read_options({"guide": "no", **options})
    out = tmp_path / f"kit{options.suffix}"
    make(options, out, cache=shelf.cache)
    return out


# --- for a print shop ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["poker", "mini-euro", "70x110"])
def test_a_print_shop_gets_one_face_a_page_in_turn_with_its_boxes(shelf, tmp_path, card):
    out = exported(shelf, tmp_path, export="print-on-demand", pieces="cards", card=card)
    size = CARDS.get(card) or (70, 110)
    with pikepdf.open(out) as pdf:
        keys = [next(iter(page.Resources.XObject))[1:] for page in pdf.pages]
        assert Counter(keys[::2]) == counts("cards")
        assert keys[1::2] == [behind(key) for key in keys[::2]]
        for page in pdf.pages:
            media, bleed, trim = ([float(v) * MM for v in box] for box in (page.MediaBox, page.BleedBox, page.TrimBox))
            assert media[:2] == [0, 0] and bleed == media
            assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx(size, abs=0.01)
            margins = [trim[0], trim[1], media[2] - trim[2], media[3] - trim[3]]
            assert margins == [pytest.approx(margins[0], abs=0.01)] * 4
            assert margins[0] == pytest.approx(3.175, abs=0.01)


def test_a_page_for_a_print_shop_is_filled_to_its_edges(shelf, tmp_path):
    out = exported(shelf, tmp_path, export="print-on-demand", pieces="cards", only="card:rain=1")
    for page in (1, 2):
        image = pixels(out, page, 150)
        rim = np.concatenate([image[1], image[-2], image[:, 1], image[:, -2]])
        assert (rim < 250).mean() > 0.99


def test_opaque_cards_come_in_process_colours_as_pdf_x(shelf, tmp_path):
    out = exported(shelf, tmp_path, export="print-on-demand", pieces="cards")
    with pikepdf.open(out) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.pdf_version == "1.4"
        assert pdf.docinfo["/GTS_PDFXVersion"] == "PDF/X-1a:2003"
        assert pdf.docinfo["/Trapped"] == "/False"
        assert {"/Title", "/CreationDate", "/ModDate", "/Creator", "/Producer"} <= set(pdf.docinfo.keys())
        (intent,) = pdf.Root.OutputIntents
        assert intent.S == "/GTS_PDFX" and intent.OutputConditionIdentifier == "FOGRA39"
        assert not pdf.is_encrypted and pdf.trailer.ID
        forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        assert forms
        heaviest = 0.0
        for form in forms:
            assert "/Group" not in form
            for step in pikepdf.parse_content_stream(form):
                operator = str(step.operator)
                assert operator not in ("rg", "RG", "cs", "CS", "sc", "scn", "SC", "SCN", "sh", "gs_")
                if operator in ("k", "K"):
                    heaviest = max(heaviest, sum(float(v) for v in step.operands))
        assert 1 < heaviest <= 2.4 + 1e-3
        fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/FontDescriptor"]
        assert fonts and all("/FontFile2" in font for font in fonts)
        assert not any(isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image" for o in pdf.objects)


def test_process_colours_look_like_the_colours_of_the_sheets(shelf, tmp_path):
    """Poppler's own way back to the screen is not ours: in brightness they must agree."""
    shop = exported(shelf, tmp_path, export="print-on-demand", only="card:rain=1")
    (front, _) = shelf.sides(only="card:rain=1", guide="no")
    (placed,) = front.placed
    width, height = PRINT.card_mm
    box = (placed.x - width / 2, placed.y - height / 2, width, height)
    sheet = pixels(shelf.file(only="card:rain=1", guide="no"), 1, 100, box)
    page = pixels(shop, 1, 100)
    off = [(a - b) // 2 for a, b in zip(page.shape, sheet.shape, strict=True)]
    same = page[off[0] : off[0] + sheet.shape[0], off[1] : off[1] + sheet.shape[1]]
    assert np.corrcoef(sheet.ravel(), same.ravel())[0, 1] > 0.93
    assert abs(sheet.mean() - same.mean()) < 15


CHANNEL = st.integers(0, 255).map(lambda n: n / 255)


@settings(deadline=None)
@given(CHANNEL, CHANNEL, CHANNEL)
def test_no_colour_takes_more_ink_than_shops_allow(red, green, blue):
    inks = separated(red, green, blue)
    assert all(0 <= ink <= 1 for ink in inks)
    assert sum(inks) <= 2.4 + 1e-9


@settings(deadline=None)
@given(st.tuples(st.floats(0, 1), st.floats(0, 1)), st.floats(0, 0.5))
def test_a_colour_that_inks_can_make_comes_back_to_itself(dots, black):
    """Of two inks and some black: with all three there would be more than one way."""
    colour = seen((dots[0], dots[1], 0.0, black))
    again = seen(separated(*colour))
    if max(colour) - min(colour) > 0.1 and sum(dots[:2]) + black < 2:
        assert [light(part) for part in again] == pytest.approx([light(part) for part in colour], abs=0.03)


def light(part):
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


@pytest.mark.parametrize("grey", [0.0, 0.1, 0.5, 0.8, 1.0])
def test_grey_and_text_are_printed_in_black_alone(grey):
    cyan, magenta, yellow, black = separated(grey, grey, grey)
    assert cyan == magenta == yellow == 0
    assert seen((0, 0, 0, black))[0] == pytest.approx(max(grey, 0.11), abs=0.01)
    assert separated(0.129, 0.094, 0.082)[:3] == (0, 0, 0)


def test_what_is_partly_transparent_claims_to_be_no_pdf_x(shelf, tmp_path):
    from companion.kit import shop

    with pikepdf.new() as pdf:
        form = pdf.make_stream(b"/a gs 1 0 0 rg 0 0 9 9 re f", Subtype=pikepdf.Name.Form)
        form.Resources = pikepdf.Dictionary(ExtGState=pikepdf.Dictionary(a=pikepdf.Dictionary(ca=0.5)))
        assert not shop._is_plain(form)
        form.Resources.ExtGState["/a"].ca = 1
        assert shop._is_plain(form)


def test_a_print_shop_gets_no_board_alone(tmp_path, shelf):
    with pytest.raises(KitError) as error:
        exported(shelf, tmp_path, export="print-on-demand", pieces="board")
    assert error.value.code == "nothing_to_print"


# --- pictures ------------------------------------------------------------------------------------------------------


def opened(archive, name):
    return Image.open(io.BytesIO(archive.read(name)))


def test_every_face_is_a_picture_of_its_size_cut_out_at_300_dpi(shelf, tmp_path):
    out = exported(shelf, tmp_path, export="png-faces", pieces="tiles,cards,markers")
    with zipfile.ZipFile(out) as archive:
        names = set(archive.namelist())
        keys = {*counts("tiles", "cards", "markers"), "tiles.back", "tiles.eruption_back", "cards.back"}
        assert names == {f"{key.replace('.', '/')}.png" for key in keys}
        tile, card = opened(archive, "tiles/straight.png"), opened(archive, "cards/rain.png")
        for image, size in ((tile, (PRINT.tile_width_mm * 2 / 3**0.5, PRINT.tile_width_mm)), (card, PRINT.card_mm)):
            assert image.size == pytest.approx([side / 25.4 * DPI for side in size], abs=1)
            assert image.info["dpi"] == pytest.approx((DPI, DPI), abs=0.1)
            assert image.mode == "RGBA"
        alpha = np.asarray(tile.getchannel("A"), float) / 255
        assert alpha[5, 5] == alpha[-5, 5] == alpha[5, -5] == 0 and alpha[190, 218] == 1
        hexagon = PRINT.tile_width_mm**2 * 3**0.5 / 2
        assert alpha.sum() * (25.4 / DPI) ** 2 == pytest.approx(hexagon, rel=0.01)
        assert np.asarray(card.getchannel("A"))[2, 2] == 0
        assert np.asarray(card.getchannel("A"))[500, 300] == 255


def test_every_sheet_is_a_picture(shelf, tmp_path):
    out = exported(shelf, tmp_path, export="png-sheets", pieces="markers")
    with zipfile.ZipFile(out) as archive:
        assert archive.namelist() == ["sheet-01-front.png", "sheet-01-back.png"]
        image = opened(archive, "sheet-01-front.png")
        assert image.size == pytest.approx((210 / 25.4 * DPI, 297 / 25.4 * DPI), abs=1)
        assert np.asarray(image.convert("L"))[1, 1] == 255


@pytest.mark.slow
def test_the_board_is_a_picture_for_a_virtual_table(shelf, tmp_path):
    out = exported(shelf, tmp_path, export="png-faces", pieces="board")
    with zipfile.ZipFile(out) as archive:
        (name,) = archive.namelist()
        image = opened(archive, name)
        *_, whole = shelf.sides(pieces="board", guide="no")
        (board,) = whole.placed
        assert image.size == pytest.approx([side / 25.4 * DPI for side in board.size], abs=1)


def test_pictures_of_the_rules_lie_in_their_order(shelf, tmp_path):
    with zipfile.ZipFile(exported(shelf, tmp_path, export="png-faces", pieces="booklet")) as archive:
        names = archive.namelist()
    assert names == sorted(names) and names[0] == "booklet/page-01.png" and len(names) == 12


@pytest.mark.parametrize("export", ["png-faces", "png-sheets", "print-on-demand"])
def test_the_same_options_make_the_same_bytes(shelf, tmp_path, export):
    first = exported(shelf, tmp_path, export=export, pieces="markers").read_bytes()
    assert exported(shelf, tmp_path, export=export, pieces="markers").read_bytes() == first
