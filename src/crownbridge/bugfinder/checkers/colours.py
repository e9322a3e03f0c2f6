"""Symmetry: the same question with the colours exchanged and the board turned round."""

import random
from collections.abc import Iterator

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers.bank import mirrored
from crownbridge.bugfinder.checkers.causes import ORIENTATION, SIDE, SIGN
from crownbridge.bugfinder.checkers.examples import examples
from crownbridge.bugfinder.finding import Fact, Finding
from crownbridge.bugfinder.likelihood import Failures, exceeds
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.results import Results
from crownbridge.games.checkers import Side

SURE = 0.985


class Colours(Probe):
    """Compares the answers to questions with those to their mirror images; asks the missing ones."""

    name = "symmetry"
    share = 0.5

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:  # noqa: ARG002 (part of the interface)
        """Yield a finding if the bot fails with one colour what it solves with the other."""
        by_position = {result.question.position: result for result in bot.results}
        only: dict[Side, Results] = {side: Results() for side in Side}
        for result in bot.results.only(lambda question: question.group != "counter"):
            other = by_position.get(mirrored(result.question).position)
            if other is not None and result.is_wrong and not other.is_wrong:
                only[Side(result.answer.position.side_to_move)].append(result)
        weak = max(Side, key=lambda side: len(only[side]))
        wrong, total = len(only[weak]), sum(map(len, only.values()))
        sure = exceeds(Failures(wrong, total), 0.65)
        if sure < SURE:
            return
        bot.extend()
        if cases := examples(bot, only[weak].wrong()):
            yield Finding(
                f"As {weak} it fails questions that it solves as {weak.other}.",
                (SIDE, SIGN, ORIENTATION),
                sure * 0.97,
                f"of {total} questions that it solves with one colour only, it fails {wrong} as {weak}",
                cases,
            )
