"""The referee of a game, which checks legality, clocks and draws. It never repairs a move.

The code blocks with deadlines: one game runs in one thread.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from crownbridge.arena.adjudication import Adjudicator
from crownbridge.arena.clock import Clock, TimeControl
from crownbridge.arena.fault_messages import Moment, describe, not_to_blame, who
from crownbridge.arena.internal_error import outcome_of
from crownbridge.errors import CrownbridgeError, MoveError
from crownbridge.games import Game, Outcome, Position, Side, Termination
from crownbridge.players import ILLEGAL_MOVE, FaultError, HumanPlayer, Player, ProgramPlayer, TimeLimit
from crownbridge.protocols import LastMove
from crownbridge.records import Decision, GameRecord, PlainLine, played_at

ATTEMPTS = 3
"""Number of times that a game is played before a crash counts, regardless of the machine."""


class Started(NamedTuple):
    """A game has started."""

    players: tuple[str, str]
    position: Position[Any]


class Thinking(NamedTuple):
    """A side has started to think about its move."""

    side: Side
    seconds: float


class Output(NamedTuple):
    """A program has printed something."""

    side: Side
    stream: str
    """`stdout` or `stderr`."""
    data: bytes


class Moved(NamedTuple):
    """A side has made a legal move."""

    side: Side
    decision: Decision
    position: Position[Any]
    clock: tuple[float | None, float | None]


class Ended(NamedTuple):
    """The game is over."""

    record: GameRecord


Event = Started | Thinking | Output | Moved | Ended
Observer = Callable[[Event], None]


class Referee:
    """Plays one game between two players."""

    def __init__(  # noqa: PLR0913 (all that a game depends on)
        self,
        game: Game[Any],
        players: tuple[Player, Player],
        control: TimeControl | None = None,
        *,
        start: Position[Any] | None = None,
        observers: Sequence[Observer] = (),
        adjudicators: Sequence[Adjudicator] = (),
        clock: Clock | None = None,
        may_be_void: bool = False,
    ) -> None:
        """Prepare a game; `clock` resumes an earlier game and is modified.

        With `may_be_void`, a crash for which the machine is to blame voids the game.
        """
        self._game = game
        self._players = players
        self._control = control or TimeControl()
        self._start = start or game.initial()
        self._observers = observers
        self._adjudicators = adjudicators
        self._clock = clock or Clock(self._control)
        self._interrupted = False
        self._may_be_void = may_be_void
        self.excused: Side | None = None
        """The side that could not play because the machine failed, so that the game is void."""

    @property
    def is_void(self) -> bool:
        """True if the game does not count, because the machine failed."""
        return self.excused is not None

    @property
    def plays_again(self) -> bool:
        """True if the game should be played again: if it is void and no person took part."""
        return self.is_void and not any(isinstance(player, HumanPlayer) for player in self._players)

    def interrupt(self) -> None:
        """Interrupt the game as soon as the player to move can be stopped. May be called from any thread."""
        self._interrupted = True
        for player in self._players:
            player.interrupt()

    def play(self) -> GameRecord:
        """Play the game to its end regardless of what the players do, close them, and return the record.

        An internal error voids the game.
        """
        names = self._players[0].name, self._players[1].name
        headers = played_at(time.time())
        self._notify(Started(names, self._start))
        decisions: list[Decision] = []
        leftover: dict[Side, Decision] = {}
        last: LastMove | None = None
        try:
            outcome = self._start_players(leftover)
            if outcome is None:
                outcome, last = self._play_moves(decisions, leftover)
                self._finish(outcome, last, leftover)
        except CrownbridgeError:
            raise
        except Exception as error:  # noqa: BLE001 (no player loses because of it, and other games continue)
            outcome = outcome_of(error)
        finally:
            ProgramPlayer.close_together(*self._players)
            for player in self._players:
                player.listener = (
                    None  # break the reference cycle, which would keep an engine's memory until the next collection
                )
        for side, player in zip(self._game.sides, self._players, strict=True):
            _keep(leftover, side, player.last_words)
        statuses = self._players[0].status, self._players[1].status
        record = GameRecord(self._game, names, self._start, PlainLine(decisions), outcome, leftover, statuses, headers)
        self._notify(Ended(record))
        return record

    def _start_players(self, leftover: dict[Side, Decision]) -> Outcome | None:
        """Start both players; return an outcome if one cannot be started."""
        for player in self._players:  # discard leftovers of an earlier game
            player.status, player.last_words = "", None
        for player, other in (self._players, self._players[::-1]):
            player.face(other)
        for side, player in zip(self._game.sides, self._players, strict=True):
            if self._observers:
                player.listener = partial(self._on_output, side)
            limit = self._limit(side)
            try:
                self._clock.start(side, player.start(self._game, side, limit))
            except FaultError as fault:
                _keep(leftover, side, fault.turn)
                return self._lost(side, fault, Moment(limit))
        for player, other in (self._players, self._players[::-1]):
            player.accompany(other)
        return None

    def _play_moves(self, decisions: list[Decision], leftover: dict[Side, Decision]) -> tuple[Outcome, LastMove | None]:
        position, clock = self._start, self._clock
        last: LastMove | None = None
        watched = bool(self._observers)
        same_protocol = self._players[0].protocol == self._players[1].protocol
        while (outcome := position.outcome() or self._adjudicated(position, decisions)) is None:
            if self._interrupted:
                return Outcome(None, Termination.INTERRUPTED, "interrupted"), last
            side = position.side_to_move
            limit = self._limit(side)
            if watched:
                self._notify(Thinking(side, limit.seconds))
            player = self._players[side]
            if player.takes_time:
                self._players[side.other].rest()
            try:
                decision = player.choose(position, last, limit)
                if player.timed and not clock.spend(side, decision.seconds):
                    raise FaultError(Termination.TIMEOUT, "answered too late", decision)
                after = judge(position, decision)
            except FaultError as fault:
                _keep(leftover, side, fault.turn)
                moment = Moment(limit, len(decisions) + 1, len(decisions) // 2 + 1)
                return self._lost(side, fault, moment), last
            if isinstance(decision.move, str):
                decision = decision._replace(move=position.parse_move(decision.move))
            position = after
            decisions.append(decision)
            line = b" ".join(decision.line.split()) if same_protocol and decision.line is not None else None
            last = LastMove(position, decision.move, len(decisions), int(decision.seconds * 1000), line)
            if watched:
                self._notify(Moved(side, decision, position, (clock.left[0], clock.left[1])))
        return outcome, last

    def _lost(self, side: Side, fault: FaultError, moment: Moment) -> Outcome:
        """Return the outcome after a fault of a side; an interrupted game has no winner."""
        player = who(self._players[side].name, side, self._players[side.other].name)
        if fault.excuse and self._may_be_void:  # not always: a program might cause it to avoid a loss
            self.excused = side
            return Outcome(None, Termination.INTERRUPTED, not_to_blame(player, fault))
        winner = None if fault.termination is Termination.INTERRUPTED else side.other
        return Outcome(winner, fault.termination, describe(player, fault, moment, self._control))

    def _limit(self, side: Side) -> TimeLimit:
        clock = self._clock
        return TimeLimit(clock.budget(side), clock.allowance(side), self._control.increment, clock.left[side])

    def _adjudicated(self, position: Position[Any], decisions: list[Decision]) -> Outcome | None:
        verdicts = (adjudicate(position, decisions) for adjudicate in self._adjudicators)
        return next((verdict for verdict in verdicts if verdict is not None), None)

    def _finish(self, outcome: Outcome, last: LastMove | None, leftover: dict[Side, Decision]) -> None:
        """Notify both players of the end, and the side to move of the last move as well if the rules ended the game."""
        to_move = last.position.side_to_move if last is not None else None
        for side, player in zip(self._game.sides, self._players, strict=True):
            ended_by_rules = outcome.termination in _BY_RULES
            leftovers = player.finish(outcome, last if ended_by_rules and side is to_move else None)
            _keep(leftover, side, leftovers)

    def _on_output(self, side: Side, stream: str, data: bytes) -> None:
        self._notify(Output(side, stream, data))

    def _notify(self, event: Event) -> None:
        for observer in self._observers:
            observer(event)


def judge(position: Position[Any], decision: Decision) -> Position[Any]:
    """Return the position after a move; raise FaultError if it is illegal or contradicts the program's claims."""
    try:
        after = position.play(decision.move)
    except MoveError as error:
        raise FaultError(Termination.ILLEGAL_MOVE, ILLEGAL_MOVE, decision, str(error)) from None
    if decision.claim is not None and decision.claim != str(after):
        hint = f"after {decision.move} the state is {str(after)!r}, but it claims {decision.claim!r}"
        raise FaultError(Termination.PROTOCOL_ERROR, "sent a wrong state", decision, hint)
    if decision.says_over and after.outcome() is None:
        hint = f"it claims that {decision.move} ends the game, but the game is not over"
        raise FaultError(Termination.PROTOCOL_ERROR, "made a false claim", decision, hint)
    return after


