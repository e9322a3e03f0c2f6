"""Schedulers: a tournament format decides which game is next, and receives the results."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from crownbridge.errors import OptionError


class Pairing(NamedTuple):
    """A game to be played."""

    identity: str
    """Name, unique in its tournament and the same in every run of the same configuration: `round-3/alice/bob/2`."""
    agents: tuple[str, str]
    """The agent that moves first, and the other."""
    opening: int
    """Number of the opening, from 0."""
    pair: str = ""
    """Name shared by the two games from one opening with colours changed; empty for a single game."""


class Finished(NamedTuple):
    """The result of a game, as reported to a scheduler."""

    pairing: Pairing
    points: float | None
    """Points of the agent that moved first: 1, 0.5 or 0; `None` if the game is void."""


class Terms(NamedTuple):
    """Parameters of a format."""

    rounds: int | None = None
    """Number of rounds, matches or other units of the format; `None` for the default of the format."""
    games: int = 2
    """Number of games for each pairing of agents."""
    seed: int = 0
    """Seed of all random choices."""


DEFAULT_TERMS = Terms()


class Scheduler(ABC):
    """A tournament in some format.

    The games depend on the agents, the terms and the reported results alone, not on the order of the reports. So a
    tournament is resumed by starting again and reporting at once the games that were already played.
    """

    endless_without_rounds: ClassVar[bool] = False
    """True if the tournament lasts until it is stopped, unless the number of rounds is limited."""

    def __init__(self, agents: Sequence[str], terms: Terms = DEFAULT_TERMS) -> None:
        """Prepare a tournament of agents in seeding order, the strongest first. Raise OptionError."""
        if len(agents) < 2:  # noqa: PLR2004 (a game needs two)
            raise OptionError(f"a tournament needs at least 2 agents, not {len(agents)}")
        if len(set(agents)) < len(agents):
            raise OptionError("two agents have the same id")
        if terms.games < 1 or (terms.rounds is not None and terms.rounds < 1):
            raise OptionError("a tournament needs at least one round, and one game per pairing")
        self.agents = tuple(agents)
        self.terms = terms

    @abstractmethod
    def next(self) -> Pairing | None:
        """Return a game to play, each game once; None if all games were returned or depend on running games."""

    @abstractmethod
    def report(self, finished: Finished) -> None:
        """Accept the result of a game from `next`; raise KeyError for any other game, or one reported before."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """True if every game was returned and reported."""

    @property
    def total(self) -> int | None:
        """The total number of games, or `None` if it is unknown."""
        return None

    @property
    def byes(self) -> Mapping[str, float]:
        """Points that agents got without a game."""
        return {}

    @property
    def ranking(self) -> tuple[str, ...] | None:
        """The agents from best to worst by the format's own rules; `None` if points or ratings decide."""
        return None


class FixedSchedule(Scheduler):
    """A format whose games do not depend on results."""

    def __init__(self, agents: Sequence[str], terms: Terms = DEFAULT_TERMS) -> None:
        super().__init__(agents, terms)
        self._running: set[str] = set()
        self._listed = self.pairings()
        self._ahead = next(self._listed, None)

    @abstractmethod
    def pairings(self) -> Iterator[Pairing]:
        """Yield all games in order; the sequence may be infinite."""

    def next(self) -> Pairing | None:
        """Return the next game of the list."""
        pairing = self._ahead
        if pairing:
            self._running.add(pairing.identity)
            self._ahead = next(self._listed, None)
        return pairing

    def report(self, finished: Finished) -> None:
        """Remove the game from the running games."""
        self._running.remove(finished.pairing.identity)

    @property
    def over(self) -> bool:
        """True if all games of the list were played."""
        return self._ahead is None and not self._running


class StagedSchedule(Scheduler):
    """A format in stages, whose games depend on the results of the stages before."""

    def __init__(self, agents: Sequence[str], terms: Terms = DEFAULT_TERMS) -> None:
        super().__init__(agents, terms)
        self._play = self.stages()
        self._waiting: deque[Pairing] = deque()
        self._stage: dict[str, Finished | None] = {}
        self._unreported = 0
        self._started = self._ended = False

    @abstractmethod
    def stages(self) -> Generator[list[Pairing], list[Finished], None]:
        """Yield the games of each stage and receive their results in the same order; may be infinite."""

    def next(self) -> Pairing | None:
        """Return the next game of the stage."""
        self._advance()
        if not self._waiting:
            return None
        pairing = self._waiting.popleft()
        self._stage[pairing.identity] = None
        return pairing

    def report(self, finished: Finished) -> None:
        """Keep the result until the stage is complete."""
        identity = finished.pairing.identity
        if self._stage[identity] is not None:
            raise KeyError(identity)
        self._stage[identity] = finished
        self._unreported -= 1

    @property
    def over(self) -> bool:
        """True if the last stage is complete."""
        self._advance()
        return self._ended

    @property
    def results(self) -> list[Finished]:
        """Results of the current stage so far, in the order of its games."""
        return [finished for finished in self._stage.values() if finished]

    def _advance(self) -> None:
        """Begin the next stage if the current one is complete."""
        while not self._ended and not self._unreported:
            results, self._stage = self.results, {}
            try:
                games = self._play.send(results) if self._started else next(self._play)
            except StopIteration:
                self._ended = True
                return
            self._started = True
            self._waiting.extend(games)
            self._unreported = len(games)


def encounter(stage: str, agents: tuple[str, str], games: int, opening: int, played: int = 0) -> Iterator[Pairing]:
    """Yield the games of two agents in a stage: pairs from one opening with colours changed, then a single if odd.

    The first agent moves first in the first game of a pair and in a single game. Openings are numbered from `opening`,
    games from the number that the two have `played` in this stage.
    """
    one, other = agents
    for index in range(games):
        number = played + index + 1
        first = number - index % 2
        single = index % 2 == 0 and index == games - 1
        yield Pairing(
            identity=f"{stage}/{one}/{other}/{number}",
            agents=agents if index % 2 == 0 else (other, one),
            opening=opening + index // 2,
            pair="" if single else f"{stage}/{one}/{other}/{first}+{first + 1}",
        )


def openings_of(games: int) -> int:
    """Return the number of openings for a number of games between two agents."""
    return (games + 1) // 2


def points_of(finished: Finished) -> dict[str, float]:
    """Return the points of each agent of a game."""
    if finished.points is None:
        return dict.fromkeys(finished.pairing.agents, 0.0)
    return dict(zip(finished.pairing.agents, (finished.points, 1 - finished.points), strict=True))


def catch_up(scheduler: Scheduler, points: Mapping[str, float | None]) -> None:
    """Report all played games, by identity, to a new scheduler, which derives its ranking from them."""
    while (pairing := scheduler.next()) is not None:
        if pairing.identity in points:
            scheduler.report(Finished(pairing, points[pairing.identity]))
