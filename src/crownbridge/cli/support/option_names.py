"""Deprecated option names, and `--game NAME` for commands that take the game as their first argument."""

from crownbridge.errors import OptionError

_RENAMED = {
    **{command: {"--time": "--per-move"} for command in ("analyze", "checkers", "hexai", "htp", "play", "report")},
    "doctor": {"--seconds": "--per-move"},
    "match": {"--time": "--per-game"},
    "random-games": {"--number": "--games"},
    "replay": {"--game": "--number"},
}
_GAME_FIRST = ("bench", "perft", "play", "random-games", "show", "solve")


def current_names(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Return a command line with current option names, and warnings about old ones. Raise OptionError."""
    command, *rest = arguments or [""]
    renamed = _RENAMED.get(command, {})
    options = rest[: rest.index("--")] if "--" in rest else rest
    warnings = []
    for place, word in enumerate(options):
        name, equals, value = word.partition("=")
        if name in renamed:
            rest[place] = f"{renamed[name]}{equals}{value}"
            warnings.append(f"{name} is now called {renamed[name]}")
    if command in _GAME_FIRST:
        rest = _with_game_first(rest)
    return [command, *rest] if arguments else [], warnings


def _with_game_first(arguments: list[str]) -> list[str]:
    for place, word in enumerate(arguments):
        if word == "--":
            break
        if word.startswith("--game="):
            return [word.removeprefix("--game="), *arguments[:place], *arguments[place + 1 :]]
        if word == "--game":
            if place + 1 == len(arguments):
                raise OptionError("--game needs a name, such as --game hex")
            return [arguments[place + 1], *arguments[:place], *arguments[place + 2 :]]
    return arguments
