"""Rules that bots often get wrong: long, circular and backward jumps, and crowning."""

import random
from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers.bank import LOPSIDED, UNEVEN, WINS, Bank, both_colours
from crownbridge.bugfinder.checkers.examples import examples
from crownbridge.bugfinder.checkers.shallow import unexplained
from crownbridge.bugfinder.checkers.tactics import FAR, GROUPS, MARGIN, is_surely_solved, look_ahead
from crownbridge.bugfinder.finding import Cause, Fact, Finding
from crownbridge.bugfinder.likelihood import exceeds, surprise, worse
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.question import Question
from crownbridge.bugfinder.results import Results

PAIRS, FIRST = 8, 4
"""Number of questions about a trait, and about a rule before those about the worst rule are asked."""
SURPRISING = 14.0
"""G statistic from which on a difference between rates of failures is not luck."""
LEAST_RATE = 0.05
"""Share of failures up to which questions may just be more difficult."""
TIMES = 2.5
"""How many times as often a bot must fail where a feature occurs."""
SURE = 0.97
MISSED = 0.5
"""Rate of failures in questions about one rule from which on the bot does not know it."""
FEW, GAP = 0.2, 0.3
"""Rate of failures where other rules decide, and how much higher that of the worst rule must be."""
LEVELS = range(1, 8)
BLIND, BLIND_TIMES, VERY_SURPRISING = 0.3, 4.0, 25.0
"""Rate of failures in questions about a rule, factor to the rate in others of the same depths, and G statistic of both
rates, from which on the bot does not know the rule in some positions."""


class Trait(NamedTuple):
    """A kind of move or position that a bot may get wrong."""

    text: str
    cause: Cause
    features: tuple[str, ...] = ()
    """Features of questions about it."""


FORWARD = Cause("capture", "let kings jump in all four directions, also in the search")
LONG = Cause("capture", "continue a jump with the same piece until no further jump is possible, also in the search")
CROWN = Cause("crowning", "a man that reaches the last row becomes a king, also in the search")
STOP = Cause("crowning", "a man that is crowned by a jump stops there, also in the search")
CIRCLE = Cause("capture", "the square that the jumping piece has left is empty, also in the search")
MEN = Cause("capture", "men jump only forwards, also in the search")
FORCED = Cause("capture", "captures are mandatory, also in the search")
ALL = Cause("capture", "generate the captures of all pieces, also in the search")
ANY = Cause("capture", "allow every complete capture, not only the longest, also in the search")
REMOVED = Cause("capture", "remove all pieces that a multiple jump captures, also in the search")
WON = Cause("ending", "a side that cannot move has lost: check the score of this position and its sign")
LEAD = Cause("ending", "the score of a won game must exceed every evaluation: a lead of some pieces is not yet a win")
BALANCE = Cause(
    "material", "check the terms of the evaluation that depend on which side is ahead: compute some by hand"
)

TRAITS = {
    "triple": Trait("jumps over three or more pieces decide", LONG, ("triple", "~triple")),
    "double": Trait("jumps over two pieces decide", LONG, ("double", "~double")),
    "circular": Trait("jumps that end where they began decide", CIRCLE, ("circular", "~circular")),
    "backward": Trait("backward jumps of kings decide", FORWARD, ("backward", "~backward")),
    "crowning": Trait("jumps that end by crowning decide", CROWN, ("crowning",)),
    "crowns": Trait("moves that crown a man decide", CROWN, ("~crowns",)),
    "lopsided": Trait("one side is far ahead", LEAD, (LOPSIDED,)),
    "uneven": Trait("one side is ahead", BALANCE, (UNEVEN,)),
    "wins": Trait("it could win the game", WON, (WINS,)),
}
RULES = {
    "single": Trait("multiple jumps", LONG),
    "triple": Trait("jumps over three or more pieces", LONG),
    "backward": Trait("backward jumps of kings", FORWARD),
    "men-backward": Trait("that men jump only forwards", MEN),
    "stops": Trait("that a man stops when it is crowned", STOP),
    "crowns": Trait("crowning", CROWN),
    "optional": Trait("that captures are mandatory", FORCED),
    "circular": Trait("jumps that end where they began", CIRCLE),
    "first-piece": Trait("the captures of all pieces that can capture", ALL),
    "longest": Trait("that a shorter capture may be chosen", ANY),
    "one-removed": Trait("that a multiple jump removes all pieces that it captures", REMOVED),
}


