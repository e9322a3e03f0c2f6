"""Findings: what a bot does wrong, which programming errors may cause it, and examples that show it."""

from typing import NamedTuple


class Cause(NamedTuple):
    """A programming error that explains a finding."""

    kind: str
    """Short name, such as `evaluation sign`."""
    advice: str
    """Advice for the author."""


HASH = Cause(
    "hash", "include the side to move in the key, compare the whole key, and respect depth and bound of an entry"
)


class Example(NamedTuple):
    """A position in which the bot goes wrong."""

    position: str
    """Text of the position."""
    lines: tuple[str, ...]
    """Lines to paste into the bot's input."""
    played: str
    """The bot's move, or what it did instead."""
    right: tuple[str, ...]
    """Moves that are right."""
    why: str
    """Why they are right, and why that is certain."""
    refutation: tuple[str, ...] = ()
    """Moves from the position on, the bot's first, that show the consequence."""
    repeated: int = 1
    """How often the bot gave the same kind of answer in as many attempts."""


class Finding(NamedTuple):
    """A suspected fault."""

    symptom: str
    """Description of the behaviour, as a sentence."""
    causes: tuple[Cause, ...]
    """Programming errors that explain it, the most likely first."""
    confidence: float
    """Probability that the bot is faulty, 0 to 1."""
    evidence: str
    """The counts behind the finding."""
    examples: tuple[Example, ...] = ()
    probe: str = ""
    """Name of the probe."""


class Fact(NamedTuple):
    """A property of the bot that is not a fault."""

    name: str
    text: str
