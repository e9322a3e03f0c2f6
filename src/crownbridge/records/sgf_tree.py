"""Reads the tree of an SGF game: all variations, with the annotations of their nodes.

The parser of the main line has checked that line before.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from crownbridge.errors import IllegalMoveError, MoveError
from crownbridge.games.hex import Hex, Move, Position
from crownbridge.records.decision import Decision
from crownbridge.records.mirrored import SWAP, SWAP_WORDS
from crownbridge.records.reading import as_text
from crownbridge.records.sgf_annotations import Board, Properties, escaped, with_properties
from crownbridge.records.sgf_dialect import Dialect
from crownbridge.records.sgf_root import NAMES_OF_RECORD, SIDES
from crownbridge.records.sgf_syntax import NESTING, ONE_VALUE, PROPERTIES, PROPERTY
from crownbridge.records.tree import ROOT, Node, Tree, simplified

_SIGN = re.compile(rb"\s*+([;()])")
_RUN = re.compile(rb"(?:\s*+;[BW]\[[a-z](?:[a-z]|\d\d?)\]\s*+(?=[;()]))++")
"""Moves without annotations."""
_SET_UP = frozenset((b"AB", b"AW", b"AE"))
_LEAVES = ("resign", "forfeit")


class SwapNeededError(Exception):
    """A variation contains a swap, but the game does not have the swap rule."""


class _Branch(NamedTuple):
    """The end of a line."""

    node: int
    position: Position | None
    """The position; `None` in the main line, whose positions are needed only where variations begin."""
    mirrored: bool = False
    """True after a swap of sides."""
    is_new: bool = False
    """True for a variation without a move yet."""


class TreeReader:
    """Reads the tree of one game."""

    def __init__(
        self,
        game: Hex,
        start: Position,
        decisions: Sequence[Decision],
        dialect: Dialect,
        notify: Callable[[int, str], None],
    ) -> None:
        """`decisions` is the main line; `notify` receives the offsets and texts of notices."""
        self._game = game
        self._decisions = decisions
        self._dialect = dialect
        self._notify = notify
        self._nodes = [Node(ROOT)]
        self._boards: dict[int, Board] = {}
        self._properties: dict[int, Properties] = {}
        self._branch = _Branch(0, None)
        self._forks: list[_Branch] = []
        """States at the open parentheses."""
        self._early: Properties = {}
        """Properties of a variation before its first move, to which they belong."""
        self._in_main_line = True
        self._main = 0
        """Number of moves of the main line so far."""
        self._end = 0
        """Last node of the main line."""
        self._played: tuple[int, Position] = (0, start)
        """A number of moves of the main line, and the position after them."""

    def tree(self, root: Mapping[bytes, bytes], data: bytes, at: int, end: int) -> Tree:
        """Return the tree of a root's properties and of the text between two offsets. Raise SwapNeededError."""
        own = {name: ONE_VALUE.findall(values) for name, values in root.items() if name not in NAMES_OF_RECORD}
        self._add(own)
        for colour in root.keys() & SIDES.keys():
            self._play(colour, root[colour][1:-1])
        while at < end:
            if self._in_main_line and (run := _RUN.match(data, at, end)) is not None:
                at = self._append_run(data, at, run.end())
            sign = _SIGN.match(data, at, end)
            if sign is None:
                at = end if self._in_main_line else self._reject(data, at, end, "it is not valid SGF")
                continue
            at = sign.end()
            if sign[1] == b";":
                at = self._node(data, at, end)
            elif sign[1] == b"(":
                self._forks.append(self._branch._replace(position=self._position()))
                self._branch = self._branch._replace(is_new=not self._in_main_line)
            else:
                self._close()
        while self._forks:
            self._close()
        for index, properties in self._properties.items():
            self._nodes[index] = with_properties(self._nodes[index], properties, self._boards[index])
        return simplified(self._nodes)

    def _position(self) -> Position:
        """Return the position at the end of the line."""
        if self._branch.position is not None:
            return self._branch.position
        played, position = self._played
        for decision in self._decisions[played : self._main]:
            position = position.play(decision.move)
        self._played = (self._main, position)
        return position

    def _append_run(self, data: bytes, at: int, end: int) -> int:
        """Append moves of the main line that have no annotations; return the offset after them."""
        node, _, mirrored, _ = self._branch
        count = data.count(b";", at, end)
        for decision in self._decisions[self._main : self._main + count]:
            self._nodes.append(Node(node, decision))
            node = len(self._nodes) - 1
        self._main += count
        self._branch = _Branch(node, None, mirrored)
        return end

    def _add(self, properties: Properties) -> None:
        """Add properties to the last node, or to the next one if a variation has no move yet."""
        node, _, mirrored, is_new = self._branch
        own = self._early if is_new else self._properties.setdefault(node, {})
        self._boards.setdefault(node, Board(self._game.size, b"", mirrored=mirrored))
        for name, values in properties.items():
            if node or name not in NAMES_OF_RECORD:  # such a property after the root is an error, as in a second root
                own.setdefault(name, []).extend(values)

    def _close(self) -> None:
        """End a variation; the properties of one without moves belong to the node before it."""
        if self._in_main_line:
            self._in_main_line, self._end = False, self._branch.node
        if self._early:
            self._branch = self._branch._replace(is_new=False)
            early, self._early = self._early, {}
            self._add(early)
        if self._forks:
            self._branch = self._forks.pop()

    def _node(self, data: bytes, begin: int, end: int) -> int:
        """Read the node after a semicolon; return the offset after it."""
        at = PROPERTIES.match(data, begin, end).end()  # type: ignore[union-attr]  # it matches anything
        if data[at : at + 1] not in (b";", b"(", b")", b""):
            return end if self._in_main_line else self._reject(data, begin - 1, end, "a node is invalid")
        properties: Properties = {}
        for name, values in PROPERTY.findall(data, begin, at):
            properties.setdefault(name, []).extend(ONE_VALUE.findall(values))
        colours = properties.keys() & SIDES.keys()
        if _SET_UP & properties.keys() or len(colours) > 1:
            return self._reject(data, begin - 1, end, "stones are set up, or both sides move")
        try:
            for colour in colours:
                self._play(colour, properties.pop(colour)[0])
        except MoveError as error:
            return self._reject(data, begin - 1, end, str(error))
        if properties:
            self._add(properties)
        return at

    def _play(self, colour: bytes, value: bytes) -> None:
        """Append a move. Raise MoveError or SwapNeededError."""
        node, _, mirrored, is_new = self._branch
        word, side = self._dialect.word(value), self._dialect.side(SIDES[colour])
        after: Position | None = None
        if self._in_main_line:
            if self._main == len(self._decisions):
                return  # a resignation
            decision = self._decisions[self._main]
            self._main += 1
        else:
            position = self._position()
            if node == self._end:
                raise IllegalMoveError("there is no move that it replaces")
            if word in _LEAVES:
                raise IllegalMoveError(f"{side} resigns")
            if (side.other if mirrored else side) != position.side_to_move:
                raise IllegalMoveError(f"it is not {side}'s turn")
            move = SWAP if word in SWAP_WORDS else Move(word)
            if move.is_swap and not self._game.swap:
                raise SwapNeededError
            if mirrored and not move.is_swap:
                move = Move(move.column, move.row)
            decision = Decision(move)
            after = position.play(move)
        mirrored = mirrored or word == "swap-sides"
        self._nodes.append(Node(node, decision))
        self._branch = _Branch(len(self._nodes) - 1, after, mirrored)
        self._boards[self._branch.node] = Board(self._game.size, colour + b"L", mirrored=mirrored)
        if is_new and self._early:
            self._properties[self._branch.node], self._early = self._early, {}

    def _reject(self, data: bytes, begin: int, end: int, reason: str) -> int:
        """Keep the rest of a variation, which cannot be played, as a comment; return the offset of its end."""
        depth, at = 1, end
        for match in NESTING.finditer(data, begin, end):
            depth += {b"(": 1, b")": -1}.get(match[0], 0)
            if depth == 0 or match[0] == b"[":
                at = match.start() if depth == 0 else end
                break
        text = as_text(data[begin:at]).strip()
        is_new, self._branch = self._branch.is_new, self._branch._replace(is_new=False)
        self._add({b"C": [escaped(f"({text})" if is_new else text).encode()]})
        self._branch = self._branch._replace(is_new=is_new)
        self._notify(begin, f"the rest of the variation is kept as a comment: {reason}")
        return at
