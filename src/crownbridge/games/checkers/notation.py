"""Checkers positions as text: PDN's FEN and the boards of KTH messages. Moves as text are the position's own."""

import re

from crownbridge.errors import PositionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from crownbridge.games.checkers.position import Position

_SQUARES = 32
_LETTERS = {"W": ("w", "W"), "B": ("r", "R")}  # PDN calls red black
_SIDES = {"r": 0, "w": 1, "B": 0, "W": 1}
_DESCRIPTION = re.compile(r"-[1-5]|[0-9](_[0-9]{1,2})+")
_SQUARE_OR_RANGE = re.compile(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?")


def fen(position: "Position") -> str:
    """The PDN FEN of a position: `B:W21,22,K30:B1,2,3`. It has no place for the draw counter."""
    sides = []
    for colour, (man, king) in _LETTERS.items():
        names = {man: "{}", king: "K{}"}
        squares = (names[c].format(i) for i, c in enumerate(position.squares, 1) if c in names)
        sides.append(colour + ",".join(squares))
    return ":".join(["W" if position.side_index else "B", *sides])


def parse(text: str, counter: int) -> tuple[str, int, int]:
    """The squares, side and counter that a text names, `counter` where it names none. Raises PositionError."""
    return _parse_fen(text, counter) if ":" in text else _parse_kth(text, counter)


def _parse_kth(text: str, counter: int) -> tuple[str, int, int]:
    """`BOARD`, `BOARD SIDE`, `BOARD SIDE COUNTER`, or a whole message `BOARD MOVE SIDE COUNTER`."""
    board, *fields = text.split() or [""]
    if fields and _DESCRIPTION.fullmatch(fields[0]):
        fields = fields[1:]
    side, count, *rest = [*fields, *("r", str(counter))[len(fields) :]]
    if rest:
        raise PositionError(f"there is more than a board, a side and a counter: {rest[0]!r}")
    if side not in ("r", "w"):
        raise PositionError(f"the side to move is {side!r}; expected r or w")
    if not (count.isascii() and count.isdigit()) or int(count) > counter:
        raise PositionError(f"the draw counter is {count!r}; expected 0 to {counter}")
    return board, _SIDES[side], int(count)


def _parse_fen(text: str, counter: int) -> tuple[str, int, int]:
    side, *fields = text.strip().removesuffix(".").split(":")
    if side not in ("B", "W"):
        raise PositionError(f"a FEN begins with the side to move, B or W, but this one with {side!r}")
    squares = ["."] * _SQUARES
    for field in map(str.strip, fields):
        colour, items = field[:1], field[1:]
        if colour == "H" and items.isdecimal():
            counter = max(counter - int(items), 0)
        elif colour in _LETTERS:
            for item in filter(None, map(str.strip, items.split(","))):
                _put(squares, item, *_LETTERS[colour])
        elif not (colour == "F" and items.isdecimal()):
            raise PositionError(f"a FEN lists pieces as W21,22,K30 and B1-12, but this one has {field!r}")
    return "".join(squares), _SIDES[side], counter


def _put(squares: list[str], item: str, man: str, king: str) -> None:
    match = _SQUARE_OR_RANGE.fullmatch(item)
    if not match:
        raise PositionError(f"{item!r} is no square; expected a number, a king as K30, or a range as 1-12")
    crowned, first, last = match[1], int(match[2]), int(match[3] or match[2])
    if not 1 <= first <= last <= _SQUARES:
        raise PositionError(f"square {item!r} does not exist; squares are 1 to 32")
    for square in range(first, last + 1):
        if squares[square - 1] != ".":
            raise PositionError(f"square {square} is listed twice")
        squares[square - 1] = king if crowned else man
