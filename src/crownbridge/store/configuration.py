"""Canonical form of a tournament's configuration, and the differences between two configurations."""

import json
from collections.abc import Iterator
from typing import Any

from crownbridge.errors import InputError, quoted

_MOST = 8  # differences in a message
_ABSENT = object()


def canonical(text: str) -> str:
    """Return the same JSON with sorted keys, no spaces and only ASCII; raise InputError if the text is not JSON."""

    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is not JSON")

    try:
        return json.dumps(json.loads(text, parse_constant=refuse), sort_keys=True, separators=(",", ":"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{quoted(text)} is not a configuration in JSON: {error}") from error


def differences(old: str, new: str) -> str:
    """Return the differences, one clause per key: `timeLimit was 1000 and is 2000`."""
    clauses = list(_differences("", json.loads(old), json.loads(new)))
    more = [f"and {len(clauses) - _MOST} more"] if len(clauses) > _MOST else []
    return "; ".join([*clauses[:_MOST], *more])


def _differences(where: str, old: Any, new: Any) -> Iterator[str]:
    if _ABSENT not in (old, new) and json.dumps(old, sort_keys=True) == json.dumps(new, sort_keys=True):
        return  # not compared as values, because True == 1 in Python
    olds, news = _by_key(old), _by_key(new)
    if olds is None or news is None:
        yield f"{where or 'the configuration'} {_was(old)} and {_is(new)}"
        return
    is_different = False
    for key in [*olds, *(key for key in news if key not in olds)]:
        name = key if key.startswith("[") or not where else f".{key}"
        for difference in _differences(f"{where}{name}", olds.get(key, _ABSENT), news.get(key, _ABSENT)):
            is_different = True
            yield difference
    if not is_different:
        yield f"{where} is in another order"


def _by_key(value: Any) -> dict[str, Any] | None:
    """Return the members of an object or the entries of a list by name; entries are named by id if all have one."""
    if isinstance(value, dict):
        return value
    if not isinstance(value, list):
        return None
    ids = [entry.get("id") if isinstance(entry, dict) else None for entry in value]
    if all(isinstance(name, str) for name in ids) and len(set(ids)) == len(ids):
        return {f"[{name}]": entry for name, entry in zip(ids, value, strict=True)}
    return {f"[{number}]": entry for number, entry in enumerate(value)}


def _was(value: Any) -> str:
    return "was absent" if value is _ABSENT else f"was {_shortened(value)}"


def _is(value: Any) -> str:
    return "is absent" if value is _ABSENT else f"is {_shortened(value)}"


def _shortened(value: Any, most: int = 60) -> str:
    text = json.dumps(value)
    return text if len(text) <= most else f"{text[:most]}..."
