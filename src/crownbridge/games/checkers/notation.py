"""Checkers positions as text: PDN's FEN and the boards of KTH messages. Moves as text are the position's own."""

import re

from crownbridge.errors import PositionError, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from crownbridge.games.checkers.position import Position

_SQUARES = 32
_MESSAGE_FIELDS = 3  # after the board
_LONG = 10  # digits that no count of moves has
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


def parse(text: str, counter: int) -> tuple[str, int, int, int]:
    """The squares, side, draw counter and moves played that a text names; `counter` is the full one.

    Raises PositionError.
    """
    return _parse_fen(text, counter) if ":" in text else _parse_kth(text, counter)


def _parse_kth(text: str, counter: int) -> tuple[str, int, int, int]:
    """`BOARD`, `BOARD SIDE`, `BOARD SIDE COUNTER`, or a whole message `BOARD MOVE SIDE COUNTER`."""
    board, *fields = text.split() or [""]
    if len(fields) == _MESSAGE_FIELDS:
        description = fields.pop(0)
        if not _DESCRIPTION.fullmatch(description):
            raise PositionError(
                f"{quoted(description)} is no move of a KTH message; expected one such as 0_11_15 or -1"
            )
    side, count, *rest = [*fields, *("r", str(counter))[len(fields) :]]
    if rest:
        raise PositionError(f"there is more than a board, a move, a side and a counter: {quoted(rest[0])}")
    if side not in ("r", "w"):
        raise PositionError(f"the side to move is {quoted(side)}; expected r or w")
    if not _is_number(count) or int(count) > counter:
        raise PositionError(f"the draw counter is {quoted(count)}; expected 0 to {counter}")
    return board, _SIDES[side], int(count), 0


def _parse_fen(text: str, counter: int) -> tuple[str, int, int, int]:
    side, *fields = map(str.strip, text.strip().removesuffix(".").split(":"))
    if side not in ("B", "W"):
        raise PositionError(f"a FEN begins with the side to move, B or W, but this one with {quoted(side)}")
    squares = ["."] * _SQUARES
    numbers = {"H": 0, "F": 1}
    seen = set()
    for field in fields:
        kind, items = field[:1], field[1:]
        if kind in seen:
            raise PositionError(f"a FEN has one field of each kind, but this one has two of {kind}")
        seen.add(kind)
        if kind in _LETTERS:
            for item in filter(None, map(str.strip, items.split(","))):
                _put(squares, item, *_LETTERS[kind])
        elif kind in numbers and _is_number(items):
            numbers[kind] = int(items)
        else:
            raise PositionError(f"a FEN lists pieces as W21,22,K30 and B1-12, but this one has {quoted(field)}")
    if counter and numbers["H"] > counter:
        raise PositionError(f"there are {numbers['H']} moves without progress, but the game is drawn after {counter}")
    moves_played = 2 * max(numbers["F"] - 1, 0) + _SIDES[side]
    return "".join(squares), _SIDES[side], max(counter - numbers["H"], 0), moves_played


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < _LONG


def _put(squares: list[str], item: str, man: str, king: str) -> None:
    match = _SQUARE_OR_RANGE.fullmatch(item)
    if not match:
        raise PositionError(f"{quoted(item)} is no square; expected a number, a king as K30, or a range as 1-12")
    crowned, first, last = match[1], int(match[2]), int(match[3] or match[2])
    if not 1 <= first <= last <= _SQUARES:
        raise PositionError(f"{quoted(item)} leaves the board; squares are 1 to 32, and a range ascends")
    for square in range(first, last + 1):
        if squares[square - 1] != ".":
            raise PositionError(f"square {square} is listed twice")
        squares[square - 1] = king if crowned else man
