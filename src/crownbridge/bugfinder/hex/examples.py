"""Examples of wrong answers that the bot repeats."""

from collections.abc import Iterable
from typing import Any

from crownbridge.bugfinder.answer import Answer
from crownbridge.bugfinder.bot import Bot, TimeIsUpError
from crownbridge.bugfinder.finding import Example
from crownbridge.bugfinder.hex.cells import winning_cells
from crownbridge.bugfinder.hex.trial import cell_name
from crownbridge.bugfinder.question import Question

Wrong = Iterable[tuple[Question, Answer]]
"""Questions with wrong answers."""
REPEATS, MORE_REPEATS = 4, 9
"""How often a question that was answered wrongly is repeated; the second number is for bots whose moves vary."""


def repeated_examples(bot: Bot, wrong: Wrong, most: int = 2, tries: int = 5) -> tuple[Example, ...]:
    """Return up to `most` examples out of `tries` wrong answers; those that the bot always repeats."""
    examples: list[Example] = []
    bot.extend()
    for number, (question, answer) in enumerate(wrong):
        if number == tries or len(examples) == most:
            break
        try:
            repeated = bot.fails_again(question, REPEATS)
            repeats = MORE_REPEATS if _varies(bot, question, repeated) else REPEATS
            repeated = bot.fails_again(question, repeats)
        except TimeIsUpError:
            break
        if repeated == 1 + repeats:
            examples.append(example(question, answer, repeated))
    return tuple(examples)


def _varies(bot: Bot, question: Question, attempts: int) -> bool:
    """Return True if the answers to a question differ."""
    return len({bot.ask(question.position, attempt).text for attempt in range(attempts)}) > 1


def example(question: Question, answer: Answer, repeated: int = 1) -> Example:
    """Return an answer as an example."""
    return Example(
        question.position,
        answer.lines,
        answer.text,
        question.right,
        question.why,
        refutation(answer.position, answer.move),
        repeated,
    )


def refutation(position: Any, move: Any) -> tuple[str, ...]:
    """Return a move and the reply that wins at once; empty if there is none."""
    if move is None:
        return ()
    after = position.play(move)
    size = after.rules.size
    wins = sorted(winning_cells(after.rows, size, after.side_index)) if after.outcome() is None else []
    return (str(move), cell_name(wins[0], size)) if wins else ()
