"""The PDN parser: tags, then moves among comments, annotation symbols and variations, then a result.

The native core parses runs of moves; this module handles everything between them, and errors. If a game has more than
moves, `pdn_tree` reads its tree in a second pass.
"""

import re
from typing import Any

from crownbridge._core import CheckersMovetext
from crownbridge.errors import InputError, MoveError, quoted
from crownbridge.games import Outcome
from crownbridge.records.decision import Decision
from crownbridge.records.pdn_tags import OPEN, TERMINATIONS, claim_of, headers_of, start_of, text_of, winner_of
from crownbridge.records.pdn_tree import TreeReader
from crownbridge.records.reading import (
    MOST_MOVES,
    UNFINISHED,
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
from crownbridge.records.tree import PlainLine, Tree

_VALUE = rb'[^"\\\n]*+(?:\\.[^"\\\n]*+)*+'
_TAG = re.compile(rb'\[[ \t]*+(\w++)[ \t]++"(' + _VALUE + rb')"[ \t]*+\]')
_TAGS = re.compile(rb'(?:\[[ \t]*+\w++[ \t]++"' + _VALUE + rb'"[ \t]*+\]\s*+)++')
# A comment that is not closed before the tags of the next game is unterminated.
_OPENED = rb'\{[^}\n]*+(?:\n(?!\[\w+[ \t]+")[^}\n]*+)*+'
_RESULT = rb"(?:1-0|0-1|2-0|0-2|1-1|0-0|1/2-1/2|\*)"
_TOKEN = re.compile(
    rb"""
    \s*+(?:
      (?P<comment> """
    + _OPENED.replace(b" ", rb"\ ")
    + rb"""\} | ;[^\n]*+ | (?m:^)%[^\n]*+ )
    | (?P<opened> \{ )
    | (?P<tag> \[ )
    | (?P<variation> \( )
    | (?P<result> """
    + _RESULT
    + rb"""(?=[\s\[\](){};]|\Z) )
    | (?P<mark> \$\d++ | [!?]++ | \d*+\.++ )
    | (?P<move> \d++(?:[-x:]\d++)++ ) [!?*]*+
    | (?P<other> [^\s\[(;]++ | . )
    )
    """,
    re.VERBOSE | re.DOTALL,
)
_ANNOTATIONS = (b"{", b"(", b"$", b"!", b"?", b";", b"*")
"""Characters that occur among the moves only if a game has a tree."""
_NEVER_CLOSED = re.compile(_OPENED)
_NESTING = re.compile(_OPENED + rb"(?:\}|(?P<opened>))|;[^\n]*+|[()]|(?P<tag>\n\[\w+[ \t]+\")")

_movetext = CheckersMovetext(Decision)


def step(text: Text, at: int, *, trees: bool = True) -> tuple[Entry | None, int]:
    """Return the next game, with or without its tree, and the offset of its end."""
    return _Parser(text, trees=trees).game(at)


class _Parser:
    """The parser of one game."""

    __slots__ = (
        *("begin", "comment", "comment_begin", "decisions", "first", "movetext", "notices", "playing", "position"),
        *("problem", "rules", "start", "tags", "text", "trees"),
    )

    def __init__(self, text: Text, *, trees: bool) -> None:
        self.text = text
        self.trees = trees
        self.tags: dict[bytes, bytes] = {}
        self.first = 0
        """Offset of the text of the game, including comments before its tags."""
        self.begin = -1
        self.movetext = 0
        """Offset of the text after the tags."""
        self.playing = False
        """True after the tags."""
        self.rules: Any = None
        self.start: Any = None
        self.position: Any = None
        self.decisions: list[Decision] = []
        self.comment = b""
        """The comment after the last move."""
        self.comment_begin = 0
        self.notices: list[Notice] = []
        self.problem: Problem | None = None

    def game(self, at: int) -> tuple[Entry | None, int]:
        """Return the game that begins at an offset or after it, and the offset of its end."""
        text = self.text
        data = text.data
        size = len(data)
        self.first = self.movetext = at
        while (token := _TOKEN.match(data, at)) is not None:
            kind, end = token.lastgroup, token.end()
            if end == size:
                text.check(end)
            begin = token.start(kind)  # type: ignore[arg-type]  # one of the groups has matched
            if kind == "comment":
                self.comment, self.comment_begin = token["comment"], begin
                at = end
                continue
            if kind == "tag" and self.playing:
                return self._ended(None, begin), begin
            if kind == "result":
                if self.begin >= 0:
                    return self._ended(token["result"], begin), end
                at = end
                continue
            if self.begin < 0:
                self.begin = begin
            special = _SPECIAL.get(kind)  # type: ignore[arg-type]  # as above
            at = special(self, begin) if special else self._play(kind, token["move"], begin, end)
        text.check(len(data))
        return (None if self.begin < 0 else self._cut_off()), len(data)

    def read_tags(self, at: int) -> int:
        """Read the tags at an offset; return the offset after them."""
        data = self.text.data
        match = _TAGS.match(data, at)
        if match is not None:
            end = match.end()
            self.text.check(end)
            self.tags.update(_TAG.findall(data, at, end))
            self.movetext = end
            return self._run(end) if data[end : end + 1].isdigit() else end
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        self.text.check(end)
        self._reject(at, f'{quoted(data[at:end].rstrip(), 30)} is not a tag; expected for example [Event "?"]')
        return end

    def _run(self, at: int) -> int:
        """Play a run of moves; return the offset after it."""
        self.playing = True
        if self.problem is not None or (self.position is None and not self._begin()):
            return at
        decisions, end, self.position = _movetext.play(self.position, self.text.data, at)
        if len(self.decisions) + len(decisions) > MOST_MOVES:
            self._reject(at, f"the game has more than {MOST_MOVES:,} moves, the maximum")
        elif decisions:
            self.decisions += decisions
            self.comment = b""
        return end

    def _play(self, kind: str | None, move: bytes | None, at: int, end: int) -> int:
        """Play or reject a token; return the offset after it."""
        if kind == "mark":  # skipped here, because the native core would search for a move after each of them
            self.playing = True
            if self.text.data[at] in b"$!?":
                self.comment = (
                    b""  # it is followed by an annotation of the last move, so it does not explain the result
                )
            return end
        end_of_run = self._run(at)
        if end_of_run > at:
            return end_of_run
        if self.problem is not None:
            return end
        if move is not None:
            self.comment = b""
            try:
                parsed_move = self.position.parse_move(move.decode().replace(":", "x"))
            except MoveError as error:
                self._fail(at, end, str(error))
            else:
                self.position = self.position.play(parsed_move)
                self.decisions.append(Decision(parsed_move))
        elif kind == "other":
            self._fail(at, end, f"{self.text.word(at)} is neither a move nor a result")
        return end

    def _fail(self, at: int, end: int, message: str) -> None:
        """Reject a token; but ignore it at the end of the file, where it may be truncated."""
        if end < len(self.text.data):
            self._reject(at, message)
        else:
            message = f"ignored at the end of the file, which may be truncated: {message}"
            self.notices.append(Notice(self.text.place(at), message))

    def _begin(self) -> bool:
        """Set up the start from the tags; return False if they are invalid."""
        tags = self.tags
        try:
            self.rules, self.start = start_of(tags.get(b"GameType"), tags.get(b"Rules"), tags.get(b"FEN"))
        except InputError as error:
            self._reject(self.begin, str(error))
            return False
        self.position = self.start
        return True

    def skip_variation(self, at: int) -> int:
        """Skip the variation at an offset; return the offset after it."""
        text = self.text
        self.comment = b""
        depth = 0
        for match in _NESTING.finditer(text.data, at):
            depth += {b"(": 1, b")": -1}.get(match[0], 0)
            if match["tag"]:
                self._reject(at, "the variation that begins here is not closed")
                return match.start()
            if match["opened"] is not None:
                text.check(match.end())
                self._reject(at, "a comment in the variation that begins here is not closed")
                return match.end()
            if depth == 0:
                text.check(match.end())
                return match.end()
        text.check(len(text.data))
        self._reject(at, "the variation that begins here is not closed")
        return len(text.data)

    def skip_unclosed_comment(self, at: int) -> int:
        """Reject a comment that is not closed; return the offset of the next game."""
        end = _NEVER_CLOSED.match(self.text.data, at).end()  # type: ignore[union-attr]  # there is a brace at the offset
        self.text.check(end)
        self.playing = True
        self._reject(at, "the comment that begins here is not closed")
        return end

    def _reject(self, at: int, message: str) -> None:
        if self.problem is None:
            self.problem = Problem(self.text.place(at), message)

    def _cut_off(self) -> Entry:
        """Return the last game of a file that ends before its result."""
        claimed = self.tags.get(b"Result", b"*")
        entry = self._ended(b"*", len(self.text.data), claimed=b"*")
        if isinstance(entry, Problem) or entry.notices or claimed in OPEN or entry.record.outcome != UNFINISHED:
            return entry
        place = self.text.place(len(self.text.data))
        notice = Notice(place, "the file ends before the result of the game, which is unfinished")
        return entry._replace(notices=(*entry.notices, notice))

    def _ended(self, result: bytes | None, at: int, claimed: bytes | None = None) -> Entry:
        if self.position is None and self.problem is None:
            self._begin()
        if self.problem is not None:
            return self.problem
        tags = self.tags
        if claimed is None:
            claimed = tags.get(b"Result", b"*")
        if result is None or result in OPEN:
            result = claimed
        elif claimed != result and claimed not in OPEN and winner_of(claimed) != winner_of(result):
            message = f"the result is {as_text(result)} here, but {as_text(claimed)} in the tag"
            self.notices.append(Notice(self.text.place(at), message))
        claim = claim_of(result, tags.get(b"Termination", b""))
        end_of_moves = at
        if self.comment[:1] == b"{" and tags.get(b"Termination") in TERMINATIONS:
            end_of_moves = self.comment_begin
            claim = Outcome(claim.winner, claim.termination, " ".join(as_text(self.comment[1:-1]).split()))
        outcome, difference = decided(self.position, claim)
        if difference:
            self.notices.append(Notice(self.text.place(at), difference, false_claim=True))
        players = text_of(tags.get(b"Black", b"?")), text_of(tags.get(b"White", b"?"))
        record = GameRecord(
            self.rules,
            players,
            self.start,
            self._tree(end_of_moves),
            outcome,
            headers=headers_of(tags),
        )
        return ReadGame(record, self.text.line(self.begin), tuple(self.notices))

    def _tree(self, end: int) -> Tree:
        """Return the tree of the game, whose moves end at an offset."""
        if not self.trees or not self._has_annotations(end):
            return PlainLine(self.decisions)
        data = self.text.data
        notices = Notices()
        reader = TreeReader(
            self.start, self.decisions, lambda begin, message: notices.add(self.text.place(begin), message)
        )
        if self.begin < self.movetext:
            reader.read(data, self.first, self.begin)
        reader.read(data, self.movetext, end)
        self.notices += notices.in_order()
        return reader.tree()

    def _has_annotations(self, end: int) -> bool:
        """Return True if there may be more than moves."""
        find = self.text.data.find
        return any(find(sign, self.movetext, end) >= 0 for sign in _ANNOTATIONS) or any(
            find(sign, self.first, self.begin) >= 0 for sign in (b"{", b";")
        )


_SPECIAL = {"tag": _Parser.read_tags, "variation": _Parser.skip_variation, "opened": _Parser.skip_unclosed_comment}
