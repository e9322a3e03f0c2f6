"""The SGF parser: a root node with the game's properties, then a node per move; of variations, the first is followed.

The native core parses runs of moves; this module handles everything between them, and errors. If a game has more than
a line of moves, `sgf_tree` reads its tree in a second pass.
"""

import re

from crownbridge._core import HexMovetext
from crownbridge.errors import InputError, MoveError
from crownbridge.games import Outcome, Termination
from crownbridge.games.hex import Hex
from crownbridge.records.decision import Decision
from crownbridge.records.mirrored import MIRRORED, Moves
from crownbridge.records.reading import (
    Entry,
    Notice,
    Notices,
    Problem,
    ReadGame,
    Text,
    as_text,
    decided,
)
from crownbridge.records.record import GameRecord
from crownbridge.records.sgf_dialect import STANDARD, dialect_of
from crownbridge.records.sgf_root import (
    DEFAULT_SIZE,
    NAMES_OF_RECORD,
    SIDES,
    SWAP,
    claim_of,
    headers_of,
    start_of,
    text_of,
)
from crownbridge.records.sgf_syntax import EMPTY, FIRST_MOVE, NESTING, PROPERTIES, PROPERTY, ROOT
from crownbridge.records.sgf_tree import SwapNeededError, TreeReader
from crownbridge.records.tree import PlainLine, Tree

_TREE = re.compile(rb"\(\s*+;")
_SPACE = re.compile(rb"\s*+")

_movetext = HexMovetext(Decision)


