"""What a store tells of a game, an agent and a tournament."""

from datetime import datetime
from typing import NamedTuple, Self

from crownbridge.errors import InputError, quoted
from crownbridge.games import Termination
from crownbridge.records import GameRecord

FAULTS = tuple(termination.name.lower() for termination in Termination if termination.is_fault)
"""The ways to lose by one's own program rather than by the opponent's play."""

_INTERRUPTED = Termination.INTERRUPTED.name.lower()


class StoredGame(NamedTuple):
    """A game without its moves, which are in its record."""

    identity: str
    """Unique within its tournament, such as `r3/alice-bob/2`."""
    agents: tuple[str, str]
    """The one who moved first, and the other."""
    winner: str | None
    """An agent; `None` for a draw or an unfinished game."""
    termination: str
    """The name of a `Termination` in lower case."""
    detail: str
    pair: str
    """Shared by the games of one opening with colours changed; else empty."""
    moves: int
    seconds: float
    """How long the game took."""
    counts: bool
    """False for a game that was broken off or declared void: it is kept, but standings leave it out."""

    @property
    def points(self) -> float | None:
        """Of the agent that moved first: 1, 0.5 or 0; `None` for a game that does not count."""
        if not self.counts:
            return None
        return 0.5 if self.winner is None else float(self.winner == self.agents[0])

    @property
    def ending(self) -> Termination:
        """Why it ended."""
        return Termination[self.termination.upper()]

    @property
    def is_fault(self) -> bool:
        """Whether it was lost by a program rather than by its play."""
        return self.termination in FAULTS

    @classmethod
    def of(cls, identity: str, record: GameRecord, pair: str = "", *, counts: bool = True) -> Self:
        """The row that belongs to a record whose players are agents. An interrupted game never counts."""
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
        """Raises InputError where the row and the record tell different games, or the row contradicts itself."""
        outcome = record.outcome
        first = record.start.side_to_move
        winner = None if outcome.winner is None else self.agents[outcome.winner != first]
        problem = None
        if self.agents[0] == self.agents[1]:
            problem = f"both agents are {quoted(self.agents[0])}"
        elif self.winner != winner:
            problem = f"its winner is {self.winner!r}, but by its record {winner!r}"
        elif self.termination != outcome.termination.name.lower():
            problem = f"its termination is {self.termination!r}, but by its record {outcome.termination.name.lower()!r}"
        elif self.moves != len(record.decisions):
            problem = f"it has {self.moves} moves, but its record {len(record.decisions)}"
        elif self.counts and self.termination == _INTERRUPTED:
            problem = "it was interrupted, and yet it is to count"
        if problem:
            raise InputError(f"the game {quoted(self.identity)} cannot be stored: {problem}")


class PackedGame(NamedTuple):
    """A game ready for the store, made by `pack` wherever it was played."""

    game: StoredGame
    record: bytes
    """As JSON, compressed."""


class Standing(NamedTuple):
    """What an agent has achieved in the games that count."""

    agent: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    """A win is one, a draw a half."""
    faults: int
    """Those of its losses that were by crash, timeout, illegal move or the like."""


class Tournament(NamedTuple):
    """A tournament in the store."""

    id: str
    begun: datetime
    games: int
    """All that are stored, whether they count or not."""
