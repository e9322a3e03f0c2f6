"""Checkers games as the messages of one or both KTH clients, with or without the prefixes `W: ` and `R: `.

If the log is of one client, the other's moves are inferred from the boards. A mistake of a program determines the
outcome of its game; it is not an error of the file.
"""

import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from crownbridge.errors import InputError, MoveError, PositionError
from crownbridge.games import Checkers, Outcome, Termination
from crownbridge.games import Side as AnySide
from crownbridge.games.checkers import Move, Side
from crownbridge.protocols.kth import BEGINNING, ENDS, Message, describe, describe_problem, message_for, parse_message
from crownbridge.records.decision import Decision
from crownbridge.records.log_lines import Line, lines
from crownbridge.records.reading import Entry, Notices, Problem, ReadGame, as_text, decided
from crownbridge.records.record import GameRecord
from crownbridge.records.tree import PlainLine

_RULES = Checkers()
_LINE = re.compile(rb"\s*(?P<prefix>[WR]:\s*)?(?P<message>.*)", re.DOTALL)
_BOARD = re.compile(rb"[.rRwW]{8,}")
_NAME = re.compile(rb"# (red|white): (.*)")
_WINNERS = {description: winner for winner, description in ENDS.items()}
_NULL_MOVE = "-5"
_LETTERS: dict[AnySide, str] = {Side.RED: "R", Side.WHITE: "W"}
_ANNOUNCED = (Termination.NORMAL, Termination.COUNTER, Termination.RESIGNATION)


def looks_like(head: bytes) -> bool:
    """Return True if the start of a file looks like a KTH log."""
    matches = (_LINE.match(line) for line in head.splitlines())
    return any(match is not None and parse_message(match["message"]) for match in matches)


def read(source: BinaryIO) -> Iterator[Entry]:
    """Yield the games of a log. Lines that are not messages are ignored."""
    log = _Log()
    for line in lines(source):
        yield from log.read_line(line)
    yield from log.end()


class _Log:
    """The state of reading a log."""

    def __init__(self) -> None:
        self._names = {"red": "red", "white": "white"}
        self._game: _Game | None = None

    def read_line(self, line: Line) -> Iterator[Entry]:
        """Read a line; yield the game that it ends, if any."""
        if match := _NAME.fullmatch(line.data):
            yield from self.end()
            self._names[as_text(match[1])] = as_text(match[2])
            return
        prefix, data = _LINE.fullmatch(line.data).groups()  # type: ignore[union-attr]  # it matches anything
        place = line.place(len(line.data) - len(data) + 1)
        message = parse_message(data)
        game = self._game
        if message is None:
            if game is not None and (prefix or _BOARD.match(data)):
                game.notices.add(place, f"not a message of a client: {describe_problem(data)}")
        elif game is not None and message == game.last:
            return  # a duplicate in the other client's log
        elif game is not None and not game.over and message.description != BEGINNING:
            game.add(message, line)
        else:
            yield from self.end()
            try:
                self._game = _Game(message, line, (self._names["red"], self._names["white"]))
            except PositionError as error:
                yield Problem(place, str(error))

    def end(self) -> Iterator[Entry]:
        """Yield the current game, if any."""
        if self._game is not None:
            yield self._game.entry()
        self._game = None


class _Game:
    """A game, built message by message."""

    def __init__(self, first: Message, line: Line, names: tuple[str, str]) -> None:
        """Raise PositionError if the first message contains no valid position."""
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
        if first.description[0] != "-" and (moves := _moves_to(_RULES.initial(), first)):
            self.start = self.position = _RULES.initial()
            self._play(moves)
            return
        self.notices.add(line.place(), "the log begins in the middle of the game")
        if first.ends_game:
            self.add(first, line)

    def add(self, message: Message, line: Line) -> None:
        """Add a message."""
        self.last = message
        if self.outcome is not None or message.description == _NULL_MOVE:
            self.over = self.over or message.ends_game
        elif message.ends_game:
            self._end(message, line)
        elif moves := _moves_to(self.position, message):
            self._play(moves)
        else:
            self._fault(message, line)

    def _play(self, moves: list[Move]) -> None:
        for move in moves:
            self.decisions.append(Decision(move))
            self.position = self.position.play(move)

    def _fault(self, message: Message, line: Line) -> None:
        """End the game as a loss of the client that sent an invalid message."""
        sender = Side("rw".index(message.next_player)).other
        try:
            after = self.position.play(_move(message))
            termination = Termination.PROTOCOL_ERROR
            problem = f"after {message.description} the state is {str(after)!r}"
        except MoveError as error:
            termination, problem = Termination.ILLEGAL_MOVE, str(error)
        self.outcome = Outcome(sender.other, termination, f"{sender} sent {str(message)!r}, but {problem}")
        self.notices.add(line.place(), self.outcome.detail, false_claim=True)

    def _end(self, message: Message, line: Line) -> None:
        self.over = True
        winner = _WINNERS[message.description]
        recipient = Side("rw".index(message.next_player))
        claim = Outcome(winner, Termination.RESIGNATION if winner == recipient else Termination.NORMAL)
        self.outcome, difference = decided(self.position, claim)
        if difference:
            self.notices.add(line.place(), difference, false_claim=True)

    def entry(self) -> ReadGame:
        """Return the game."""
        outcome = self.outcome or decided(self.position, None)[0]
        record = GameRecord(_RULES, self.names, self.start, PlainLine(self.decisions), outcome)
        return ReadGame(record, self.line.number, self.notices.in_order())


def _move(message: Message) -> Move:
    """Return the move of a message. Raise MoveError."""
    return Move([int(square) for square in message.description.split("_")[1:]])


def _moves_to(position: Any, message: Message) -> list[Move]:
    """Return the moves from a position to a message: its own, possibly after one that was not logged; empty if none."""
    try:
        move = _move(message)
    except MoveError:
        return []
    for unlogged in ([], *([reply] for reply in position.legal_moves())):
        before = position.play(unlogged[0]) if unlogged else position
        if move in before.legal_moves() and str(before.play(move)) == message.state:
            return [*unlogged, move]
    return []


def dumps(record: GameRecord) -> str:
    """Return a game as names, both clients' messages and an empty line. Raise InputError if it is not by the KTH rules.

    The format has no times, and no results except by the rules or by resignation: other games are unfinished.
    """
    if record.game != _RULES:
        raise InputError(
            'a KTH log supports only checkers with the preset kth (in PDN: [Rules "kth"]); use JSON lines or PDN'
        )
    names = [f"# {side}: {' '.join(name.split())}" for side, name in zip(Side, record.players, strict=True)]
    position: Any = record.start
    messages = [f"W: {message_for(position, BEGINNING)}"]
    for decision in record.decisions:
        letter = _LETTERS[position.side_to_move]
        position = position.play(decision.move)
        messages.append(f"{letter}: {message_for(position, describe(decision.move))}")
    outcome = record.outcome
    if outcome.termination in _ANNOUNCED:
        sender = position.side_to_move if outcome.winner is None else outcome.winner.other
        end = message_for(position, ENDS[outcome.winner])._replace(next_player="rw"[sender.other])
        messages.append(f"{_LETTERS[sender]}: {end}")
    return "\n".join([*names, *messages, "", ""])