_BY_RULES = {Termination.NORMAL, Termination.COUNTER, Termination.REPETITION, Termination.MOVE_LIMIT}


def _keep(leftover: dict[Side, Decision], side: Side, more: Decision | None) -> None:
    """Add the output that a side printed outside of its moves."""
    if more is None:
        return
    before = leftover.get(side)
    if before is not None:
        stdout, stderr = before.stdout + more.stdout, before.stderr + more.stderr
        more = before._replace(stdout=stdout, stderr=stderr, dropped=before.dropped + more.dropped)
    leftover[side] = more._replace(move=None)


def play_until_valid(prepare: Callable[[bool], Referee]) -> Iterator[GameRecord]:
    """Play a game and yield its record, again if it is void, unless a person takes part.

    `prepare` takes the referee's `may_be_void`.
    """
    for attempt in range(1, ATTEMPTS + 1):
        referee = prepare(attempt < ATTEMPTS)
        yield referee.play()
        if not referee.plays_again:
            return


def play_game(
    game: Game[Any],
    players: tuple[Player, Player],
    control: TimeControl | None = None,
    observers: Sequence[Observer] = (),
) -> GameRecord:
    """Play one game from the initial position and return its record; `players` are in the order of the game's sides."""
    return Referee(game, players, control, observers=observers).play()
