"""What the engines of a game offer to the rest of the program, and how they are found."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from crownbridge.engines.engine import Engine, Limit
from crownbridge.engines.insight import Insight
from crownbridge.engines.judging import EngineJudge, Judge
from crownbridge.engines.levels import Level
from crownbridge.engines.live import EngineAnalyser, LiveAnalyser
from crownbridge.errors import OptionError
from crownbridge.games import Game, Position, load
from crownbridge.games.options import whole_number
from crownbridge.plugins import plugins

BookOpenings = Callable[[Game[Any]], Sequence[Position[Any]]]


class BenchOptions(NamedTuple):
    """What can be chosen about a benchmark; `None` is the game's default."""

    depth: int | None = None
    nodes: int | None = None
    threads: int = 1
    evaluation: str | None = None


class EngineProvider(ABC):
    """The engines of one game: levels, analysis, benchmark and openings.

    What a game does not have raises OptionError.
    """

    levels: ClassVar[Sequence[Level]]
    """From the weakest to full strength; level n is `levels[n - 1]`."""
    books: ClassVar[Mapping[str, BookOpenings]] = {}
    """Balanced start positions, by the name that a tournament's file uses for them."""
    book_labels: ClassVar[Mapping[str, str]] = {}
    """How users read these names."""
    layers: ClassVar[Sequence[str]] = ()
    """What can be shown on the board beside the best moves: heat, connections, must, dead, proof."""
    node_name: ClassVar[str] = "nodes"
    """What the search counts."""
    agent_ending: ClassVar[str | None] = None
    """The ending of files that describe agents of the game, if there are such files."""

    def __init__(self, game_name: str) -> None:
        self.game_name = game_name

    @abstractmethod
    def engine(self, level: int | None = None, seed: int | None = None, megabytes: int | None = None) -> Engine:
        """Return an engine of that level, or of full strength; with a seed it repeats what it chooses by chance."""

    @property
    @abstractmethod
    def usual_effort(self) -> Limit:
        """What analysis may use for a position if nobody says: some tenths of a second."""

    @property
    def version(self) -> str:
        """What changes when judgements do, apart from the program's version."""
        return ""

    def judge(self, effort: Limit) -> Judge:
        """Return a judge of single positions."""
        return EngineJudge(self.engine(seed=0), effort)

    def analyser(self) -> LiveAnalyser:
        """Return an analyser of full strength."""
        return EngineAnalyser(self.engine())

    def insight(self, position: Position[Any]) -> Insight:  # noqa: ARG002 (for others to use)
        """Return what is certain of a position that is not over."""
        return Insight()

    def agent(self, path: Path, seed: int | None = None) -> Engine:  # noqa: ARG002 (for others to use)
        """Return the engine that a file describes."""
        raise OptionError(f"there are no agent files for {self.game_name}; expected an engine's level or a program")

    def agent_parameters(self, path: Path) -> dict[str, Any]:
        """Return all parameters of the agent that a file describes, as JSON takes them."""
        raise OptionError(f"{path}: there are no agent files for {self.game_name}")

    def check_agent(self, path: Path) -> None:
        """Raise FileError or OptionError, a problem a line, if a file describes no agent."""
        self.agent_parameters(path)

    def tables(self) -> Callable[[Position[Any]], int | None]:
        """Return a function that knows the value of endgames: 1, 0, -1, or None where it is not certain."""
        raise OptionError(f"there are no endgame tables for {self.game_name}")

    @property
    def has_tables(self) -> bool:
        """Whether there are endgame tables of the game."""
        return type(self).tables is not EngineProvider.tables

    @property
    def details(self) -> Mapping[str, str]:
        """What a bug report should say about the engine: names of parts, and their versions."""
        return {}

    def bench(self, chosen: BenchOptions) -> Iterator[str]:
        """Search fixed positions, and yield lines about them, the signature among them."""
        raise OptionError(f"there is no benchmark for {self.game_name}; chosen was {chosen}")


@cache
def engine(game_name: str, level: int | None = None, seed: int | None = None) -> Engine:
    """Return the engine of a game, of a level or of full strength. Raise UnknownGameError or OptionError."""
    provider = provider_of(load(game_name).name)
    if level is not None:
        whole_number("level", level, 1, len(provider.levels))
    return provider.engine(level, seed)


def provider_of(game_name: str) -> EngineProvider:
    """Return the provider of a game: its own, or the generic one. It is made once."""
    entries = plugins("engines")
    if game_name in entries:
        kind: type[EngineProvider] = entries[game_name].load()
        return kind(game_name)
    from crownbridge.engines.generic import GenericProvider  # noqa: PLC0415 (only other games need it)

    return GenericProvider(game_name)
