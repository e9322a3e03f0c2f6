"""Agent files: JSON objects with the hyperparameters that differ from their defaults."""

import json
import os
from collections import Counter
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any
from warnings import warn

from crownbridge.engines.checkers.hyperparameters import SQUARE_TABLE, ZERO_TABLE, Hyperparameters
from crownbridge.engines.checkers.reblexis_keys import REBLEXIS_KEYS, ignores_piece_tables, translate
from crownbridge.engines.checkers.validators import SQUARES, abbreviated
from crownbridge.errors import ConfigurationError, ConfigurationWarning, InputError, OptionError
from crownbridge.files import read_limited, write_atomically
from crownbridge.spelling import UNKNOWN_KEY, similar_name

MAX_BYTES = 1 << 20
"""Maximum size of an agent file."""
_MAX_SHOWN = 40
_MAX_PROBLEMS = ConfigurationError.most_problems
_KEYS = [parameter.name for parameter in fields(Hyperparameters)]
_TABLES = ("man_table", "king_table")
_PIECE_TABLE_KEYS = {"man_value", "king_value", "trade_bonus", *_TABLES}


class AgentWarning(ConfigurationWarning):
    """An agent file is valid, but contains something that its author should check."""


def load(path: str | os.PathLike[str]) -> Hyperparameters:
    """Return the agent in a file; issue an AgentWarning for short or unused tables and unknown keys.

    Raise FileError, or InputError that lists every problem with its location.
    """
    text = read_text(Path(path))
    try:
        agent, warnings = parse(text)
    except OptionError as error:
        problems = str(error).splitlines()
        count = "a problem" if len(problems) == 1 else f"{len(problems)} problems"
        raise InputError("\n  ".join([f"{path} has {count}:", *problems])) from None
    for warning in warnings:
        warn(f"{path}: {warning}", AgentWarning, stacklevel=2)
    return agent


def read_text(path: Path) -> str:
    """Return the content of an agent file; raise FileError if it cannot be read."""
    return read_limited(path, MAX_BYTES)


def save(agent: Hyperparameters, path: str | os.PathLike[str]) -> None:
    """Write a file that `load` reads, with one parameter per line; raise FileError if that fails."""
    lines = (f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in asdict(agent).items())
    write_atomically(Path(path), "{\n" + ",\n".join(lines) + "\n}\n")


def parse(text: str) -> tuple[Hyperparameters, list[str]]:
    """Return the agent that a JSON text describes, and warnings; raise OptionError with one problem per line."""
    problems: list[str] = []
    warnings: list[str] = []
    data = _read(text, problems)
    parameters, source_keys = translate(data, problems)
    _drop_unknown(parameters, problems, warnings)
    for table in _TABLES:
        entries = parameters.get(table)
        if isinstance(entries, list):
            if len(entries) < SQUARES:
                warnings.append(
                    f"{source_keys[table]}: {len(entries)} entries of {SQUARES}; missing entries count as 0"
                )
            parameters[table] = (*entries, *[0] * (SQUARES - len(entries)))
        if ignores_piece_tables(data) and SQUARE_TABLE.accepts(parameters.get(table)):
            parameters[table] = ZERO_TABLE
    if _PIECE_TABLE_KEYS & set(source_keys):
        parameters.setdefault("evaluation", "piece-tables")
    try:
        agent = Hyperparameters(**parameters)
    except OptionError as error:
        problems += (_with_source_key(line, source_keys) for line in str(error).splitlines())
    if problems:
        raise OptionError("\n".join(problems))
    return agent, warnings + [
        f"{source_keys[key]} is not used with the evaluation {agent.evaluation}" for key in _unused(agent)
    ]


def _drop_unknown(parameters: dict[str, Any], problems: list[str], warnings: list[str]) -> None:
    """Remove unknown keys: report a likely misspelling as a problem, any other key as a warning."""
    unknown = [key for key in parameters if key not in _KEYS]
    for key in unknown:
        del parameters[key]
    for key in unknown[:_MAX_PROBLEMS]:
        name = key if len(key) <= _MAX_SHOWN else f"{key[:_MAX_SHOWN]}..."
        if near := similar_name(key, [*_KEYS, *REBLEXIS_KEYS]):
            problems.append(f"{name}: there is no such key; did you mean {near}?")
        else:
            warnings.append(f"{name}: {UNKNOWN_KEY}")
    if len(unknown) > _MAX_PROBLEMS:
        problems.append(f"{len(unknown) - _MAX_PROBLEMS:,} more unknown keys")


def _unused(agent: Hyperparameters) -> list[str]:
    """Return the parameters of piece tables that were set although the evaluation does not use them."""
    if agent.evaluation == "piece-tables":
        return []
    return [
        field.name
        for field in fields(agent)
        if field.name in _PIECE_TABLE_KEYS and getattr(agent, field.name) != field.default
    ]


def _with_source_key(problem: str, source_keys: dict[str, str]) -> str:
    """Return a problem with the key as spelled in the file."""
    key = next(key for key in _KEYS if problem.startswith((f"{key}:", f"{key}[")))
    return source_keys.get(key, key) + problem.removeprefix(key)


def _read(text: str, problems: list[str]) -> dict[str, Any]:
    """Return the object in a JSON text; repeated keys are problems. Raise OptionError if it is not an object."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        repeated = [key for key, count in Counter(key for key, _ in pairs).items() if count > 1]
        problems.extend(f"{key[:_MAX_SHOWN]}: appears more than once" for key in repeated[:_MAX_PROBLEMS])
        return dict(pairs)

    try:
        data = json.loads(text, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        raise OptionError(f"line {error.lineno}, column {error.colno}: not valid JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise OptionError(f"not valid JSON: {error}") from None
    if not isinstance(data, dict):
        raise OptionError(f"{abbreviated(data)} is not an agent; expected a JSON object")
    return data
