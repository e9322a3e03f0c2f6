"""The probe of the swap: taken for strong first stones, and not for weak ones."""

import random
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, ClassVar

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Cause, Fact, Finding
from crownbridge.bugfinder.hex.examples import repeated_examples
from crownbridge.bugfinder.hex.trial import KEY, cell_name
from crownbridge.bugfinder.likelihood import exceeds
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.question import Question
from crownbridge.bugfinder.results import Results
from crownbridge.engines.hex.first_stones import red_win_chance
from crownbridge.games import Game

STRONG, WEAK = "strong first stone", "weak first stone"
SWAP = "swap-pieces"
COUNT = 6
SURE = 0.12
"""Win chance of a weak first stone at most; a strong one has the rest."""
_SMALLEST = 5
_OFTEN, _LEAST = 0.5, 0.9
_CAUSE = Cause("swap", "check when the second player takes over the first stone: if it wins, and only then")


def first_stones(game: Game[Any], chance: random.Random, count: int = COUNT) -> list[Question]:
    """Return questions after strong and weak first stones in turn."""
    size, first = game.size, int(game.first)  # type: ignore[attr-defined]  # Hex
    strong, weak = [], []
    for row in range(size):
        for column in range(size):
            wins = red_win_chance(*((row, column) if first == 0 else (column, row)), size)
            name = cell_name(row * size + column, size)
            others = tuple(str(move) for move in game.parse(name).legal_moves() if str(move) != SWAP)
            if wins >= 1 - SURE:
                why = f"The first stone wins: swapped, it wins for the bot ({wins:.0%} in self-play or proven)."
                strong.append(Question(name, (SWAP,), others, STRONG, why=why))
            elif wins <= SURE:
                why = f"The first stone loses: it wins only {wins:.0%} of the games in self-play."
                weak.append(Question(name, others, (SWAP,), WEAK, why=why))
    chosen = (chance.sample(questions, min(count, len(questions))) for questions in (strong, weak))
    return [question for pair in zip_longest(*chosen) for question in pair if question is not None]


class Swapping(Probe):
    """Asks for the reply to first stones if the game has the swap rule."""

    name: ClassVar[str] = "swap"
    share: ClassVar[float] = 1.0

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield a finding if the bot swaps weak stones, or never swaps although it sees wins."""
        if not bot.game.swap or bot.game.size < _SMALLEST or not bot.starts_anywhere:  # type: ignore[attr-defined]  # Hex
            return
        results = Results(bot.ask_all(first_stones(bot.game, chance)))
        strong, weak = results.of(STRONG), results.of(WEAK)
        if not results:
            return
        swaps = strong.failures.total - strong.failures.wrong
        yield Fact(
            "swap", f"swapped {swaps} of {len(strong)} strong and {weak.failures.wrong} of {len(weak)} weak stones"
        )
        keys = bot.results.of(KEY)
        sees_wins = bool(keys) and exceeds(keys.failures, _OFTEN) < 1 - _LEAST
        if (certainty := exceeds(weak.failures, _OFTEN)) >= _LEAST:
            kind = "always" if not strong.failures.wrong else "in the wrong cases"
            symptom, wrong = f"The bot swaps {kind}, also first stones that lose.", weak
        elif sees_wins and not swaps and (certainty := exceeds(strong.failures, _OFTEN)) >= _LEAST:
            symptom, wrong = "The bot never swaps, not even a first stone that wins.", strong
        else:
            return
        examples = repeated_examples(bot, ((result.question, result.answer) for result in wrong.wrong()))
        if examples:
            evidence = f"{strong.failures} strong first stones were not swapped, {weak.failures} weak ones were"
            yield Finding(symptom, (_CAUSE,), certainty, evidence, examples)
