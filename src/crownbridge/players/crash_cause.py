"""The cause of a crash, from the traceback that a program left on stderr."""

import re
from pathlib import PurePath

MOST_LETTERS = 300
_LONGEST_LINE = 1000  # characters: matching a line may take a time that is quadratic in its length

_PYTHON_FRAME = re.compile(r'\s*File "(.+)", line ([0-9]+)')
_JAVA_EXCEPTION = re.compile(r'(?:Exception in thread ".*" |Caused by: )((?:[\w$]+\.)*[\w$]+(?::.*)?)')
_JAVA_FRAME = re.compile(r"\s+at (\S+\(.*\))")
_JAVA_LIBRARY = ("java.", "javax.", "jdk.", "sun.")
_CPP_EXCEPTION = re.compile(r"terminate called after throwing an instance of '(.+)'")
_CPP_MESSAGE = re.compile(r"\s*what\(\):\s+(.*)")


def crash_cause(stderr: bytes) -> str:
    """Return the exception and its place if stderr ends with a traceback, else its last line."""
    lines = [line[:_LONGEST_LINE] for line in stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    if not lines:
        return ""
    cause = _java(lines) or _python(lines) or _cpp(lines) or lines[-1].strip()
    return cause[:MOST_LETTERS]


def _python(lines: list[str]) -> str:
    frames = [match for match in map(_PYTHON_FRAME.match, lines) if match]
    if not frames:
        return ""
    return f"{lines[-1].strip()} ({PurePath(frames[-1][1]).name}, line {frames[-1][2]})"


def _java(lines: list[str]) -> str:
    """Return the innermost exception, with its first stack frame outside the Java library."""
    starts = [(number, match) for number, line in enumerate(lines) if (match := _JAVA_EXCEPTION.match(line))]
    if not starts:
        return ""
    number, exception = starts[-1]
    places = [match[1] for match in map(_JAVA_FRAME.match, lines[number:]) if match]
    place = next((place for place in places if not place.startswith(_JAVA_LIBRARY)), places[0] if places else "")
    return f"{exception[1]} at {place}" if place else exception[1]


def _cpp(lines: list[str]) -> str:
    exception = next((match[1] for match in map(_CPP_EXCEPTION.match, lines) if match), "")
    message = next((match[1] for match in map(_CPP_MESSAGE.match, lines) if match), "")
    return f"{exception}: {message}" if exception and message else exception
