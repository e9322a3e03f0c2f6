"""The sign of the evaluation: whether the bot prefers what loses material."""

import random
from collections.abc import Iterable, Iterator

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers.bank import Bank, both_colours
from crownbridge.bugfinder.checkers.causes import BOUND, DEPTH, FIRST_MOVE, NEGATION, SIDE, SIGN, UNFINISHED, WINDOW
from crownbridge.bugfinder.checkers.examples import examples
from crownbridge.bugfinder.checkers.tactics import GROUPS, look_ahead
from crownbridge.bugfinder.finding import Fact, Finding
from crownbridge.bugfinder.likelihood import Failures, exceeds
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.results import Result, Results

PAIRS = 24
SURE = 0.97
EFFORT = 0.004
"""Seconds of processor time for a move from which on a bot must be searching."""
AS_RANDOM = 0.7
"""Share of the failures of random moves from which on a bot is as bad as they are."""
SOUND = 0.12
"""Rate of failures in captures and replies up to which a bot may be sound."""
SIMPLE = 2
"""Depth of the questions that a bot solves that searches at all."""
REVERSED = 0.85
"""Rate of failures from which on all values seem to be reversed."""
TRIES = 12
"""Number of wrong answers that are tried as examples if the search is not always finished: then they vary."""
REPEATED, UNFINISHED_REPEATED = 3, 2
"""Number of wrong answers that the bot must repeat: random ones are seldom repeated; and if the search varies."""
MOSTLY = 0.55
"""Share of wrong answers that are the first move, from which on the bot plays it where its search fails."""
FIRST = 0.8
"""Share of answers that are the first move, from which on the bot does not choose."""


class EvaluationSign(Probe):
    """Counts how often the bot chooses moves that lose material at once, in comparison with random moves."""

    name = "evaluation sign"
    share = 0.5

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield a finding if wrong moves are preferred, or chosen as often as by chance in spite of a search."""
        bank = Bank(chance)
        questions = (*bank.select("take", depth=1, count=PAIRS), *bank.select("avoid", count=PAIRS))
        for _ in bot.ask_all(both_colours(questions)):
            pass
        if look_ahead(bot.results):
            return
        bot.extend()
        takes, avoids = bot.results.of("take", depth=1), bot.results.of("avoid")
        for results, text in (
            (takes, "It prefers the smaller capture."),
            (avoids, "It prefers moves after which the opponent captures for nothing."),
        ):
            if prefers_wrong(results) and (cases := examples(bot, results.wrong())):
                seeing = results is avoids and takes.failures.rate < takes.risk / 2
                third = SIDE if results.failures.rate > REVERSED else BOUND
                causes = (NEGATION, SIGN, third) if seeing else (SIGN, NEGATION, third)
                yield Finding(text, causes, 0.99, evidence(results), cases)
                return
        yield from self._blind(bot, Results([*takes, *avoids]))

    def _blind(self, bot: Bot, results: Results) -> Iterator[Finding]:
        """Yield a finding if the bot computes, but plays no better than at random, or only a little better."""
        effort = bot.effort()
        is_unfinished = exceeds(first_moves(bot.results.wrong()), MOSTLY) > SURE
        if effort >= EFFORT:
            results = bot.results.of(*GROUPS).only(lambda question: question.depth <= SIMPLE)
        if results.failures.rate < AS_RANDOM * results.risk:
            is_faulty = is_unfinished or exceeds(results.failures, SOUND) > SURE
            tries, least = (TRIES, UNFINISHED_REPEATED) if is_unfinished else (0, REPEATED)
            if is_faulty and len(cases := examples(bot, results.wrong(), REPEATED, tries)) >= least:
                text = "It sees some captures and replies, but misses others of the same kind."
                causes = (WINDOW, NEGATION, SIDE)
                if is_unfinished:
                    text = "It solves some questions, and plays the first legal move in most others."
                    causes = (UNFINISHED, FIRST_MOVE, DEPTH)
                yield Finding(text, causes, 0.85, evidence(results), cases)
        elif effort >= EFFORT and (cases := examples(bot, results.wrong())):
            is_first = first_moves(bot.results).rate > FIRST
            other = (UNFINISHED, FIRST_MOVE, DEPTH) if is_unfinished else (NEGATION, WINDOW, SIDE)
            text = f"It computes {effort:.2f} s per move, but sees neither captures nor the opponent's replies."
            yield Finding(text, (FIRST_MOVE,) if is_first else other, 0.93, evidence(results), cases)


def first_moves(results: Iterable[Result]) -> Failures:
    """Return how many answers are the first move by the order of squares."""
    firsts = [str(result.answer.position.legal_moves()[0]) == result.answer.text for result in results]
    return Failures(sum(firsts), len(firsts))


def prefers_wrong(results: Results) -> bool:
    """Return True if the bot fails more often than random moves would."""
    return results.failures.total > 0 and exceeds(results.failures, min(results.risk + 0.03, 0.95)) > SURE


def evidence(results: Results) -> str:
    """Return the number of failures beside that of random moves."""
    return f"wrong: {results.failures}; random moves would fail {results.risk:.0%}"
