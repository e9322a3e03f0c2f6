"""Short names of players, for messages."""

import re
import shlex
from pathlib import PurePath

from crownbridge.protocols import available_protocols

_LAUNCHER = re.compile(r"(?:python|pypy|java|node|deno|ruby|perl|lua|bash|sh|mono|dotnet|Rscript)[0-9.]*")
_OPTIONS_WITH_VALUE = frozenset({"-cp", "-classpath", "--class-path", "-W", "-X"})
_INLINE_CODE = frozenset({"-c", "-e"})


def short_name(name: str) -> str:
    """Return `bot.py` for `kth:python3 course/bot.py --depth 3`; return a name that is not a command unchanged."""
    protocol, _, command = name.partition(":")
    if protocol in available_protocols() and command.strip():
        try:
            return _program(shlex.split(command)) or command
        except ValueError:
            return command
    return PurePath(protocol).name if ".so" in protocol else name.removeprefix("@")


def _program(words: list[str]) -> str:
    """Return the file that a command runs: the script of an interpreter, or else the first word."""
    program = PurePath(words[0]).name
    if not _LAUNCHER.fullmatch(program):
        return program
    rest = iter(words[1:])
    for word in rest:
        if word in _INLINE_CODE:
            break
        if word in _OPTIONS_WITH_VALUE:
            next(rest, None)
        elif not word.startswith("-"):
            return PurePath(word).name
    return program
