"""What the checkers engine offers to the rest of the program."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from crownbridge.engines.checkers.agent_file import load, parse, read_text
from crownbridge.engines.checkers.ballots import ballot_positions
from crownbridge.engines.checkers.hyperparameters import Hyperparameters
from crownbridge.engines.checkers.levels import LEVELS
from crownbridge.engines.checkers.tables import Tables, found
from crownbridge.engines.engine import Engine, Limit
from crownbridge.engines.insight import VERDICTS, Insight
from crownbridge.engines.judging import Judge
from crownbridge.engines.live import LiveAnalyser
from crownbridge.engines.provider import BenchOptions, BookOpenings, EngineProvider
from crownbridge.games import Position

_USUAL_NODES = 500_000
_MEGABYTES = 64


class CheckersProvider(EngineProvider):
    """Alpha-beta with a network, endgame tables, three-move ballots and agent files."""

    levels = LEVELS
    books: ClassVar[Mapping[str, BookOpenings]] = {"ballots": ballot_positions}
    book_labels: ClassVar[Mapping[str, str]] = {"ballots": "Three-move ballots"}
    agent_ending = ".json"

    def engine(self, level: int | None = None, seed: int | None = None, megabytes: int | None = None) -> Engine:
        """Return an engine; levels below full strength vary their openings."""
        strength = level or len(LEVELS)
        varied = strength < len(LEVELS)
        chosen = Hyperparameters(
            level=strength, vary_openings=varied, seed=seed, hash_megabytes=megabytes or _MEGABYTES
        )
        return chosen.engine()

    @property
    def usual_effort(self) -> Limit:
        """Half a million nodes."""
        return Limit(nodes=_USUAL_NODES)

    def judge(self, effort: Limit) -> Judge:
        """Return a judge that also knows the endgame tables."""
        from crownbridge.engines.checkers.judge import CheckersJudge  # noqa: PLC0415 (most programs need none)

        return CheckersJudge(effort)

    def analyser(self) -> LiveAnalyser:
        """Return an analyser that searches each move."""
        from crownbridge.engines.checkers.analyser import CheckersAnalyser  # noqa: PLC0415 (the same)

        return CheckersAnalyser()

    def insight(self, position: Position[Any]) -> Insight:
        """Return the verdict of the endgame tables."""
        pieces = len(position.pieces())
        known = self._tables.certain(position)  # type: ignore[arg-type]  # one of checkers
        if known is None:
            some = f"the endgame tables know positions of up to {self._tables.pieces} pieces; here are {pieces}"
            few = "the draw rules of this game leave it open"
            return Insight(detail=some if pieces > self._tables.pieces else few)
        winner = position.side_to_move if known > 0 else position.side_to_move.other
        detail = f"{winner} wins" if known else "a draw"
        return Insight(VERDICTS[known], detail, source="Endgame tables")

    def agent(self, path: Path, seed: int | None = None) -> Engine:
        """Return the engine that a hyperparameters file describes."""
        agent = load(path)
        return (agent if seed is None else replace(agent, seed=seed)).engine()

    def agent_parameters(self, path: Path) -> dict[str, Any]:
        """Return the hyperparameters of a file."""
        return asdict(load(path))

    def check_agent(self, path: Path) -> None:
        """Parse a file, without its warnings."""
        parse(read_text(path))

    @cached_property
    def _tables(self) -> Tables:
        return Tables.open()

    def tables(self) -> Callable[[Position[Any]], int | None]:
        """Return what is certain by the endgame tables under the rules of the game. Raise TableError."""
        return Tables.open().certain  # type: ignore[return-value]  # for positions of checkers

    @property
    def details(self) -> Mapping[str, str]:
        """The endgame tables that are there."""
        return {"endgame tables": ", ".join(sorted(file.stem for file in found())) or "none"}

    def bench(self, chosen: BenchOptions) -> Iterator[str]:
        """Search fixed positions to a fixed depth."""
        from crownbridge.engines.checkers.bench import bench  # noqa: PLC0415 (the same)

        return bench(chosen)
