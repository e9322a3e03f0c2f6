"""`crownbridge analyze`: check a log of games and write a report."""

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.game_annotator import Engine, Judge, Kept, Nodes, Seconds, judging
from crownbridge.cli.support.game_input import reading
from crownbridge.cli.support.output import echo
from crownbridge.errors import InputError
from crownbridge.files import path_exists
from crownbridge.games import Outcome, Termination
from crownbridge.records import Entry, Problem, ReadGame, hexworld
from crownbridge.reports import Report, ReportedGame, check_target

_MOST_LINES = 20
"""Maximum number of lines about single games; the report has all of them."""

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
        str, typer.Argument(metavar="LOG", help="A log of arbi, games in any other format, or a HexWorld link.")
    ],
    target: Annotated[Path, typer.Argument(metavar="REPORT", help="File to write: NAME.html, NAME.md or NAME.csv.")],
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

    Results are derived from the board, not from the programs' claims; illegal moves, false claims and unfinished games
    are reported. The HTML report is a single file with boards to step through, tables and graphs. The exit status is 1
    if some games could not be read, and 2, without writing a report, if none could.
    """
    check_target(target)
    if path_exists(target) and path_exists(Path(log)) and target.samefile(log):
        raise InputError(f"{target} is the log itself; choose another name for the report")
    findings = _Findings(log, strict=strict)
    with (
        judging(engine=engine, nodes=nodes, seconds=seconds, cache=cache) as judge,
        reading(log, silent=judge.works, trees=False) as entries,
    ):
        for entry in entries:
            findings.add(entry, judge)
        findings.finish(judge)
        findings.report.write(target)
    for line in findings.summary():
        echo(line)
    echo(f"wrote {target}")
    if findings.unreadable:
        raise typer.Exit(1)


class _Findings:
    """Findings while a log is read."""

    def __init__(self, log: str, *, strict: bool) -> None:
        self._log = log
        self._strict = strict
        self._lines: list[str] = []
        self._results: dict[str, int] = {}
        self._moves = 0
        self.unreadable: list[Problem] = []
        counted = (
            "counts as unfinished"
            if strict
            else "is lost by the side that made it; with --strict it counts as unfinished"
        )
        self.report = Report(
            log if hexworld.is_link(log) else Path(log).name,
            ("Every move was checked; results are derived from the board.", f"A game with an illegal move {counted}."),
        )

    def add(self, entry: Entry, judge: Judge) -> None:
        """Add the next game of the log."""
        if isinstance(entry, Problem):
            self.unreadable.append(entry)
            self.report.add_unreadable(str(entry.place), entry.message)
            self._lines.append(f"{entry}; the game is skipped")
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
        self._lines += [f"game {name}, {notice}" for notice in read.notices]
        self.report.add(ReportedGame(name, read.record, notices, claims, judge(read.record)))

    def finish(self, judge: Judge) -> None:
        """Complete the report; raise InputError if there was no game."""
        if not len(self.report):
            why = str(self.unreadable[0]) if self.unreadable else "there are no games in it"
            raise InputError(f"{self._log}: {why}")
        self.report.about += judge.about()

    def summary(self) -> list[str]:
        """Return the lines to print on the terminal."""
        games = "1 game" if len(self.report) == 1 else f"{len(self.report):,} games"
        results = ", ".join(f"{count:,} {result}" for result, count in sorted(self._results.items()))
        more = len(self._lines) - _MOST_LINES
        return [
            f"{games}, {self._moves:,} moves: {results}",
            *islice(self._lines, _MOST_LINES),
            *([f"and {more:,} more lines, which are in the report"] if more > 0 else []),
        ]
