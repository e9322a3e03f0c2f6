"""Reads the tree of a PDN game: its moves with variations, comments and annotation symbols.

The parser of the moves has checked the text and played the main line before; only variations are played here.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from crownbridge.errors import MoveError
from crownbridge.games import Position
from crownbridge.records import pdn_comments
from crownbridge.records.decision import Decision
from crownbridge.records.reading import MOST_MOVES, as_text
from crownbridge.records.tree import LARGEST_NAG, ROOT, Node, Tree, simplified, sorted_properties, sorted_shapes

SYMBOLS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""Numeric annotation glyphs that are written after a move."""
ONLY_MOVE = 7
"""The glyph of `*` after a move."""
_GLYPHS = {symbol: nag for nag, symbol in SYMBOLS.items()} | {"*": ONLY_MOVE}
_SYMBOL = re.compile(r"!!|\?\?|!\?|\?!|[!?*]")
_TOKEN = re.compile(
    rb"""
    \s*+(?:
      (?P<braces> \{[^}]*+\} )
    | (?P<line> ;[^\n]*+ )
    | (?P<escaped> (?m:^)%[^\n]*+ )
    | (?P<symbols> \([!?]++\) | [!?]++ )
    | (?P<opened> \( )
    | (?P<closed> \) )
    | (?P<result> (?:1-0|0-1|2-0|0-2|1-1|0-0|1/2-1/2|\*)(?=[\s\[\](){};]|\Z) )
    | (?P<nag> \$\d++ )
    | (?P<number> \d*+\.++ )
    | (?P<move> \d++(?:[-x:]\d++)++ ) (?P<suffix> [!?*]*+ )
    | (?P<other> [^\s\[(){;]++ | . )
    )
    """,
    re.VERBOSE | re.DOTALL,
)
_MOVE = re.compile(rb"\d++[-x]\d++(?:x\d++)*+")
_RUN = re.compile(rb"(?:\s*+(?:\d++\.++\s*+)?+\d++[-x]\d++(?:x\d++)*+(?=[\s]))++")
"""Moves and their numbers, without annotations or results."""
_NESTING = re.compile(rb"\{[^}]*+\}|;[^\n]*+|[()]")


class _Annotations:
    """The annotations of a node while it is read."""

    __slots__ = ("comments", "nags")

    def __init__(self) -> None:
        self.comments: list[str] = []
        self.nags: list[int] = []

    def add(self, other: "_Annotations") -> None:
        """Add other annotations."""
        self.comments += other.comments
        self.nags += other.nags

    def of(self, node: Node) -> Node:
        """Return a node with these annotations."""
        comment, commands = pdn_comments.parse("\n".join(self.comments))
        properties: dict[str, tuple[str, ...]] = {}
        for name, value in commands.properties:
            properties[name] = (*properties.get(name, ()), value)
        shapes = sorted_shapes(commands.shapes)
        own = sorted_properties(properties)
        return Node(node.parent, node.decision, comment, tuple(self.nags), shapes, commands.clock, own)


class _Line:
    """An open variation."""

    __slots__ = ("before", "depth", "early", "node", "position")

    def __init__(self, node: int, position: Any, depth: int) -> None:
        self.node = node
        """The last node; before the first move, the one before it."""
        self.position = position
        self.before: Any = None
        """Position before the last move; `None` before the first move."""
        self.depth = depth
        """Number of moves from the start of the game."""
        self.early = _Annotations()
        """Annotations before the first move, to which they belong."""


