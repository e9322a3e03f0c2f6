"""Command-line flags for the options of the installed games."""

import inspect
import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Annotated, Any, TypeVar

import typer

from crownbridge.errors import OptionError, quoted
from crownbridge.games import Game, Option, available
from crownbridge.games.game import load_with

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"{' or '.join(available())}.", show_default=False)]
GameOptions = Mapping[str, Any]
"""Values of the flags by name; `None` if a flag was not used."""
_RULES, _SET = "rules", "set_options"
_TYPES: dict[str, Any] = {"bool": bool, "int": int, "choice": str}

F = TypeVar("F", bound=Callable[..., None])


def takes_game_options(command: F) -> F:
    """Replace a command's parameter `options` by a flag for each option of each game, `--rules` and `--set`."""
    own = [one for one in inspect.signature(command).parameters.values() if one.name != "options"]
    names = {one.name for one in own}
    flags = [flag for flag in _flags() if flag.name not in names]  # others are available through --set

    @wraps(command)
    def called(**values: Any) -> None:
        options = {flag.name: values.pop(flag.name) for flag in flags}
        command(**values, options=options)

    parameters = [*own, *flags]
    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # read by typer
    called.__annotations__ = {one.name: one.annotation for one in parameters}
    return called  # type: ignore[return-value]  # same for callers


def _flags() -> list[inspect.Parameter]:
    described: dict[str, dict[str, Option]] = {}
    for game, kind in available().items():
        for option in kind.described:
            described.setdefault(option.name, {})[game] = option
    presets = [f"{' or '.join(kind.presets)} ({game})" for game, kind in available().items() if kind.presets]
    parameters = (
        [_parameter(_RULES, str, typer.Option("--rules", help=f"Rules: {', '.join(presets)}."))] if presets else []
    )
    for name, by_game in described.items():
        first = next(iter(by_game.values()))
        texts = [_help(game, option) for game, option in by_game.items() if option.kind == first.kind]
        flag = f"--{name.replace('_', '-')}"
        if first.default is True:
            flag += f"/--no-{name.replace('_', '-')}"
        parameters.append(
            _parameter(name, _TYPES[first.kind], typer.Option(flag, help=" ".join(texts), show_default=False))
        )
    anything = typer.Option("--set", metavar="OPTION=VALUE", help="Set an option of the game.")
    return [*parameters, _parameter(_SET, list[str], anything)]


def _help(game: str, option: Option) -> str:
    default = "" if option.kind == "bool" else f", default {option.default}"
    return f"{option.help.removesuffix('.')} ({game}{default})."


def _parameter(name: str, kind: Any, option: Any) -> inspect.Parameter:
    annotation = Annotated[kind | None, option]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def chosen_game(name: str, options: GameOptions, **more: Any) -> Game[Any]:
    """Return the game with the options of the flags; `more` has defaults for unused flags. Raise InputError."""
    chosen = {**more, **{name: value for name, value in options.items() if value is not None}}
    preset, words = chosen.pop(_RULES, None), chosen.pop(_SET, None)
    return load_with(name, preset, {**chosen, **dict(map(_option, words or []))})


def _option(text: str) -> tuple[str, Any]:
    """Return name and value of `name=value`; a value is a whole number, true, false or a string."""
    name, separator, value = text.partition("=")
    if not separator:
        raise OptionError(f"{quoted(text)} is not an option; expected OPTION=VALUE, such as counter=40")
    if re.fullmatch(r"-?[0-9]{1,18}", value):
        return name, int(value)
    return name, {"true": True, "false": False}.get(value, value)
