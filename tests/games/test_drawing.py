"""Boards as pictures and as characters, compared with readable files in tests/golden.

`python tests/games/test_drawing.py` regenerates them.
"""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from crownbridge.errors import OptionError
from crownbridge.games import Checkers, Hex, Position
from crownbridge.games.geometry import rotated
from crownbridge.games.svg import svg
from crownbridge.games.terminal import draw

GOLDEN = Path(__file__).parents[1] / "golden"

BOARDS: dict[str, Position[Any]] = {
    "checkers-start": Checkers().initial(),
    "checkers-kings": Checkers().parse("W:WK3,20,21,25:B14,K30,5,7"),
    "hex-1": Hex(1).initial(),
    "hex-5": Hex(5).parse("c3d2b4"),
    "hex-26": Hex(26).parse("a1z26z1"),
}


def drawings() -> dict[str, str]:
    texts = {f"{name}.txt": draw(position) + "\n" for name, position in BOARDS.items()}
    move = BOARDS["checkers-kings"].legal_moves()[0]
    coloured = draw(BOARDS["checkers-kings"].play(move), colour=True, last_move=move)
    texts["checkers-coloured.txt"] = coloured.replace("\x1b", "ESC") + "\n"
    texts |= {f"{name}.svg": svg(BOARDS[name]).replace("><", ">\n<") for name in ("checkers-kings", "hex-5")}
    return texts


@pytest.mark.parametrize("name", drawings())
def test_drawings_are_as_they_were(name: str) -> None:
    assert drawings()[name] == (GOLDEN / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", BOARDS)
def test_in_colour_the_same_is_shown_at_the_same_places(name: str) -> None:
    """Discs stand in the place of letters, and below the names of cells that have them."""
    letters = [str(side)[0] for side in BOARDS[name].game.sides]
    coloured = re.sub(r"\x1b\[[0-9;]*m", "", draw(BOARDS[name], colour=True)).splitlines()
    step = 2 if BOARDS[name].game.geometry.names_on_cells else 1
    for disc, letter in zip("●○", letters, strict=True):
        coloured = [line.replace(f"{disc}K", f"{letter.upper()} ").replace(disc, letter) for line in coloured]
    for number, line in enumerate(draw(BOARDS[name]).splitlines()):
        names, pieces = coloured[number * step], coloured[(number + 1) * step - 1]
        words = {match.start(): match[0] for match in re.finditer(r"[^ ]+", line)}
        upper = {match.start(): match[0] for match in re.finditer(r"[^ ]+", names.replace("·", "."))}
        lower = {match.start() + 1: match[0] for match in re.finditer(r"[^ ]+", pieces)} if step == 2 else {}
        assert upper | lower == words


@pytest.mark.parametrize(
    ("orientation", "corners"),
    [("flat", "left top, right bottom"), ("diamond", "left, right"), ("pointed", "top, bottom")],
)
def test_a_board_of_hex_has_orientations(orientation: str, corners: str) -> None:
    """The acute corners, a1 and e5, lie at these borders of the picture."""
    geometry = Hex(5).geometry
    turned = rotated(geometry, geometry.orientations[orientation])
    xs, ys = [cell.centre.x for cell in turned.cells], [cell.centre.y for cell in turned.cells]

    def borders(cell: int) -> str:
        x, y = turned.cells[cell].centre
        found = {"left": x - min(xs), "right": max(xs) - x, "top": y - min(ys), "bottom": max(ys) - y}
        return " ".join(name for name, distance in found.items() if distance < 0.01)

    assert f"{borders(0)}, {borders(24)}" == corners
    points = [point for cell in turned.cells for point in cell.polygon]
    points += [point for shape in turned.scenery for point in shape.polygon]
    assert min(min(point) for point in points) >= -1e-9
    assert max(point.x for point in points) <= turned.width
    assert max(point.y for point in points) <= turned.height


def test_a_picture_has_an_orientation_of_its_game() -> None:
    flat, diamond = (svg(Hex(5).initial(), orientation=name) for name in ("flat", "diamond"))
    assert flat == svg(Hex(5).initial())
    assert flat.count("<polygon") == diamond.count("<polygon")
    assert ET.fromstring(diamond).attrib["viewBox"] != ET.fromstring(flat).attrib["viewBox"]  # noqa: S314 (ours)
    with pytest.raises(OptionError, match="orientation is 'upright'; expected flat or diamond or pointed"):
        svg(Hex(5).initial(), orientation="upright")
    with pytest.raises(OptionError, match="this board has only one"):
        svg(Checkers().initial(), orientation="flat")


def test_sides_can_be_told_apart_without_colours() -> None:
    board = re.sub(r"\x1b\[[0-9;]*m", "", draw(BOARDS["checkers-kings"], colour=True))
    assert {disc: board.count(disc) for disc in ("●", "●K", "○", "○K")} == {"●": 4, "●K": 1, "○": 4, "○K": 1}


@pytest.mark.parametrize("colour", [False, True])
def test_every_square_of_checkers_shows_its_number(colour: bool) -> None:  # noqa: FBT001 (a parameter of the test)
    board = re.sub(r"\x1b\[[0-9;]*m", "", draw(Checkers().initial(), colour=colour))
    assert re.findall(r"\d+", board) == [str(number) for number in range(1, 33)]


@pytest.mark.parametrize("name", BOARDS)
def test_pictures_are_xml_with_every_piece(name: str) -> None:
    position = BOARDS[name]
    root = ET.fromstring(svg(position))  # noqa: S314 (our own text)
    assert len(root.findall("{*}circle")) == len(position.pieces())
    assert root.find("{*}title") is not None


def test_the_last_move_is_marked() -> None:
    start = Checkers().initial()
    move = start.legal_moves()[0]
    after = start.play(move)
    assert svg(after, last_move=move).count("#ffd54a") == 2
    assert draw(after, colour=True, last_move=move) != draw(after, colour=True)
    assert "<svg" in after._repr_svg_()


if __name__ == "__main__":
    for file, text in drawings().items():
        (GOLDEN / file).write_text(text, encoding="utf-8")
