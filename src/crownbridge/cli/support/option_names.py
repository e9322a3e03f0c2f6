"""`--game NAME` for commands that take the game as their first argument."""

from crownbridge.errors import OptionError

_GAME_FIRST = ("bench", "perft", "play", "random-games", "show", "solve")


def with_game_first(line: list[str]) -> list[str]:
    """Return a command line with the game of `--game` as first argument, if the command needs it. Raise OptionError."""
    command, *arguments = line or [""]
    return [command, *_with_game_first(arguments)] if command in _GAME_FIRST else line


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
