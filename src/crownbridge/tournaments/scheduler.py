"""What a tournament format is: it says which game is next, and hears how games ended."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import NamedTuple

from crownbridge.errors import OptionError


class Pairing(NamedTuple):
    """One game that is to be played."""

    identity: str
    """Unique in its tournament, and the same in every run of the same configuration: `round-3/alice/bob/2`."""
    agents: tuple[str, str]
    """Who moves first, and the other."""
    opening: int
    """The number of the opening, from 0."""
    pair: str = ""
    """The two games from one opening with colours changed share it; empty where a game has no second."""


class Finished(NamedTuple):
    """What a scheduler hears of a game."""

    pairing: Pairing
    points: float | None
    """Of the agent that moved first: 1, 0.5 or 0; `None` when the game is void, and gives nobody anything."""


class Terms(NamedTuple):
    """What formats may be told."""

    rounds: int | None = None
    """How many; each format says of what, and how many where there is none."""
    games: int = 2
    """Games for each pairing of agents."""
    seed: int = 0
    """Of all that is drawn by lot."""


DEFAULT_TERMS = Terms()


class Scheduler(ABC):
    """A tournament format at work.

    What it gives is a function of agents, terms and the results that it heard, whatever order these came in. So a
    tournament is taken up again by asking anew, and by reporting at once what has already been played.
    """

    def __init__(self, agents: Sequence[str], terms: Terms = DEFAULT_TERMS) -> None:
        """Agents are in the order of their seeds, the strongest first. Raises OptionError."""
        if len(agents) < 2:  # noqa: PLR2004 (it takes two)
            raise OptionError(f"a tournament needs at least 2 agents, but there is {len(agents) or 'none'}")
        if len(set(agents)) < len(agents):
            raise OptionError("two agents have the same id")
        if terms.games < 1 or (terms.rounds is not None and terms.rounds < 1):
            raise OptionError("there is at least one round, and one game for each pairing")
        self.agents = tuple(agents)
        self.terms = terms

    @abstractmethod
    def next(self) -> Pairing | None:
        """A game to play now, each once; `None` when all is over, or has to wait for games that are being played."""

    @abstractmethod
    def report(self, finished: Finished) -> None:
        """Hears how a game ended that `next` gave. Raises KeyError for any other, and for one reported before."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether every game has been given and reported."""

    @property
    def total(self) -> int | None:
        """The number of games in all, where it is known."""
        return None

    @property
    def byes(self) -> Mapping[str, float]:
        """The points that agents were given without a game."""
        return {}

    @property
    def ranking(self) -> tuple[str, ...] | None:
        """The agents from best to worst by the format's own measure; `None` where points or ratings tell."""
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
        """All games in order, perhaps without end."""

    def next(self) -> Pairing | None:
        """The next of the list."""
        given = self._ahead
        if given:
            self._running.add(given.identity)
            self._ahead = next(self._listed, None)
        return given

    def report(self, finished: Finished) -> None:
        """Strikes the game off."""
        self._running.remove(finished.pairing.identity)

    @property
    def over(self) -> bool:
        """Whether the list has come to its end."""
        return self._ahead is None and not self._running


class StagedSchedule(Scheduler):
    """A format of stages: the games of one are decided by the results of all before it."""

    def __init__(self, agents: Sequence[str], terms: Terms = DEFAULT_TERMS) -> None:
        super().__init__(agents, terms)
        self._play = self.stages()
        self._waiting: deque[Pairing] = deque()
        self._stage: dict[str, Finished | None] = {}
        self._unreported = 0
        self._started = self._ended = False

    @abstractmethod
    def stages(self) -> Generator[list[Pairing], list[Finished], None]:
        """Gives a stage's games, and gets their results in the same order; perhaps without end."""

    def next(self) -> Pairing | None:
        """The next game of the stage."""
        self._go_on()
        if not self._waiting:
            return None
        given = self._waiting.popleft()
        self._stage[given.identity] = None
        return given

    def report(self, finished: Finished) -> None:
        """Keeps the result until the stage is complete."""
        identity = finished.pairing.identity
        if self._stage[identity] is not None:
            raise KeyError(identity)
        self._stage[identity] = finished
        self._unreported -= 1

    @property
    def over(self) -> bool:
        """Whether the last stage is complete."""
        self._go_on()
        return self._ended

    @property
    def results(self) -> list[Finished]:
        """The results of the stage so far, in the order of its games."""
        return [finished for finished in self._stage.values() if finished]

    def _go_on(self) -> None:
        """Begins the next stage when the one before is complete."""
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
    """The games of two agents in one stage: pairs from one opening each, with colours changed, and perhaps a single.

    The first agent moves first in the first game of a pair, and in the single. The openings count from the one given,
    the games from how many the two have played in this stage.
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
    """How many openings so many games of two agents need."""
    return (games + 1) // 2


def points_of(finished: Finished) -> dict[str, float]:
    """What a game gave to each of its agents."""
    if finished.points is None:
        return dict.fromkeys(finished.pairing.agents, 0.0)
    return dict(zip(finished.pairing.agents, (finished.points, 1 - finished.points), strict=True))


def catch_up(scheduler: Scheduler, points: Mapping[str, float | None]) -> None:
    """Tells a scheduler at its beginning of all games that were played, by identity: its ranking follows from them."""
    while (pairing := scheduler.next()) is not None:
        if pairing.identity in points:
            scheduler.report(Finished(pairing, points[pairing.identity]))
