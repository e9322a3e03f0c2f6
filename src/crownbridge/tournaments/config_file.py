"""Reads a tournament file in JSON or TOML, and reports all of its problems at once."""

import json
import os
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, get_args
from warnings import warn

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from crownbridge.errors import ConfigurationError, ConfigurationWarning
from crownbridge.files import read_limited
from crownbridge.spelling import UNKNOWN_KEY, similar_name
from crownbridge.tournaments.checks import problems_between
from crownbridge.tournaments.config import Tournament

MOST_CHARACTERS = 1 << 20
"""Maximum length of a tournament file."""
_MOST_KEY_PARTS = 32
_LONG = 40
# Every alternative also consumes an unterminated string, at which tomllib stops.
_TOML_TEXT = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:""")?+'
    r'|"(?:[^"\\\n]|\\.)*+"?+'
    r"|'{3}(?:[^']|'(?!''))*+(?:'{3})?+"
    r"|'[^'\n]*+'?+"
    r"|#[^\n]*+",
    re.DOTALL,
)
_TOML_KEY = re.compile(rf'(?<![\w-])(?:(?:[\w-]++|"")[ \t]*+\.[ \t]*+){{{_MOST_KEY_PARTS}}}')
_NAME = "a name of 1 to 100 characters, without slashes, that does not begin with a dot or space or end with a space"

_EXPECTED: dict[str, Callable[[dict[str, Any]], str]] = {
    "bool_type": lambda _: "true or false",
    "dict_type": lambda _: "an object",
    "finite_number": lambda _: "a number",
    "float_type": lambda _: "a number",
    "int_type": lambda _: "a whole number",
    "literal_error": lambda context: str(context["expected"]).replace("'", '"'),
    "model_type": lambda _: "an object",
    "string_pattern_mismatch": lambda _: _NAME,
    "string_too_long": lambda _: _NAME,
    "string_too_short": lambda _: "a text that is not empty",
    "string_type": lambda _: "a text",
    "too_short": lambda context: f"at least {context['min_length']} entries",
    "tuple_type": lambda _: "a list",
}
_BOUNDS = {
    "greater_than": "more than {gt}",
    "greater_than_equal": "{ge} or more",
    "less_than": "less than {lt}",
    "less_than_equal": "{le} at most",
}


def load(path: str | os.PathLike[str]) -> Tournament:
    """Return the tournament in a file: TOML if its name ends with .toml, else JSON. Paths are relative to its folder.

    Raise FileError if it cannot be read, or ConfigurationError with every problem and its place. Emit a
    ConfigurationWarning for every unknown key.
    """
    place = Path(path)
    text = read_limited(place, MOST_CHARACTERS, "utf-8-sig")
    config = parse(text, folder=place.parent, source=str(path), toml=place.suffix.lower() == ".toml")
    for key in config.unknown_keys:
        warn(f"{path}: {key}: {UNKNOWN_KEY}", ConfigurationWarning, stacklevel=2)
    return config


def parse(
    text: str, *, folder: str | os.PathLike[str] = ".", source: str = "the tournament", toml: bool = False
) -> Tournament:
    """Return the tournament that a text describes. Raise ConfigurationError like `load`."""
    keys, problems = read_keys(text, source=source, toml=toml)
    return from_mapping(keys, folder=folder, source=source, problems=problems)


def read_keys(
    text: str, *, source: str = "the tournament", toml: bool = False
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the keys of a text and the problems of its syntax by place. Raise ConfigurationError."""
    problems: dict[str, str] = {}
    if len(text) > MOST_CHARACTERS:
        raise ConfigurationError(source, [f"it is too large; expected at most {MOST_CHARACTERS:,} characters"])
    try:
        keys = _toml(text) if toml else _json(text, problems)
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(source, [f"invalid TOML: {error}"]) from None
    except json.JSONDecodeError as error:
        raise ConfigurationError(
            source, [f"line {error.lineno}, column {error.colno}: invalid JSON: {error.msg}"]
        ) from None
    except (ValueError, RecursionError) as error:
        raise ConfigurationError(source, [f"invalid file: {error}"]) from None
    if not isinstance(keys, dict):
        raise ConfigurationError(source, [f"{_shortened(keys)} is not a tournament; expected an object in braces"])
    return keys, problems


def from_mapping(
    keys: Mapping[str, Any],
    *,
    folder: str | os.PathLike[str] = ".",
    source: str = "the tournament",
    problems: Mapping[str, str] | None = None,
) -> Tournament:
    """Return the tournament with the keys. Raise ConfigurationError like `load`."""
    all_problems = dict(problems or {})
    known, unknown = _without_unknown({key: value for key, value in keys.items() if key != "$schema"})
    config = None
    try:
        config = _validated(known)
    except ValidationError as error:
        details = (detail for detail in error.errors(include_url=False) if not _follows(detail))
        for detail in islice(details, ConfigurationError.most_problems):
            all_problems.setdefault(*_problem(detail))
    for place, problem in problems_between(known, Path(folder)):
        if len(all_problems) > ConfigurationError.most_problems:
            break
        # A place is reported once, and not at all inside an invalid value.
        if not any(place == other or place.startswith((f"{other}.", f"{other}[")) for other in all_problems):
            all_problems[place] = problem
    if all_problems or config is None:
        places = sorted(all_problems, key=_order(known))
        raise ConfigurationError(source, [f"{place}: {all_problems[place]}" for place in places])
    config._base = Path(folder).absolute()  # noqa: SLF001 (only known here)
    config._unknown_keys = tuple(unknown)  # noqa: SLF001 (only known here)
    return config


