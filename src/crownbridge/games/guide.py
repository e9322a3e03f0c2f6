"""The rules of a game in words and pictures, as the pages show them to players."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Picture(NamedTuple):
    """A position to draw."""

    caption: str
    position: str | None = None
    """The position in a text form of the game; None for the initial one."""
    move: str = ""
    """A legal move to draw as an arrow; empty for none."""
    options: Mapping[str, Any] = {}
    """Options of the game, such as the size of the board."""


class Section(NamedTuple):
    """A part of the rules: a title, paragraphs of plain text, and pictures."""

    title: str
    paragraphs: tuple[str, ...]
    pictures: tuple[Picture, ...] = ()
