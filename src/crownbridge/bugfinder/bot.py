"""The bot under examination: answers to questions, in new processes or within one game."""

import math
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import tee
from typing import Any, ClassVar

from crownbridge.arena.referee import judge
from crownbridge.bugfinder.answer import Answer
from crownbridge.bugfinder.question import Question
from crownbridge.bugfinder.results import Result, Results
from crownbridge.games import Game, Position, Side
from crownbridge.players import FaultError, Player, ProgramPlayer, TimeLimit
from crownbridge.protocols import LastMove, dialogue_class
from crownbridge.records import Decision

STARTUP = 5.0
"""Seconds that a program may take to start, in addition to the time for its move."""

CONFIRMATION = 15.0
"""Seconds that a probe may take longer to confirm what it has found."""
MEASURED = 8
"""Number of moves whose processor time is measured."""
COMPARED = 16
"""Number of positions by which new processes are compared with used ones."""
STARTUP_SHARE = 0.6
"""Share of the time that starting must take before processes are shared."""


class TimeIsUpError(Exception):
    """The time for the examination or one of its probes is over."""


class Conversation:
    """One process of the bot, which answers several positions in turn."""

    def __init__(self, bot: "Bot", player: Player, lines: list[str]) -> None:
        self._bot = bot
        self.player = player
        self._lines = lines
        self._start = len(lines)
        self.is_first = True

    @property
    def sent(self) -> tuple[str, ...]:
        """All lines sent to the process so far."""
        return tuple(self._lines)

    def ask(self, position: Position[Any], last: LastMove | None = None) -> Answer:
        """Return the bot's answer. Raise TimeIsUpError."""
        self._bot.check_time()
        first, self.is_first = self.is_first, False
        limit = TimeLimit(self._bot.seconds, self._bot.grace + STARTUP * first)
        before = len(self._lines)
        move, fault = None, None
        began = time.monotonic()
        try:
            decision = self.player.choose(position, last, limit)
            judge(position, decision)
            move = position.parse_move(str(decision.move))
        except FaultError as error:
            fault, decision = error, error.turn or Decision(None, time.monotonic() - began)
        lines = (*self.sent[: self._start], *self.sent[before:]) if self._bot.sends_positions else self.sent
        answer = Answer(
            position,
            move,
            fault,
            decision.seconds,
            decision.cpu_seconds,
            decision.memory,
            lines,
            is_first=first,
            in_game=last is not None,
        )
        self._bot.record(answer)
        return answer


