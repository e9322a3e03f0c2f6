"""`crownbridge report`: write a report of a tournament as a page or as tables."""

from pathlib import Path
from typing import Annotated

import typer

from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.game_annotator import Engine, Kept, Nodes, Seconds, judging
from crownbridge.cli.support.output import echo
from crownbridge.cli.support.stores import STORE, Identity, Place, existing, warn_of_damage
from crownbridge.reports import check_target, tournament_report

app = subcommand()


@app.command(epilog=examples("report first report.html", "report first games.csv", "report first report.html --engine"))
def report(
    identity: Identity,
    target: Annotated[Path, typer.Argument(metavar="REPORT", help="File to write: NAME.html, NAME.md or NAME.csv.")],
    *,
    store: Place = STORE,
    engine: Engine = False,
    nodes: Nodes = None,
    seconds: Seconds = None,
    cache: Kept = None,
) -> None:
    """Write a report of a tournament: standings, tables, and every game to step through.

    NAME.html is a single file with everything, NAME.md has the tables, NAME.csv a row for each game.
    """
    check_target(target)
    with existing(store) as opened, judging(engine=engine, nodes=nodes, seconds=seconds, cache=cache) as judge:
        warn_of_damage(opened, identity)
        result = tournament_report(opened, identity, judge)
        result.about += judge.about()
        result.write(target)
    games = "1 game" if len(result) == 1 else f"{len(result):,} games"
    echo(f"{games}; wrote {target}")
