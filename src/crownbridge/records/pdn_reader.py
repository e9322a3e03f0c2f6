"""How a game is read from PDN: tags, then moves among comments, judgements and variations, then a result.

Whole runs of moves are read by the native core; what stands between them, and what is wrong, is looked at here.
"""

import re
from typing import Any

from crownbridge._core import CheckersMovetext
from crownbridge.errors import InputError, MoveError, quoted
from crownbridge.games import Outcome
from crownbridge.records.pdn_tags import OPEN, TERMINATIONS, claim_of, headers_of, start_of, text_of, winner_of
from crownbridge.records.reading import (
    MOST_MOVES,
    UNFINISHED,
    Entry,
    Notice,
    Problem,
    ReadGame,
    Text,
    as_text,
    decided,
    untimed,
)
from crownbridge.records.record import Decision, GameRecord

_VALUE = rb'[^"\\\n]*+(?:\\.[^"\\\n]*+)*+'
_TAG = re.compile(rb'\[[ \t]*+(\w++)[ \t]++"(' + _VALUE + rb')"[ \t]*+\]')
_TAGS = re.compile(rb'(?:\[[ \t]*+\w++[ \t]++"' + _VALUE + rb'"[ \t]*+\]\s*+)++')
# A comment is closed before the tags of the next game, or else it never is.
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
_NEVER_CLOSED = re.compile(_OPENED)
_NESTING = re.compile(_OPENED + rb"(?:\}|(?P<opened>))|;[^\n]*+|[()]|(?P<tag>\n\[\w+[ \t]+\")")

_movetext = CheckersMovetext(untimed)


def step(text: Text, at: int) -> tuple[Entry | None, int]:
    """The next game, and where it ends."""
    return _Reading(text).game(at)


