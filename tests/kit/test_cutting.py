"""Files for cutting machines against the sheets that they cut, marks for the machines, and the styles of cut lines."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
import zipfile
from math import dist, hypot

import ezdxf
import pytest

from companion.kit.job import make
from companion.kit.options import read_options
from companion.kit.paper import REGISTRATION
from tests.kit.counts import counts
from tests.kit.reading import pixels, read

SVG = "{http://www.w3.org/2000/svg}"
KITS = [
    {},
    {"paper": "letter", "hexes": "rows"},
    {"gutter": "0", "corner": "0"},
    {"backs": "fold", "paper": "a3"},
    {"registration": "silhouette-3", "orientation": "landscape"},
    {"registration": "silhouette-4", "mark_inset": "15.9", "tile_width": "41.5"},
    {"pieces": "standing_walls,standees,boxes,dice", "backs": "none"},
    {"card": "mini-euro", "corner": "4.5"},
]
BASE = {"pieces": "tiles,cards,walls,markers", "guide": "no"}


def machine_files(tmp_path, shelf, kind, kit):
    """The sides of the PDF by the number of their sheet, and the cut files by the same."""
    out = tmp_path / f"{kind}.zip"
    make(read_options({**BASE, **kit, "cut_file": kind}), out, cache=shelf.cache)
    with zipfile.ZipFile(out) as archive:
        (pdf,) = (name for name in archive.namelist() if name.endswith(".pdf"))
        (tmp_path / "kit.pdf").write_bytes(archive.read(pdf))
        files = {
            int(re.search(r"(\d+)", name)[1]): archive.read(name)
            for name in archive.namelist()
            if name.startswith("cut/")
        }
    sides = {side.number: side for side in read(tmp_path / "kit.pdf") if ", back" not in side.text}
    return sides, files


def svg_shapes(data, height):
    """Closed outlines and lines of each layer."""
    root = ET.fromstring(data)
    size = float(root.get("width").removesuffix("mm")), float(root.get("height").removesuffix("mm"))
    assert root.get("viewBox") == f"0 0 {root.get('width')[:-2]} {root.get('height')[:-2]}"
    closed, lines, folds = [], [], []
    names = [group.get("id") for group in root.findall(f"{SVG}g")]
    assert names[0] == "paper" and set(names) <= {"paper", "cut", "fold"}
    for group in root.findall(f"{SVG}g"):
        for path in group.findall(f"{SVG}path"):
            steps = re.findall(r"([MLC])([^MLCZ]*)", path.get("d"))
            points = [tuple(map(float, values.split()[-2:])) for _, values in steps]
            if group.get("id") == "fold":
                folds.append(points)
            else:
                (closed if path.get("d").endswith("Z") else lines).append(points)
    return size, closed, lines, folds


def dxf_shapes(data, height):
    """The same of a DXF, y downwards."""
    drawing = ezdxf.read(io.StringIO(data.decode("utf-8")))
    assert drawing.units == 4  # millimetres
    assert not drawing.audit().has_errors
    space = drawing.modelspace()
    assert {entity.dxf.layer for entity in space} <= {"paper", "cut", "fold"}
    closed = [[(x, height - y) for x, y in line.get_points("xy")] for line in space.query('LWPOLYLINE[layer=="cut"]')]
    straight = {
        layer: [
            [(line.dxf.start.x, height - line.dxf.start.y), (line.dxf.end.x, height - line.dxf.end.y)]
            for line in space.query(f'LINE[layer=="{layer}"]')
        ]
        for layer in ("cut", "fold")
    }
    (paper,) = space.query('LWPOLYLINE[layer=="paper"]')
    xs, ys = zip(*paper.get_points("xy"), strict=True)
    return (max(xs) - min(xs), max(ys) - min(ys)), closed, straight["cut"], straight["fold"]


SHAPES = {"svg": svg_shapes, "dxf": dxf_shapes}


@pytest.mark.parametrize("kind", ["svg", "dxf"])
@pytest.mark.parametrize("kit", KITS, ids=lambda kit: "-".join(kit.values()) or "usual")
def test_a_cut_file_has_the_outlines_of_its_sheet_to_a_hundredth_of_a_millimetre(tmp_path, shelf, kind, kit):
    sides, files = machine_files(tmp_path, shelf, kind, kit)
    assert files and set(files) == set(sides)
    for number, data in files.items():
        side = sides[number]
        size, closed, lines, folds = SHAPES[kind](data, side.height)
        assert size == pytest.approx((side.width, side.height), abs=0.01)
        printed = [path.subpaths[0] for path in side.paths if path.paint == "s"]
        assert len(printed) == len(
            [p for p in side.placed if not p.key.endswith("back") or "fold" not in kit.values()]
        ) or (kit.get("backs") == "fold")
        for outline in printed:
            near = [c for c in closed if dist(middle(c), middle(outline)) < 0.01]
            if near:
                assert all(min(dist(point, other) for other in near[0]) < 0.01 for point in outline)
            else:  # neighbours share their cuts
                for a, b in zip(outline, outline[1:] + outline[:1], strict=True):
                    assert any(on(line, a) and on(line, b) for line in lines), outline
        assert len(closed) <= len(printed)
        printed_folds = [sub for path in side.paths if path.paint == "S" for sub in path.subpaths]
        for fold in folds:
            assert any(same(fold, line) for line in printed_folds), fold
        assert bool(folds) == (kit.get("backs") == "fold" or "boxes" in kit.get("pieces", "")), number


def middle(points):
    xs, ys = zip(*points, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def same(a, b):
    return len(a) == len(b) == 2 and (
        dist(a[0], b[0]) + dist(a[1], b[1]) < 0.02 or dist(a[0], b[1]) + dist(a[1], b[0]) < 0.02
    )


def on(line, point):
    (ax, ay), (bx, by) = line
    length = hypot(bx - ax, by - ay)
    off = abs((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / length
    along = ((bx - ax) * (point[0] - ax) + (by - ay) * (point[1] - ay)) / length
    return off < 0.01 and -0.01 <= along <= length + 0.01


def test_round_corners_of_a_dxf_are_arcs_that_turn_the_right_way(tmp_path, shelf):
    _, files = machine_files(tmp_path, shelf, "dxf", {"pieces": "cards,markers"})
    areas = []
    for data in files.values():
        for line in ezdxf.read(io.StringIO(data.decode())).modelspace().query('LWPOLYLINE[layer=="cut"]'):
            points = line.get_points("xyb")
            bulges = [bulge for _, _, bulge in points if bulge]
            assert len(bulges) == 4 and bulges == pytest.approx([-0.41421356] * 4, abs=1e-3)
            areas.append(area(points))
    card = 63 * 88 - (4 - 3.14159265) * 3**2
    assert sum(abs(a - card) < 0.5 for a in areas) == sum(counts("cards").values())
    assert sum(abs(a - 3.14159265 * 7**2) < 0.5 for a in areas) == sum(counts("markers").values())


def area(points):
    """Of a closed line with arcs: its corners, and the segment that each arc adds."""
    total = 0.0
    for (ax, ay, bulge), (bx, by, _) in zip(points, points[1:] + points[:1], strict=True):
        total += (ax * by - bx * ay) / 2
        if bulge:
            from math import atan, sin

            angle = 4 * atan(bulge)
            radius = hypot(bx - ax, by - ay) * (1 + bulge**2) / (4 * abs(bulge))
            total += radius**2 * (angle - sin(angle)) / 2
    return abs(total)


@pytest.mark.parametrize("kind", ["svg", "dxf"])
def test_the_same_options_make_the_same_files(tmp_path, shelf, kind):
    options = read_options({**BASE, "cut_file": kind})
    for name in ("a.zip", "b.zip"):
        make(options, tmp_path / name, cache=shelf.cache)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


# --- marks for machines --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("inset", ["10", "15.9"])
@pytest.mark.parametrize("kind", ["silhouette-3", "silhouette-4"])
def test_the_marks_for_a_machine_stand_free_in_the_corners_of_the_fronts_alone(shelf, paper, inset, kind):
    kit = {"registration": kind, "mark_inset": inset, "paper": paper, **BASE}
    for number, side in enumerate(shelf.sides(**kit), 1):
        marks = [path for path in side.paths if path.paint == "f" and in_a_corner(path, side, float(inset))]
        if ", back" in side.text:
            assert not marks
            continue
        near = float(inset)
        corners = {"silhouette-3": "three", "silhouette-4": "four"}[kind]
        assert len(marks) == {"three": 5, "four": 8}[corners]
        square = [path for path in marks if path.size() == pytest.approx((REGISTRATION, REGISTRATION), abs=0.01)]
        assert len(square) == (kind == "silhouette-3")
        lefts, tops, rights, bottoms = zip(*(path.bounds() for path in marks), strict=True)
        assert (min(lefts), min(tops)) == pytest.approx((near, near), abs=0.01)
        assert (max(rights), max(bottoms)) == pytest.approx((side.width - near, side.height - near), abs=0.01)
        # Nothing is printed near them, and the pieces lie between them.
        for x in (near, side.width - near):
            for y in (near, side.height - near):
                clear_of(shelf.file(**kit), number, side, marks, x, y)
        for placed in side.placed:
            assert placed.clip[0] >= near - 0.01 and placed.clip[2] <= side.width - near + 0.01
            assert placed.clip[1] >= near - 0.01 and placed.clip[3] <= side.height - near + 0.01
            left, right = (
                placed.clip[0] < near + REGISTRATION + 1,
                placed.clip[2] > side.width - near - REGISTRATION - 1,
            )
            top, foot = placed.clip[1] < near + REGISTRATION + 1, placed.clip[3] > side.height - near - REGISTRATION - 1
            assert not ((left or right) and (top or foot))


def in_a_corner(path, side, inset):
    left, top, right, bottom = path.bounds()
    aside = min(left, side.width - right) >= inset - 0.01 and (left < inset + 6 or right > side.width - inset - 6)
    return aside and (top < inset + 6 or bottom > side.height - inset - 6) and max(path.size()) < 6


def clear_of(file, number, side, marks, x, y):
    """That a corner shows nothing but its mark."""
    dpi, reach = 100, REGISTRATION + 1.5
    left = x if x < side.width / 2 else x - reach
    top = y if y < side.height / 2 else y - reach
    image = pixels(file, number, dpi, (left - 0.5, top - 0.5, reach + 0.5, reach + 0.5))
    ink = (255 - image).sum() / 255 * (25.4 / dpi) ** 2
    own = sum(
        path.size()[0] * path.size()[1]
        for path in marks
        if left - 0.6 <= path.bounds()[0] and path.bounds()[2] <= left + reach + 0.6
        if top - 0.6 <= path.bounds()[1] and path.bounds()[3] <= top + reach + 0.6
    )
    if own > 20:  # the square
        assert ink == pytest.approx(own, abs=2.0)
    else:  # two strokes that share a corner
        assert ink == pytest.approx(max(0.0, own - 1), abs=2.0)


# --- lines ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lines", ["solid", "dashed", "corners", "none"])
def test_cut_lines_are_drawn_as_asked(shelf, lines):
    kit = {"lines": lines, "pieces": "tiles,cards,walls", "guide": "no"}
    for side in shelf.sides(**kit):
        if ", back" in side.text:
            continue
        outlines = [path for path in side.paths if path.paint == "s"]
        strokes = [sub for path in side.paths if path.paint == "S" for sub in path.subpaths]
        assert len(outlines) == (len(side.placed) if lines in ("solid", "dashed") else 0)
        assert bool(strokes) == (lines != "none")
        if lines == "corners":
            assert max(dist(*stroke) for stroke in strokes) <= 5.01
    dashes = re.findall(rb"\[([^\]]+)\] 0 d", b"".join(streams(shelf.file(**kit))))
    assert bool(dashes) == (lines == "dashed")


def test_without_room_for_marks_between_hexes_their_outlines_are_drawn(shelf):
    """Without a gap a slanted edge cannot be drawn out: marks alone would leave nothing to lay a ruler along."""
    kit = {"lines": "corners", "pieces": "tiles", "guide": "no", "gutter": "0"}
    for hexes, drawn in (("separate", True), ("rows", False)):
        for side in shelf.sides(**kit, hexes=hexes):
            if ", back" not in side.text:
                outlines = [path for path in side.paths if path.paint == "s"]
                assert len(outlines) == (len(side.placed) if drawn else 0)


def streams(file):
    import pikepdf

    with pikepdf.open(file) as pdf:
        for page in pdf.pages:
            yield page.Contents.read_bytes()


def test_corner_marks_stand_at_every_corner_and_over_no_piece(shelf):
    sizes = {"cards": (63, 88), "walls": (16, 8)}
    for side in shelf.sides(lines="corners", pieces="cards,walls", guide="no"):
        strokes = [sub for path in side.paths if path.paint == "S" for sub in path.subpaths]
        for placed in side.placed:
            width, height = sizes[placed.key.split(".")[0]]
            if ", back" in side.text:
                continue
            for dx in (-0.5, 0.5):
                for dy in (-0.5, 0.5):
                    corner = placed.x + dx * width, placed.y + dy * height
                    assert sum(min(dist(corner, end) for end in stroke) < 0.02 for stroke in strokes) >= 2
            for (ax, ay), (bx, by) in strokes:
                x, y = (ax + bx) / 2, (ay + by) / 2
                assert abs(x - placed.x) > width / 2 - 0.01 or abs(y - placed.y) > height / 2 - 0.01
