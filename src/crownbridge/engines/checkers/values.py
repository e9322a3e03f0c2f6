"""The kinds of values that hyperparameters have, each with the words that say what is expected.

Not pydantic's, as an agent is a program that is started for every game: importing the checkers engine takes 69 ms,
Python's start included, and 162 ms with a pydantic model of as many fields beside it.
"""

import json
from abc import ABC, abstractmethod
from typing import Any

SQUARES = 32
_LONG = 40


def shown(value: Any) -> str:
    """A value of a JSON file as it stands in a message."""
    text = json.dumps(value)
    return text if len(text) <= _LONG else f"{text[:_LONG]}..."


class Kind(ABC):
    """What a value may be."""

    @property
    @abstractmethod
    def expected(self) -> str:
        """In words."""

    @abstractmethod
    def accepts(self, value: Any) -> bool:
        """Whether a value of a JSON file is one."""

    def problems(self, value: Any, place: str) -> list[str]:
        """What is wrong with the value that stands in that place."""
        return [] if self.accepts(value) else [f"{place}: {shown(value)}; expected {self.expected}"]


class Text(Kind):
    """A line of text."""

    def __init__(self, most: int) -> None:
        self.most = most

    @property
    def expected(self) -> str:
        """In words."""
        return f"a line of 1 to {self.most} characters"

    def accepts(self, value: Any) -> bool:
        """Whether it is short and printable."""
        return isinstance(value, str) and 0 < len(value) <= self.most and value.isprintable() and not value.isspace()


class Switch(Kind):
    """On or off."""

    expected = "true or false"

    def accepts(self, value: Any) -> bool:
        """Whether it is true or false."""
        return isinstance(value, bool)


class Choice(Kind):
    """One of several words."""

    def __init__(self, *words: str) -> None:
        self.words = words

    @property
    def expected(self) -> str:
        """In words."""
        return " or ".join(map(json.dumps, self.words))

    def accepts(self, value: Any) -> bool:
        """Whether it is one of them."""
        return isinstance(value, str) and value in self.words


class Whole(Kind):
    """A whole number in a range."""

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    @property
    def expected(self) -> str:
        """In words."""
        return f"a whole number from {self.least:,} to {self.most:,}"

    def accepts(self, value: Any) -> bool:
        """Whether it is in the range."""
        return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most


class Number(Kind):
    """A number in a range."""

    def __init__(self, least: float, most: float) -> None:
        self.least, self.most = least, most

    @property
    def expected(self) -> str:
        """In words."""
        return f"a number from {self.least:,.10g} to {self.most:,.10g}"

    def accepts(self, value: Any) -> bool:
        """Whether it is in the range; NaN is in none."""
        return isinstance(value, int | float) and not isinstance(value, bool) and self.least <= value <= self.most


class Table(Kind):
    """A number for each square."""

    def __init__(self, entry: Number) -> None:
        self.entry = entry

    @property
    def expected(self) -> str:
        """In words."""
        return f"{SQUARES} numbers in brackets"

    def accepts(self, value: Any) -> bool:
        """Whether there is a number for each square, and no more."""
        return not self.problems(value, "")

    def problems(self, value: Any, place: str) -> list[str]:
        """What is wrong with the table, and with each of its entries."""
        if not isinstance(value, list | tuple):
            return [f"{place}: {shown(value)}; expected {self.expected}"]
        found = [] if len(value) == SQUARES else [f"{place}: {len(value)} entries; expected {SQUARES}"]
        entries = enumerate(value[:SQUARES])
        return [*found, *(line for i, entry in entries for line in self.entry.problems(entry, f"{place}[{i}]"))]


class Either(Kind):
    """What one of two kinds accepts."""

    def __init__(self, one: Kind, other: Kind) -> None:
        self.one, self.other = one, other

    @property
    def expected(self) -> str:
        """In words."""
        return f"{self.one.expected}, or {self.other.expected}"

    def accepts(self, value: Any) -> bool:
        """Whether one of them does."""
        return self.one.accepts(value) or self.other.accepts(value)


class Nothing(Kind):
    """No value."""

    expected = "null"

    def accepts(self, value: Any) -> bool:
        """Whether it is null."""
        return value is None
