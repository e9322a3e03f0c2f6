"""Totals of many games, counted one game at a time."""

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median

from crownbridge.analysis import Verdict
from crownbridge.games import Side
from crownbridge.ratings import Result, Score, cross_table, rate
from crownbridge.reports.failures import Failures
from crownbridge.reports.game import MISTAKES, ReportedGame
from crownbridge.reports.table import Row, Table

_MOST_ROWS = 1000
"""Maximum number of rows about single games."""
_SECOND, _MINUTE = 0.9995, 59.95
"""Bounds below which a duration is not rounded up to a second or a minute."""


@dataclass
class _Player:
    """Totals of one player."""

    games: int = 0
    seconds: "array[float]" = field(default_factory=lambda: array("d"))
    cpu_seconds: float = 0.0
    memory: int = 0
    kept: list[float] = field(default_factory=list)
    """Share of the win chance that each annotated move kept."""
    verdicts: Counter[Verdict] = field(default_factory=Counter)


class Totals:
    """Counts games, and creates tables from the counts."""

    def __init__(self) -> None:
        self.ranking: Sequence[str] | None = None
        """Order of the standings, or `None` for the order by rating."""
        self.byes: Mapping[str, float] = {}
        """Points without a game."""
        self._results: list[Result] = []
        self._by_colour: dict[tuple[str, str], Score] = defaultdict(Score)
        self._players: dict[str, _Player] = defaultdict(_Player)
        self._endings: Counter[tuple[str, str]] = Counter()
        self._lengths = array("l")
        self._durations = array("d")
        self._failures = Failures()
        self._claims: list[Row] = []
        self._notices: list[Row] = []
        self.unreadable: list[Row] = []
        """Place and reason for each unreadable game."""

    def add(self, game: ReportedGame) -> None:
        """Count a game."""
        self._lengths.append(game.moves)
        self._durations.append(game.seconds)
        self._count_moves(game)
        winner = game.outcome.winner
        self._endings[str(winner) if winner is not None else game.winner, str(game.outcome.termination)] += 1
        if game.counts:
            self._count_result(game, winner)
        self._failures.add(game)
        self._claims += [(game.name, claim) for claim in game.false_claims]
        self._notices += [(game.name, notice) for notice in game.notices]

    def _count_result(self, game: ReportedGame, winner: Side | None) -> None:
        first = game.record.start.side_to_move
        for side in game.record.game.sides:
            points = 0.5 if winner is None else float(winner == side)
            for name in (game.players[side], ""):
                self._by_colour[str(side), name].add(points)
            if side == first:
                self._results.append(Result((game.players[side], game.players[side.other]), points))

    def _count_moves(self, game: ReportedGame) -> None:
        for name in game.players:
            self._players[name].games += 1
        side = game.record.start.side_to_move
        for decision in game.record.decisions:
            player = self._players[game.players[side]]
            player.seconds.append(decision.seconds)
            player.cpu_seconds += decision.cpu_seconds
            player.memory = max(player.memory, decision.memory)
            side = side.other
        for annotation in game.annotations:
            player = self._players[game.players[annotation.side]]
            player.kept.append(1 - annotation.loss)
            player.verdicts[annotation.verdict] += 1

    def tables(self) -> list[Table]:
        """Return all non-empty tables, from results to details."""
        tables = [
            self._standings(),
            self._crossing(),
            self._colours(),
            self._lengths_and_times(),
            self._players_table(),
            self._endings_table(),
            self._failures.table(),
            _of_games("False claims", ("game", "claim"), self._claims),
            _of_games("Notices", ("game", "notice"), self._notices),
            _of_games("Unreadable games", ("place", "problem"), self.unreadable),
        ]
        return [table for table in tables if table.rows]

    def _standings(self) -> Table:
        rated = rate(self._results, self.ranking or ()) if self._results else None
        head, *rows = [()] if rated is None else rated.rows(self.ranking, self.byes, self._failures.by_player)
        note = (
            "Elo: maximum-likelihood ratings with half the width of the 95 % interval. Unfinished games do not count."
        )
        if self.ranking is not None:
            note = f"Sorted by the tournament's own ranking. {note}"
        if self.byes:
            note += " Byes: points without a game, included in the points."
        note += " Faults: games lost by a crash, timeout, illegal move or another fault of the program, or forfeited."
        return Table("Standings", _named(head), tuple(rows), note)

    def _crossing(self) -> Table:
        head, *rows = cross_table(self._results).rows()
        return Table("Cross table", _named(head), tuple(rows), "Points and games. Columns are numbered like the rows.")

    def _colours(self) -> Table:
        rows = tuple(
            (
                colour,
                name or "all",
                *map(str, (score.games, score.wins, score.draws, score.losses)),
                f"{score.points / score.games:.1%}",
            )
            for (colour, name), score in sorted(
                self._by_colour.items(), key=lambda item: (item[0][0], item[0][1] == "", item[0])
            )
        )
        return Table("By colour", ("colour", "player", "games", "won", "drawn", "lost", "score"), rows)

    def _lengths_and_times(self) -> Table:
        rows: list[Row] = []
        if self._lengths:
            rows.append(("moves per game", *_spread(self._lengths, lambda moves: f"{moves:.4g}")))
        if any(self._durations):
            rows.append(("time per game", *_spread(self._durations, duration)))
        for name, player in sorted(self._players.items()):
            if any(player.seconds):
                rows.append((f"time per move: {name}", *_spread(player.seconds, duration)))
        return Table("Length and time", ("", "minimum", "median", "mean", "maximum"), tuple(rows))

    def _players_table(self) -> Table:
        judged = any(player.kept for player in self._players.values())
        measured = any(player.cpu_seconds for player in self._players.values())
        head = ["player", "games", "moves", "time"]
        head += ["CPU time", "memory"] if measured else []
        head += ["accuracy", *map(_plural, MISTAKES)] if judged else []
        rows = []
        for name, player in sorted(self._players.items()):
            row = [name, str(player.games), str(len(player.seconds)), duration(sum(player.seconds))]
            row += [duration(player.cpu_seconds), f"{player.memory / 2**20:.0f} MB"] if measured else []
            if judged:
                row.append(f"{fmean(player.kept):.1%}" if player.kept else "-")
                row += [str(player.verdicts[verdict]) for verdict in MISTAKES]
            rows.append(tuple(row))
        note = "Accuracy: average share of the win chance that the moves kept." if judged else ""
        return Table("Players", tuple(head), tuple(rows), note)

    def _endings_table(self) -> Table:
        rows = tuple((result, why, str(games)) for (result, why), games in self._endings.most_common())
        return Table("Terminations", ("winner", "termination", "games"), rows)


def duration(seconds: float) -> str:
    """Return a readable duration: 0.4 ms, 35 ms, 1.2 s, 2:05, 1:02:45; - if it is unknown."""
    if not seconds:
        return "-"
    if seconds < _SECOND:
        return f"{1000 * seconds:.1f} ms" if seconds < _SECOND / 100 else f"{1000 * seconds:.0f} ms"
    if seconds < _MINUTE:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _spread(values: Sequence[float], text: Callable[[float], str]) -> Row:
    return tuple(map(text, (min(values), median(values), fmean(values), max(values))))


def _of_games(title: str, head: Row, rows: list[Row]) -> Table:
    more = len(rows) - _MOST_ROWS
    return Table(title, head, tuple(rows[:_MOST_ROWS]), f"{more:,} more are omitted." if more > 0 else "")


def _named(head: Row) -> Row:
    return tuple("player" if cell == "agent" else cell for cell in head)


def _plural(verdict: Verdict) -> str:
    return {Verdict.INACCURACY: "inaccuracies", Verdict.LOST_WIN: "missed wins"}.get(verdict, f"{verdict}s")