class Bot:
    """A bot that answers questions until the time is up."""

    conversation_type: ClassVar[type[Conversation]] = Conversation
    attempts: ClassVar[int] = 5
    """How often it must go wrong in a position before that counts as an example."""
    least_repeated: ClassVar[float] = 0.6
    """Share of the wrong answers tried as examples that it must repeat."""

    def __init__(
        self,
        game: Game[Any],
        new_player: Callable[[], Player],
        seconds: float,
        *,
        deadline: float,
        progress: Callable[[], None] = lambda: None,
    ) -> None:
        """Examine the players that `new_player` returns, with `seconds` per move, until `deadline` (monotonic)."""
        self.game = game
        self.seconds = seconds
        self.grace = 0.25 + seconds / 2
        """Seconds by which a move may be late and still count; lateness is a matter of the probe for time."""
        self.deadline = self.end = deadline
        self.latest_deadline = math.inf
        """Time up to which the deadline may be extended, at most to the end."""
        self.answers: list[Answer] = []
        """All answers in the order in which they were given."""
        self.results = Results()
        """The results of all questions, each once."""
        self.slow_results = Results()
        """Those on a slow processor; empty if the bot was not examined there."""
        self._answered: set[tuple[str, str]] = set()
        self._effort: float | None = None
        self.new_player = new_player
        self._progress = progress
        self._known: dict[str, list[Answer]] = {}
        self.shares_processes: bool | None = None
        """True if first attempts are made in used processes, False if not; None before this is decided."""
        self._shared: dict[Side, Conversation] = {}
        self._open = ExitStack()

    @property
    def name(self) -> str:
        """The name of the player."""
        return self.new_player().name

    @property
    def protocol(self) -> str:
        """The protocol of the program; empty for a built-in player."""
        return self.new_player().protocol or ""

    @property
    def starts_anywhere(self) -> bool:
        """True if the bot can be asked about any position."""
        player = self.new_player()
        return not isinstance(player, ProgramPlayer) or player.starts_anywhere

    @property
    def sends_positions(self) -> bool:
        """True if one process can be asked about any position in turn."""
        player = self.new_player()
        return not isinstance(player, ProgramPlayer) or dialogue_class(player.protocol or "").sends_positions

    @property
    def starts_again(self) -> bool:
        """True if one process can play several games."""
        player = self.new_player()
        if not isinstance(player, ProgramPlayer):
            return True
        protocol = dialogue_class(player.protocol or "")
        return protocol.sends_positions or protocol.starts_again

    def left(self) -> float:
        """Return the seconds that are left."""
        return self.deadline - time.monotonic()

    def effort(self) -> float:
        """Return the median processor time of a move in seconds, without that of starting the program."""
        if self._effort is None:
            self._effort = self._measured_effort()
        return self._effort

    def _measured_effort(self) -> float:
        times = sorted(answer.cpu_seconds for answer in self._repeated_answers())
        return times[len(times) // 2] if times else 0.0

    def _repeated_answers(self) -> list[Answer]:
        """Return answers to earlier positions in one process, without the first, during which it starts."""
        positions = [answer.position for answer in self.answers if answer.move is not None]
        side = positions[0].side_to_move if positions else None
        positions = [position for position in positions if position.side_to_move == side][:MEASURED]
        if side is None or not self.sends_positions:
            return []
        try:
            with self.conversation(side) as conversation:
                return [conversation.ask(position) for position in positions][1:]
        except FaultError:
            return []

    def extend(self, seconds: float = CONFIRMATION) -> None:
        """Allow a probe some more time to confirm what it has found."""
        self.deadline = min(max(self.deadline, time.monotonic() + seconds), self.latest_deadline, self.end)

    def check_time(self) -> None:
        """Report progress, and raise TimeIsUpError at the deadline."""
        self._progress()
        if self.left() <= 0:
            raise TimeIsUpError

    def record(self, answer: Answer) -> None:
        """Keep an answer, and report progress."""
        self.answers.append(answer)
        self._progress()

    @contextmanager
    def conversation(self, side: Side) -> Iterator[Conversation]:
        """Start the bot for a game on a side; end it at the end of the block. May raise FaultError."""
        player = self.new_player()
        lines: list[str] = []
        if isinstance(player, ProgramPlayer):
            player.watch = lambda mark, line: lines.append(line.decode("utf-8", "replace")) if mark == ">" else None
        try:
            player.start(self.game, side, TimeLimit(self.seconds, self.grace + STARTUP))
            yield self.conversation_type(self, player, lines)
        finally:
            player.close()

    def ask(self, text: str, attempt: int = 0) -> Answer:
        """Return the answer to a position. An attempt that was made before is not repeated.

        All attempts except the first are made in new processes.
        """
        position = self.game.parse(text)
        known = self._known.setdefault(text, [])
        while len(known) <= attempt:
            self.check_time()
            try:
                if self.shares_processes and not known:
                    known.append(self._ask_shared(position))
                    continue
                with self.conversation(position.side_to_move) as conversation:
                    known.append(conversation.ask(position))
            except FaultError as fault:
                known.append(Answer(position, None, fault, 0.0, 0.0, 0, ()))
                self.record(known[-1])
        if self.shares_processes is None and len(self._known) >= COMPARED:
            self._decide_on_sharing()
        return known[attempt]

    def _ask_shared(self, position: Position[Any]) -> Answer:
        """Return the answer of the process that has answered earlier questions. May raise FaultError."""
        side = position.side_to_move
        if side not in self._shared:
            self._shared[side] = self._open.enter_context(self.conversation(side))
        answer = self._shared[side].ask(position)
        if answer.move is None:
            self._shared.pop(side).player.close()
        return answer

    def _decide_on_sharing(self) -> None:
        """Share processes if starting them takes most of the time, and used ones answer as new ones do."""
        new = [answers[0] for answers in self._known.values() if answers]  # empty if the time was up
        self.shares_processes = False
        if not self.sends_positions or any(answer.move is None for answer in new):
            return
        self.shares_processes = True
        used = []
        with suppress(FaultError, TimeIsUpError):
            used = [self._ask_shared(answer.position) for answer in new]
        startup = sum(answer.seconds for answer in new) - sum(answer.seconds for answer in used)
        alike = [answer.text for answer in new] == [answer.text for answer in used]
        self.shares_processes = alike and startup > STARTUP_SHARE * sum(answer.seconds for answer in new)
        if not self.shares_processes:
            self.close()

    def close(self) -> None:
        """End the shared processes."""
        self._shared.clear()
        self._open.close()

    def ask_each(self, positions: Iterable[str]) -> Generator[Answer, None, None]:
        """Yield the answers to positions until the time is up."""
        with suppress(TimeIsUpError):
            for text in positions:
                yield self.ask(text)

    def keep(self, question: Question, answer: Answer) -> Result | None:
        """Keep the result of a question; return None if the move is neither right nor wrong."""
        if not answer.is_right(question) and not answer.is_wrong(question):
            return None
        result = Result(question, answer)
        if (question.position, question.group) not in self._answered:
            self._answered.add((question.position, question.group))
            self.results.append(result)
        return result

    def ask_all(self, questions: Iterable[Question]) -> Iterator[Result]:
        """Yield the results of questions until the time is up."""
        questions, again = tee(questions)
        for question, answer in zip(questions, self.ask_each(one.position for one in again), strict=False):
            result = self.keep(question, answer)
            if result is not None:
                yield result

    def fails_again(self, question: Question, times: int = 4) -> int:
        """Ask a question again that was answered wrongly.

        Return how many answers in a row were wrong, including the first: at most 1 + `times`.
        """
        for attempt in range(1, times + 1):
            if not self.ask(question.position, attempt).is_wrong(question):
                return attempt
        return 1 + times
