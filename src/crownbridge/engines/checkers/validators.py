"""Validators of hyperparameter values, each with a description of the values that it accepts.

They are not pydantic models, because an agent is a program that is started for every game: importing the checkers
engine takes 69 ms, including the start of Python, and 162 ms with a pydantic model of as many fields.
"""

import json
from abc import ABC, abstractmethod
from typing import Any

SQUARES = 32
_MAX_SHOWN = 40


def abbreviated(value: Any) -> str:
    """Return a JSON value as text for a message, shortened if it is long."""
    text = json.dumps(value)
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}..."


class Validator(ABC):
    """Accepts some values of a JSON file."""

    @property
    @abstractmethod
    def expected(self) -> str:
        """A description of the accepted values."""

    @abstractmethod
    def accepts(self, value: Any) -> bool:
        """Return True if the value is valid."""

    def problems(self, value: Any, place: str) -> list[str]:
        """Return the problems with the value at a place of the file."""
        return [] if self.accepts(value) else [f"{place}: {abbreviated(value)}; expected {self.expected}"]


class Text(Validator):
    """Accepts a line of text."""

    def __init__(self, maximum: int) -> None:
        self.maximum = maximum

    @property
    def expected(self) -> str:
        """A description of the accepted values."""
        return f"a line of 1 to {self.maximum} characters"

    def accepts(self, value: Any) -> bool:
        """Return True if the value is a short printable string."""
        return isinstance(value, str) and 0 < len(value) <= self.maximum and value.isprintable() and not value.isspace()


class Boolean(Validator):
    """Accepts true and false."""

    expected = "true or false"

    def accepts(self, value: Any) -> bool:
        """Return True if the value is a boolean."""
        return isinstance(value, bool)


class Choice(Validator):
    """Accepts one of several words."""

    def __init__(self, *words: str) -> None:
        self.words = words

    @property
    def expected(self) -> str:
        """A description of the accepted values."""
        return " or ".join(map(json.dumps, self.words))

    def accepts(self, value: Any) -> bool:
        """Return True if the value is one of the words."""
        return isinstance(value, str) and value in self.words


class Integer(Validator):
    """Accepts a whole number in a range."""

    def __init__(self, minimum: int, maximum: int) -> None:
        self.minimum, self.maximum = minimum, maximum

    @property
    def expected(self) -> str:
        """A description of the accepted values."""
        return f"a whole number from {self.minimum:,} to {self.maximum:,}"

    def accepts(self, value: Any) -> bool:
        """Return True if the value is a whole number in the range."""
        return isinstance(value, int) and not isinstance(value, bool) and self.minimum <= value <= self.maximum


class Number(Validator):
    """Accepts a number in a range."""

    def __init__(self, minimum: float, maximum: float) -> None:
        self.minimum, self.maximum = minimum, maximum

    @property
    def expected(self) -> str:
        """A description of the accepted values."""
        return f"a number from {self.minimum:,.10g} to {self.maximum:,.10g}"

    def accepts(self, value: Any) -> bool:
        """Return True if the value is a number in the range; NaN never is."""
        return isinstance(value, int | float) and not isinstance(value, bool) and self.minimum <= value <= self.maximum


class SquareTable(Validator):
    """Accepts a list with one number per square."""

    def __init__(self, entry: Number) -> None:
        self.entry = entry

    @property
    def expected(self) -> str:
        """A description of the accepted values."""
        return f"a list of {SQUARES} numbers"

    def accepts(self, value: Any) -> bool:
        """Return True if the value has exactly one number per square."""
        return not self.problems(value, "")

    def problems(self, value: Any, place: str) -> list[str]:
        """Return the problems with the table and with each of its entries."""
        if not isinstance(value, list | tuple):
            return [f"{place}: {abbreviated(value)}; expected {self.expected}"]
        errors = [] if len(value) == SQUARES else [f"{place}: {len(value)} entries; expected {SQUARES}"]
        entries = enumerate(value[:SQUARES])
        return [*errors, *(line for i, entry in entries for line in self.entry.problems(entry, f"{place}[{i}]"))]


class AnyOf(Validator):
    """Accepts the values of either of two validators."""

    def __init__(self, first: Validator, second: Validator) -> None:
        self.first, self.second = first, second

    @property
    def expected(self) -> str:
        """A description of the accepted values."""
        return f"{self.first.expected}, or {self.second.expected}"

    def accepts(self, value: Any) -> bool:
        """Return True if one of the validators accepts the value."""
        return self.first.accepts(value) or self.second.accepts(value)


class Null(Validator):
    """Accepts null."""

    expected = "null"

    def accepts(self, value: Any) -> bool:
        """Return True if the value is null."""
        return value is None
