"""The probe of the first stone: under the swap rule it must not be strong, and without it, not weak."""

import random
from collections.abc import Iterator
from typing import ClassVar

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Cause, Fact, Finding
from crownbridge.bugfinder.hex.asking import is_examined
from crownbridge.bugfinder.hex.examples import repeated_examples
from crownbridge.bugfinder.hex.open_boards import OPEN
from crownbridge.bugfinder.hex.swapping import STRONG, SURE, SWAP, WEAK
from crownbridge.bugfinder.likelihood import exceeds
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.question import Question
from crownbridge.engines.hex.first_stones import opener_win_chance

FIRST = "first stone"
SMALLEST = 5
_CONFIDENCE = 0.85
_LIKELY = 0.9
_MISSED = 0.4
"""Rate of failures on open boards below which a bot plays so well that it must not lose by its first stone."""
_OPENING = Cause("opening", "check the choice of the first stone, and how it depends on the swap rule")
_SWAP = Cause("swap", "choose a first stone that is about even, because the opponent may take it over")


class FirstStone(Probe):
    """Asks for the first stone of a game, and whether the bot would swap it."""

    name: ClassVar[str] = "first stone"
    share: ClassVar[float] = 0.7

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:  # noqa: ARG002 (part of the interface)
        """Yield a finding if the bot opens with a stone that it would swap itself, or with one that loses."""
        if not is_examined(bot) or bot.game.size < SMALLEST:  # type: ignore[attr-defined]  # Hex
            return
        empty = bot.game.initial()
        answer = bot.ask(str(empty))
        if answer.move is None:
            return
        wins = opener_win_chance(empty.play(answer.move))
        yield Fact(FIRST, f"{answer.text}, with which the first player wins {wins:.0%} of our engine's games")
        if bot.game.swap:  # type: ignore[attr-defined]  # Hex
            is_wrong = wins >= 1 - SURE and _knows_swap(bot) and bot.ask(answer.text).text == SWAP
            symptom = "The bot opens with a strong stone, which it would swap itself."
            causes = (_SWAP, _OPENING)
        else:
            others = bot.results.of(OPEN)
            is_wrong = wins <= SURE and bool(others) and exceeds(others.failures, _MISSED) < 1 - _LIKELY
            symptom = "The bot opens with a stone that loses."
            causes = (_OPENING, _SWAP)
        if not is_wrong:
            return
        question = _question(bot)
        examples = repeated_examples(bot, [(question, answer)])
        if examples:
            evidence = f"{answer.text} in {examples[0].repeated} of {examples[0].repeated} games"
            yield Finding(symptom, causes, _CONFIDENCE, evidence, examples)


def _knows_swap(bot: Bot) -> bool:
    """Return True if the bot has swapped most strong stones and left most weak ones."""
    strong, weak = bot.results.of(STRONG).failures, bot.results.of(WEAK).failures
    return strong.total > 0 and strong.rate < 1 / 2 and weak.rate < 1 / 2


def _question(bot: Bot) -> Question:
    """Return the question for the first stone; even stones are neither right nor wrong."""
    empty = bot.game.initial()
    has_swap = bot.game.swap  # type: ignore[attr-defined]  # Hex
    chances = {str(move): opener_win_chance(empty.play(move)) for move in empty.legal_moves()}
    strong = tuple(text for text, wins in chances.items() if wins >= 1 - SURE)
    weak = tuple(text for text, wins in chances.items() if wins <= SURE)
    even = tuple(text for text, wins in chances.items() if SURE < wins < 1 - SURE)
    if has_swap:
        why = "The opponent takes over a stone that wins (proven or by self-play) and wins with it."
        return Question(str(empty), even, strong, FIRST, why=why)
    return Question(str(empty), strong, weak, FIRST, why="The stone loses, proven or by self-play.")
