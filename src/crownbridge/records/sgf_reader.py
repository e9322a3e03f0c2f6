"""How a game is read from SGF: a root that tells of the game, then a node a move; of variations, the first is followed.

Whole runs of moves are read by the native core; what stands between them, and what is wrong, is looked at here.
"""

import re

from crownbridge._core import HexMovetext
from crownbridge.errors import InputError, MoveError
from crownbridge.games import Outcome, Termination
from crownbridge.records.mirrored import MIRRORED, Moves
from crownbridge.records.reading import (
    Entry,
    Notice,
    Problem,
    ReadGame,
    Text,
    as_text,
    decided,
    untimed,
)
from crownbridge.records.record import GameRecord
from crownbridge.records.sgf_root import DEFAULT_SIZE, SIDES, claim_of, headers_of, start_of, text_of

_VALUE = rb"\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\]"
_VALUES = _VALUE + rb"(?:\s*+" + _VALUE + rb")*+"
_PROPERTY = re.compile(rb"([A-Za-z]++)\s*+(" + _VALUES + rb")", re.DOTALL)
_PROPERTIES = re.compile(rb"\s*+(?:[A-Za-z]++\s*+" + _VALUES + rb"\s*+)*+", re.DOTALL)
_TREE = re.compile(rb"\(\s*+;")
_ROOT = re.compile(rb"\(\s*+;\s*+(?:FF|GM|CA|AP|SZ)\s*+\[")
_NESTING = re.compile(_VALUE + rb"|[()\[]", re.DOTALL)
# Nodes and variations without properties, but for the last of them.
_EMPTY = re.compile(rb"(?:(?:;|\((?!\s*+;\s*+(?:FF|GM|CA|AP|SZ)\s*+\[))\s*+(?=[;(]))*+")
_SPACE = re.compile(rb"\s*+")
_FIRST_MOVE = re.compile(rb"[\s;(]*+([BW])\s*+\[")

_movetext = HexMovetext(untimed)


