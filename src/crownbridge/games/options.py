"""Descriptions of a game's options, from which flags, forms and schemas are made."""

from operator import index
from typing import Any, Literal, NamedTuple

from crownbridge.errors import OptionError


class Option(NamedTuple):
    """One option: its name, default, meaning and range of values."""

    name: str
    default: bool | int | str
    label: str
    """Label in forms."""
    help: str
    """Help text on the command line."""
    least: int = 0
    most: int = 10**9
    choices: tuple[str, ...] = ()
    suggested: bool | int | str | None = None
    """Value that forms for human players propose instead of the default, if there is one."""

    @property
    def kind(self) -> Literal["bool", "int", "choice"]:
        """The type of the values."""
        if isinstance(self.default, bool):
            return "bool"
        return "int" if isinstance(self.default, int) else "choice"

    def checked(self, value: Any) -> bool | int | str:
        """Return a valid value. Raise OptionError if the value is invalid."""
        if self.kind == "bool":
            return yes_or_no(self.name, value)
        if self.kind == "int":
            return whole_number(self.name, value, self.least, self.most)
        if isinstance(value, str) and value in self.choices:
            return value
        raise OptionError(f"the option {self.name} is {value!r}; expected {' or '.join(self.choices)}")

    def parsed(self, text: str) -> bool | int | str:
        """Return the value that a text such as a query parameter names. Raise OptionError if it is invalid."""
        value: Any = text
        if self.kind == "bool":
            value = {"true": True, "false": False}.get(text, text)
        elif self.kind == "int" and text.removeprefix("-").isascii() and text.removeprefix("-").isdigit():
            value = int(text[:20])
        return self.checked(value)


def whole_number(option: str, value: Any, least: int, most: int) -> int:
    """Return the value of an integer option. Raise OptionError if it is not in the range."""
    try:
        number = None if isinstance(value, bool) else index(value)
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        raise OptionError(f"the option {option} is {value!r}; expected a whole number from {least} to {most}")
    return number


def yes_or_no(option: str, value: Any) -> bool:
    """Return the value of a Boolean option. Raise OptionError if it is neither True nor False."""
    if not isinstance(value, bool):
        raise OptionError(f"the option {option} is {value!r}; expected True or False")
    return value
