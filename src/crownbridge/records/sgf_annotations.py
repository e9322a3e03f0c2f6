"""The annotations of an SGF node: comment, annotation symbols, shapes, clock and other properties.

Circles are marks: CR green, MA red, TR blue, SQ yellow. Arrows are `AR[a1:b2]`, with their colours in the private
property `AC` unless all are green. Numeric annotation glyphs that SGF lacks are in the private property `NAG`.
"""

import re

from crownbridge.records.reading import as_text
from crownbridge.records.sgf_root import unescaped
from crownbridge.records.tree import (
    ARROW,
    COLOURS,
    LARGEST_NAG,
    Colour,
    DrawnShape,
    Node,
    sorted_properties,
    sorted_shapes,
)

Properties = dict[bytes, list[bytes]]
"""Properties of a node with their values as in the file, without brackets."""

_MARKS: dict[str, Colour] = {"CR": "green", "MA": "red", "TR": "blue", "SQ": "yellow"}
_MARK_NAMES = {colour: name for name, colour in _MARKS.items()}
_GLYPHS = {
    **{("TE", value): nag for value, nag in (("", 1), ("1", 1), ("2", 3))},
    **{("BM", value): nag for value, nag in (("", 2), ("1", 2), ("2", 4))},
    ("IT", ""): 5,
    ("DO", ""): 6,
}
"""Numeric annotation glyphs of properties with their values."""
_GLYPH_PROPERTIES = {1: ("TE", "1"), 3: ("TE", "2"), 2: ("BM", "1"), 4: ("BM", "2"), 5: ("IT", ""), 6: ("DO", "")}
_ARROWS, _ARROW_COLOURS, _NAGS = "AR", "AC", "NAG"
_SECONDS = re.compile(r"\d{1,9}(?:\.\d+)?")
_CELL = re.compile(r"([a-z])([1-9]\d?)")
_NUMBER = re.compile(r"\d{1,3}")
_RAW = re.compile(r"[^\]\\]*+(?:\\.[^\]\\]*+)*+", re.DOTALL)
_NAME = re.compile(r"[A-Za-z]+")
_RESERVED = frozenset(("B", "W", "AB", "AW", "AE", "C"))
"""Names that a node's other properties must not have."""


class _Annotations:
    """Collects the annotations of a node from its properties."""

    def __init__(self, properties: Properties, board: "Board") -> None:
        self._board = board
        self._values = {as_text(name): [as_text(value) for value in values] for name, values in properties.items()}
        self.comment = ""
        self.nags: list[int] = []
        self.shapes: list[DrawnShape] = []
        self.clock: float | None = None
        self.other: dict[str, tuple[str, ...]] = {}
        for name, values in self._values.items():
            if rest := self._without_known(name, values):
                self.other[name] = tuple(rest)

    def _without_known(self, name: str, values: list[str]) -> list[str]:
        """Return the values of a property that are not known annotations, and keep those that are."""
        if name == "C":
            self.comment = "\n".join(map(unescaped, values)).replace("\r\n", "\n").strip()
            return []
        if name == self._board.clock and len(values) == 1 and _SECONDS.fullmatch(values[0]):
            self.clock = round(float(values[0]), 3)
            return []
        if name in _MARKS:
            cells = {value: self._board.cell(value) for value in values}
            self.shapes += [DrawnShape(_MARKS[name], (cell,)) for cell in cells.values() if cell is not None]
            return [value for value, cell in cells.items() if cell is None]
        if name == _ARROWS:
            return self._without_arrows(values, self._values.get(_ARROW_COLOURS, []))
        if name == _ARROW_COLOURS and _ARROWS in self._values:
            return []
        return self._without_nags(name, values)

    def _without_nags(self, name: str, values: list[str]) -> list[str]:
        if len(values) == 1 and (nag := _GLYPHS.get((name, values[0].strip()))) is not None:
            self.nags.insert(0, nag)
            return []
        if name == _NAGS and all(_NUMBER.fullmatch(value) and int(value) <= LARGEST_NAG for value in values):
            self.nags += map(int, values)
            return []
        return values

    def _without_arrows(self, values: list[str], colours: list[str]) -> list[str]:
        known = [colour for name in colours for colour in COLOURS if colour == name]
        if not len(known) == len(colours) == len(values):
            known = [COLOURS[0]] * len(values)
        rest = []
        for value, colour in zip(values, known, strict=True):
            begin, _, end = value.partition(":")
            cells = self._board.cell(begin), self._board.cell(end)
            if cells[0] is None or cells[1] is None:
                rest.append(value)
            else:
                self.shapes.append(DrawnShape(colour, (cells[0], cells[1])))
        return rest


def with_properties(node: Node, properties: Properties, board: "Board") -> Node:
    """Return a node with the properties of the file."""
    known = _Annotations(properties, board)
    return Node(
        node.parent,
        node.decision,
        known.comment,
        tuple(known.nags),
        sorted_shapes(known.shapes),
        known.clock,
        sorted_properties(known.other),
    )


class Board:
    """The board of a node: the names of its cells in the file, and the property with the mover's clock."""

    __slots__ = ("_mirrored", "_size", "clock")

    def __init__(self, size: int, clock: bytes, *, mirrored: bool = False) -> None:
        self._size = size
        self._mirrored = mirrored
        self.clock = clock.decode()

    def cell(self, name: str) -> int | None:
        """Return the cell of a name, or None."""
        match = _CELL.fullmatch(name.strip().lower())
        if match is None:
            return None
        column, row = ord(match[1]) - ord("a"), int(match[2]) - 1
        if column >= self._size or row >= self._size:
            return None
        return column * self._size + row if self._mirrored else row * self._size + column


def dumps(node: Node, size: int, clock: str) -> str:
    """Return the annotations of a node as properties; `clock` is the name of the mover's clock."""
    values: dict[str, list[str]] = {}
    if node.comment:
        values["C"] = [escaped(node.comment)]
    nags = list(node.nags)
    if nags and nags[0] in _GLYPH_PROPERTIES:
        name, value = _GLYPH_PROPERTIES[nags.pop(0)]
        values[name] = [value]
    if nags:
        values[_NAGS] = [str(nag) for nag in nags]
    colours: list[str] = []
    for shape in node.shapes:
        cells = ":".join(f"{chr(ord('a') + cell % size)}{cell // size + 1}" for cell in shape.cells)
        is_arrow = len(shape.cells) == ARROW
        values.setdefault(_ARROWS if is_arrow else _MARK_NAMES[shape.colour], []).append(cells)
        colours += [shape.colour] if is_arrow else []
    other = [(name, texts) for name, texts in node.properties if can_hold(name)]
    if set(colours) > {COLOURS[0]} or (colours and colours[0] != COLOURS[0]):
        values[_ARROW_COLOURS] = colours + [COLOURS[0] for name, texts in other if name == _ARROWS for _ in texts]
    if node.clock is not None:
        values[clock] = [f"{node.clock:.3f}".rstrip("0").rstrip(".")]
    for name, texts in other:
        values.setdefault(name, []).extend(text if _RAW.fullmatch(text) else escaped(text) for text in texts)
    return "".join(name + "".join(f"[{value}]" for value in texts) for name, texts in values.items())


def can_hold(name: str) -> bool:
    """Return True if a node can have another property of that name."""
    return bool(_NAME.fullmatch(name)) and name not in _RESERVED


def escaped(text: str) -> str:
    """Return a text as a value: with escapes, newlines unchanged."""
    return text.replace("\\", "\\\\").replace("]", "\\]")