class Rules(Probe):
    """Asks questions that a search with one wrong rule answers wrongly."""

    name = "rules in the search"
    share = 3.0

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield the rule that a bot misunderstands that otherwise looks ahead."""
        bank = Bank(chance)
        in_turn = zip_longest(*(bank.select("rule", feature=rule, count=FIRST) for rule in RULES))
        for _ in bot.ask_all(both_colours(question for group in in_turn for question in group if question is not None)):
            pass
        worst = max(RULES, key=lambda rule: exceeds(bot.results.of("rule", feature=rule).failures, FEW))
        for _ in bot.ask_all(both_colours(bank.select("rule", feature=worst))):
            pass
        bot.extend()
        by_rule = {rule: bot.results.of("rule", feature=rule) for rule in RULES}
        failed = by_rule[worst]
        rest = Results(result for rule, results in by_rule.items() if rule != worst for result in results)
        sure = exceeds(failed.failures, MISSED)
        stands_out = rest.failures.rate < FEW and worse(failed.failures, rest.failures, GAP) > SURE
        confidence, extent = sure * 0.99, ""
        if not (sure > SURE and stands_out):
            failed, rest = self._within_reach(bot.results, worst)
            confidence, extent = 0.9 * is_blind_spot(failed, rest), " in some positions"
        if confidence and (cases := examples(bot, failed.wrong())):
            evidence = f"wrong where this rule decides: {failed.failures}; elsewhere: {rest.failures}"
            text = f"It does not see {RULES[worst].text}{extent}."
            yield Finding(text, (RULES[worst].cause,), confidence, evidence, cases)

    @staticmethod
    def _within_reach(results: Results, rule: str) -> tuple[Results, Results]:
        """Return the results of questions about a rule that the bot is deep enough to solve, and of others as deep."""
        ahead = look_ahead(results)
        special = results.of("rule", feature=rule).only(lambda question: question.depth <= ahead)
        depths = {result.question.depth for result in special}
        others = results.of("rule", *GROUPS).only(lambda question: rule not in question.features)
        return special, others.only(lambda question: question.depth in depths)


def is_blind_spot(failed: Results, rest: Results) -> bool:
    """Return True if the bot fails questions about one rule far more often than others of the same depths."""
    rate = failed.failures.rate
    return (
        rate > max(BLIND, BLIND_TIMES * rest.failures.rate)
        and surprise(failed.failures, rest.failures) > VERY_SURPRISING
    )


class Traits(Probe):
    """Compares questions in which special moves occur with the others."""

    name = "captures"

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield the feature that explains the bot's failures."""
        if look_ahead(bot.results) == 0:
            return
        bank = Bank(chance)
        questions = [
            question
            for trait in TRAITS.values()
            for feature in trait.features
            for question in bank.select(*GROUPS, feature=feature, count=PAIRS)
        ]
        for _ in bot.ask_all(both_colours(questions)):
            pass
        bot.extend()
        results = unexplained(bot.results.of(*GROUPS))
        contrasts = {name: contrast(results, name) for name in TRAITS}
        for name in sorted(contrasts, key=lambda name: -strength(*contrasts[name]))[:2]:
            special, rest = contrasts[name]
            value = strength(special, rest)
            if value >= SURPRISING and (cases := examples(bot, special.wrong())):
                text, cause, _ = TRAITS[name]
                evidence = f"wrong there: {special.failures}; elsewhere: {rest.failures}"
                yield Finding(f"It fails where {text}.", (cause,), min(0.8 + value / 200, 0.96), evidence, cases)


def strength(special: Results, rest: Results) -> float:
    """Return how surprising it is that the bot fails more often where a trait matters."""
    if special.failures.rate <= max(TIMES * rest.failures.rate, LEAST_RATE):
        return 0.0
    return surprise(special.failures, rest.failures)


def contrast(results: Results, name: str) -> tuple[Results, Results]:
    """Return the results of the questions about a trait and of the others, at depths that the bot solves otherwise."""
    special, rest = split(results, name)
    ahead = look_ahead(results)
    deepest = ahead - MARGIN if ahead >= FAR else max(LEVELS)
    depths = [depth for depth in LEVELS if depth <= deepest and is_surely_solved(rest.of(*GROUPS, depth=depth))]
    return special.only(lambda question: question.depth in depths), rest.only(lambda question: question.depth in depths)


def split(results: Results, name: str) -> tuple[Results, Results]:
    """Return the results of the questions about a trait, and the others."""

    def has(question: Question) -> bool:
        return any(feature in question.features for feature in TRAITS[name].features)

    return results.only(has), results.only(lambda question: not has(question))
