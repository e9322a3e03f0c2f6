"""Agents in JSON files, which list what their author chose; everything else has its default."""

import json
import os
from collections import Counter
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any
from warnings import warn

from crownbridge.engines.checkers.hyperparameters import NO_WORTHS, TABLE, Hyperparameters
from crownbridge.engines.checkers.reblexis_keys import REBLEXIS_KEYS, counts_pieces_alone, translate
from crownbridge.engines.checkers.values import SQUARES, shown
from crownbridge.errors import ConfigurationError, ConfigurationWarning, InputError, OptionError
from crownbridge.files import read_limited, write_atomically
from crownbridge.spelling import UNKNOWN_KEY, similar_name

MOST_BYTES = 1 << 20
"""Of a file."""
_LONG = 40
_MOST_PROBLEMS = ConfigurationError.most_problems
_KEYS = [one.name for one in fields(Hyperparameters)]
_TABLES = ("man_table", "king_table")
_WORTHS = {"man_value", "king_value", "trade_bonus", *_TABLES}


class AgentWarning(ConfigurationWarning):
    """A file can be used, but something about it should be known."""


def load(path: str | os.PathLike[str]) -> Hyperparameters:
    """The agent in a file; gives an AgentWarning where a table is short or not used, or a key is unknown.

    Raises FileError, or InputError which lists every problem with its place.
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
    """Return what stands in an agent's file. Raise FileError."""
    return read_limited(path, MOST_BYTES)


def save(agent: Hyperparameters, path: str | os.PathLike[str]) -> None:
    """Writes a file that `load` reads: every parameter on a line. Raises FileError."""
    lines = (f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in asdict(agent).items())
    write_atomically(Path(path), "{\n" + ",\n".join(lines) + "\n}\n")


def parse(text: str) -> tuple[Hyperparameters, list[str]]:
    """The agent that a text describes, and warnings. Raises OptionError, a problem a line."""
    problems: list[str] = []
    warnings: list[str] = []
    found = _read(text, problems)
    given, written = translate(found, problems)
    _drop_unknown(given, problems, warnings)
    for table in _TABLES:
        entries = given.get(table)
        if isinstance(entries, list):
            if len(entries) < SQUARES:
                warnings.append(f"{written[table]}: {len(entries)} entries of {SQUARES}; the others are taken to be 0")
            given[table] = (*entries, *[0] * (SQUARES - len(entries)))
        if counts_pieces_alone(found) and TABLE.accepts(given.get(table)):
            given[table] = NO_WORTHS
    if _WORTHS & set(written):
        given.setdefault("evaluation", "piece-tables")
    try:
        agent = Hyperparameters(**given)
    except OptionError as error:
        problems += (_renamed(line, written) for line in str(error).splitlines())
    if problems:
        raise OptionError("\n".join(problems))
    return agent, warnings + [
        f"{written[key]} is not used with the evaluation {agent.evaluation}" for key in _unused(agent)
    ]


def _drop_unknown(given: dict[str, Any], problems: list[str], warnings: list[str]) -> None:
    """Remove keys that are not known: a misspelling is a problem, any other worth a warning."""
    unknown = [key for key in given if key not in _KEYS]
    for key in unknown:
        del given[key]
    for key in unknown[:_MOST_PROBLEMS]:
        name = key if len(key) <= _LONG else f"{key[:_LONG]}..."
        if near := similar_name(key, [*_KEYS, *REBLEXIS_KEYS]):
            problems.append(f"{name}: there is no such key; did you mean {near}?")
        else:
            warnings.append(f"{name}: {UNKNOWN_KEY}")
    if len(unknown) > _MOST_PROBLEMS:
        problems.append(f"{len(unknown) - _MOST_PROBLEMS:,} more keys are not known either")


def _unused(agent: Hyperparameters) -> list[str]:
    """What was chosen for piece tables, where these do not judge."""
    if agent.evaluation == "piece-tables":
        return []
    return [one.name for one in fields(agent) if one.name in _WORTHS and getattr(agent, one.name) != one.default]


def _renamed(problem: str, written: dict[str, str]) -> str:
    """A problem with the place as the file's author knows it."""
    ours = next(key for key in _KEYS if problem.startswith((f"{key}:", f"{key}[")))
    return written.get(ours, ours) + problem.removeprefix(ours)


def _read(text: str, problems: list[str]) -> dict[str, Any]:
    """The object in a JSON text; keys that come twice are a problem. Raises OptionError where there is none."""

    def unique(found: list[tuple[str, Any]]) -> dict[str, Any]:
        repeated = [key for key, count in Counter(key for key, _ in found).items() if count > 1]
        problems.extend(f"{key[:_LONG]}: stands there more than once" for key in repeated[:_MOST_PROBLEMS])
        return dict(found)

    try:
        found = json.loads(text, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        raise OptionError(f"line {error.lineno}, column {error.colno}: no JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise OptionError(f"no usable JSON: {error}") from None
    if not isinstance(found, dict):
        raise OptionError(f"{shown(found)} is no agent; expected an object in braces")
    return found
