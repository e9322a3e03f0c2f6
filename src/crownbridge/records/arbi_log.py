"""Hex games as logs of `arbi`: what two hexai programs printed, between a head and a foot.

Moves may stand out of order; their numbers put them right. What a program does wrong is the outcome of its game, not a
fault of the file.
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
from crownbridge.records.log_lines import Line, lines
from crownbridge.records.reading import Entry, Notices, ReadGame, as_text, decided
from crownbridge.records.record import Decision, GameRecord

USUAL_SIZE = 11
ITERATIONS = 1000
"""Where nobody says how many."""
MOST_MOVES = 4 * LARGEST**2
"""Of one colour in one match; a log may have a move twice."""
_HEAD_END = re.compile(rb"Match .*( O@\d++ on )")
_HEAD = re.compile(rb"Match (.*) X@\d++ vs (.*)")
_FOOT = re.compile(rb"Ended on\b.*")
_BOARD = re.compile(rb"Board ([1-9]\d?)")
_HANDSHAKE = re.compile(rb"([XO]):\s*(.*)")
_SIDES = {"X": Side.RED, "O": Side.BLUE}


def head(programs: tuple[str, str], iterations: tuple[int, int], size: int, date: str) -> str:
    """What stands before a match; the size only where it is not the usual one."""
    first, second = (" ".join(program.split()) for program in programs)
    board = "" if size == USUAL_SIZE else f"Board {size}\n"
    return f"Match {first} X@{iterations[0]} vs {second} O@{iterations[1]} on {date}\n{board}"


def foot(date: str) -> str:
    """What stands after a match."""
    return f"Ended on {date}\n\n"


def looks_like(start: bytes) -> bool:
    """Whether a file that begins so is such a log."""
    return any(_names(line) or parse_move_line(line) for line in map(bytes.strip, start.splitlines()))


def read(source: BinaryIO) -> Iterator[Entry]:
    """The games of a log. Lines that begin with neither X nor O mean nothing, as in the protocol."""
    match: _Match | None = None
    for line in lines(source):
        data = line.data.strip()
        names = _names(data)
        if names is not None:
            if match is not None:
                yield match.entry(line, "the match has no end: another begins here")
            match = _Match(line, names)
        elif _FOOT.fullmatch(data):
            if match is not None:
                yield match.entry(line)
            match = None
        elif data[:1] in (b"X", b"O") or _BOARD.fullmatch(data):
            match = match or _Match(line, {"X": "X", "O": "O"})
            match.hear(data, line)
    if match is not None:
        yield match.entry(line, "the match has no end: the log is cut off here")


def _names(line: bytes) -> dict[str, str] | None:
    """Return the programs that the head of a match names, or None for another line; in linear time."""
    end = _HEAD_END.match(line)
    found = end and _HEAD.fullmatch(line, 0, end.start(1))
    return dict(zip(_SIDES, map(as_text, found.groups()), strict=True)) if found else None


class _Said(NamedTuple):
    """A move and where it stands."""

    move: MoveLine
    line: Line


class _Match:
    """What was printed in one match."""

    def __init__(self, line: Line, names: dict[str, str]) -> None:
        self.line = line
        self.names = names
        self.size: int | None = None
        self.said: dict[str, list[_Said]] = {"X": [], "O": []}
        self.notices = Notices()
        self.broken: Outcome | None = None

    def hear(self, data: bytes, line: Line) -> None:
        """Takes a line up."""
        if found := _BOARD.fullmatch(data):
            self.size = min(int(found[1]), LARGEST)
        elif found := _HANDSHAKE.fullmatch(data):
            self.names[as_text(found[1])] = as_text(found[2]).strip() or as_text(found[1])
        elif (move := parse_move_line(data)) is not None:
            if len(self.said[move.colour]) < MOST_MOVES:
                self.said[move.colour].append(_Said(move, line))
            else:
                self.notices.add(line.place(), "the match has too many moves; this one is left out")
        elif (stop := parse_stop(data)) is not None:
            colour, reason = stop
            detail = f"{self._who(_SIDES[colour])} broke the game off: {reason}"
            self.broken = self.broken or Outcome(None, Termination.INTERRUPTED, detail)
            self.notices.add(line.place(), detail)
        else:
            self.notices.add(line.place(), f"{quoted(data)} is neither a move nor a handshake")

    def _who(self, side: Side) -> str:
        """The program and its colour, as messages name it."""
        return f"{next(self.names[letter] for letter, found in _SIDES.items() if found is side)} ({side})"

    def entry(self, last: Line, missing: str = "") -> ReadGame:
        """The game, of which the log has nothing more."""
        if missing:
            self.notices.add(last.place(), missing)
        turns = self._in_order()
        size = self.size or _likely_size(turns)
        game = Hex(size)
        if self.size is None and size != USUAL_SIZE:
            self.notices.add(self.line.place(), f"the log does not tell the size; by its moves it is {size}")
        decisions, position, outcome = self._play(game, turns)
        if outcome is None:
            outcome, _ = decided(position, self.broken)
        players = self.names["X"], self.names["O"]
        record = GameRecord(game, players, game.initial(), tuple(decisions), outcome)
        return ReadGame(record, self.line.number, self.notices.in_order())

    def _in_order(self) -> list[_Said]:
        """The moves of both by their numbers, X first; up to the first that is missing."""
        ordered, told = [], 0
        for said in self.said.values():
            distinct: dict[tuple[int | None, str], _Said] = {}
            for one in said:  # a line may have been copied twice
                distinct.setdefault((one.move.number, one.move.cell), one)
            told += len(distinct)
            ordered.append(_unbroken(sorted(distinct.values(), key=lambda one: one.move.number or 0)))
        if ordered[0] and (ordered[0][0].move.number or 1) > 1:
            self._note(ordered[0][0], f"the log begins with move {ordered[0][0].move.number}")
        found: list[_Said] = []
        for pair in zip_longest(*ordered):
            for one in pair:
                if one is None:
                    break
                found.append(one)
            if None in pair:
                break
        if told > len(found):
            after = f"after {found[-1].move.cell}" if found else "at the beginning"
            self._note(found[-1] if found else None, f"a move is missing {after}; what follows it is left out")
        return found

    def _note(self, said: _Said | None, message: str, *, false_claim: bool = False) -> None:
        line = self.line if said is None else said.line
        self.notices.add(line.place(), message, false_claim=false_claim)

    def _play(self, game: Hex, turns: list[_Said]) -> tuple[list[Decision], Any, Outcome | None]:
        position: Any = game.initial()
        decisions: list[Decision] = []
        for said in turns:
            if position.outcome() is not None:
                self._note(said, "the game is over before this move; it and what follows are left out")
                break
            side, told = position.side_to_move, said.move
            try:
                move = position.parse_move(told.cell)
            except MoveError as error:
                self._note(said, f"{side}'s move {error}")
                detail = f"{self._who(side)} made an illegal move: {error}"
                return decisions, position, Outcome(side.other, Termination.ILLEGAL_MOVE, detail)
            position = position.play(move)
            decisions.append(Decision(move, (told.milliseconds or 0) / 1000, says_over=told.final))
            if told.final and position.outcome() is None:
                self._note(said, f"{side} says that {move} ends the game, which goes on", false_claim=True)
        return decisions, position, None


def _unbroken(said: list[_Said]) -> list[_Said]:
    """One colour's moves up to the first that is missing by the numbers, which count pairs of moves, or single ones."""
    numbers = [one.move.number or 0 for one in said]
    steps = [later - earlier for earlier, later in pairwise(numbers)]
    usual = min(steps, default=1)
    return said[: next((i + 1 for i, step in enumerate(steps) if step > max(usual, 1)), len(said))]


