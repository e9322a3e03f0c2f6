"""Shallow search: whether the bot looks only a ply or two ahead."""

import random
from collections.abc import Iterator

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers.causes import DEPTH, HORIZON, TIME
from crownbridge.bugfinder.checkers.examples import examples
from crownbridge.bugfinder.checkers.models import Model
from crownbridge.bugfinder.checkers.tactics import FAR, GROUPS, look_ahead
from crownbridge.bugfinder.finding import HASH, Fact, Finding
from crownbridge.bugfinder.likelihood import Failures, exceeds
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.results import Result, Results

LEAST_DEPTH = 2
"""Depth of the questions from which on searches of different depths differ."""
RESULTS = 400
MOSTLY = 0.75
SURE = 0.98
HASTY = 0.0008
"""Share of its time below which a program that looks far ahead seems to stop too early."""
HARD = 300
"""Number of deep questions from which the depth of the bot is judged."""
MISSED = 0.05
"""Rate of failures in deeper questions from which on a greater depth would help."""
FAILED = 0.2
"""Rate of failures in questions that need a greater depth, from which on the bot may be shallow."""
GREEDY = Model.search(1, follows_captures=False)
ONE, TWO, THREE = map(Model.search, (1, 2, 3))


class Shallow(Probe):
    """Counts the answers that a shallower and a deeper search explain, where the two differ."""

    name = "shallow search"
    share = 0.5

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:  # noqa: ARG002 (asks nothing new)
        """Yield a finding if the bot plays like a search of one ply, or like one of two plies in no time."""
        results = Results(bot.results.of(*GROUPS).only(lambda question: question.depth >= LEAST_DEPTH)[:RESULTS])
        bot.extend()
        for shallow, deeper, text in (
            (GREEDY, ONE, "It looks only at its own moves, not at the replies."),
            (ONE, TWO, "It looks at its own moves and at captures, but not at the opponent's other replies."),
        ):
            explained, total = decided(results, shallow, deeper)
            if exceeds(Failures(len(explained), total), MOSTLY) < SURE:
                continue
            if cases := examples(bot, explained.wrong()):
                evidence = f"where it matters, it plays like such a search {len(explained)} of {total} times"
                yield Finding(text, (DEPTH, HORIZON, HASH), 0.8, evidence, cases)
                return
        yield from self._hasty(bot)

    @staticmethod
    def _hasty(bot: Bot) -> Iterator[Finding]:
        """Yield a finding if a program that looks far ahead stops although nearly all of its time is left."""
        ahead = look_ahead(bot.results)
        missed = bot.results.of(*GROUPS).only(lambda question: question.depth > ahead)
        if not bot.protocol or ahead < FAR or exceeds(missed.failures, MISSED) < SURE:
            return
        effort = bot.effort()
        if 0 < effort < HASTY * bot.seconds and (cases := examples(bot, missed.wrong())):
            text = f"It looks only about {ahead} plies ahead, and uses hardly any of its time."
            evidence = (
                f"{1000 * effort:.1f} ms of {bot.seconds:g} s; wrong at more than {ahead} plies: {missed.failures}"
            )
            yield Finding(text, (TIME, DEPTH, HORIZON), 0.88, evidence, cases)


def decided(results: Results, shallow: Model, deeper: Model) -> tuple[Results, int]:
    """Return the answers that only the shallower search explains, and the number of those that only one explains."""
    only: dict[Model, Results] = {shallow: Results(), deeper: Results()}
    for result in results:
        models = [model for model in only if _explains(model, result)]
        if len(models) == 1:
            only[models[0]].append(result)
    return only[shallow], len(only[shallow]) + len(only[deeper])


def _explains(model: Model, result: Result) -> bool:
    return model.chooses(result.answer.position, result.answer.move)


def is_shallow(results: Results) -> bool:
    """Return True if the bot fails most of the questions that a search of a few plies fails."""
    deep = Results(results.of(*GROUPS).only(lambda question: question.depth > THREE.depth)[:HARD])
    hard = Results(result for result in deep if not _solves(THREE, result))
    return not hard or hard.failures.rate > FAILED


def _solves(model: Model, result: Result) -> bool:
    return any(str(move) not in result.question.wrong for move in model.best(result.answer.position))


def unexplained(results: Results) -> Results:
    """Return the results of a shallow bot without the wrong answers that a sound search would also give."""
    if not is_shallow(results):
        return results
    sound = (TWO, THREE)
    return Results(
        result for result in results if not (result.is_wrong and any(_explains(model, result) for model in sound))
    )
