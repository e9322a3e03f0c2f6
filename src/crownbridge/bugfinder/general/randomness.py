"""Randomness: whether the bot answers the same position differently."""

import random
from collections.abc import Iterator

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Fact, Finding
from crownbridge.bugfinder.probe import Probe

POSITIONS = 6
ATTEMPTS = 3


class Randomness(Probe):
    """Asks the same positions several times, each in a new process."""

    name = "randomness"
    repeats = False

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield how many answers differ; this is not a fault."""
        results = list(bot.results)
        chance.shuffle(results)
        texts = [result.question.position for result in results[:POSITIONS]]
        varied = sum(len({bot.ask(text, attempt).text for attempt in range(ATTEMPTS)}) > 1 for text in texts)
        if texts:
            text = "always answers alike" if not varied else f"answers {varied} of {len(texts)} positions differently"
            yield Fact("randomness", text)