class TreeReader:
    """Reads the tree of one game."""

    def __init__(self, start: Position[Any], decisions: Sequence[Decision], notify: Callable[[int, str], None]) -> None:
        """`notify` receives the offsets and texts of notices."""
        self._start = start
        self._decisions = decisions
        self._notify = notify
        self._nodes = [Node(ROOT)]
        self._annotations: dict[int, _Annotations] = {}
        self._played: tuple[int, Any] = (0, start)
        """A number of moves of the main line, and the position after them."""
        self._main = 0
        """Number of moves of the main line so far."""
        self._last = 0
        """The last node of the main line."""
        self._lines: list[_Line] = []
        """The open variations, from the outermost to the innermost."""

    def read(self, data: bytes, at: int, end: int) -> None:
        """Read the text between two offsets."""
        while at < end:
            if not self._lines and (run := _RUN.match(data, at, end)) is not None:
                self._append_main(len(_MOVE.findall(data, at, run.end())))
                at = run.end()
            token = _TOKEN.match(data, at, end)
            if token is None:
                break
            kind = token.lastgroup
            if kind == "suffix":
                at = self._move(token, end)
            elif kind == "opened":
                at = self._open(token, end)
            elif kind == "other" and self._lines:
                at = self._reject(data, token.start("other"), end, "it is not a move")
            else:
                self._annotate(kind, token)
                at = token.end()

    def tree(self) -> Tree:
        """Return the tree."""
        while self._lines:
            self._close()
        self._append_main(len(self._decisions))
        for index, annotations in self._annotations.items():
            self._nodes[index] = annotations.of(self._nodes[index])
        return simplified(self._nodes)

    def _last_annotations(self) -> _Annotations:
        """Return the annotations of the last node, to be extended."""
        line = self._lines[-1] if self._lines else None
        if line is not None and line.before is None:
            return line.early
        return self._annotations.setdefault(self._last if line is None else line.node, _Annotations())

    def _annotate(self, kind: str | None, token: re.Match[bytes]) -> None:
        """Add an annotation to the last node, or end a variation."""
        if kind == "braces":
            if text := as_text(token["braces"][1:-1]).replace("\r\n", "\n").strip():
                self._last_annotations().comments.append(text)
        elif kind == "line":
            self._last_annotations().comments.append(as_text(token["line"][1:]).removeprefix(" ").rstrip())
        elif kind == "symbols":
            self._last_annotations().nags += nags_of(as_text(token["symbols"]))
        elif kind == "nag":
            digits = token["nag"][1:].lstrip(b"0") or b"0"
            if len(digits) <= len(str(LARGEST_NAG)) and int(digits) <= LARGEST_NAG:
                self._last_annotations().nags.append(int(digits))
            else:
                self._last_annotations().comments.append(as_text(token["nag"]))
        elif kind == "result" and self._lines:
            self._last_annotations().comments.append(as_text(token["result"]))
        elif kind == "closed":
            self._close()

    def _move(self, token: re.Match[bytes], end: int) -> int:
        """Append a move; return the offset after it."""
        if self._lines:
            line = self._lines[-1]
            if line.depth >= MOST_MOVES:
                return self._reject(token.string, token.start("move"), end, f"it has more than {MOST_MOVES:,} moves")
            try:
                move = line.position.parse_move(token["move"].decode().replace(":", "x"))
                after = line.position.play(move)
            except MoveError as error:
                return self._reject(token.string, token.start("move"), end, str(error))
            self._nodes.append(Node(line.node, Decision(move)))
            line.node = len(self._nodes) - 1
            if line.before is None and (line.early.comments or line.early.nags):
                self._annotations[line.node] = line.early
            line.before, line.position = line.position, after
            line.depth += 1
        else:
            self._append_main(1)
        if token["suffix"]:
            self._last_annotations().nags += nags_of(as_text(token["suffix"]))
        return token.end()

    def _append_main(self, count: int) -> None:
        """Append a number of moves of the main line."""
        for decision in self._decisions[self._main : self._main + count]:
            self._nodes.append(Node(self._last, decision))
            self._last = len(self._nodes) - 1
            self._main += 1

    def _open(self, token: re.Match[bytes], end: int) -> int:
        """Begin a variation; return the offset after its parenthesis."""
        if self._lines:
            line = self._lines[-1]
            if line.before is None:
                return self._reject(token.string, token.start("opened"), end, "there is no move before it")
            self._lines.append(_Line(self._nodes[line.node].parent, line.before, line.depth - 1))
        elif self._main:
            played, position = self._played
            for decision in self._decisions[played : self._main - 1]:
                position = position.play(decision.move)
            self._played = (self._main - 1, position)
            self._lines.append(_Line(self._nodes[self._last].parent, position, self._main - 1))
        else:
            self._lines.append(_Line(0, self._start, 0))
            return self._reject(token.string, token.end(), end, "there is no move before it")
        return token.end()

    def _close(self) -> None:
        """End a variation; annotations of one without moves belong to the move that it would replace."""
        if not self._lines:
            return
        line = self._lines.pop()
        if line.before is None and (line.early.comments or line.early.nags):
            self._last_annotations().add(line.early)

    def _reject(self, data: bytes, begin: int, end: int, reason: str) -> int:
        """Keep the rest of a variation, which cannot be played, as a comment; return the offset of its end."""
        depth, at = 1, end
        for match in _NESTING.finditer(data, begin, end):
            depth += {b"(": 1, b")": -1}.get(match[0], 0)
            if depth == 0:
                at = match.start()
                break
        self._last_annotations().comments.append(" ".join(as_text(data[begin:at]).split()))
        self._notify(begin, f"the rest of the variation is kept as a comment: {reason}")
        return at


def nags_of(symbols: str) -> list[int]:
    """Return the glyphs of symbols after a move."""
    return [_GLYPHS[symbol] for symbol in _SYMBOL.findall(symbols)] if symbols else []
