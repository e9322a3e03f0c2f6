"""Hypotheses: whether a search with a planted error plays more like the bot than any sound one."""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from itertools import islice
from typing import Any, NamedTuple

from crownbridge.bugfinder.answer import Answer
from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers.bank import Bank, both_colours, mirrored, turned
from crownbridge.bugfinder.checkers.captures import CROWN, FORCED, LONG, REMOVED, RULES
from crownbridge.bugfinder.checkers.causes import DEPTH, HORIZON, KINGS, MATERIAL, NEGATION, ORIENTATION, SIDE, SIGN
from crownbridge.bugfinder.checkers.examples import examples
from crownbridge.bugfinder.checkers.models import RULE_ERRORS, Model, crowned_at_columns, never_crowned
from crownbridge.bugfinder.checkers.preferences import quiet_questions
from crownbridge.bugfinder.checkers.tactics import look_ahead
from crownbridge.bugfinder.finding import Cause, Fact, Finding
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.results import Result, Results
from crownbridge.games.checkers import Side

SHALLOW, DEEPEST = 3, 6
"""Depth up to which searches are compared with a bot that looks no further, and with any bot."""
NEAR = 2
"""Plies by which a bot that looks further may search less deeply: captures extend the search."""
DEEPER = 1
"""Plies by which questions may exceed the depth of the deepest search that is compared."""
QUESTIONS = 60
"""Questions, each with both colours, that are compared."""
QUIET = 16
"""Quiet positions, each with both colours, in which all moves are alike to a sound search."""
WRONG = 80
"""Number of other wrong answers that are compared, and of right ones of the same depths."""
LEAST = 40
"""Number of answers below which nothing is compared."""
PART = 24
"""Number of answers after each of which faulty models are dropped that explain them badly."""
HOPELESS = 20.0
"""Drop a faulty model once its log-likelihood is this far below the best one."""
CLEAR = 10.0
"""Log-likelihood by which a faulty model must exceed all sound ones."""
FAVOURING = 4
"""Number of answers, each to another question, that the faulty model explains and the best sound one does not."""
ALIKE = 0.8
"""Share of the answers, and of the wrong ones, that a model must predict where it prefers some moves."""
MOSTLY = 0.97
"""Share of the answers that a sound search must predict for the bot to be said to play like it."""
COMPARISON = 30.0
"""Seconds that the comparison may take longer."""
SOUND_KINGS = 100, 110, 150, 250
"""Values of a king, in hundredths of a man, of sound searches."""


class Error(NamedTuple):
    """An error of a search, and what it means if a bot plays like it."""

    symptom: str
    causes: tuple[Cause, ...]
    errors: dict[str, Any]
    most_depth: int = DEEPEST
    """Depth up to which the search is fast enough."""
    needs_captures: bool = False
    """True if it is an error of following captures."""


class Hypothesis(NamedTuple):
    """A model and what it means if a bot plays like it."""

    model: Model
    symptom: str = ""
    """Empty for a sound search."""
    causes: tuple[Cause, ...] = ()


