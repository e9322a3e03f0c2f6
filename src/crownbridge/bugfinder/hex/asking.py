"""Asking a bot about trials."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import median

from crownbridge.bugfinder.bot import Bot, TimeIsUpError
from crownbridge.bugfinder.hex.model import Response
from crownbridge.bugfinder.hex.trial import Trial

THINKING = 0.03
"""Seconds of processor time for a move from which on a bot counts as one that searches."""
SMALLEST = 4
"""Size of the smallest board on which bots are examined."""


LEAST, STEP = 24, 8
"""Number of answers before it is decided whether they suffice, and between two such decisions."""


def is_examined(bot: Bot) -> bool:
    """Return True if the bot can be asked about any position, on a board that is large enough."""
    return bot.game.size >= SMALLEST and bot.starts_anywhere  # type: ignore[attr-defined]  # Hex


def answers(bot: Bot, trials: Iterable[Trial | None]) -> Iterator[Response]:
    """Yield the answers to trials until the time is up; None only takes time."""
    for trial in trials:
        try:
            bot.check_time()
            if trial is None:
                continue
            response = Response(trial, bot.ask(trial.question.position))
            bot.keep(trial.question, response.answer)
        except TimeIsUpError:
            return
        yield response


def answers_until(
    is_settled: Callable[[Sequence[Response]], bool], bot: Bot, trials: Iterable[Trial | None]
) -> list[Response]:
    """Return the answers to trials until they are settled or the time is up."""
    responses: list[Response] = []
    for response in answers(bot, trials):
        responses.append(response)
        if len(responses) >= LEAST and len(responses) % STEP == 0 and is_settled(responses):
            break
    return responses


def searches(bot: Bot) -> bool:
    """Return True if a move on an open board takes processor time, beyond that of starting and of simple moves."""
    answered = [answer for answer in bot.answers if answer.fault is None]
    cells = bot.game.size**2  # type: ignore[attr-defined]  # Hex
    times = [answer.cpu_seconds for answer in answered if answer.position.stones < cells / 2]  # type: ignore[attr-defined]
    simple = sorted(answer.cpu_seconds for answer in answered)[len(answered) // 4] if answered else 0.0
    return bool(times) and median(times) - simple >= THINKING
