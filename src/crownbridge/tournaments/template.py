"""The file that a new tournament starts from."""

import json
import tomllib
from importlib.resources import files
from typing import Any, Literal


def template(form: Literal["toml", "json"] = "toml") -> str:
    """A tournament of two engines, ready to run: TOML tells what every key means, JSON has no comments."""
    commented = files("crownbridge.tournaments").joinpath("template.toml").read_text(encoding="utf-8")
    if form == "toml":
        return commented
    found: dict[str, Any] = tomllib.loads(commented)
    return json.dumps(found, indent=2) + "\n"
