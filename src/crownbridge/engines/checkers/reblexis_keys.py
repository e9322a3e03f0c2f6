"""The keys of hyperparameters files of the tournament system that speaks the reblexis protocol, in our own words."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from crownbridge.engines.checkers.values import Either, Kind, Number, Switch, Whole

_SEARCHES = ("random", "minimax", "iterative")
_SWITCH = Either(Switch(), Whole(0, 1))


class Translation(NamedTuple):
    """What a key means here."""

    key: str
    """Our own key."""
    kind: Kind | None = None
    """What its value may be, where that is not what ours may be."""
    value: Callable[[Any], Any] = lambda value: value
    """Our own value."""


REBLEXIS_KEYS: Mapping[str, Translation] = {
    "search_algorithm": Translation("search", Whole(0, 2), lambda number: _SEARCHES[number]),
    "evaluation_algorithm": Translation("evaluation", Whole(0, 1), lambda _: "piece-tables"),
    "max_depth": Translation("depth"),
    "move_time_limit": Translation("time_per_move", Number(1, 86_400_000), lambda milliseconds: milliseconds / 1000),
    "pawn_value": Translation("man_value"),
    "pawn_table": Translation("man_table"),
    "diff_multiplier": Translation("trade_bonus"),
    "use_alpha_beta": Translation("alpha_beta", _SWITCH, bool),
    "use_cache": Translation("cache", _SWITCH, bool),
    "reorder_moves": Translation("reorder_moves", _SWITCH, bool),
}
"""Those that differ from ours, in name or in value; `king_value` and `king_table` are the same."""


def counts_pieces_alone(found: Mapping[str, Any]) -> bool:
    """Whether what was found asks for the evaluation that looks at no table."""
    return found.get("evaluation_algorithm") == 0


def translate(found: Mapping[str, Any], problems: list[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """What was found under our own keys, and the key under which each was found. Adds what is wrong to `problems`."""
    given: dict[str, Any] = {}
    written: dict[str, str] = {}
    for key, value in found.items():
        known = REBLEXIS_KEYS.get(key, Translation(key))
        if known.key in written or (known.key != key and known.key in found):
            problems.append(f"{key}: means the same as {known.key}, which is there too")
        elif wrong := known.kind.problems(value, key) if known.kind else []:
            problems += wrong
        else:
            given[known.key], written[known.key] = known.value(value), key
    return given, written
