"""Agents in JSON files: with our own keys, or with those of the tournament system that speaks reblexis."""

import json
from dataclasses import asdict, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from warnings import warn

from crownbridge.engines.checkers.hyperparameters import Hyperparameters
from crownbridge.engines.checkers.values import SQUARES, shown
from crownbridge.errors import FileError, InputError, OptionError
from crownbridge.files import write_whole

KEYS = {one.name: one.metadata["kind"] for one in fields(Hyperparameters)}
"""What each key may hold."""
_TABLES = ("man_table", "king_table")
_WORTHS = {"man_value", "king_value", "trade_bonus", *_TABLES}

_FOREIGN_NAMES = {
    "pawn_value": "man_value",
    "pawn_table": "man_table",
    "diff_multiplier": "trade_bonus",
    "max_depth": "depth",
    "use_alpha_beta": "alpha_beta",
    "use_cache": "cache",
}
"""Keys of the other system that mean the same as one of ours."""
_FOREIGN_CHOICES: dict[str, tuple[str, dict[int, Any]]] = {
    "search_algorithm": ("search", {0: "random", 1: "minimax", 2: "iterative"}),
    "evaluation_algorithm": ("evaluation", {0: "piece-tables", 1: "piece-tables"}),
}
"""Its numbers for what we have words for."""
_MATERIAL_ALONE = 0
"""Its evaluation that looks at no table."""


class AgentWarning(UserWarning):
    """A file can be used, but something about it should be known."""


def load(path: Path) -> Hyperparameters:
    """The agent in a file; gives an AgentWarning where a table is short.

    Raises FileError, or InputError which lists every problem with its place.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FileError(f"{path} is no text: {error.reason} at byte {error.start}") from error
    try:
        agent, warnings = parse(text)
    except OptionError as error:
        problems = str(error).splitlines()
        count = "a problem" if len(problems) == 1 else f"{len(problems)} problems"
        raise InputError("\n  ".join([f"{path} has {count}:", *problems])) from None
    for warning in warnings:
        warn(f"{path}: {warning}", AgentWarning, stacklevel=2)
    return agent


def save(agent: Hyperparameters, path: Path) -> None:
    """Writes a file that `load` reads: every parameter on a line. Raises FileError."""
    lines = (f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in asdict(agent).items())
    write_whole(path, "{\n" + ",\n".join(lines) + "\n}\n")


def parse(text: str) -> tuple[Hyperparameters, list[str]]:
    """The agent that a text describes, and warnings. Raises OptionError, a problem a line."""
    problems: list[str] = []
    warnings: list[str] = []
    given = _translated(_read(text, problems), problems)
    for key in [key for key in given if key not in KEYS]:
        near = get_close_matches(key, [*KEYS, *_FOREIGN_NAMES, *_FOREIGN_CHOICES, "move_time_limit"], 1)
        problems.append(f"{key}: there is no such key" + (f"; did you mean {near[0]}?" if near else ""))
        del given[key]
    for table in _TABLES:
        entries = given.get(table)
        if isinstance(entries, list) and len(entries) < SQUARES:
            warnings.append(f"{table}: {len(entries)} entries of {SQUARES}; the others are taken to be 0")
            given[table] = entries + [0] * (SQUARES - len(entries))
    if "evaluation" not in given and _WORTHS & set(given):
        given["evaluation"] = "piece-tables"
    for key, value in given.items():
        problems += KEYS[key].problems(value, key)
    if problems:
        raise OptionError("\n".join(problems))
    return Hyperparameters(**{key: _frozen(value) for key, value in given.items()}), warnings


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _read(text: str, problems: list[str]) -> dict[str, Any]:
    """The object in a JSON text. Raises OptionError where it is none."""

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        seen: set[str] = set()
        for key, _ in found:
            if key in seen:
                problems.append(f"{key}: stands there more than once")
            seen.add(key)
        return dict(found)

    try:
        found = json.loads(text, object_pairs_hook=pairs)
    except json.JSONDecodeError as error:
        raise OptionError(f"line {error.lineno}, column {error.colno}: no JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise OptionError(f"no usable JSON: {error}") from None
    if not isinstance(found, dict):
        raise OptionError(f"{shown(found)} is no agent; expected an object in braces")
    return found


def _translated(found: dict[str, Any], problems: list[str]) -> dict[str, Any]:
    """With our own keys instead of the other system's."""
    given: dict[str, Any] = {}
    for key, value in found.items():
        ours, translated = key, value
        if key in _FOREIGN_NAMES:
            ours = _FOREIGN_NAMES[key]
        elif key in _FOREIGN_CHOICES:
            ours, words = _FOREIGN_CHOICES[key]
            if isinstance(value, bool) or value not in words:
                problems.append(f"{key}: {shown(value)}; expected {' or '.join(map(str, words))}")
                continue
            translated = words[value]
        elif key == "move_time_limit":
            ours = "time_per_move"
            translated = value / 1000 if isinstance(value, int | float) and not isinstance(value, bool) else value
        if ours in found and ours != key:
            problems.append(f"{key}: means the same as {ours}, which is there too")
            continue
        given[ours] = translated
    if found.get("evaluation_algorithm") == _MATERIAL_ALONE:
        for table in _TABLES:
            given.pop(table, None)
    return given