class _BrokenError(Exception):
    """A game is invalid at an offset."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at


def step(text: Text, at: int, *, trees: bool = True) -> tuple[Entry | None, int]:
    """Return the next game, with or without its tree, and the offset of its end."""
    tree = _TREE.search(text.data, at)
    if tree is None:
        return None, len(text.data)
    parser = _Parser(text, tree.start(), trees=trees)
    try:
        return parser.game(tree.end())
    except _BrokenError as broken:
        return Problem(text.place(broken.at), str(broken)), _end_of_tree(text, tree.start(), broken.at)


def _end_of_tree(text: Text, begin: int, broken: int) -> int:
    """Return the end of the tree of an invalid game: its closing parenthesis, or the start of the next game."""
    depth = 0
    for match in NESTING.finditer(text.data, begin):
        if match[0] == b"(" and match.start() >= max(broken, begin + 1) and ROOT.match(text.data, match.start()):
            return match.start()
        depth += {b"(": 1, b")": -1}.get(match[0], 0)
        if depth == 0:
            return match.end()
        if match[0] == b"[":
            break  # a value that is not closed: it extends to the end of the file
    text.check(len(text.data))
    return len(text.data)


class _Parser:
    """The parser of one game."""

    def __init__(self, text: Text, begin: int, *, trees: bool) -> None:
        self.text = text
        self.trees = trees
        self.begin = begin
        self.notices: list[Notice] = []
        self.claim: Outcome | None = None
        self.depth = 1
        self.dialect = STANDARD
        self.after_root = 0
        self.has_tree = False
        """True if a node has more than a move, or there are variations."""

    def game(self, at: int) -> tuple[Entry, int]:
        """Return the game whose root begins at an offset, and the offset of its end. Raise _BrokenError."""
        text = self.text
        data = text.data
        root, at = self._properties(at)
        self.after_root = at
        self.dialect = dialect_of(data, at)
        self.has_tree = not root.keys() <= NAMES_OF_RECORD
        moves = self._start(root, at)
        for colour in root.keys() & SIDES.keys():
            self._move(moves, colour, root[colour], at)
        while True:
            if (end := EMPTY.match(data, at).end()) > at:  # type: ignore[union-attr]  # it matches anything
                self.depth += data.count(b"(", at, end)
                at = end
            if moves.plain and self.claim is None:
                decisions, at, position = _movetext.play(moves.position, data, at)
                moves.extend(decisions, position)
            sign = data[at : at + 1]
            if sign == b";":
                node, end = self._properties(at + 1)
                self._node(moves, node, at)
                at = end
            elif sign == b"(" and ROOT.match(data, at) is None:
                self.depth += 1
                at = _SPACE.match(data, at + 1).end()  # type: ignore[union-attr]  # it matches anything
            elif sign == b")":
                end = self._skip_variations(at)
                return self._ended(moves, root, at, end), end
            elif sign and sign != b"(":
                raise _BrokenError(at, f"{text.word(at)} is not part of a node; expected ;, ( or )")
            else:
                text.check(at if sign else len(data))
                return self._cut_off(moves, root, at), at

    def _properties(self, at: int) -> tuple[dict[bytes, bytes], int]:
        """Return the properties of a node, values with their brackets, and the offset after them."""
        data = self.text.data
        end = PROPERTIES.match(data, at).end()  # type: ignore[union-attr]  # it matches anything
        self.text.check(end)
        if data[end : end + 1] not in (b";", b"(", b")", b""):
            if data.find(b"]", end) < 0:
                self.text.check(len(data))
                return {}, len(data)
            raise _BrokenError(end, f"{self.text.word(end)} is not a property; expected for example B[a1]")
        return dict(PROPERTY.findall(data, at, end)), end

    def _start(self, root: dict[bytes, bytes], at: int) -> Moves:
        """Return the start of the game. Raise _BrokenError."""
        try:
            if (kind := root.get(b"GM", b"[11]")[1:-1].strip()) != b"11":
                raise InputError(f"the game is of type GM[{as_text(kind)[:10]}]; expected Hex, GM[11]")
            first = root.get(b"PL", b"[]")[1:-1].strip()[:1].upper()
            rules = root.get(b"RU", b"")
            if self.dialect.exchanged:
                first, rules = b"B", SWAP.encode()
            if not first and root.keys().isdisjoint(SIDES):
                peek = FIRST_MOVE.match(self.text.data, at)
                first = b"" if peek is None else peek[1]
            elif not first:
                first = b"B" if b"B" in root else b"W"
            size = root.get(b"SZ", DEFAULT_SIZE)
            game, start = start_of(size, first, rules, root.get(b"AB", b""), root.get(b"AW", b""))
            return Moves(game, start)
        except InputError as error:
            raise _BrokenError(self.begin, str(error)) from None

    def _node(self, moves: Moves, node: dict[bytes, bytes], at: int) -> None:
        if node.keys() & {b"AB", b"AW", b"AE"}:
            raise _BrokenError(
                at, "stones are set up in the middle of the game; only the root may contain AB, AW or AE"
            )
        colours = node.keys() & SIDES.keys()
        if len(colours) > 1:
            raise _BrokenError(at, "a node contains moves of both colours; expected one move")
        for colour in colours:
            self._move(moves, colour, node[colour], at)
        if len(node) > len(colours):
            self.has_tree = True

    def _move(self, moves: Moves, colour: bytes, value: bytes, at: int) -> None:
        side = self.dialect.side(SIDES[colour])
        word = self.dialect.word(value[1:-1])
        if self.claim is not None:
            raise _BrokenError(at, f"{as_text(colour)}{as_text(value)} follows after the end of the game")
        if word in ("resign", "forfeit"):
            self.claim = Outcome(moves.side_of(side).other, Termination.RESIGNATION, "" if word == "resign" else word)
            return
        try:
            moves.play(word, side)
        except MoveError as error:
            raise _BrokenError(at, str(error)) from None
        if word == "swap-sides":
            self.notices.append(Notice(self.text.place(at), MIRRORED))

    def _skip_variations(self, at: int) -> int:
        """Return the offset after the parenthesis that closes the game, or of the next game if there is none."""
        text = self.text
        for match in NESTING.finditer(text.data, at):
            if match[0] == b"(" and ROOT.match(text.data, match.start()):
                message = "the game tree is not closed: the next game begins here"
                self.notices.append(Notice(text.place(match.start()), message))
                return match.start()
            if match[0] == b"(":
                self.depth += 1
                self.has_tree = True
            elif match[0] == b")":
                self.depth -= 1
            elif match[0] == b"[":
                break  # a value that is not closed
            if self.depth == 0:
                return match.end()
        text.check(len(text.data))
        return len(text.data)

    def _cut_off(self, moves: Moves, root: dict[bytes, bytes], at: int) -> Entry:
        entry = self._ended(moves, {**root, b"RE": b"[]"}, at, at)
        message = "the game tree is not closed: the file is truncated here"
        return entry._replace(notices=(*entry.notices, Notice(self.text.place(at), message)))

    def _ended(self, moves: Moves, root: dict[bytes, bytes], at: int, end: int) -> ReadGame:
        claim = claim_of(root) if self.claim is None else self.claim
        outcome, difference = decided(moves.position, claim)
        if difference:
            self.notices.append(Notice(self.text.place(at), difference, false_claim=True))
        players = text_of(root.get(b"PB", b"[?]")), text_of(root.get(b"PW", b"[?]"))
        has_tree = self.trees and (self.has_tree or self.text.data.find(b"C[", self.after_root, at) >= 0)
        tree = self._tree(moves, root, end) if has_tree else PlainLine(moves.decisions)
        record = GameRecord(moves.game, players, moves.start, tree, outcome, headers=headers_of(root))
        return ReadGame(record, self.text.line(self.begin), tuple(self.notices))

    def _tree(self, moves: Moves, root: dict[bytes, bytes], end: int) -> Tree:
        """Return the tree of the game; enable the swap rule if a variation contains a swap."""
        notices = Notices()
        text = self.text
        reader = TreeReader(
            moves.game,
            moves.start,
            moves.decisions,
            self.dialect,
            lambda begin, message: notices.add(text.place(begin), message),
        )
        try:
            tree = reader.tree(root, text.data, self.after_root, end)
        except SwapNeededError:
            moves.game = Hex(moves.game.size, moves.game.first, swap=True)
            moves.start = moves.game.parse(str(moves.start))
            return self._tree(moves, root, end)
        self.notices += notices.in_order()
        return tree
