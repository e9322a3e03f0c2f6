"""Boards as pictures and as characters, compared with readable files in tests/golden.

`python tests/games/test_drawing.py` writes them anew.
"""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from crownbridge.games import Checkers, Hex, Position
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
def test_colours_change_no_places(name: str) -> None:
    """In colour, pieces become discs and nothing moves."""
    coloured = draw(BOARDS[name], colour=True)
    plain = draw(BOARDS[name]).splitlines()
    for line, expected in zip(coloured.splitlines(), plain, strict=True):
        shown = "".join(part.partition("m")[2] if i else part for i, part in enumerate(line.split("\x1b[")))
        shown = shown.rstrip()
        assert len(shown) == len(expected)
        for disc, letter in zip(shown, expected, strict=True):
            assert {"●": letter.lower(), "♛": letter.upper(), "·": "."}.get(disc, disc) == letter


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