class _BrokenError(Exception):
    """Something in a game cannot be read."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at


def step(text: Text, at: int) -> tuple[Entry | None, int]:
    """The next game, and where it ends."""
    found = _TREE.search(text.data, at)
    if found is None:
        return None, len(text.data)
    reading = _Reading(text, found.start())
    try:
        return reading.game(found.end())
    except _BrokenError as broken:
        return Problem(text.place(broken.at), str(broken)), _behind(text, found.start(), broken.at)


def _behind(text: Text, begin: int, broken: int) -> int:
    """Where the tree of a broken game ends: at its bracket, or where the next one begins."""
    depth = 0
    for found in _NESTING.finditer(text.data, begin):
        if found[0] == b"(" and found.start() >= max(broken, begin + 1) and _ROOT.match(text.data, found.start()):
            return found.start()
        depth += {b"(": 1, b")": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
        if found[0] == b"[":
            break  # a value that is not closed: the rest of the file belongs to it
    text.check(len(text.data))
    return len(text.data)


class _Reading:
    """One game while it is read."""

    def __init__(self, text: Text, begin: int) -> None:
        self.text = text
        self.begin = begin
        self.notices: list[Notice] = []
        self.claim: Outcome | None = None
        self.depth = 1

    def game(self, at: int) -> tuple[Entry, int]:
        """The game whose root begins there, and where it ends. Raises _BrokenError."""
        text = self.text
        data = text.data
        root, at = self._properties(at)
        moves = self._start(root, at)
        for colour in root.keys() & SIDES.keys():
            self._move(moves, colour, root[colour], at)
        while True:
            if (behind := _EMPTY.match(data, at).end()) > at:  # type: ignore[union-attr]  # it matches anything
                self.depth += data.count(b"(", at, behind)
                at = behind
            if moves.plain and self.claim is None:
                found, at, position = _movetext.play(moves.position, data, at)
                moves.extend(found, position)
            sign = data[at : at + 1]
            if sign == b";":
                node, end = self._properties(at + 1)
                self._node(moves, node, at)
                at = end
            elif sign == b"(" and _ROOT.match(data, at) is None:
                self.depth += 1
                at = _SPACE.match(data, at + 1).end()  # type: ignore[union-attr]  # it matches anything
            elif sign == b")":
                end = self._behind_variations(at)
                return self._ended(moves, root, at), end
            elif sign and sign != b"(":
                raise _BrokenError(at, f"{text.word(at)} belongs to no node; expected ;, ( or )")
            else:
                text.check(at if sign else len(data))
                return self._cut_off(moves, root, at), at

    def _properties(self, at: int) -> tuple[dict[bytes, bytes], int]:
        """Those of a node, values in their brackets, and where they end."""
        data = self.text.data
        end = _PROPERTIES.match(data, at).end()  # type: ignore[union-attr]  # it matches anything
        self.text.check(end)
        if data[end : end + 1] not in (b";", b"(", b")", b""):
            if data.find(b"]", end) < 0:
                self.text.check(len(data))
                return {}, len(data)
            raise _BrokenError(end, f"{self.text.word(end)} is no property; expected such as B[a1]")
        return dict(_PROPERTY.findall(data, at, end)), end

    def _start(self, root: dict[bytes, bytes], at: int) -> Moves:
        """Where the game begins."""
        try:
            if (kind := root.get(b"GM", b"[11]")[1:-1].strip()) != b"11":
                raise InputError(f"the game is of type GM[{as_text(kind)[:10]}]; only Hex, GM[11], is read")
            first = root.get(b"PL", b"[]")[1:-1].strip()[:1].upper()
            if not first and root.keys().isdisjoint(SIDES):
                peek = _FIRST_MOVE.match(self.text.data, at)
                first = b"" if peek is None else peek[1]
            elif not first:
                first = b"B" if b"B" in root else b"W"
            game, start = start_of(
                root.get(b"SZ", DEFAULT_SIZE), first, root.get(b"RU", b""), root.get(b"AB", b""), root.get(b"AW", b"")
            )
            return Moves(game, start)
        except InputError as error:
            raise _BrokenError(self.begin, str(error)) from None

    def _node(self, moves: Moves, node: dict[bytes, bytes], at: int) -> None:
        if node.keys() & {b"AB", b"AW", b"AE"}:
            raise _BrokenError(at, "stones are set up in the middle of the game; only the root may do that")
        colours = node.keys() & SIDES.keys()
        if len(colours) > 1:
            raise _BrokenError(at, "a node holds a move of each colour; expected one")
        for colour in colours:
            self._move(moves, colour, node[colour], at)

    def _move(self, moves: Moves, colour: bytes, value: bytes, at: int) -> None:
        side = SIDES[colour]
        word = as_text(value[1:-1]).strip().lower()
        if self.claim is not None:
            raise _BrokenError(at, f"{as_text(colour)}{as_text(value)} comes after the game has ended")
        if word in ("resign", "forfeit"):
            self.claim = Outcome(moves.side_of(side).other, Termination.RESIGNATION, "" if word == "resign" else word)
            return
        try:
            moves.play(word, side)
        except MoveError as error:
            raise _BrokenError(at, str(error)) from None
        if word == "swap-sides":
            self.notices.append(Notice(self.text.place(at), MIRRORED))

    def _behind_variations(self, at: int) -> int:
        """Behind the bracket that closes the game."""
        text = self.text
        for found in _NESTING.finditer(text.data, at):
            if found[0] == b"(":
                self.depth += 1
                if not self.notices:
                    self.notices.append(Notice(text.place(found.start()), "variations are passed over"))
            elif found[0] == b")":
                self.depth -= 1
            elif found[0] == b"[":
                break  # a value that is not closed
            if self.depth == 0:
                return found.end()
        text.check(len(text.data))
        return len(text.data)

    def _cut_off(self, moves: Moves, root: dict[bytes, bytes], at: int) -> Entry:
        entry = self._ended(moves, {**root, b"RE": b"[]"}, at)
        message = "the game's tree is not closed: it is cut off here"
        return entry._replace(notices=(*entry.notices, Notice(self.text.place(at), message)))

    def _ended(self, moves: Moves, root: dict[bytes, bytes], at: int) -> ReadGame:
        claim = claim_of(root) if self.claim is None else self.claim
        outcome, difference = decided(moves.position, claim)
        if difference:
            self.notices.append(Notice(self.text.place(at), difference, false_claim=True))
        players = text_of(root.get(b"PB", b"[?]")), text_of(root.get(b"PW", b"[?]"))
        record = GameRecord(moves.game, players, moves.start, moves.decisions, outcome, headers=headers_of(root))
        return ReadGame(record, self.text.line(self.begin), tuple(self.notices))