def _errors() -> Iterator[Error]:
    yield Error("It plays as if its own pieces were the opponent's.", (SIGN, NEGATION, SIDE), {"sign": -1})
    for side in Side:
        text = f"It plays as if all positions were evaluated for {side}, whoever is to move."
        yield Error(text, (SIDE, SIGN, NEGATION), {"view": int(side)})
    text = "It plays as if the opponent chose the reply that is best for the bot."
    yield Error(text, (NEGATION, SIDE, DEPTH), {"cooperates": True}, SHALLOW)
    text = "It plays as if the value of a capture were not negated when captures are followed to their end."
    yield Error(text, (NEGATION, SIGN, SIDE), {"negates_captures": False}, SHALLOW, needs_captures=True)
    text = "It plays as if a side could stop capturing where its search follows captures to their end."
    yield Error(text, (HORIZON, FORCED), {"stands_pat": True}, needs_captures=True)
    for jumps, name in ((1, "one piece"), (2, "two pieces")):
        yield Error(
            f"It plays as if there were no captures of more than {name}.", (LONG, DEPTH), {"longest_seen": jumps}
        )
    for rule, errors in RULE_ERRORS.items():
        text = f"It plays as if its search did not know {RULES[rule].text}."
        if rule == "one-removed":
            text = "It plays as if a multiple jump removed only the first piece that it captures."
        causes = (REMOVED, MATERIAL) if rule == "one-removed" else (RULES[rule].cause, DEPTH)
        yield Error(text, causes, errors)
    for side in Side:
        text = f"It plays as if {side}'s men were never crowned."
        yield Error(text, (CROWN, KINGS, ORIENTATION), {"crowned_at": never_crowned(side)})
    for red, white in ((0, 7), (7, 0)):
        text = "It plays as if a man were crowned at one side of the board."
        yield Error(text, (CROWN, ORIENTATION), {"crowned_at": crowned_at_columns((red,), (white,))})
    text = "It plays as if a king were worth less than a man."
    yield Error(text, (KINGS, MATERIAL), {"king": 50, "enemy_king": 50})
    yield Error("It plays as if kings had no value.", (KINGS, MATERIAL), {"king": 0, "enemy_king": 0})
    text = "It plays as if the kings of one side were worth no more than men."
    yield Error(text, (KINGS, MATERIAL), {"enemy_king": 100})
    yield Error(text, (KINGS, MATERIAL), {"king": 100})


ERRORS = tuple(_errors())


def hypotheses(ahead: int = 0) -> Iterator[Hypothesis]:
    """Yield sound and faulty searches that are about as deep as a bot looks ahead."""
    deepest = max(SHALLOW, min(ahead, DEEPEST))
    for depth in range(deepest - NEAR, deepest + 1):
        for follows in (True, False):
            base = Model.search(depth, follows_captures=follows)
            yield from (Hypothesis(base.with_errors(king=king, enemy_king=king)) for king in SOUND_KINGS)
            likes_sides = crowned_at_columns((0, 7), (0, 7))
            yield Hypothesis(base.with_errors(crowned_at=likes_sides))  # as many sound bots do
            for error in ERRORS:
                possible = depth <= error.most_depth and (follows or not error.needs_captures)
                if possible and not (depth == 1 and "cooperates" in error.errors):
                    yield Hypothesis(base.with_errors(**error.errors), error.symptom, error.causes)