def _likely_size(turns: list[_Said]) -> int:
    """The usual size, or else one on which the last move wins, or at least one that has all cells."""
    cells = [(ord(said.move.cell[0]) - ord("a") + 1, int(said.move.cell[1:])) for said in turns]
    least = min(max(map(max, cells), default=1), LARGEST)
    sizes = [size for size in (USUAL_SIZE, *range(1, LARGEST + 1)) if size >= least]
    claims_end = bool(turns) and turns[-1].move.final
    likely: int = next((size for size in sizes if claims_end and _ends(size, turns)), sizes[0])
    return likely


def _ends(size: int, turns: list[_Said]) -> bool:
    """Whether the last move, and no other, wins on a board of that size."""
    position = Hex(size).initial()
    try:
        for said in turns:
            position = position.play(said.move.cell)
    except MoveError:
        return False
    return position.outcome() is not None


def dumps(record: GameRecord, date: str = "a day unknown") -> str:
    """A game as such a log. Raises InputError where it is not Hex from an empty board without a swap, red first.

    It has no word for ends but by the rules: other games stay open.
    """
    if record.game.name != Hex.name or record.game != Hex(record.game.options["size"]) or record.start.pieces():
        raise InputError("an arbi log is for Hex from an empty board, red first, without the swap; write JSON lines")
    size = record.game.options["size"]
    found = [head(record.players, (ITERATIONS, ITERATIONS), size, date)]
    last = len(record.decisions) - 1
    over = record.outcome.termination is Termination.NORMAL
    for number, decision in enumerate(record.decisions):
        milliseconds = round(1000 * decision.seconds)
        line = MoveLine("XO"[number % 2], str(decision.move), over and number == last, number // 2 + 1, milliseconds)
        found.append(f"{line}\n")
    return "".join([*found, foot(date)])
