"""The answers to questions, and how many of them were wrong."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from crownbridge.bugfinder.answer import Answer
from crownbridge.bugfinder.likelihood import Failures
from crownbridge.bugfinder.question import Question


class Result(NamedTuple):
    """The first answer to a question. Its move is right or wrong."""

    question: Question
    answer: Answer

    @property
    def is_wrong(self) -> bool:
        """True if the move is a wrong one."""
        return self.answer.is_wrong(self.question)

    @property
    def risk(self) -> float:
        """Probability that a random choice among the right and wrong moves is wrong."""
        return len(self.question.wrong) / (len(self.question.wrong) + len(self.question.right))


class Results(list[Result]):
    """Results in the order in which they were collected."""

    def only(self, condition: Callable[[Question], bool]) -> "Results":
        """Return the results of the questions that satisfy a condition."""
        return Results(result for result in self if condition(result.question))

    def of(self, *groups: str, depth: int | None = None, feature: str | None = None) -> "Results":
        """Return the results of groups, a depth and a feature."""
        return self.only(
            lambda question: (
                question.group in groups
                and depth in (None, question.depth)
                and (feature is None or feature in question.features)
            )
        )

    @property
    def failures(self) -> Failures:
        """The number of wrong answers."""
        return Failures(sum(result.is_wrong for result in self), len(self))

    @property
    def risk(self) -> float:
        """The rate of failures to expect of random moves; 0 without results."""
        return sum(result.risk for result in self) / len(self) if self else 0.0

    def wrong(self) -> Iterable[Result]:
        """Return the wrong answers; those to questions of the least depth first."""
        return sorted((result for result in self if result.is_wrong), key=lambda result: result.question.depth)
