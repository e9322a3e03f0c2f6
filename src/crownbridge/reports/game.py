"""A game of a report."""

from dataclasses import dataclass

from crownbridge.analysis import Annotation, Verdict
from crownbridge.games import Outcome, Termination
from crownbridge.records import GameRecord

MISTAKES = (Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER, Verdict.LOST_WIN)
"""Verdicts that are counted against a player."""
_NAMELESS = ("", "?")


@dataclass(frozen=True)
class ReportedGame:
    """A record with notices and annotations."""

    name: str
    record: GameRecord
    notices: tuple[str, ...] = ()
    false_claims: tuple[str, ...] = ()
    """Statements of a program or file that the board refutes."""
    annotations: tuple[Annotation, ...] = ()
    """Annotations of the first moves; empty without analysis."""

    @property
    def players(self) -> tuple[str, str]:
        """Names by side; the colour is used or added if a name is missing or both are equal."""
        sides = self.record.game.sides
        names = [
            str(side) if name in _NAMELESS else name for side, name in zip(sides, self.record.players, strict=True)
        ]
        if names[0] == names[1]:
            names = [f"{name} ({side})" for side, name in zip(sides, names, strict=True)]
        return names[0], names[1]

    @property
    def outcome(self) -> Outcome:
        """The outcome of the game."""
        return self.record.outcome

    @property
    def counts(self) -> bool:
        """True if the game is finished."""
        return self.outcome.termination is not Termination.INTERRUPTED

    @property
    def winner(self) -> str:
        """The winner's name, `draw`, or `unfinished`."""
        if self.outcome.winner is not None:
            return self.players[self.outcome.winner]
        return "draw" if self.counts else "unfinished"

    @property
    def failed(self) -> str | None:
        """The player that lost by a fault of its program, or `None`."""
        winner = self.outcome.winner
        return self.players[1 - winner] if winner is not None and self.outcome.termination.is_fault else None

    @property
    def moves(self) -> int:
        """The number of moves."""
        return len(self.record.decisions)

    @property
    def seconds(self) -> float:
        """The total time of all moves, as far as it is known."""
        return sum(decision.seconds for decision in self.record.decisions)

    @property
    def mistakes(self) -> int:
        """The number of mistakes."""
        return sum(annotation.verdict in MISTAKES for annotation in self.annotations)
