"""`crownbridge annotate`: write games with the engine's verdicts."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from crownbridge.analysis import MoveVerdict, with_verdicts
from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.game_annotator import Judge, Kept, Nodes, Seconds, judging
from crownbridge.cli.support.game_input import reading
from crownbridge.cli.support.output import echo
from crownbridge.errors import InputError
from crownbridge.files import write_parts
from crownbridge.records import Entry, Format, Problem, format_to_write

app = subcommand()


@app.command(
    epilog=examples(
        "annotate game.pdn annotated.pdn",
        "annotate game.sgf annotated.sgf --per-move 0.5",
    )
)
def annotate(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file of games, or a HexWorld link.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="File to write: .pdn, .sgf or .jsonl.")],
    *,
    nodes: Nodes = None,
    seconds: Seconds = None,
    cache: Kept = None,
) -> None:
    """Analyse games with the engine, and write them with its verdicts.

    A move that loses win chance gets a symbol (?!, ? or ??), a comment with the win chances and the best move, and the
    engine's line as a variation. Comments and variations of IN stay.
    """
    form = format_to_write(target)
    with (
        judging(engine=True, nodes=nodes, seconds=seconds, cache=cache) as judge,
        reading(source, silent=True) as entries,
    ):
        write_parts(target, _annotated(source, entries, form, judge))
    echo(f"wrote {target}")


def _annotated(source: str, entries: Iterator[Entry], form: Format, judge: Judge) -> Iterator[str]:
    """Yield the games with verdicts. Raise InputError if a game cannot be read."""
    for entry in entries:
        if isinstance(entry, Problem):
            raise InputError(f"{source}, {entry}")
        yield form.dumps(with_verdicts(entry.record, map(MoveVerdict.of, judge(entry.record))))
