"""A tournament's configuration as text, and in which words two of them differ."""

import json
from collections.abc import Iterator
from typing import Any

from crownbridge.errors import InputError, quoted

_MOST = 8  # differences that are told
_ABSENT = object()


def canonical(text: str) -> str:
    """The same JSON with sorted keys, no spaces and nothing but ASCII. Raises InputError where it is none."""

    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is no JSON")

    try:
        return json.dumps(json.loads(text, parse_constant=refuse), sort_keys=True, separators=(",", ":"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{quoted(text)} is no configuration in JSON: {error}") from error


def differences(old: str, new: str) -> str:
    """What is different in a configuration, a clause a key: `timeLimit was 1000 and is 2000`."""
    found = list(_differences("", json.loads(old), json.loads(new)))
    more = [f"and {len(found) - _MOST} more"] if len(found) > _MOST else []
    return "; ".join([*found[:_MOST], *more])


def _differences(where: str, old: Any, new: Any) -> Iterator[str]:
    if _ABSENT not in (old, new) and json.dumps(old, sort_keys=True) == json.dumps(new, sort_keys=True):
        return  # as values they would not do: to Python, True is 1
    olds, news = _by_key(old), _by_key(new)
    if olds is None or news is None:
        yield f"{where or 'all of it'} {_was(old)} and {_is(new)}"
        return
    told = False
    for key in [*olds, *(key for key in news if key not in olds)]:
        name = key if key.startswith("[") or not where else f".{key}"
        for difference in _differences(f"{where}{name}", olds.get(key, _ABSENT), news.get(key, _ABSENT)):
            told = True
            yield difference
    if not told:
        yield f"{where} is in another order"


def _by_key(value: Any) -> dict[str, Any] | None:
    """The parts of an object or a list by name; those of a list by their ids, where all have one."""
    if isinstance(value, dict):
        return value
    if not isinstance(value, list):
        return None
    ids = [entry.get("id") if isinstance(entry, dict) else None for entry in value]
    if all(isinstance(name, str) for name in ids) and len(set(ids)) == len(ids):
        return {f"[{name}]": entry for name, entry in zip(ids, value, strict=True)}
    return {f"[{number}]": entry for number, entry in enumerate(value)}


def _was(value: Any) -> str:
    return "was absent" if value is _ABSENT else f"was {_shown(value)}"


def _is(value: Any) -> str:
    return "is absent" if value is _ABSENT else f"is {_shown(value)}"


def _shown(value: Any, most: int = 60) -> str:
    text = json.dumps(value)
    return text if len(text) <= most else f"{text[:most]}..."
