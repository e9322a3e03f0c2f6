"""A game as a report tells of it."""

from dataclasses import dataclass

from crownbridge.analysis import Annotation, Verdict
from crownbridge.games import Outcome, Termination
from crownbridge.records import GameRecord

MISTAKES = (Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER, Verdict.LOST_WIN)
"""Verdicts that are counted against a player."""
_NAMELESS = ("", "?")


@dataclass(frozen=True)
class ReportedGame:
    """A record, and what is to be said of it."""

    name: str
    record: GameRecord
    notices: tuple[str, ...] = ()
    false_claims: tuple[str, ...] = ()
    """What a program or a file says of the game that the board refutes."""
    annotations: tuple[Annotation, ...] = ()
    """Of its first moves; of none where no engine has looked at it."""

    @property
    def players(self) -> tuple[str, str]:
        """By side; who has no name, or plays both, goes by the colour."""
        sides = self.record.game.sides
        names = [
            str(side) if name in _NAMELESS else name for side, name in zip(sides, self.record.players, strict=True)
        ]
        if names[0] == names[1]:
            names = [f"{name} ({side})" for side, name in zip(sides, names, strict=True)]
        return names[0], names[1]

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        return self.record.outcome

    @property
    def counts(self) -> bool:
        """Whether it was played to an end."""
        return self.outcome.termination is not Termination.INTERRUPTED

    @property
    def winner(self) -> str:
        """The winner's name, `draw`, or `unfinished`."""
        if self.outcome.winner is not None:
            return self.players[self.outcome.winner]
        return "draw" if self.counts else "unfinished"

    @property
    def failed(self) -> str | None:
        """The player whose program lost it, rather than its play."""
        winner = self.outcome.winner
        return self.players[1 - winner] if winner is not None and self.outcome.termination.is_fault else None

    @property
    def moves(self) -> int:
        """How many were made."""
        return len(self.record.decisions)

    @property
    def seconds(self) -> float:
        """What all moves took together, as far as it is known."""
        return sum(decision.seconds for decision in self.record.decisions)

    @property
    def mistakes(self) -> int:
        """How many moves gave something away."""
        return sum(annotation.verdict in MISTAKES for annotation in self.annotations)
