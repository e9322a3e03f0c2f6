"""Checkers games as the messages that KTH clients sent: both clients' or one's, with or without `W: ` and `R: ` before.

Of a log of one client, the other's moves are worked out from the boards. What a program does wrong is the outcome of
its game, not a fault of the file.
"""

import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from crownbridge.errors import InputError, MoveError, PositionError
from crownbridge.games import Checkers, Outcome, Termination
from crownbridge.games import Side as AnySide
from crownbridge.games.checkers import Move, Side
from crownbridge.protocols.kth import BEGINNING, ENDS, Message, describe, message, parse_message, what_is_wrong
from crownbridge.records.log_lines import Line, lines
from crownbridge.records.reading import Entry, Notices, Problem, ReadGame, as_text, decided, untimed
from crownbridge.records.record import Decision, GameRecord

_RULES = Checkers()
_LINE = re.compile(rb"\s*(?P<prefix>[WR]:\s*)?(?P<message>.*)", re.DOTALL)
_BOARD = re.compile(rb"[.rRwW]{8,}")
_NAME = re.compile(rb"# (red|white): (.*)")
_WINNERS = {description: winner for winner, description in ENDS.items()}
_NULL_MOVE = "-5"
_LETTERS: dict[AnySide, str] = {Side.RED: "R", Side.WHITE: "W"}
_TOLD = (Termination.NORMAL, Termination.COUNTER, Termination.RESIGNATION)


def looks_like(head: bytes) -> bool:
    """Whether a file that begins so is such a log."""
    found = (_LINE.match(line) for line in head.splitlines())
    return any(match is not None and parse_message(match["message"]) for match in found)


def read(source: BinaryIO) -> Iterator[Entry]:
    """The games of a log. Lines that are no messages are passed over."""
    log = _Log()
    for line in lines(source):
        yield from log.hear(line)
    yield from log.end()


class _Log:
    """A log as far as it has been read."""

    def __init__(self) -> None:
        self._names = {"red": "red", "white": "white"}
        self._game: _Game | None = None

    def hear(self, line: Line) -> Iterator[Entry]:
        """The game that a line ends, if it does."""
        if found := _NAME.fullmatch(line.data):
            yield from self.end()
            self._names[as_text(found[1])] = as_text(found[2])
            return
        prefix, data = _LINE.fullmatch(line.data).groups()  # type: ignore[union-attr]  # it matches anything
        place = line.place(len(line.data) - len(data) + 1)
        said = parse_message(data)
        game = self._game
        if said is None:
            if game is not None and (prefix or _BOARD.match(data)):
                game.notices.add(place, f"no message of a client: {what_is_wrong(data)}")
        elif game is not None and said == game.last:
            return  # the other client's log has it too
        elif game is not None and not game.over and said.description != BEGINNING:
            game.hear(said, line)
        else:
            yield from self.end()
            try:
                self._game = _Game(said, line, (self._names["red"], self._names["white"]))
            except PositionError as error:
                yield Problem(place, str(error))

    def end(self) -> Iterator[Entry]:
        """The game that goes on, if one does."""
        if self._game is not None:
            yield self._game.entry()
        self._game = None


class _Game:
    """A game as far as its messages go."""

    def __init__(self, first: Message, line: Line, names: tuple[str, str]) -> None:
        """Raises PositionError where the first message shows no position."""
        self.line = line
        self.names = names
        self.notices = Notices()
        self.decisions: list[Decision] = []
        self.outcome: Outcome | None = None
        self.over = False
        self.last = first
        after = _RULES.parse(first.state)
        self.start = self.position = after
        if first.description == BEGINNING:
            return
        if first.description[0] != "-" and (moves := _way(_RULES.initial(), first)):
            self.start = self.position = _RULES.initial()
            self._play(moves)
            return
        self.notices.add(line.place(), "the log begins in the middle of the game")
        if first.ends_game:
            self.hear(first, line)

    def hear(self, said: Message, line: Line) -> None:
        """Goes on with a message."""
        self.last = said
        if self.outcome is not None or said.description == _NULL_MOVE:
            self.over = self.over or said.ends_game
        elif said.ends_game:
            self._end(said, line)
        elif moves := _way(self.position, said):
            self._play(moves)
        else:
            self._fault(said, line)

    def _play(self, moves: list[Move]) -> None:
        for move in moves:
            self.decisions.append(untimed(move))
            self.position = self.position.play(move)

    def _fault(self, said: Message, line: Line) -> None:
        """Ends the game for the client whose message cannot be."""
        sender = Side("rw".index(said.next_player)).other
        try:
            after = self.position.play(_move(said))
            why, what = Termination.PROTOCOL_ERROR, f"after {said.description} the state is {str(after)!r}"
        except MoveError as error:
            why, what = Termination.ILLEGAL_MOVE, str(error)
        self.outcome = Outcome(sender.other, why, f"{sender} says {str(said)!r}, but {what}")
        self.notices.add(line.place(), self.outcome.detail, false_claim=True)

    def _end(self, said: Message, line: Line) -> None:
        self.over = True
        winner = _WINNERS[said.description]
        other = Side("rw".index(said.next_player))  # than the one who says so
        claim = Outcome(winner, Termination.RESIGNATION if winner == other else Termination.NORMAL)
        self.outcome, difference = decided(self.position, claim)
        if difference:
            self.notices.add(line.place(), difference, false_claim=True)

    def entry(self) -> ReadGame:
        """The game."""
        outcome = self.outcome or decided(self.position, None)[0]
        record = GameRecord(_RULES, self.names, self.start, tuple(self.decisions), outcome)
        return ReadGame(record, self.line.number, self.notices.in_order())


def _move(said: Message) -> Move:
    """The move of a message. Raises MoveError."""
    return Move([int(square) for square in said.description.split("_")[1:]])


def _way(position: Any, said: Message) -> list[Move]:
    """The moves from a position to a message: its own, or that and one of the other client's, which was not logged."""
    try:
        move = _move(said)
    except MoveError:
        return []
    for unseen in ([], *([unseen] for unseen in position.legal_moves())):
        before = position.play(unseen[0]) if unseen else position
        if move in before.legal_moves() and str(before.play(move)) == said.state:
            return [*unseen, move]
    return []


def dumps(record: GameRecord) -> str:
    """A game as both clients' messages, names and an empty line. Raises InputError where it is not by the KTH rules.

    It has no place for times, and no word for ends but by the rules or by resignation: other games stay open.
    """
    if record.game != _RULES:
        raise InputError(
            'a KTH log is for checkers by the rules kth (in PDN: [Rules "kth"]); write JSON lines, or PDN for checkers'
        )
    names = [f"# {side}: {' '.join(name.split())}" for side, name in zip(Side, record.players, strict=True)]
    position: Any = record.start
    found = [f"W: {message(position, BEGINNING)}"]
    for decision in record.decisions:
        letter = _LETTERS[position.side_to_move]
        position = position.play(decision.move)
        found.append(f"{letter}: {message(position, describe(decision.move))}")
    outcome = record.outcome
    if outcome.termination in _TOLD:
        sender = position.side_to_move if outcome.winner is None else outcome.winner.other
        end = message(position, ENDS[outcome.winner])._replace(next_player="rw"[sender.other])
        found.append(f"{_LETTERS[sender]}: {end}")
    return "\n".join([*names, *found, "", ""])
