"""The interface of probes, and the lookup of the probes of a game."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Fact, Finding
from crownbridge.plugins import plugins


class Probe(ABC):
    """Looks for one kind of fault.

    A probe asks the bot questions until it has its answer or `Bot` raises TimeIsUpError, which ends the probe; the
    findings that it has yielded before count. Probes share answers: a question that another probe has asked costs
    nothing.
    """

    name: ClassVar[str]
    share: ClassVar[float] = 1.0
    """Weight of the probe when the time is divided."""
    repeats: ClassVar[bool] = True
    """Whether the probe is run again if time is left, with the answers of all others at hand."""

    @abstractmethod
    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield findings and facts about a bot; `chance` selects the questions."""


def probes_of(game_name: str) -> list[Probe]:
    """Return the probes of a game, those of any game last, because they use the answers to the others."""
    from crownbridge.bugfinder.general import PROBES  # noqa: PLC0415 (imports this module)

    entries = plugins("probes")
    own: Sequence[Callable[[], Probe]] = entries[game_name].load() if game_name in entries else ()
    return [kind() for kind in (*own, *PROBES)]
