"""`crownbridge report`: a tournament as a page to hand in, or as tables."""

from pathlib import Path
from typing import Annotated

import typer

from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.judging import Engine, Kept, Nodes, Seconds, judging
from crownbridge.cli.support.output import echo
from crownbridge.cli.support.stores import STORE, Identity, Place, existing
from crownbridge.reports import check_target, tournament_report

app = subcommand()


@app.command(epilog=examples("report first report.html", "report first games.csv", "report first report.html --engine"))
def report(
    identity: Identity,
    target: Annotated[Path, typer.Argument(metavar="REPORT", help="Written whole: NAME.html, NAME.md or NAME.csv.")],
    *,
    store: Place = STORE,
    engine: Engine = False,
    nodes: Nodes = None,
    seconds: Seconds = None,
    cache: Kept = None,
) -> None:
    """Write a report of a tournament: standings, tables, and every game to step through.

    NAME.html is one file that needs no other, NAME.md has the tables, NAME.csv a row for each game.
    """
    check_target(target)
    with existing(store) as opened, judging(engine=engine, nodes=nodes, seconds=seconds, cache=cache) as judge:
        made = tournament_report(opened, identity, judge)
        made.about += judge.about()
        made.write(target)
    games = "1 game" if len(made) == 1 else f"{len(made):,} games"
    echo(f"{games}; {target} is written")
