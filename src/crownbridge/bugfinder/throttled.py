"""A bot on a slow processor: it is stopped most of the time while it thinks, so that it searches only a few plies."""

import threading
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import Any

from crownbridge.bugfinder.answer import Answer
from crownbridge.bugfinder.bot import Bot, Conversation, TimeIsUpError
from crownbridge.games import Position, Side
from crownbridge.players import FaultError, ProgramPlayer
from crownbridge.protocols import LastMove

PARALLEL = 16
"""Maximum number of questions at a time, each for a process of its own; a second process plays the other side."""
MEMORY = 1 << 30
"""Bytes that all processes may take together; there are fewer if the bot needs much."""
SLICES = 2
"""Number of times that the bot runs in the time that it usually takes for a move."""
SENDING = 0.003
"""Seconds in which the question is sent, before the bot runs."""
GRACE = 0.5
"""Seconds by which a move may be late."""
_RUNNING = threading.Lock()
"""Held while a throttled program runs, and while questions are made, which would delay its end."""


class Throttle:
    """Lets a program run for `running` seconds after every `stopped` seconds, within a `with` block."""

    def __init__(self, player: ProgramPlayer, running: float, stopped: float) -> None:
        self._player = player
        self._running = running
        self._stopped = stopped
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._throttle, daemon=True)

    def __enter__(self) -> None:
        self._player.pause()
        self._thread.start()

    def _throttle(self) -> None:
        stopped = SENDING
        while not self._ended.wait(stopped):
            with _RUNNING:
                self._player.resume()
                time.sleep(self._running)
                self._player.pause()
            stopped = self._stopped

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self._player.resume()


class ThrottledConversation(Conversation):
    """A process of the bot that is throttled for every answer except the first."""

    _bot: "ThrottledBot"

    def ask(self, position: Position[Any], last: LastMove | None = None) -> Answer:
        """Return the bot's answer. Raise TimeIsUpError."""
        if self.is_first or not isinstance(self.player, ProgramPlayer):
            return super().ask(position, last)
        with Throttle(self.player, self._bot.running, self._bot.thinking / SLICES):
            return super().ask(position, last)


class ThrottledBot(Bot):
    """A bot whose answers are those of a slow processor. Questions are put to several processes at once."""

    conversation_type = ThrottledConversation
    attempts = 3
    least_repeated = 0.0

    def __init__(self, bot: Bot, warm_up: Mapping[Side, Position[Any]], thinking: float, running: float) -> None:
        """Let a bot that thinks for `thinking` seconds run for `running` seconds at a time.

        A new process answers the position of its side in `warm_up` at full speed before it is throttled.
        """
        super().__init__(bot.game, bot.new_player, bot.seconds, deadline=bot.deadline)
        self._usual = bot
        self.end = bot.end
        self.latest_deadline = bot.latest_deadline
        self.grace = GRACE
        self.running = running
        self.thinking = thinking
        self.shares_processes = True
        self._warm_up = warm_up
        memory = max((answer.memory for answer in bot.answers), default=0)
        self.parallel = max(min(MEMORY // (2 * max(memory, 1)), PARALLEL), 1)
        """Number of questions at a time."""
        self._idle: SimpleQueue[dict[Side, Conversation]] = SimpleQueue()
        for _ in range(self.parallel):
            self._idle.put({})

    @contextmanager
    def conversation(self, side: Side) -> Iterator[Conversation]:
        """Start the bot and let it answer one position at full speed. May raise FaultError."""
        with super().conversation(side) as conversation:
            answer = conversation.ask(self._warm_up[side])
            if answer.fault is not None:
                raise answer.fault
            yield conversation

    def ask_each(self, positions: Iterable[str]) -> Generator[Answer, None, None]:
        """Yield the answers to positions until the time is up."""
        pending: deque[Future[Answer]] = deque()
        remaining = iter(positions)
        pool = ThreadPoolExecutor(self.parallel)
        try:
            while (text := self._next(remaining)) is not None:
                pending.append(pool.submit(self._ask_idle, text))
                if len(pending) > 2 * self.parallel:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        except TimeIsUpError:
            pass
        finally:
            pool.shutdown(cancel_futures=True)

    def _next(self, positions: Iterator[str]) -> str | None:
        """Return the next position; None if there is none or the time is up."""
        with suppress(TimeIsUpError), _RUNNING:
            self._usual.check_time()  # in this thread only, because it reports progress
            return next(positions, None)
        return None

    def _ask_idle(self, text: str) -> Answer:
        """Return the answer of an idle process. Raise TimeIsUpError."""
        self.check_time()
        if known := self._known.get(text):
            return known[0]
        position = self.game.parse(text)
        side = position.side_to_move
        process = self._idle.get()
        try:
            if side not in process:
                process[side] = self._open.enter_context(self.conversation(side))
            answer = process[side].ask(position)
            if answer.move is None:
                process.pop(side).player.close()
        except FaultError as fault:
            answer = Answer(position, None, fault, 0.0, 0.0, 0, ())
        finally:
            self._idle.put(process)
        self._known[text] = [answer]
        return answer

    def close(self) -> None:
        """End all processes."""
        processes = [self._idle.get() for _ in range(self._idle.qsize())]
        ProgramPlayer.close_together(*(one.player for process in processes for one in process.values()))
        for _ in processes:
            self._idle.put({})
        super().close()
