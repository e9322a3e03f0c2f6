"""What can be tuned about a checkers agent: the numbers by which its piece tables judge a position."""

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
_STEPS = 20  # in a range, where none is named: what is usual
_FINEST = 0.01  # men; the engine judges no finer
_NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
_WRITTEN = re.compile(rf"(\w+)(?:\[([0-9]+)\])?=({_NUMBER}):({_NUMBER})(?::({_NUMBER}))?")


class _Worth(NamedTuple):
    """A parameter of agents, and the range that is searched where none is named."""

    entries: int | None
    """Of a table; `None` for a single number."""
    low: float
    high: float
    in_men: bool


_WORTHS = {
    "king_value": _Worth(None, 1, 3, in_men=True),
    "trade_bonus": _Worth(None, 0, 20, in_men=False),
    "man_table": _Worth(28, -0.5, 0.5, in_men=True),  # on the last four squares, it is a king
    "king_table": _Worth(32, -0.5, 0.5, in_men=True),
}


def usual(agent: Hyperparameters) -> list[Parameter]:
    """All of them, around where the agent has them. Raises OptionError where it has none."""
    return _checked(agent, _usual(agent))


def chosen(agent: Hyperparameters, texts: Sequence[str]) -> list[Parameter]:
    """Those that texts such as `king_value=100:200`, `man_table=-20:20:2` or `king_table[5]=0:30` name.

    Raises OptionError.
    """
    return _checked(agent, [parameter for text in texts for parameter in _named(agent, text)])


def with_values(agent: Hyperparameters, values: Mapping[str, float]) -> Hyperparameters:
    """The agent with other values: those of tables are named like `man_table[5]`. Raises OptionError."""
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
    """Values by name, as JSON: the name under which they play."""
    return json.dumps(by_name(parameters, values), separators=(",", ":"))


def by_name(parameters: Sequence[Parameter], values: Values) -> dict[str, float]:
    """Values by name, with no more digits than tell two apart."""
    return {one.name: float(f"{value:.6g}") for one, value in zip(parameters, values, strict=True)}


def _usual(agent: Hyperparameters) -> Iterator[Parameter]:
    for key, worth in _WORTHS.items():
        unit = agent.man_value if worth.in_men else 1.0
        for name, start in _starts(agent, key, None):
            low, high = min(start, worth.low * unit), max(start, worth.high * unit)
            yield Parameter(name, start, low, high, (high - low) / _STEPS)


def _named(agent: Hyperparameters, text: str) -> Iterator[Parameter]:
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise OptionError(f"{quoted(text)} names no parameter with its range; expected {FORM}")
    key, entry, low, high, step = found[1], found[2], float(found[3]), float(found[4]), found[5]
    if key not in _WORTHS:
        raise OptionError(f"{quoted(key)} is nothing that can be tuned; expected {', '.join(_WORTHS)}")
    finest = _FINEST * (agent.man_value if _WORTHS[key].in_men else 1.0)
    for name, start in _starts(agent, key, None if entry is None else int(entry)):
        parameter = Parameter(name, start, low, high, float(step) if step else (high - low) / _STEPS)
        if not low <= start <= high or low == high:
            raise OptionError(f"{name} is {start:g}, which is not between {low:g} and {high:g}; widen the range")
        if not finest <= parameter.step <= (high - low) / 2:
            raise OptionError(
                f"the step of {name} is {parameter.step:g}; expected {finest:g}, which is as fine "
                f"as the engine judges, to {(high - low) / 2:g}, half the range"
            )
        yield parameter


def _starts(agent: Hyperparameters, key: str, entry: int | None) -> list[tuple[str, float]]:
    """The numbers of a parameter where the agent has them now, with their names: of a table, one or all entries."""
    entries = _WORTHS[key].entries
    value = getattr(agent, key)
    if entries is None:
        if entry is not None:
            raise OptionError(f"{key} is a single number; expected {key}=MIN:MAX")
        return [(key, KING_VALUE * agent.man_value if value is None else value)]
    if entry is not None and entry >= entries:
        raise OptionError(f"{key}[{entry}] is nothing that can be tuned; expected {key}[0] to {key}[{entries - 1}]")
    chosen = range(entries) if entry is None else [entry]
    return [(f"{key}[{number}]", value[number]) for number in chosen]


def _checked(agent: Hyperparameters, found: Iterator[Parameter] | list[Parameter]) -> list[Parameter]:
    """Raises OptionError where the agent does not use them, or some values would make no agent."""
    if agent.search == "random" or agent.evaluation != "piece-tables":
        reason = "plays at random" if agent.search == "random" else f"judges by {json.dumps(agent.evaluation)}"
        raise OptionError(
            f"the agent {quoted(agent.name)} {reason}, where nothing can be tuned; one whose pieces have their "
            "worths is made by: crownbridge agent new mine.json --set evaluation=piece-tables"
        )
    parameters = list(found)
    names = [one.name for one in parameters]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise OptionError(f"{twice} is to be tuned twice; name its range once")
    for corner in ([one.low for one in parameters], [one.high for one in parameters]):
        with_values(agent, dict(zip(names, corner, strict=True)))
    return parameters
