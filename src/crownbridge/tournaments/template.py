"""Template of a tournament file."""

import json
import tomllib
from importlib.resources import files
from typing import Any, Literal


def template(form: Literal["toml", "json"] = "toml") -> str:
    """Return a runnable tournament of two engines; TOML has comments on every key, JSON has none."""
    commented = files("crownbridge.tournaments").joinpath("template.toml").read_text(encoding="utf-8")
    if form == "toml":
        return commented
    keys: dict[str, Any] = tomllib.loads(commented)
    return json.dumps(keys, indent=2) + "\n"
