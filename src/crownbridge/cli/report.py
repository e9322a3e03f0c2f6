"""`crownbridge report`: a tournament as a page to hand in, or as tables."""

from pathlib import Path
from typing import Annotated

import typer

from crownbridge.cli.arguments import examples, subcommand
from crownbridge.cli.judging import Engine, Kept, Nodes, Seconds, judging
from crownbridge.cli.stores import STORE, Identity, Place, existing
from crownbridge.errors import InputError, quoted
from crownbridge.reports import Report, ReportedGame, check_target

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
    with existing(store) as opened:
        begun = next((found.begun for found in opened.tournaments() if found.id == identity), None)
        about = () if begun is None else (f"Tournament, begun on {begun:%Y-%m-%d}.",)
        made = Report(identity, about)
        with judging(engine=engine, nodes=nodes, seconds=seconds, cache=cache) as judge:
            for game, record in opened.records(identity):
                made.add(ReportedGame(game.identity, record, annotations=judge(record)))
            if not len(made):
                raise InputError(f"no game of {quoted(identity)} has been played yet")
            made.about += judge.about()
            made.write(target)
    games = "1 game" if len(made) == 1 else f"{len(made):,} games"
    typer.echo(f"{games}; {target} is written")