class Hypotheses(Probe):
    """Compares the bot's answers with those of searches with and without errors."""

    name = "hypotheses"
    share = 1.5

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield a finding if a faulty search explains the answers far better than any sound one."""
        ahead = look_ahead(bot.results)
        most_depth = max(SHALLOW, min(ahead, DEEPEST)) + DEEPER
        positions = quiet_questions(bot, copy(chance))  # those of the probe for preferences
        quiet = list(bot.ask_each(one.position for one in both_colours(islice(positions, QUIET))))
        bank = Bank(chance)  # in the order of the tactics
        questions = (question for question in bank.select("take", "avoid", "kings", "hold", "shot", "finish", "value"))
        shallow = (question for question in questions if question.depth <= most_depth)
        results = Results(bot.ask_all(both_colours(islice(shallow, QUESTIONS))))
        if len(results) < LEAST:
            return
        bot.extend(COMPARISON)
        compared = with_others(results, bot.results.only(lambda question: question.depth <= most_depth))
        compared.sort(key=lambda result: not result.is_wrong)  # wrong answers distinguish the models
        answers = [*(result.answer for result in compared), *(answer for answer in quiet if answer.move is not None)]
        scores = likelihoods(answers, ahead, bot.check_time)
        sound = max((one for one in scores if not one.symptom), key=lambda hypothesis: scores[hypothesis])
        best = max(scores, key=lambda hypothesis: scores[hypothesis])
        if (like := description(sound.model, compared)) is not None:
            yield Fact("plays like", like)
        by_chance = -sum(math.log(len(answer.position.legal_moves())) for answer in answers)
        ratio = scores[best] - max(scores[sound], by_chance)
        if not best.symptom or ratio < CLEAR:
            return
        decided = Results(result for result in compared if prefers_some(best.model, result))
        explained = Results(result for result in decided if predicts(best.model, result))
        favouring = Results(result for result in explained if result.is_wrong and not predicts(sound.model, result))
        right_share = len(explained) / len(decided) if decided else 0.0
        wrong, all_wrong = explained.failures.wrong, decided.failures.wrong
        if len(favouring) < FAVOURING or right_share < ALIKE or wrong < ALIKE * all_wrong:
            return
        bot.extend()
        if cases := examples(bot, favouring.wrong()):
            counts = f"{len(explained)} of {len(decided)} answers, {wrong} of {all_wrong} wrong ones"
            evidence = f"a search with this error explains {counts}, better than any sound one"
            yield Finding(best.symptom, best.causes, min(0.9 + ratio / 500, 0.995), evidence, cases)


def description(model: Model, compared: Results) -> str | None:
    """Return which search a bot plays like; None if none explains nearly all answers."""
    decided = [result for result in compared if prefers_some(model, result)]
    explained = sum(predicts(model, result) for result in decided)
    if explained < MOSTLY * len(decided) or len(decided) < LEAST:
        return None
    follows = "does not follow" if dict(model.errors).get("follows_captures") is False else "follows"
    plies = "1 ply" if model.depth == 1 else f"{model.depth} plies"
    return f"a search of {plies} that {follows} captures to their end: {explained} of {len(decided)} answers"


def predicts(model: Model, result: Result) -> bool:
    """Return True if a model chooses the move of an answer."""
    return model.chooses(result.answer.position, result.answer.move)


def prefers_some(model: Model, result: Result) -> bool:
    """Return True if not all moves are alike to a model."""
    return len(model.best(result.answer.position)) < len(result.answer.position.legal_moves())


def with_others(results: Results, others: Results) -> Results:
    """Return results with some of the other wrong answers, and as many right ones to questions of the same depths.

    The same answer to a question and to its mirror image counts once. Questions about rules are excluded: only the
    moves of a faulty search count as wrong there.
    """
    known: set[tuple[str, str]] = set()
    first, unknown = (
        Results(result for result in part.only(lambda question: question.group != "rule") if _is_new(result, known))
        for part in (results, others)
    )
    wrong = [other for other in unknown if other.is_wrong][:WRONG]
    right = []
    for depth in {other.question.depth for other in wrong}:
        count = sum(other.question.depth == depth for other in wrong)
        right += [other for other in unknown if other.question.depth == depth and not other.is_wrong][:count]
    return Results([*first, *wrong, *right])


def _is_new(result: Result, known: set[tuple[str, str]]) -> bool:
    """Return True if an answer, as Red would give it, is not yet known; add it."""
    key = result.question.position, result.answer.text
    if result.answer.position.side_to_move is Side.WHITE:
        key = mirrored(result.question).position, turned(result.answer.text)
    is_new = key not in known
    known.add(key)
    return is_new


def likelihoods(
    answers: Sequence[Answer], ahead: int = 0, check_time: Callable[[], None] = lambda: None
) -> dict[Hypothesis, float]:
    """Return the log-likelihoods of the sound hypotheses, and of the faulty ones that explain the answers best.

    `check_time` is called for each hypothesis and may raise an exception.
    """
    scores = dict.fromkeys(hypotheses(ahead), 0.0)
    for start in range(0, len(answers), PART):
        part = answers[start : start + PART]
        for hypothesis in scores:
            check_time()
            scores[hypothesis] += sum(hypothesis.model.likelihood(answer.position, answer.move) for answer in part)
        least = max(scores.values()) - HOPELESS
        scores = {hypothesis: score for hypothesis, score in scores.items() if not hypothesis.symptom or score >= least}
    return scores
