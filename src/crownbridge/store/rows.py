"""Rows of a store: a game, an agent's totals and a tournament."""

from datetime import datetime
from typing import NamedTuple, Self

from crownbridge.errors import InputError, quoted
from crownbridge.games import Termination
from crownbridge.records import GameRecord

FAULTS = tuple(termination.name.lower() for termination in Termination if termination.is_fault)
"""Names of the terminations that are faults of a program."""

_INTERRUPTED = Termination.INTERRUPTED.name.lower()


class StoredGame(NamedTuple):
    """The metadata of a game, whose moves are in its record."""

    identity: str
    """Unique within its tournament, such as `r3/alice-bob/2`."""
    agents: tuple[str, str]
    """The agent that moved first, and the other."""
    winner: str | None
    """The winning agent; `None` for a draw or an unfinished game."""
    termination: str
    """Name of a `Termination` in lower case."""
    detail: str
    pair: str
    """Name shared by the two games of one opening with colours changed; else empty."""
    moves: int
    seconds: float
    """Thinking time of both sides together."""
    counts: bool
    """False for an interrupted or void game, which standings exclude."""

    @property
    def points(self) -> float | None:
        """Points of the agent that moved first: 1, 0.5 or 0; `None` for a game that does not count."""
        if not self.counts:
            return None
        return 0.5 if self.winner is None else float(self.winner == self.agents[0])

    @property
    def ending(self) -> Termination:
        """The reason for the end of the game."""
        return Termination[self.termination.upper()]

    @property
    def is_fault(self) -> bool:
        """True if the game was lost by a fault of a program."""
        return self.termination in FAULTS

    @property
    def failed(self) -> str | None:
        """The agent that lost by a fault of its program, or `None`."""
        if self.winner is None or not self.is_fault:
            return None
        return self.agents[self.winner == self.agents[0]]

    @classmethod
    def of(cls, identity: str, record: GameRecord, pair: str = "", *, counts: bool = True) -> Self:
        """Return the row for a record whose players are agents. An interrupted game never counts."""
        first = int(record.start.side_to_move)
        outcome = record.outcome
        turns = (*record.decisions, *record.leftover.values())
        return cls(
            identity,
            (record.players[first], record.players[1 - first]),
            None if outcome.winner is None else record.players[outcome.winner],
            outcome.termination.name.lower(),
            outcome.detail,
            pair,
            len(record.decisions),
            sum(turn.seconds for turn in turns),
            counts and outcome.termination is not Termination.INTERRUPTED,
        )

    def check(self, record: GameRecord) -> None:
        """Raise InputError if the row contradicts the record or itself."""
        outcome = record.outcome
        first = record.start.side_to_move
        winner = None if outcome.winner is None else self.agents[outcome.winner != first]
        problem = None
        if self.agents[0] == self.agents[1]:
            problem = f"both agents are {quoted(self.agents[0])}"
        elif self.winner != winner:
            problem = f"its winner is {self.winner!r}, but {winner!r} in its record"
        elif self.termination != outcome.termination.name.lower():
            problem = f"its termination is {self.termination!r}, but {outcome.termination.name.lower()!r} in its record"
        elif self.moves != len(record.decisions):
            problem = f"it has {self.moves} moves, but its record has {len(record.decisions)}"
        elif self.counts and self.termination == _INTERRUPTED:
            problem = "it was interrupted and cannot count"
        if problem:
            raise InputError(f"the game {quoted(self.identity)} cannot be stored: {problem}")


class PackedGame(NamedTuple):
    """A game in stored form, made by `pack`."""

    game: StoredGame
    record: bytes
    """Compressed JSON."""


class Tournament(NamedTuple):
    """A tournament in the store."""

    id: str
    begun: datetime
    games: int
    """Number of stored games, including those that do not count."""
