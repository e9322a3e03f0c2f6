"""Hex games as logs of `arbi`: the output of two hexai programs, between a header and a footer.

Moves may be out of order; their numbers restore it. A mistake of a program determines the outcome of its game; it is
not an error of the file.
"""

import re
from collections.abc import Iterator
from itertools import pairwise, zip_longest
from typing import Any, BinaryIO, NamedTuple

from crownbridge.errors import InputError, MoveError, quoted
from crownbridge.games import Outcome, Termination
from crownbridge.games.hex import Hex, Side
from crownbridge.games.hex.rules import LARGEST
from crownbridge.protocols.hexai import MoveLine, parse_move_line, parse_stop
from crownbridge.records.decision import Decision
from crownbridge.records.log_lines import Line, lines
from crownbridge.records.reading import Entry, Notices, ReadGame, as_text, decided
from crownbridge.records.record import GameRecord
from crownbridge.records.tree import PlainLine

USUAL_SIZE = 11
ITERATIONS = 1000
"""Number of iterations to write if it is unknown."""
MOST_MOVES = 4 * LARGEST**2
"""Maximum number of moves of one colour in one match; a log may repeat moves."""
_HEAD_END = re.compile(rb"Match .*( O@\d++ on )")
_HEAD = re.compile(rb"Match (.*) X@\d++ vs (.*)")
_FOOT = re.compile(rb"Ended on\b.*")
_BOARD = re.compile(rb"Board ([1-9]\d?)")
_HANDSHAKE = re.compile(rb"([XO]):\s*(.*)")
_SIDES = {"X": Side.RED, "O": Side.BLUE}


def head(programs: tuple[str, str], iterations: tuple[int, int], size: int, date: str) -> str:
    """Return the header of a match, with the size if it is not the usual one."""
    first, second = (" ".join(program.split()) for program in programs)
    board = "" if size == USUAL_SIZE else f"Board {size}\n"
    return f"Match {first} X@{iterations[0]} vs {second} O@{iterations[1]} on {date}\n{board}"


def foot(date: str) -> str:
    """Return the footer of a match."""
    return f"Ended on {date}\n\n"


def looks_like(start: bytes) -> bool:
    """Return True if the start of a file looks like an arbi log."""
    return any(_names(line) or parse_move_line(line) for line in map(bytes.strip, start.splitlines()))


def read(source: BinaryIO) -> Iterator[Entry]:
    """Yield the games of a log. Lines that start with neither X nor O are ignored, as in the protocol."""
    match: _Match | None = None
    for line in lines(source):
        data = line.data.strip()
        names = _names(data)
        if names is not None:
            if match is not None:
                yield match.entry(line, "the match has no footer: another match begins here")
            match = _Match(line, names)
        elif _FOOT.fullmatch(data):
            if match is not None:
                yield match.entry(line)
            match = None
        elif data[:1] in (b"X", b"O") or _BOARD.fullmatch(data):
            match = match or _Match(line, {"X": "X", "O": "O"})
            match.read_line(data, line)
    if match is not None:
        yield match.entry(line, "the match has no footer: the log is truncated here")


def _names(line: bytes) -> dict[str, str] | None:
    """Return the programs in the header of a match, or None for another line; in linear time."""
    end = _HEAD_END.match(line)
    match = end and _HEAD.fullmatch(line, 0, end.start(1))
    return dict(zip(_SIDES, map(as_text, match.groups()), strict=True)) if match else None


class _LoggedMove(NamedTuple):
    """A move and its line in the log."""

    move: MoveLine
    line: Line


