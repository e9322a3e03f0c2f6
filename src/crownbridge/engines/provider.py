"""The interface through which the program uses the engines of a game, and the lookup of providers."""

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
    """Options of a benchmark; `None` selects the game's default."""

    depth: int | None = None
    nodes: int | None = None
    threads: int | None = None
    evaluation: str | None = None


class EngineProvider(ABC):
    """The engines of one game: levels, analysis, benchmark and openings.

    Methods for features that a game does not have raise OptionError.
    """

    levels: ClassVar[Sequence[Level]]
    """Levels from the weakest to full strength; level n is `levels[n - 1]`."""
    books: ClassVar[Mapping[str, BookOpenings]] = {}
    """Sets of balanced start positions, by the name used in tournament files."""
    book_labels: ClassVar[Mapping[str, str]] = {}
    """Labels of the books in the user interface."""
    layers: ClassVar[Sequence[str]] = ()
    """Layers that can be drawn on the board beside the best moves.

    Known layers: heat, policy, values, connections, must, dead, proof.
    """
    bench_options: ClassVar[Sequence[str]] = ("nodes",)
    """Options that the benchmark supports: fields of `BenchOptions`."""
    node_name: ClassVar[str] = "nodes"
    """Unit in which the search counts its work."""
    agent_ending: ClassVar[str | None] = None
    """File name extension of the game's agent files; `None` if it has none."""

    def __init__(self, game_name: str) -> None:
        self.game_name = game_name

    @abstractmethod
    def engine(self, level: int | None = None, seed: int | None = None, megabytes: int | None = None) -> Engine:
        """Return an engine of a level, by default full strength; a seed makes its random choices reproducible."""

    @property
    @abstractmethod
    def usual_effort(self) -> Limit:
        """The default limit per position of an analysis: a few tenths of a second."""

    @property
    def version(self) -> str:
        """A string that changes when evaluations change; part of the key of cached judgements."""
        return ""

    def judge(self, effort: Limit) -> Judge:
        """Return a judge of single positions."""
        return EngineJudge(self.engine(seed=0), effort)

    def analyser(self) -> LiveAnalyser:
        """Return a live analyser at full strength."""
        return EngineAnalyser(self.engine())

    def insight(self, position: Position[Any]) -> Insight:  # noqa: ARG002 (part of the interface)
        """Return the proven facts about a position that is not over."""
        return Insight()

    def agent(self, path: Path, seed: int | None = None) -> Engine:  # noqa: ARG002 (part of the interface)
        """Return the engine that an agent file describes."""
        raise OptionError(f"{self.game_name} has no agent files; use an engine level or a program")

    def agent_parameters(self, path: Path) -> dict[str, Any]:
        """Return all parameters of the agent in a file, as JSON-compatible values."""
        raise OptionError(f"{path}: {self.game_name} has no agent files")

    def check_agent(self, path: Path) -> None:
        """Raise FileError or OptionError, with one problem per line, if a file is not a valid agent file."""
        self.agent_parameters(path)

    def tables(self) -> Callable[[Position[Any]], int | None]:
        """Return a function that looks up an endgame: 1, 0 or -1 for the side to move, or None if it is unknown."""
        raise OptionError(f"{self.game_name} has no endgame tables")

    @property
    def has_tables(self) -> bool:
        """Whether the game has endgame tables."""
        return type(self).tables is not EngineProvider.tables

    @property
    def details(self) -> Mapping[str, str]:
        """Engine components and their versions, for bug reports."""
        return {}

    def bench(self, options: BenchOptions) -> Iterator[str]:  # noqa: ARG002 (part of the interface)
        """Search fixed positions and yield the lines of the report, including the signature."""
        raise OptionError(f"{self.game_name} has no benchmark")


def engine(game_name: str, level: int | None = None, seed: int | None = None) -> Engine:
    """Return an engine for a game, by default at full strength; raise UnknownGameError or OptionError."""
    provider = provider_of(load(game_name).name)
    if level is not None:
        whole_number("level", level, 1, len(provider.levels))
    return provider.engine(level, seed)


@cache
def provider_of(game_name: str) -> EngineProvider:
    """Return the provider of a game: its own, or the generic one. Providers are created once."""
    entries = plugins("engines")
    if game_name in entries:
        kind: type[EngineProvider] = entries[game_name].load()
        return kind(game_name)
    from crownbridge.engines.generic import GenericProvider  # noqa: PLC0415 (only other games need it)

    return GenericProvider(game_name)
