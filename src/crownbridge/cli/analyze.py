"""`crownbridge analyze`: a log of games, checked, as a report."""

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.judging import Engine, Judge, Kept, Nodes, Seconds, judging
from crownbridge.cli.support.output import echo
from crownbridge.cli.support.reading import reading
from crownbridge.errors import InputError
from crownbridge.files import path_exists
from crownbridge.games import Outcome, Termination
from crownbridge.records import Entry, Problem, ReadGame, hexworld
from crownbridge.reports import Report, ReportedGame, check_target

_MOST_TOLD = 20
"""Of what is said about single games; the report has all of it."""

app = subcommand()


@app.command(
    epilog=examples(
        "analyze log3.txt report/report3.html",
        "analyze games.pdn report.html --engine --per-move 0.5",
        "analyze log3.txt games.csv",
        "analyze log3.txt report.html --strict",
    )
)
def analyze(
    log: Annotated[
        str, typer.Argument(metavar="LOG", help="What arbi wrote, games in any other form, or a HexWorld link.")
    ],
    target: Annotated[Path, typer.Argument(metavar="REPORT", help="Written whole: NAME.html, NAME.md or NAME.csv.")],
    *,
    strict: Annotated[
        bool, typer.Option("--strict", help="Count a game with an illegal move as unfinished, not as a loss.")
    ] = False,
    engine: Engine = False,
    nodes: Nodes = None,
    seconds: Seconds = None,
    cache: Kept = None,
) -> None:
    """Check every move of every game in LOG, and write a report.

    Winners are found from the board, whatever the programs claim; illegal moves, false claims and unfinished games are
    told. The HTML report is one file that needs no other: boards to step through, tables, graphs. The exit status is 1
    when games could not be read, and 2, with the old report left alone, when none could.
    """
    check_target(target)
    if path_exists(target) and path_exists(Path(log)) and target.samefile(log):
        raise InputError(f"{target} is the log itself; give the report another name")
    found = _Findings(log, strict=strict)
    with (
        judging(engine=engine, nodes=nodes, seconds=seconds, cache=cache) as judge,
        reading(log, silent=judge.works) as entries,
    ):
        for entry in entries:
            found.add(entry, judge)
        found.finish(judge)
        found.report.write(target)
    for line in found.summary():
        echo(line)
    echo(f"{target} is written")
    if found.unreadable:
        raise typer.Exit(1)


class _Findings:
    """What comes to light while a log is read."""

    def __init__(self, log: str, *, strict: bool) -> None:
        self._log = log
        self._strict = strict
        self._told: list[str] = []
        self._results: dict[str, int] = {}
        self._moves = 0
        self.unreadable: list[Problem] = []
        counted = "counts as unfinished" if strict else "is lost by who made it; with --strict it counts as unfinished"
        self.report = Report(
            log if hexworld.is_link(log) else Path(log).name,
            ("Every move was checked; who won was found from the board.", f"A game with an illegal move {counted}."),
        )

    def add(self, entry: Entry, judge: Judge) -> None:
        """Takes the next game of the log in."""
        if isinstance(entry, Problem):
            self.unreadable.append(entry)
            self.report.add_unreadable(str(entry.place), entry.message)
            self._told.append(f"{entry}; the game is left out")
        else:
            self._add_game(entry, judge)

    def _add_game(self, read: ReadGame, judge: Judge) -> None:
        name = str(len(self.report) + 1)
        claims = tuple(str(notice) for notice in read.notices if notice.false_claim)
        notices = tuple(str(notice) for notice in read.notices if not notice.false_claim)
        if self._strict and read.record.outcome.termination is Termination.ILLEGAL_MOVE:
            unfinished = Outcome(None, Termination.INTERRUPTED, read.record.outcome.detail)
            read = read._replace(record=replace(read.record, outcome=unfinished))
        outcome = read.record.outcome
        result = "unfinished" if outcome.winner is None and not outcome.is_draw else "drawn"
        result = result if outcome.winner is None else f"won by {outcome.winner}"
        self._results[result] = self._results.get(result, 0) + 1
        self._moves += len(read.record.decisions)
        self._told += [f"game {name}, {notice}" for notice in read.notices]
        self.report.add(ReportedGame(name, read.record, notices, claims, judge(read.record)))

    def finish(self, judge: Judge) -> None:
        """Raises InputError where there was no game."""
        if not len(self.report):
            why = str(self.unreadable[0]) if self.unreadable else "there is no game in it"
            raise InputError(f"{self._log}: {why}")
        self.report.about += judge.about()

    def summary(self) -> list[str]:
        """What to tell on the terminal."""
        games = "1 game" if len(self.report) == 1 else f"{len(self.report):,} games"
        results = ", ".join(f"{count:,} {result}" for result, count in sorted(self._results.items()))
        more = len(self._told) - _MOST_TOLD
        return [
            f"{games}, {self._moves:,} moves: {results}",
            *islice(self._told, _MOST_TOLD),
            *([f"and {more:,} more such lines, which the report has"] if more > 0 else []),
        ]