def _validated(keys: Mapping[str, Any]) -> Tournament:
    return Tournament.model_validate(keys, by_alias=True, by_name=False)


def _without_unknown(keys: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the keys without unknown ones that are not misspellings, and the places of the removed keys."""
    try:
        _validated(keys)
    except ValidationError as error:
        places = (detail["loc"] for detail in error.errors(include_url=False) if detail["type"] == "extra_forbidden")
        unknown = [place for place in islice(places, ConfigurationError.most_problems) if _meant(place) is None]
    else:
        return keys, []
    known: Any = keys
    for place in unknown:
        known = _without(known, place)
    return known, [_place(place) for place in unknown]


def _without(part: Any, place: tuple[int | str, ...]) -> Any:
    """Return a copy of a list or object without the value at a place; other parts are shared."""
    copy = part.copy()
    if len(place) == 1:
        del copy[place[0]]
    else:
        copy[place[0]] = _without(part[place[0]], place[1:])
    return copy


def _toml(text: str) -> dict[str, Any]:
    """Return the keys of a TOML text; raise ValueError for long keys, for which tomllib takes quadratic time."""
    if _TOML_KEY.search(_TOML_TEXT.sub('""', text)):
        raise ValueError(f"a key has more than {_MOST_KEY_PARTS} parts")
    return tomllib.loads(text)


def _json(text: str, problems: dict[str, str]) -> Any:
    """Return the value of a JSON text; duplicate keys are added to the problems. Raise ValueError."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        for key, count in Counter(key for key, _ in pairs).items():
            if count > 1:
                problems[_short(key)] = "occurs more than once"
        return dict(pairs)

    def refuse(constant: str) -> Any:
        raise ValueError(f"{constant} is not a JSON number")

    return json.loads(text, object_pairs_hook=unique, parse_constant=refuse)


def _follows(error: ErrorDetails) -> bool:
    """Return True if an error is a consequence of others: a list is too short because its entries are invalid."""
    return error["type"] == "too_short" and len(error["input"]) >= error["ctx"]["min_length"]


def _problem(error: ErrorDetails) -> tuple[str, str]:
    """Return the place and the description of a validation error."""
    place, kind, context = _place(error["loc"]), error["type"], error.get("ctx", {})
    if kind == "missing":
        return place, f"is missing{_allowed(error['loc'])}"
    if kind == "extra_forbidden":
        near = _meant(error["loc"])
        return place, "there is no such key" + (f"; did you mean {near}?" if near else "")
    if kind in _BOUNDS:
        expected = _BOUNDS[kind].format(**context)
    elif kind in _EXPECTED:
        expected = _EXPECTED[kind](context)
    else:
        expected = error["msg"]
    return place, f"{_shortened(error['input'])}; expected {expected}"


def _allowed(place: tuple[int | str, ...]) -> str:
    """Return the allowed words for a missing value, if there is a list of them."""
    annotation = _model(place).model_fields[_name(place)].annotation
    words = [word for word in get_args(annotation) if isinstance(word, str)]
    return f"; expected {' or '.join(map(json.dumps, words))}" if words else ""


def _name(place: tuple[int | str, ...]) -> str:
    fields = _model(place).model_fields
    return next(name for name, field in fields.items() if place[-1] in (name, field.alias))


def _meant(place: tuple[int | str, ...]) -> str | None:
    """Return the key that was probably meant, or None."""
    return similar_name(str(place[-1]), [field.alias or name for name, field in _model(place).model_fields.items()])


def _model(place: tuple[int | str, ...]) -> type[BaseModel]:
    """Return the model that a place belongs to."""
    model: type[BaseModel] = Tournament
    for key in place[:-1]:
        for name, field in model.model_fields.items():
            if key in (name, field.alias):
                model = next(_models_in(field.annotation), model)
    return model


def _models_in(annotation: Any) -> Any:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models_in(argument)


def _place(path: tuple[int | str, ...]) -> str:
    """Return a path as text: `agents[2].path`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{_short(part)}" for part in path).removeprefix(".")


def _short(key: str) -> str:
    return key if len(key) <= _LONG else f"{key[:_LONG]}..."


def _order(file_keys: Mapping[str, Any]) -> Callable[[str], tuple[int, int, str]]:
    """Return a sort key for places in the order of the file; missing keys come last."""
    keys = {key: number for number, key in enumerate(file_keys)}

    def order(place: str) -> tuple[int, int, str]:
        top = re.split(r"[.\[]", place, maxsplit=1)[0]
        entry = re.match(r"\w+\[(\d+)\]", place)
        return keys.get(top, len(keys)), int(entry[1]) if entry else -1, place

    return order


def _shortened(value: Any) -> str:
    text = json.dumps(value, default=str, ensure_ascii=False)
    return text if len(text) <= _LONG else f"{text[:_LONG]}..."
