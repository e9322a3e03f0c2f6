"""Hypotheses: whether a small search with a planted error plays more like the bot than any sound one."""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import partial
from itertools import islice
from typing import NamedTuple

from crownbridge.bugfinder.answer import Answer
from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers.bank import Bank, both_colours
from crownbridge.bugfinder.checkers.captures import CROWN, LONG, REMOVED
from crownbridge.bugfinder.checkers.causes import DEPTH, KINGS, MATERIAL, NEGATION, ORIENTATION, SIDE, SIGN
from crownbridge.bugfinder.checkers.examples import examples
from crownbridge.bugfinder.checkers.models import Model, crowns_at_columns, removes_one
from crownbridge.bugfinder.checkers.preferences import quiet_questions
from crownbridge.bugfinder.finding import Cause, Fact, Finding
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.results import Results
from crownbridge.games.checkers import Side

DEEPEST = 4
"""Greatest depth of the questions that are compared; bots that look further differ from the models in deeper ones."""
QUESTIONS = 60
"""Questions, each with both colours, that are compared."""
QUIET = 16
"""Quiet positions, each with both colours, in which all moves are alike to a sound search."""
LEAST = 40
FIRST = 30
"""Number of answers after which models that explain them badly are left aside."""
HOPELESS = 25.0
"""Logarithm of the likelihood ratio from which on a model is left aside."""
CLEAR = 14.0
"""The same from which on a faulty model is preferred to all sound ones."""
ALIKE = 0.8
"""Share of the answers that a model must predict."""


class Hypothesis(NamedTuple):
    """A model and what it means if a bot plays like it."""

    model: Model
    symptom: str = ""
    """Empty for a sound search."""
    causes: tuple[Cause, ...] = ()


def hypotheses() -> Iterator[Hypothesis]:
    """Yield sound and faulty searches of different depths."""
    for depth, follows in ((1, True), (1, False), (2, True), (2, False), (3, True)):
        base = Model(depth, follows)
        for king in (110, 150, 250):
            yield Hypothesis(base._replace(king=king, enemy_king=king))
        own = "It plays as if its own pieces were the opponent's."
        yield Hypothesis(base._replace(sign=-1), own, (SIGN, NEGATION, SIDE))
        for side in Side:
            text = f"It plays as if all positions were evaluated for {side}, whoever is to move."
            yield Hypothesis(base._replace(view=side), text, (SIDE, SIGN, NEGATION))
        if depth > 1:
            text = "It plays as if the opponent chose the reply that is best for the bot."
            yield Hypothesis(base._replace(cooperates=True), text, (NEGATION, SIDE, DEPTH))
        if follows:
            text = "It plays as if the value of a capture were not negated when captures are followed to their end."
            yield Hypothesis(base._replace(negates_captures=False), text, (NEGATION, SIGN, SIDE))
        for jumps, name in ((1, "one piece"), (2, "two pieces")):
            text = f"It plays as if there were no captures of more than {name}."
            yield Hypothesis(base._replace(most_jumps=jumps), text, (LONG, DEPTH))
        text = "It plays as if a multiple jump removed only the first piece that it captures."
        yield Hypothesis(base._replace(play=removes_one), text, (REMOVED, MATERIAL))
        likes_sides = partial(crowns_at_columns, columns=((0, 7), (0, 7)))
        yield Hypothesis(base._replace(play=likes_sides))  # as many sound bots do
        for columns in ((0,), (7,)), ((7,), (0,)):
            text = "It plays as if a man were crowned at one side of the board."
            model = base._replace(play=partial(crowns_at_columns, columns=columns))
            yield Hypothesis(model, text, (CROWN, ORIENTATION))
        text = "It plays as if a king were worth less than a man."
        yield Hypothesis(base._replace(king=50, enemy_king=50), text, (KINGS, MATERIAL))
        yield Hypothesis(base._replace(king=0, enemy_king=0), "It plays as if kings had no value.", (KINGS, MATERIAL))
        text = "It plays as if the kings of one side were worth no more than men."
        yield Hypothesis(base._replace(enemy_king=100), text, (KINGS, MATERIAL))
        yield Hypothesis(base._replace(king=100), text, (KINGS, MATERIAL))


class Hypotheses(Probe):
    """Compares the bot's answers to shallow questions with those of small searches."""

    name = "hypotheses"
    share = 1.5

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield a finding if a faulty search explains the answers far better than any sound one."""
        positions = quiet_questions(bot, copy(chance))  # those of the probe for preferences
        quiet = list(bot.ask_each(one.position for one in both_colours(islice(positions, QUIET))))
        bank = Bank(chance)  # in the order of the tactics
        questions = (question for question in bank.select("take", "avoid", "kings", "hold", "shot", "finish", "value"))
        shallow = (question for question in questions if question.depth <= DEEPEST)
        results = Results(bot.ask_all(both_colours(islice(shallow, QUESTIONS))))
        if len(results) < LEAST:
            return
        bot.extend()
        answers = [*(result.answer for result in results), *(answer for answer in quiet if answer.move is not None)]
        scores = likelihoods(answers, bot.check_time)
        best = max(scores, key=lambda hypothesis: scores[hypothesis])
        sound = max(score for hypothesis, score in scores.items() if not hypothesis.symptom)
        if not best.symptom:
            return
        by_chance = -sum(math.log(len(answer.position.legal_moves())) for answer in answers)
        ratio = scores[best] - max(sound, by_chance)
        choices = [best.model.best(answer.position) for answer in answers]
        alike = [
            answer.move in moves
            for answer, moves in zip(answers, choices, strict=True)
            if len(moves) < len(answer.position.legal_moves())
        ]
        if ratio < CLEAR or sum(alike) < ALIKE * len(alike):
            return
        bot.extend()
        if cases := examples(bot, results.wrong()):
            counts = f"{sum(alike)} of {len(alike)} answers"
            evidence = f"a search with this error explains {counts}, better than any sound one"
            yield Finding(best.symptom, best.causes, min(0.9 + ratio / 500, 0.995), evidence, cases)


def likelihoods(answers: Sequence[Answer], check_time: Callable[[], None] = lambda: None) -> dict[Hypothesis, float]:
    """Return the logarithms of the likelihoods of the hypotheses that explain the answers best.

    `check_time` is called for each hypothesis and may raise an exception.
    """
    scores = dict.fromkeys(hypotheses(), 0.0)
    for part in (answers[:FIRST], answers[FIRST:]):
        for hypothesis in scores:
            check_time()
            scores[hypothesis] += sum(hypothesis.model.likelihood(answer.position, answer.move) for answer in part)
        least = max(scores.values()) - HOPELESS
        sound = max(score for hypothesis, score in scores.items() if not hypothesis.symptom)
        scores = {
            hypothesis: score
            for hypothesis, score in scores.items()
            if score >= (least if hypothesis.symptom else min(least, sound))
        }
    return scores
