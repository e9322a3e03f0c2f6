"""An examination for somebody's bot: what works, what does not, and the lines that show it."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from crownbridge.arena.clock import TimeControl
from crownbridge.arena.referee import Referee
from crownbridge.errors import MoveError
from crownbridge.games import Game, Position, Side
from crownbridge.players import FaultError, Limit, ProgramPlayer, RandomPlayer
from crownbridge.protocols import Dialogue, Turn

GOODBYE_SECONDS = 2.0
SHOWN_LINES = 12


class Finding(NamedTuple):
    """The result of one check."""

    name: str
    problem: str
    """What is wrong, in plain words; empty when all is well."""
    lines: list[str]
    """The lines that were exchanged: `>` to the program, `<` from it."""


class Problem(NamedTuple):
    """A position to be set, and what its solution is to show."""

    name: str
    position: str
    advice: str


# Each has one legal move.
CHECKERS_PROBLEMS = (
    Problem("mandatory capture", "B:W14,32:B9,1", "a capture must be played when there is one"),
    Problem("capture of two pieces", "B:W14,22:B9", "a jump goes on as long as the piece can jump"),
    Problem("a king jumps backwards", "B:W18,19:BK23", "a king captures in all four directions"),
    Problem("crowning ends the move", "B:W26,27:B22", "a man that is crowned may not jump on in the same move"),
    Problem("crowning by a step", "B:W21:B28", "a man that reaches the last row is written R or W"),
)


# Red to move, and the game is over; the advice is the description that the bot must send.
KTH_ENDINGS = (
    Problem("says that it has lost", "B:W10:B", "-3"),
    Problem("says that the game is drawn", "R..............................W r 0", "-4"),
)


class Checkup:
    """Puts a bot through its paces, one finding after another."""

    def __init__(self, game: Game[Any], command: list[str], protocol: type[Dialogue], seconds: float) -> None:
        self._game = game
        self._command = command
        self._protocol = protocol
        self._seconds = seconds
        self._lines: list[str] = []

    def run(self) -> Iterator[Finding]:
        """Every check; when the bot cannot even be started, that one alone."""
        started = self._check("starts, and says what it must", self._starts)
        yield started
        if started.problem:
            return
        for side in self._game.sides:
            yield self._check(f"first move as {side}", partial(self._first_move, side))
        if self._protocol.protocol in ("kth", "reblexis"):
            for problem in CHECKERS_PROBLEMS:
                yield self._check(problem.name, partial(self._solves, problem))
        if self._protocol.protocol == "kth":
            for ending in KTH_ENDINGS:
                yield self._check(ending.name, partial(self._says_the_end, ending))
        for side in self._game.sides:
            yield self._check(f"a whole game as {side}", partial(self._whole_game, side))
        yield self._check("two games in a row", self._two_games)
        yield self._check("prints nothing but its moves on stdout", self._no_junk)
        yield self._check("ends when its input ends", self._ends)

    def _check(self, name: str, check: Callable[[], str]) -> Finding:
        self._lines = []
        try:
            problem = check()
        except FaultError as fault:
            problem = str(fault)
        return Finding(name, problem, self._lines[-SHOWN_LINES:])

    def _player(self) -> ProgramPlayer:
        player = ProgramPlayer("the bot", self._command, self._protocol)
        player.watch = lambda mark, line: self._lines.append(f"{mark} {line.decode('utf-8', 'replace')}")
        return player

    def _ask(self, position: Position[Any], last: Turn | None = None) -> str:
        """Has the bot move in a position; gives what is wrong with its answer."""
        player = self._player()
        try:
            player.start(self._game, position.side_to_move, self._seconds)
            decision = player.choose(position, last, Limit(self._seconds))
            after = position.play(decision.move)
            if decision.claim not in (None, str(after)):
                return f"after {decision.move} the state is {str(after)!r}, but it says {decision.claim!r}"
        except MoveError as error:
            return f"its move is refused: {error}"
        finally:
            player.close()
        return ""

    def _starts(self) -> str:
        for side in self._game.sides:
            player = self._player()
            try:
                player.start(self._game, side, self._seconds)
            finally:
                player.close()
        return ""

    def _first_move(self, side: Side) -> str:
        position = self._game.initial()
        if position.side_to_move is side:
            return self._ask(position)
        move = position.legal_moves()[len(position.legal_moves()) // 2]
        after = position.play(move)
        return self._ask(after, Turn(after, move, 1, 0))

    def _solves(self, problem: Problem) -> str:
        position = self._game.parse(problem.position)
        before = self._game.initial().legal_moves()[0]
        wrong = self._ask(position, Turn(position, before, 1, 0))
        return f"{wrong}. {problem.advice}" if wrong else ""

    def _says_the_end(self, ending: Problem) -> str:
        position = self._game.parse(ending.position)
        outcome = position.outcome()
        assert outcome is not None, ending  # noqa: S101 (a mistake of ours)
        player = self._player()
        try:
            player.start(self._game, position.side_to_move, self._seconds)
            said = player.finish(outcome, Turn(position, self._game.initial().legal_moves()[0], 1, 0), self._seconds)
        finally:
            player.close()
        fields = said.stdout.split() if said is not None else []
        if len(fields) > 1 and fields[1].decode("ascii", "replace") == ending.advice:
            return ""
        return f"expected a message with {ending.advice} when the game is over for it"

    def _whole_game(self, side: Side) -> str:
        players: list[Any] = [RandomPlayer(1), RandomPlayer(2)]
        players[side] = self._player()
        record = Referee(self._game, (players[0], players[1]), TimeControl(per_move=self._seconds)).play()
        if record.outcome.detail:
            return f"{record.outcome.termination}: {record.outcome.detail}"
        slowest = max((d.seconds for d in record.decisions), default=0.0)
        return "" if slowest <= self._seconds else f"a move took {slowest:.2f} s"

    def _two_games(self) -> str:
        first = self._game.sides[0]
        return self._whole_game(first) or self._whole_game(first)

    def _no_junk(self) -> str:
        position = self._game.initial()
        player = self._player()
        try:
            player.start(self._game, position.side_to_move, self._seconds)
            decision = player.choose(position, None, Limit(self._seconds))
        finally:
            player.close()
        lines = [line for line in decision.stdout.splitlines() if line.strip() and line != decision.line]
        junk = [line for line in lines if self._protocol(self._game, position.side_to_move).read(line) is not None]
        return f"prints {junk[0][:60]!r} besides its move; print such things on stderr" if junk else ""

    def _ends(self) -> str:
        position = self._game.initial()
        player = self._player()
        player.start(self._game, position.side_to_move, self._seconds)
        player.choose(position, None, Limit(self._seconds))
        began = time.monotonic()
        ended = player.hang_up(GOODBYE_SECONDS)
        spent = time.monotonic() - began
        player.close()
        return "" if ended else f"still runs {spent:.0f} s after the end of its input; leave when reading gives nothing"
