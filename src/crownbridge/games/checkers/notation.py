"""Checkers positions as text: PDN's FEN and the boards of KTH messages. Positions parse and format moves themselves."""

import re

from crownbridge.errors import PositionError, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from crownbridge.games.checkers.position import Position

_SQUARES = 32
_MESSAGE_FIELDS = 3  # after the board
_LONG = 10  # digits; longer than any count of moves
_LETTERS = {"W": ("w", "W"), "B": ("r", "R")}  # PDN calls red black
_SIDES = {"r": 0, "w": 1, "B": 0, "W": 1}
_DESCRIPTION = re.compile(r"-[1-5]|[0-9](_[0-9]{1,2})+")
_SQUARE_OR_RANGE = re.compile(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?")


def fen(position: "Position") -> str:
    """Return the PDN FEN of a position: `B:W21,22,K30:B1,2,3`. It does not include the draw counter."""
    sides = []
    for colour, (man, king) in _LETTERS.items():
        names = {man: "{}", king: "K{}"}
        squares = (names[c].format(i) for i, c in enumerate(position.squares, 1) if c in names)
        sides.append(colour + ",".join(squares))
    return ":".join(["W" if position.side_index else "B", *sides])


def parse(text: str, counter: int) -> tuple[str, int, int, int]:
    """Return the squares, side to move, draw counter and number of moves played that a text describes.

    `counter` is the initial value of the draw counter. Raise PositionError.
    """
    return _parse_fen(text, counter) if ":" in text else _parse_kth(text, counter)


def _parse_kth(text: str, counter: int) -> tuple[str, int, int, int]:
    """Parse `BOARD`, `BOARD SIDE`, `BOARD SIDE COUNTER`, or a whole message `BOARD MOVE SIDE COUNTER`."""
    board, *fields = text.split() or [""]
    if len(fields) == _MESSAGE_FIELDS:
        description = fields.pop(0)
        if not _DESCRIPTION.fullmatch(description):
            raise PositionError(
                f"{quoted(description)} is not a move of a KTH message; expected for example 0_11_15 or -1"
            )
    side, count, *rest = [*fields, *("r", str(counter))[len(fields) :]]
    if rest:
        raise PositionError(f"unexpected {quoted(rest[0])} after board, move, side and counter")
    if side not in ("r", "w"):
        raise PositionError(f"the side to move is {quoted(side)}; expected r or w")
    if not _is_number(count) or int(count) > counter:
        raise PositionError(f"the draw counter is {quoted(count)}; expected 0 to {counter}")
    return board, _SIDES[side], int(count), 0


def _parse_fen(text: str, counter: int) -> tuple[str, int, int, int]:
    side, *fields = map(str.strip, text.strip().removesuffix(".").split(":"))
    if side not in ("B", "W"):
        raise PositionError(f"the FEN begins with {quoted(side)}; expected the side to move, B or W")
    squares = ["."] * _SQUARES
    numbers = {"H": 0, "F": 1}
    seen = set()
    for field in fields:
        kind, items = field[:1], field[1:]
        if kind in seen:
            raise PositionError(f"the FEN has two fields {kind}; expected at most one of each kind")
        seen.add(kind)
        if kind in _LETTERS:
            for item in filter(None, map(str.strip, items.split(","))):
                _put(squares, item, *_LETTERS[kind])
        elif kind in numbers and _is_number(items):
            numbers[kind] = int(items)
        else:
            raise PositionError(f"{quoted(field)} is not a field of a FEN; expected pieces such as W21,22,K30 or B1-12")
    if counter and numbers["H"] > counter:
        raise PositionError(f"the FEN has {numbers['H']} moves without progress; the game is drawn after {counter}")
    moves_played = 2 * max(numbers["F"] - 1, 0) + _SIDES[side]
    return "".join(squares), _SIDES[side], max(counter - numbers["H"], 0), moves_played


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < _LONG


def _put(squares: list[str], item: str, man: str, king: str) -> None:
    match = _SQUARE_OR_RANGE.fullmatch(item)
    if not match:
        raise PositionError(
            f"{quoted(item)} is not a square; expected a number, a king such as K30, or a range such as 1-12"
        )
    crowned, first, last = match[1], int(match[2]), int(match[3] or match[2])
    if not 1 <= first <= last <= _SQUARES:
        raise PositionError(f"{quoted(item)} is not on the board; expected squares 1 to 32, ranges in ascending order")
    for square in range(first, last + 1):
        if squares[square - 1] != ".":
            raise PositionError(f"square {square} is listed twice")
        squares[square - 1] = king if crowned else man
