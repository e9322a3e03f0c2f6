"""Translation of the hyperparameter files of the tournament system that uses the reblexis protocol."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from crownbridge.engines.checkers.validators import AnyOf, Boolean, Integer, Number, Validator

_SEARCHES = ("random", "minimax", "iterative")
_BOOLEAN = AnyOf(Boolean(), Integer(0, 1))


class Translation(NamedTuple):
    """The equivalent of a foreign key."""

    key: str
    """Our key."""
    validator: Validator | None = None
    """Validator of the foreign value, if it differs from ours."""
    value: Callable[[Any], Any] = lambda value: value
    """Function that converts the foreign value to ours."""


REBLEXIS_KEYS: Mapping[str, Translation] = {
    "search_algorithm": Translation("search", Integer(0, 2), lambda number: _SEARCHES[number]),
    "evaluation_algorithm": Translation("evaluation", Integer(0, 1), lambda _: "piece-tables"),
    "max_depth": Translation("depth"),
    "move_time_limit": Translation("time_per_move", Number(1, 86_400_000), lambda milliseconds: milliseconds / 1000),
    "pawn_value": Translation("man_value"),
    "pawn_table": Translation("man_table"),
    "diff_multiplier": Translation("trade_bonus"),
    "use_alpha_beta": Translation("alpha_beta", _BOOLEAN, bool),
    "use_cache": Translation("cache", _BOOLEAN, bool),
    "reorder_moves": Translation("reorder_moves", _BOOLEAN, bool),
}
"""Keys that differ from ours in name or value; `king_value` and `king_table` are the same."""


def ignores_piece_tables(data: Mapping[str, Any]) -> bool:
    """Return True if the file selects the evaluation that ignores piece tables."""
    return data.get("evaluation_algorithm") == 0


def translate(data: Mapping[str, Any], problems: list[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the values by our keys, and the key in the file of each; append errors to `problems`."""
    parameters: dict[str, Any] = {}
    source_keys: dict[str, str] = {}
    for key, value in data.items():
        translation = REBLEXIS_KEYS.get(key, Translation(key))
        if translation.key in source_keys or (translation.key != key and translation.key in data):
            problems.append(f"{key}: same as {translation.key}, which is also present; remove one")
        elif errors := translation.validator.problems(value, key) if translation.validator else []:
            problems += errors
        else:
            parameters[translation.key], source_keys[translation.key] = translation.value(value), key
    return parameters, source_keys
