"""Tunable parameters of a checkers agent: the piece values and piece-square tables of its evaluation."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from crownbridge.engines.checkers import Hyperparameters
from crownbridge.engines.checkers.hyperparameters import KING_VALUE
from crownbridge.errors import OptionError, quoted
from crownbridge.tuning.spsa import Parameter, Values

FORM = "NAME=MIN:MAX or NAME=MIN:MAX:STEP"
_STEPS = 20  # default number of steps in a range
_FINEST = 0.01  # men, the resolution of the evaluation
_NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
_RANGE = re.compile(rf"(\w+)(?:\[([0-9]+)\])?=({_NUMBER}):({_NUMBER})(?::({_NUMBER}))?")


class _Tunable(NamedTuple):
    """A parameter of agents and its default range."""

    entries: int | None
    """Number of entries of a table; `None` for a single number."""
    low: float
    high: float
    in_men: bool


_TUNABLES = {
    "king_value": _Tunable(None, 1, 3, in_men=True),
    "trade_bonus": _Tunable(None, 0, 20, in_men=False),
    "man_table": _Tunable(28, -0.5, 0.5, in_men=True),  # on the last four squares a man becomes a king
    "king_table": _Tunable(32, -0.5, 0.5, in_men=True),
}


def usual(agent: Hyperparameters) -> list[Parameter]:
    """Return all parameters with default ranges around the agent's values; raise OptionError if it has none."""
    return _checked(agent, _usual(agent))


def chosen(agent: Hyperparameters, texts: Sequence[str]) -> list[Parameter]:
    """Return the parameters for texts such as `king_value=100:200`, `man_table=-20:20:2` or `king_table[5]=0:30`.

    Raise OptionError.
    """
    return _checked(agent, [parameter for text in texts for parameter in _named(agent, text)])


def with_values(agent: Hyperparameters, values: Mapping[str, float]) -> Hyperparameters:
    """Return the agent with other values; entries of tables have names like `man_table[5]`. Raise OptionError."""
    changed: dict[str, Any] = {}
    for name, value in values.items():
        key, _, entry = name.rstrip("]").partition("[")
        if entry:
            table = list(changed.get(key, getattr(agent, key)))
            table[int(entry)] = value
            changed[key] = tuple(table)
        else:
            changed[key] = value
    return replace(agent, **changed)


def described(parameters: Sequence[Parameter], values: Values) -> str:
    """Return values by name as JSON, which is used as the name of a player."""
    return json.dumps(by_name(parameters, values), separators=(",", ":"))


def by_name(parameters: Sequence[Parameter], values: Values) -> dict[str, float]:
    """Return values by name, with six significant digits."""
    return {one.name: float(f"{value:.6g}") for one, value in zip(parameters, values, strict=True)}


def _usual(agent: Hyperparameters) -> Iterator[Parameter]:
    for key, tunable in _TUNABLES.items():
        unit = agent.man_value if tunable.in_men else 1.0
        for name, start in _starts(agent, key, None):
            low, high = min(start, tunable.low * unit), max(start, tunable.high * unit)
            yield Parameter(name, start, low, high, (high - low) / _STEPS)


def _named(agent: Hyperparameters, text: str) -> Iterator[Parameter]:
    match = _RANGE.fullmatch(text)
    if match is None:
        raise OptionError(f"{quoted(text)} is not a parameter with a range; expected {FORM}")
    key, entry, low, high, step = match[1], match[2], float(match[3]), float(match[4]), match[5]
    if key not in _TUNABLES:
        raise OptionError(f"{quoted(key)} cannot be tuned; expected {', '.join(_TUNABLES)}")
    finest = _FINEST * (agent.man_value if _TUNABLES[key].in_men else 1.0)
    for name, start in _starts(agent, key, None if entry is None else int(entry)):
        parameter = Parameter(name, start, low, high, float(step) if step else (high - low) / _STEPS)
        if not low <= start <= high or low == high:
            raise OptionError(f"{name} is {start:g}, which is not between {low:g} and {high:g}; widen the range")
        if not finest <= parameter.step <= (high - low) / 2:
            raise OptionError(
                f"the step of {name} is {parameter.step:g}; expected {finest:g} (the resolution of "
                f"the evaluation) to {(high - low) / 2:g} (half the range)"
            )
        yield parameter


def _starts(agent: Hyperparameters, key: str, entry: int | None) -> list[tuple[str, float]]:
    """Return the names and current values of a parameter: of a table, one or all entries."""
    entries = _TUNABLES[key].entries
    value = getattr(agent, key)
    if entries is None:
        if entry is not None:
            raise OptionError(f"{key} is a single number; expected {key}=MIN:MAX")
        return [(key, KING_VALUE * agent.man_value if value is None else value)]
    if entry is not None and entry >= entries:
        raise OptionError(f"{key}[{entry}] cannot be tuned; expected {key}[0] to {key}[{entries - 1}]")
    chosen = range(entries) if entry is None else [entry]
    return [(f"{key}[{number}]", value[number]) for number in chosen]


def _checked(agent: Hyperparameters, candidates: Iterator[Parameter] | list[Parameter]) -> list[Parameter]:
    """Return the parameters; raise OptionError if the agent does not use them or a bound is invalid."""
    if agent.search == "random" or agent.evaluation != "piece-tables":
        reason = (
            "plays at random" if agent.search == "random" else f"uses the evaluation {json.dumps(agent.evaluation)}"
        )
        raise OptionError(
            f"the agent {quoted(agent.name)} {reason}, which has nothing to tune; create a tunable "
            "agent with: crownbridge agent new mine.json --set evaluation=piece-tables"
        )
    parameters = list(candidates)
    names = [one.name for one in parameters]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise OptionError(f"{twice} has two ranges; expected one")
    for corner in ([one.low for one in parameters], [one.high for one in parameters]):
        with_values(agent, dict(zip(names, corner, strict=True)))
    return parameters