class _Reading:
    """One game while it is read."""

    __slots__ = (
        *("begin", "comment", "decisions", "notices", "playing", "position", "problem", "rules", "start", "tags"),
        "text",
    )

    def __init__(self, text: Text) -> None:
        self.text = text
        self.tags: dict[bytes, bytes] = {}
        self.begin = -1
        self.playing = False
        """Whether the tags are over."""
        self.rules: Any = None
        self.start: Any = None
        self.position: Any = None
        self.decisions: list[Decision] = []
        self.comment = b""
        self.notices: list[Notice] = []
        self.problem: Problem | None = None

    def game(self, at: int) -> tuple[Entry | None, int]:
        """The game that begins there or later, and where it ends."""
        text = self.text
        data = text.data
        size = len(data)
        while (token := _TOKEN.match(data, at)) is not None:
            kind, end = token.lastgroup, token.end()
            if end == size:
                text.check(end)
            begin = token.start(kind)  # type: ignore[arg-type]  # one of the groups has matched
            if kind == "comment":
                self.comment = token["comment"]
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
            special = _SPECIAL.get(kind)  # type: ignore[arg-type]  # the same
            at = special(self, begin) if special else self._play(kind, token["move"], begin, end)
        text.check(len(data))
        return (None if self.begin < 0 else self._cut_off()), len(data)

    def read_tags(self, at: int) -> int:
        """Behind the tags that begin there."""
        data = self.text.data
        found = _TAGS.match(data, at)
        if found is not None:
            end = found.end()
            self.text.check(end)
            self.tags.update(_TAG.findall(data, at, end))
            return self._run(end) if data[end : end + 1].isdigit() else end
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        self.text.check(end)
        self._refuse(at, f'{quoted(data[at:end].rstrip(), 30)} is no tag; expected one such as [Event "?"]')
        return end

    def _run(self, at: int) -> int:
        """Plays the moves that stand one after another; gives where something else comes."""
        self.playing = True
        if self.problem is not None or (self.position is None and not self._begin()):
            return at
        found, behind, self.position = _movetext.play(self.position, self.text.data, at)
        if len(self.decisions) + len(found) > MOST_MOVES:
            self._refuse(at, f"the game has more than {MOST_MOVES:,} moves; no game is as long")
        elif found:
            self.decisions += found
            self.comment = b""
        return behind

    def _play(self, kind: str | None, move: bytes | None, at: int, end: int) -> int:
        """Plays what stands there; gives where the next thing begins."""
        if kind == "mark":  # the native core would look for a move behind it, again for each of many
            self.playing = True
            return end
        behind = self._run(at)
        if behind > at:
            return behind
        if self.problem is not None:
            return end
        if move is not None:
            self.comment = b""
            try:
                played = self.position.parse_move(move.decode().replace(":", "x"))
            except MoveError as error:
                self._fail(at, end, str(error))
            else:
                self.position = self.position.play(played)
                self.decisions.append(untimed(played))
        elif kind == "other":
            self._fail(at, end, f"{self.text.word(at)} is neither a move nor a result")
        return end

    def _fail(self, at: int, end: int, message: str) -> None:
        """Refuses what stands there, unless the file ends with it: then it may be half of something."""
        if end < len(self.text.data):
            self._refuse(at, message)
        else:
            message = f"left out at the end of the file, which may be cut off: {message}"
            self.notices.append(Notice(self.text.place(at), message))

    def _begin(self) -> bool:
        """Sets the position up that the tags tell."""
        tags = self.tags
        try:
            self.rules, self.start = start_of(tags.get(b"GameType"), tags.get(b"Rules"), tags.get(b"FEN"))
        except InputError as error:
            self._refuse(self.begin, str(error))
            return False
        self.position = self.start
        return True

    def behind_variation(self, at: int) -> int:
        """Behind the variation that begins there."""
        text = self.text
        depth = 0
        for found in _NESTING.finditer(text.data, at):
            depth += {b"(": 1, b")": -1}.get(found[0], 0)
            if found["tag"]:
                self._refuse(at, "a variation begins here and never ends")
                return found.start()
            if found["opened"] is not None:
                text.check(found.end())
                self._refuse(at, "a comment in the variation that begins here never ends")
                return found.end()
            if depth == 0:
                text.check(found.end())
                if not self.notices and not re.fullmatch(rb"\([!?]+\)", text.data[at : found.end()]):
                    self.notices.append(Notice(text.place(at), "variations are passed over"))
                return found.end()
        text.check(len(text.data))
        self._refuse(at, "a variation begins here and never ends")
        return len(text.data)

    def behind_opened(self, at: int) -> int:
        """Where the next game begins after a comment that is never closed."""
        end = _NEVER_CLOSED.match(self.text.data, at).end()  # type: ignore[union-attr]  # a brace stands there
        self.text.check(end)
        self.playing = True
        self._refuse(at, "a comment begins here and never ends")
        return end

    def _refuse(self, at: int, message: str) -> None:
        if self.problem is None:
            self.problem = Problem(self.text.place(at), message)

    def _cut_off(self) -> Entry:
        """The last game of a file that ends before its result."""
        claimed = self.tags.get(b"Result", b"*")
        entry = self._ended(b"*", len(self.text.data), claimed=b"*")
        if isinstance(entry, Problem) or entry.notices or claimed in OPEN or entry.record.outcome != UNFINISHED:
            return entry
        place = self.text.place(len(self.text.data))
        notice = Notice(place, "the file ends before the game's result, which is left open")
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
            message = f"the result is {as_text(result)} here, but {as_text(claimed)} in its tag"
            self.notices.append(Notice(self.text.place(at), message))
        claim = claim_of(result, tags.get(b"Termination", b""))
        if self.comment[:1] == b"{" and tags.get(b"Termination") in TERMINATIONS:
            claim = Outcome(claim.winner, claim.termination, " ".join(as_text(self.comment[1:-1]).split()))
        outcome, difference = decided(self.position, claim)
        if difference:
            self.notices.append(Notice(self.text.place(at), difference, false_claim=True))
        players = text_of(tags.get(b"Black", b"?")), text_of(tags.get(b"White", b"?"))
        record = GameRecord(self.rules, players, self.start, tuple(self.decisions), outcome, headers=headers_of(tags))
        return ReadGame(record, self.text.line(self.begin), tuple(self.notices))


_SPECIAL = {"tag": _Reading.read_tags, "variation": _Reading.behind_variation, "opened": _Reading.behind_opened}
