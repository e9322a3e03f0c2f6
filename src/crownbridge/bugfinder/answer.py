"""Answers of a bot."""

from typing import Any, NamedTuple

from crownbridge.bugfinder.question import Question
from crownbridge.games import Position
from crownbridge.players import FaultError


class Answer(NamedTuple):
    """The bot's answer to a position."""

    position: Position[Any]
    move: Any
    """The move, or None if the bot made none."""
    fault: FaultError | None
    seconds: float
    cpu_seconds: float
    memory: int
    lines: tuple[str, ...]
    """The lines that lead a new process of the bot to this answer."""
    is_first: bool = True
    """True for the first answer of a process, whose time includes that of starting."""
    in_game: bool = False
    """True if the position follows an earlier answer."""

    @property
    def text(self) -> str:
        """The move in full, or what the bot did instead of moving."""
        return str(self.move) if self.move is not None else self.fault.reason if self.fault else ""

    def is_wrong(self, question: Question) -> bool:
        """Return True if the move is one of the question's wrong moves."""
        return self.text in question.wrong

    def is_right(self, question: Question) -> bool:
        """Return True if the move is one of the question's right moves."""
        return self.text in question.right
