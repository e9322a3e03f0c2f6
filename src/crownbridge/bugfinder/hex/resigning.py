"""Bots that resign in won positions."""

from collections.abc import Iterator, Sequence

from crownbridge.bugfinder.finding import Cause, Finding
from crownbridge.bugfinder.hex.examples import example
from crownbridge.bugfinder.hex.model import Response
from crownbridge.bugfinder.likelihood import Failures
from crownbridge.games import Termination

_LEAST = 3
_CAUSES = (
    Cause("resignation", "check when the bot resigns: only if every move loses"),
    Cause("transposed board", "check where rows and columns are exchanged when stones are read"),
    Cause("edges", "check which edges each colour connects"),
    Cause("orientation", "check the order of rows and columns, and the table of neighbours"),
    Cause("evaluation sign", "check whether a win counts as a loss"),
)


def resignations(responses: Sequence[Response]) -> Iterator[Finding]:
    """Yield a finding if the bot resigns in positions that it can win at once."""
    resigned = [
        item
        for item in responses
        if item.answer.fault is not None and item.answer.fault.termination is Termination.RESIGNATION
    ]
    if len(resigned) < _LEAST:
        return
    yield Finding(
        "The bot resigns in positions that are won.",
        _CAUSES,
        0.9,
        f"{Failures(len(resigned), len(responses))} positions in which a move wins were resigned",
        tuple(example(item.trial.question, item.answer) for item in resigned[:2]),
    )
