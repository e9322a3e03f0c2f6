"""Checks of a bot: what works, what does not, and the exchanged lines that show it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from crownbridge.arena.clock import Clock, TimeControl
from crownbridge.arena.fault_messages import Moment, describe, who
from crownbridge.arena.referee import Referee, judge
from crownbridge.errors import printable, quoted
from crownbridge.games import Game, Position, RuleCheck, Side, Termination
from crownbridge.players import FaultError, ProgramPlayer, RandomPlayer, TimeLimit
from crownbridge.protocols import LastMove, dialogue_class
from crownbridge.protocols.dialogue import PRINT_TO_STDERR
from crownbridge.records import Decision
from crownbridge.records.printed import complaint, last_lines

EXIT_SECONDS = 2.0
"""Time that a program has to exit after the end of its input."""
MOST_LINES = 12
"""Number of lines in a finding."""


class Finding(NamedTuple):
    """The result of one check."""

    name: str
    problem: str
    """Description of the problem; empty if the check passed."""
    lines: list[str]
    """The last lines exchanged: `>` to the program, `<` from it."""
    complaint: list[str]
    """The last lines on stderr if the program failed."""
    advice: str
    """Advice for the author of the program; empty if the check passed."""


class Checkup:
    """Runs a series of checks on a bot."""

    def __init__(self, game: Game[Any], player: Callable[[], ProgramPlayer], control: TimeControl) -> None:
        """Prepare the checks; each one calls `player` for a new player."""
        self.is_complete = False
        """True if every check was run."""
        self._game = game
        self._new_player = player
        self._protocol = dialogue_class(player().protocol or "")
        self._control = control
        self._lines: list[str] = []
        self._complaint: list[str] = []
        self._advice = ""
        self._moment = Moment(self._limit())
        self._side = game.sides[0]
        self._has_moved = False

    def run(self) -> Iterator[Finding]:
        """Yield the result of every check; stop early if the bot cannot start or make a first move."""
        basics = {"starts": self._starts}
        basics |= {f"first move as {side}": partial(self._first_move, side) for side in self._game.sides}
        for name, check in basics.items():
            finding = self._check(name, check)
            yield finding
            if finding.problem:
                return
        for rule in self._game.rule_checks if self._protocol.starts_anywhere else ():
            yield self._check(rule.name, partial(self._knows, rule))
        for ending in self._protocol.endings:
            yield self._check(ending.name, partial(self._announces, ending))
        for side in self._game.sides:
            yield self._check(f"whole game as {side}", partial(self._whole_game, side))
        yield self._check("two games in a row", self._two_games)
        yield self._check("prints one move per turn", self._no_junk)
        yield self._check("exits when its input ends", self._ends)
        self.is_complete = True

    def _check(self, name: str, check: Callable[[], str]) -> Finding:
        self._lines, self._complaint, self._advice = [], [], ""
        try:
            problem = check()
        except FaultError as fault:
            problem = self._fault(fault)
        return Finding(name, problem, self._lines[-MOST_LINES:], self._complaint, problem and self._advice)

    def _fault(self, fault: FaultError) -> str:
        """Return the description of a fault, and keep its stderr and the advice."""
        problem = describe(who(self._player().name, self._side), fault, self._moment, self._control)
        if fault.turn is not None:
            self._complaint = last_lines(fault.turn.stderr, MOST_LINES)
        self._advice = self._remedy(fault.termination, problem, fault.turn)
        return problem

    def _player(self) -> ProgramPlayer:
        player = self._new_player()
        player.watch = lambda mark, line: self._lines.append(printable(f"{mark} {line.decode('utf-8', 'replace')}"))
        return player

    @contextmanager
    def _started(self, side: Side) -> Iterator[ProgramPlayer]:
        """Start the bot for a game on that side, and close it at the end of the block."""
        player = self._player()
        self._side, self._moment = side, Moment(self._limit())
        try:
            player.start(self._game, side, self._limit())
            yield player
        finally:
            player.close()

    def _ask(self, position: Position[Any], last: LastMove | None = None) -> Decision:
        """Return the bot's move in a position; raise FaultError if the move is wrong."""
        with self._started(position.side_to_move) as player:
            self._moment = Moment(self._limit(), 1 if last is None else last.number + 1, 1)
            decision = player.choose(position, last, self._limit())
        judge(position, decision)
        self._has_moved = True
        return decision

    def _limit(self) -> TimeLimit:
        """Return the time limit for the first move, which includes starting the program."""
        return TimeLimit(self._seconds, self._control.margin + self._control.startup)

    @property
    def _seconds(self) -> float:
        return Clock(self._control).budget(0)

    def _after(self, position: Position[Any], move: Any) -> tuple[Position[Any], LastMove]:
        """Return the position after a move, and that move as the opponent's turn."""
        after = position.play(move)
        return after, LastMove(after, move, 1, 0)

    def _starts(self) -> str:
        for side in self._game.sides:
            with self._started(side):
                pass
        return ""

    def _first_move(self, side: Side) -> str:
        position = self._game.initial()
        if position.side_to_move is side:
            self._ask(position)
        else:
            moves = position.legal_moves()
            self._ask(*self._after(position, moves[len(moves) // 2]))
        return ""

    def _set(self, check: RuleCheck) -> tuple[Position[Any], LastMove]:
        position = self._game.parse(check.before)
        return self._after(position, position.parse_move(check.move))

    def _knows(self, rule: RuleCheck) -> str:
        try:
            self._ask(*self._set(rule))
        except FaultError as fault:
            problem = self._fault(fault)
            if fault.termination is not Termination.ILLEGAL_MOVE:
                return problem
            self._advice = f"correct its move generator: {rule.advice}"
            return f"{problem}; {rule.advice}"
        return ""

    def _announces(self, ending: RuleCheck) -> str:
        position, last = self._set(ending)
        outcome = position.outcome()
        assert outcome is not None, ending  # noqa: S101 (checks are ours)
        side = position.side_to_move
        with self._started(side) as player:
            reply = player.finish(outcome, last, self._limit().seconds + self._limit().allowance)
        message = None if reply is None else self._protocol(self._game, side).parse_relayed(reply.stdout.strip())
        self._advice = ending.advice
        is_announced = message is not None and message.outcome is not None and message.outcome.winner == outcome.winner
        return "" if is_announced else ending.advice

    def _whole_game(self, side: Side) -> str:
        players: list[Any] = [RandomPlayer(1), RandomPlayer(2)]
        players[side] = self._player()
        record = Referee(self._game, (players[0], players[1]), self._control).play()
        self._complaint = complaint(record, MOST_LINES)
        self._advice = self._remedy(record.outcome.termination, record.outcome.detail, record.leftover.get(side))
        return record.outcome.detail

    def _two_games(self) -> str:
        first = self._game.sides[0]
        return self._whole_game(first) or self._whole_game(first)

    def _no_junk(self) -> str:
        position = self._game.initial()
        decision = self._ask(position)
        dialogue = self._protocol(self._game, position.side_to_move)
        milliseconds = int(self._seconds * 1000)
        dialogue.start(milliseconds)
        dialogue.ask(position, None, milliseconds)  # the meaning of a line may depend on the request
        for line in decision.stdout.split(b"\n"):
            if line.strip() and line != decision.line and dialogue.read(line) is not None:
                self._advice = PRINT_TO_STDERR
                return f"prints {quoted(line)} in addition to its move; {PRINT_TO_STDERR}"
        return ""

    def _ends(self) -> str:
        position = self._game.initial()
        with self._started(position.side_to_move) as player:
            player.choose(position, None, self._limit())
            if player.hang_up(EXIT_SECONDS):
                return ""
        self._advice = "exit at the end of stdin"
        return f"still runs {EXIT_SECONDS:.0f} s after the end of its input; {self._advice}"

    def _remedy(self, termination: Termination, problem: str, turn: Decision | None) -> str:
        """Return advice for the author of a program about a fault in a turn."""
        if PRINT_TO_STDERR in problem:
            return PRINT_TO_STDERR
        if termination is Termination.TIMEOUT and not self._has_moved:
            speaks = f"check that it speaks the {self._protocol.protocol} protocol"
            is_silent = not any(line.startswith("<") for line in self._lines)
            if is_silent:
                computes = turn is not None and turn.has_computed and not turn.stdout.strip()
                return "stop the search in time" if computes else f"flush stdout after every line, and {speaks}"
            if turn is not None and turn.stdout.strip():
                return f"{speaks}: no line of its output is a move"
        if termination is Termination.CRASH and "(signal " in problem:
            return "run it in a debugger such as gdb, with these lines as its input"
        if termination is Termination.CRASH and not self._complaint:
            termination = Termination.DISCONNECT
        if termination is Termination.ILLEGAL_MOVE:
            return self._protocol.illegal_move_advice
        return _REMEDIES.get(termination, "compare its last line with the description of the protocol")


_REMEDIES = {
    Termination.TIMEOUT: "make it answer faster, look for an endless loop, or give it more time with --per-move",
    Termination.CRASH: "correct the error in its last lines on stderr",
    Termination.DISCONNECT: "make it run until its input ends or the game is over",
    Termination.RESIGNATION: "make it move as long as it has a legal move",
}
