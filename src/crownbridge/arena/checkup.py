"""An examination for somebody's bot: what works, what does not, and the lines that show it."""

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
    """A position that white's move leads to, and what red's answer is to show."""

    name: str
    before: str
    """White to move."""
    move: str
    advice: str


CHECKERS_PROBLEMS = (
    Problem("mandatory capture", "W:W18,32:B9,1", "18-14", "a capture must be played when there is one"),
    Problem("capture of two pieces", "W:W18,22:B9", "18-14", "a jump goes on as long as the piece can jump"),
    Problem("a king jumps backwards", "W:W22,19:BK23", "22-18", "a king captures in all four directions"),
    Problem("crowning ends the move", "W:W30,27:B22", "30-26", "a man that is crowned may not jump on"),
    Problem("crowning by a step", "W:W25:B28", "25-21", "a man that reaches the last row is written R or W"),
)


class Ending(NamedTuple):
    """White's move ends the game; red must say so."""

    name: str
    before: str
    move: str
    description: str


KTH_ENDINGS = (
    Ending("says that it has lost", "W:W15:B10", "15x6", "-3"),
    Ending("says that the game is drawn", "R..............................W w 1", "32-27", "-4"),
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
        player.watch = lambda mark, line: self._lines.append(f"{mark} {_printable(line)}")
        return player

    def _ask(self, position: Position[Any], last: Turn | None = None) -> str:
        """Has the bot move in a position; gives what is wrong with its answer."""
        player = self._player()
        try:
            player.start(self._game, position.side_to_move, self._seconds)
            decision = player.choose(position, last, self._limit())
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
        wrong = self._ask(*self._after(problem.before, problem.move))
        return f"{wrong}; {problem.advice}" if "refused" in wrong else wrong

    def _after(self, before: str, text: str) -> tuple[Position[Any], Turn]:
        """The position after a move, and that move as the opponent's turn."""
        position = self._game.parse(before)
        move = position.parse_move(text)
        after = position.play(move)
        return after, Turn(after, move, 1, 0)

    def _says_the_end(self, ending: Ending) -> str:
        position, last = self._after(ending.before, ending.move)
        outcome = position.outcome()
        assert outcome is not None, ending  # noqa: S101 (a mistake of ours)
        player = self._player()
        try:
            player.start(self._game, position.side_to_move, self._seconds)
            said = player.finish(outcome, last, self._seconds)
        finally:
            player.close()
        fields = said.stdout.split() if said is not None else []
        if len(fields) > 1 and fields[1].decode("ascii", "replace") == ending.description:
            return ""
        return f"expected a message with {ending.description} when the game is over for it"

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
            decision = player.choose(position, None, self._limit())
        finally:
            player.close()
        lines = [line for line in decision.stdout.splitlines() if line.strip() and line != decision.line]
        junk = [line for line in lines if self._protocol(self._game, position.side_to_move).read(line) is not None]
        return f"prints {junk[0][:60]!r} besides its move; print such things on stderr" if junk else ""

    def _ends(self) -> str:
        position = self._game.initial()
        player = self._player()
        try:
            player.start(self._game, position.side_to_move, self._seconds)
            player.choose(position, None, self._limit())
            ended = player.hang_up(GOODBYE_SECONDS)
        finally:
            player.close()
        if ended:
            return ""
        return f"still runs {GOODBYE_SECONDS:.0f} s after the end of its input; leave when reading gives nothing"

    def _limit(self) -> Limit:
        """For a first move: the program may still be starting."""
        return Limit(self._seconds, TimeControl().startup)


def _printable(line: bytes) -> str:
    """A line as it can be shown: what would move the cursor or ring the bell is written out."""
    text = line.decode("utf-8", "replace")
    return text if text.isprintable() else repr(text)[1:-1]
