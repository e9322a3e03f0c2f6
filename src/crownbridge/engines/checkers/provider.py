"""The provider of the checkers engine."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from crownbridge.engines.checkers.agent_file import load, parse, read_text
from crownbridge.engines.checkers.ballots import ballot_positions
from crownbridge.engines.checkers.hyperparameters import Hyperparameters
from crownbridge.engines.checkers.levels import LEVELS
from crownbridge.engines.checkers.tables import Tables, table_files
from crownbridge.engines.engine import Engine, Limit
from crownbridge.engines.insight import VERDICTS, Insight
from crownbridge.engines.judging import Judge
from crownbridge.engines.live import LiveAnalyser
from crownbridge.engines.provider import BenchOptions, BookOpenings, EngineProvider
from crownbridge.games import Position

_USUAL_NODES = 500_000
_MEGABYTES = 64


class CheckersProvider(EngineProvider):
    """Alpha-beta search with a network, endgame tables, three-move ballots and agent files."""

    levels = LEVELS
    books: ClassVar[Mapping[str, BookOpenings]] = {"ballots": ballot_positions}
    book_labels: ClassVar[Mapping[str, str]] = {"ballots": "Three-move ballots"}
    bench_options = ("depth", "threads", "evaluation")
    agent_ending = ".json"

    def engine(self, level: int | None = None, seed: int | None = None, megabytes: int | None = None) -> Engine:
        """Return an engine; levels below full strength open with random ballots."""
        strength = level or len(LEVELS)
        parameters = Hyperparameters(
            level=strength, vary_openings=strength < len(LEVELS), seed=seed, hash_megabytes=megabytes or _MEGABYTES
        )
        return parameters.engine()

    @property
    def usual_effort(self) -> Limit:
        """Half a million nodes."""
        return Limit(nodes=_USUAL_NODES)

    def judge(self, effort: Limit) -> Judge:
        """Return a judge that uses the endgame tables."""
        from crownbridge.engines.checkers.judge import CheckersJudge  # noqa: PLC0415 (loaded on demand)

        return CheckersJudge(effort)

    def analyser(self) -> LiveAnalyser:
        """Return an analyser that searches every move."""
        from crownbridge.engines.checkers.analyser import CheckersAnalyser  # noqa: PLC0415 (loaded on demand)

        return CheckersAnalyser()

    def insight(self, position: Position[Any]) -> Insight:
        """Return the verdict of the endgame tables."""
        pieces = len(position.pieces())
        value = self._tables.certain(position)  # type: ignore[arg-type]  # a checkers position
        if value is None:
            if pieces > self._tables.pieces:
                return Insight(detail=f"{pieces} pieces; the endgame tables cover up to {self._tables.pieces}")
            return Insight(detail="unknown: the endgame tables do not cover the draw rules of this game")
        winner = position.side_to_move if value > 0 else position.side_to_move.other
        detail = f"{winner} wins" if value else "a draw"
        return Insight(VERDICTS[value], detail, source="Endgame tables")

    def agent(self, path: Path, seed: int | None = None) -> Engine:
        """Return the engine that a hyperparameters file describes."""
        agent = load(path)
        return (agent if seed is None else replace(agent, seed=seed)).engine()

    def agent_parameters(self, path: Path) -> dict[str, Any]:
        """Return the hyperparameters in a file."""
        return asdict(load(path))

    def check_agent(self, path: Path) -> None:
        """Validate a file without issuing its warnings."""
        parse(read_text(path))

    @cached_property
    def _tables(self) -> Tables:
        return Tables.open()

    def tables(self) -> Callable[[Position[Any]], int | None]:
        """Return the endgame table lookup under the rules of the game; raise TableError if a table is damaged."""
        return Tables.open().certain  # type: ignore[return-value]  # for positions of checkers

    @property
    def details(self) -> Mapping[str, str]:
        """The installed endgame tables."""
        return {"endgame tables": ", ".join(sorted(file.stem for file in table_files())) or "none"}

    def bench(self, options: BenchOptions) -> Iterator[str]:
        """Search fixed positions to a fixed depth."""
        from crownbridge.engines.checkers.bench import bench  # noqa: PLC0415 (loaded on demand)

        return bench(options)
