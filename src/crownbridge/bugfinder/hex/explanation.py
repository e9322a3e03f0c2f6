"""The faults that explain a bot's answers better than weak play does."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Cause, Example, Finding
from crownbridge.bugfinder.hex.examples import Wrong, repeated_examples
from crownbridge.bugfinder.hex.faults import FAULTS, WEAKER_SIDE
from crownbridge.bugfinder.hex.model import Response, confidence, faulty_likelihood, weak_likelihood
from crownbridge.bugfinder.hex.trial import SOUND
from crownbridge.bugfinder.likelihood import Failures

SIDES = ("red", "blue")
_ONE_SIDE = 1.0
"""Advantage of the explanations that hold for both sides."""
_REPORTED = 0.7
_RIVAL = 2.0
"""Gain by which the best explanation may exceed others that are reported too."""


class Explanation(NamedTuple):
    """A fault that may explain the answers."""

    gain: float
    """How much better it explains them than weak play, as a logarithm."""
    fault: str
    side: int | None
    """The only side on which the fault shows, or None."""

    @property
    def confidence(self) -> float:
        """Probability of the fault."""
        return confidence(self.gain, 3 * len(FAULTS))


def explanations(responses: Sequence[Response]) -> list[Explanation]:
    """Return the explanations of answers, the best first."""
    known = set().union(*(response.trial.moves for response in responses))
    weak = weak_likelihood(responses)
    results = []
    for fault in FAULTS:
        if fault != WEAKER_SIDE and fault in known:
            results.append(Explanation(faulty_likelihood(responses, fault) - weak, fault, None))
        if fault in known or fault == WEAKER_SIDE:
            model = SOUND if fault == WEAKER_SIDE else fault
            results += [Explanation(_one_sided(responses, model, side) - weak, fault, side) for side in (0, 1)]
    return sorted(results, key=lambda explanation: -explanation.gain)


def _one_sided(responses: Sequence[Response], model: str, side: int) -> float:
    return faulty_likelihood(responses, model, lambda response: response.trial.side == side) - _ONE_SIDE


def findings(
    bot: Bot, responses: Sequence[Response], confirm: Callable[[Bot, Wrong], tuple[Example, ...]] = repeated_examples
) -> Iterator[Finding]:
    """Yield the best explanation if it is likely; `confirm` returns the errors that the bot repeats."""
    if not responses:
        return
    best, *others = explanations(responses)
    side = _weaker(responses) if best.fault == WEAKER_SIDE else best.side
    affected = [item for item in responses if side in (None, item.trial.side)]
    wrong = [item for item in affected if not item.is_right]
    predicted = [item for item in wrong if item.move in item.trial.moves.get(best.fault, ())]
    if best.confidence < _REPORTED or not wrong:
        return
    candidates = sorted(predicted or wrong, key=lambda item: item.trial.empty)
    examples = confirm(bot, ((item.trial.question, item.answer) for item in candidates))
    if not examples:
        return
    causes = list(FAULTS[best.fault].causes)
    rivals = [other.fault for other in others if other.gain > best.gain - _RIVAL and other.fault != best.fault]
    for cause in (FAULTS[rival].causes[0] for rival in rivals[:1]):
        if cause.kind not in {known.kind for known in causes}:
            causes.insert(1, cause)
    colour = "" if side is None else f" as {SIDES[side]}"
    yield Finding(
        f"The bot {FAULTS[best.fault].symptom}{colour}.",
        _with_side(causes, side),
        best.confidence,
        _evidence(affected, len(wrong), None if best.fault == WEAKER_SIDE else len(predicted)),
        examples,
    )


def _weaker(responses: Sequence[Response]) -> int:
    """Return the side with fewer right answers."""
    return min((0, 1), key=lambda side: sum(item.is_right for item in responses if item.trial.side == side))


def _with_side(causes: list[Cause], side: int | None) -> tuple[Cause, ...]:
    """Return the causes; if only one side is affected, the side to move is one of the first three."""
    if side is not None and "side to move" not in {cause.kind for cause in causes[:3]}:
        advice = f"only {SIDES[side]} is affected: check the code that depends on the bot's colour"
        causes.insert(1, Cause("side to move", advice))
    return tuple(causes)


def _evidence(responses: Sequence[Response], wrong: int, predicted: int | None) -> str:
    text = f"{Failures(wrong, len(responses))} positions with a proven answer were answered wrongly"
    return text if predicted is None else f"{text}; {predicted} of the {wrong} wrong moves are those of this fault"
