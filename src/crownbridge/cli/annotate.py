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
from crownbridge.errors import InputError, OptionError
from crownbridge.files import write_parts
from crownbridge.records import Entry, Format, Problem, format_to_write
from crownbridge.records.contents import Content

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
    engine's line as a variation. Comments and variations of IN stay. The exit status is 1 if games could not be read.
    """
    form = format_to_write(target)
    if Content.COMMENTS not in form.holds:
        raise OptionError(f"{form.name} cannot hold comments; write a file .pdn, .sgf or .jsonl")
    skipped: list[Problem] = []
    with (
        judging(engine=True, nodes=nodes, seconds=seconds, cache=cache) as judge,
        reading(source, silent=True) as entries,
    ):
        write_parts(target, _annotated(source, entries, form, judge, skipped))
    for problem in skipped:
        echo(f"{source}, {problem}; the game is skipped", err=True)
    echo(f"wrote {target}")
    if skipped:
        raise typer.Exit(1)


def _annotated(
    source: str, entries: Iterator[Entry], form: Format, judge: Judge, skipped: list[Problem]
) -> Iterator[str]:
    """Yield the games with verdicts; add those that cannot be read to `skipped`. Raise InputError if none can."""
    written = 0
    for entry in entries:
        if isinstance(entry, Problem):
            skipped.append(entry)
            continue
        written += 1
        yield form.dumps(with_verdicts(entry.record, map(MoveVerdict.of, judge(entry.record))))
    if not written:
        raise InputError(f"{source}, {skipped[0]}" if skipped else f"there are no games in {source}")