class _Match:
    """The log of one match."""

    def __init__(self, line: Line, names: dict[str, str]) -> None:
        self.line = line
        self.names = names
        self.size: int | None = None
        self.moves: dict[str, list[_LoggedMove]] = {"X": [], "O": []}
        self.notices = Notices()
        self.abort: Outcome | None = None

    def read_line(self, data: bytes, line: Line) -> None:
        """Add a line of the log."""
        if match := _BOARD.fullmatch(data):
            self.size = min(int(match[1]), LARGEST)
        elif match := _HANDSHAKE.fullmatch(data):
            self.names[as_text(match[1])] = as_text(match[2]).strip() or as_text(match[1])
        elif (move := parse_move_line(data)) is not None:
            if len(self.moves[move.colour]) < MOST_MOVES:
                self.moves[move.colour].append(_LoggedMove(move, line))
            else:
                self.notices.add(line.place(), "the match has too many moves; this one is ignored")
        elif (stop := parse_stop(data)) is not None:
            colour, reason = stop
            detail = f"{self._name(_SIDES[colour])} aborted the game: {reason}"
            self.abort = self.abort or Outcome(None, Termination.INTERRUPTED, detail)
            self.notices.add(line.place(), detail)
        else:
            self.notices.add(line.place(), f"{quoted(data)} is neither a move nor a handshake")

    def _name(self, side: Side) -> str:
        """Return the program and its colour, for messages."""
        return f"{self.names['XO'[side]]} ({side})"

    def entry(self, last: Line, missing: str = "") -> ReadGame:
        """Return the game, at the end of its log."""
        if missing:
            self.notices.add(last.place(), missing)
        turns = self._in_order()
        size = self.size or _likely_size(turns)
        game = Hex(size)
        if self.size is None and size != USUAL_SIZE:
            self.notices.add(
                self.line.place(), f"the log does not state the board size; inferred from the moves: {size}"
            )
        decisions, position, outcome = self._play(game, turns)
        if outcome is None:
            outcome, _ = decided(position, self.abort)
        players = self.names["X"], self.names["O"]
        record = GameRecord(game, players, game.initial(), PlainLine(decisions), outcome)
        return ReadGame(record, self.line.number, self.notices.in_order())

    def _in_order(self) -> list[_LoggedMove]:
        """Return the moves of both sides in order of their numbers, X first, up to the first missing one."""
        ordered, total = [], 0
        for moves in self.moves.values():
            distinct: dict[tuple[int | None, str], _LoggedMove] = {}
            for logged in moves:  # a log may repeat a line
                distinct.setdefault((logged.move.number, logged.move.cell), logged)
            total += len(distinct)
            ordered.append(_consecutive(sorted(distinct.values(), key=lambda logged: logged.move.number or 0)))
        if ordered[0] and (ordered[0][0].move.number or 1) > 1:
            self._note(ordered[0][0], f"the log begins with move {ordered[0][0].move.number}")
        turns: list[_LoggedMove] = []
        for pair in zip_longest(*ordered):
            for logged in pair:
                if logged is None:
                    break
                turns.append(logged)
            if None in pair:
                break
        if total > len(turns):
            after = f"after {turns[-1].move.cell}" if turns else "at the beginning"
            self._note(turns[-1] if turns else None, f"a move is missing {after}; the moves that follow are ignored")
        return turns

    def _note(self, logged: _LoggedMove | None, message: str, *, false_claim: bool = False) -> None:
        line = self.line if logged is None else logged.line
        self.notices.add(line.place(), message, false_claim=false_claim)

    def _play(self, game: Hex, turns: list[_LoggedMove]) -> tuple[list[Decision], Any, Outcome | None]:
        position: Any = game.initial()
        decisions: list[Decision] = []
        for logged in turns:
            if position.outcome() is not None:
                self._note(logged, "the game is over before this move; it and the moves that follow are ignored")
                break
            side, move_line = position.side_to_move, logged.move
            try:
                move = position.parse_move(move_line.cell)
            except MoveError as error:
                self._note(logged, f"{side}'s move {error}")
                detail = f"{self._name(side)} made an illegal move: {error}"
                return decisions, position, Outcome(side.other, Termination.ILLEGAL_MOVE, detail)
            position = position.play(move)
            decisions.append(Decision(move, (move_line.milliseconds or 0) / 1000, says_over=move_line.final))
            if move_line.final and position.outcome() is None:
                self._note(logged, f"{side} claims that {move} ends the game, but it does not", false_claim=True)
        return decisions, position, None


def _consecutive(moves: list[_LoggedMove]) -> list[_LoggedMove]:
    """Return one colour's moves up to the first gap in the numbers, which count pairs of moves or single moves."""
    numbers = [logged.move.number or 0 for logged in moves]
    steps = [later - earlier for earlier, later in pairwise(numbers)]
    usual = min(steps, default=1)
    return moves[: next((i + 1 for i, step in enumerate(steps) if step > max(usual, 1)), len(moves))]


def _likely_size(turns: list[_LoggedMove]) -> int:
    """Return a size that has all cells: one on which the last move wins if it claims to, preferably the usual size."""
    cells = [(ord(logged.move.cell[0]) - ord("a") + 1, int(logged.move.cell[1:])) for logged in turns]
    least = min(max(map(max, cells), default=1), LARGEST)
    sizes = [size for size in (USUAL_SIZE, *range(1, LARGEST + 1)) if size >= least]
    claims_end = bool(turns) and turns[-1].move.final
    likely: int = next((size for size in sizes if claims_end and _ends(size, turns)), sizes[0])
    return likely


def _ends(size: int, turns: list[_LoggedMove]) -> bool:
    """Return True if the last move, and no other, wins on a board of that size."""
    position = Hex(size).initial()
    try:
        for logged in turns:
            position = position.play(logged.move.cell)
    except MoveError:
        return False
    return position.outcome() is not None


def dumps(record: GameRecord, date: str = "an unknown date") -> str:
    """Return a game as an arbi log. Raise InputError if it is not Hex from an empty board without swap, red first.

    The format has no results except wins by the rules: other games are unfinished.
    """
    if record.game.name != Hex.name or record.game != Hex(record.game.options["size"]) or record.start.pieces():
        raise InputError(
            "an arbi log supports only Hex from an empty board, red first, without the swap rule; use JSON lines"
        )
    size = record.game.options["size"]
    lines = [head(record.players, (ITERATIONS, ITERATIONS), size, date)]
    last = len(record.decisions) - 1
    over = record.outcome.termination is Termination.NORMAL
    for number, decision in enumerate(record.decisions):
        milliseconds = round(1000 * decision.seconds)
        line = MoveLine("XO"[number % 2], str(decision.move), over and number == last, number // 2 + 1, milliseconds)
        lines.append(f"{line}\n")
    return "".join([*lines, foot(date)])
