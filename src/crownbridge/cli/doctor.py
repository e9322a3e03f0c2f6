"""`crownbridge doctor`: check a bot."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from crownbridge.arena import Checkup, Finding, TimeControl
from crownbridge.bugfinder.examination import Examination, dumps
from crownbridge.bugfinder.finder import BugFinder
from crownbridge.cli.support.arguments import examples, subcommand, wants_colour
from crownbridge.cli.support.examination_progress import watching
from crownbridge.cli.support.examination_text import report_lines
from crownbridge.cli.support.game_options import GameOptions, chosen_game, takes_game_options
from crownbridge.cli.support.output import echo, echo_drawing
from crownbridge.cli.support.program_stderr import stderr_line
from crownbridge.errors import FileError, OptionError, quoted
from crownbridge.files import create_parent, path_exists, write_atomically
from crownbridge.games import DEFAULT_GAME, Game
from crownbridge.players import HumanPlayer, Player, ProgramPlayer, game_of, player_named
from crownbridge.players.short_name import short_name
from crownbridge.protocols import dialogue_class

_FAILED = 1

app = subcommand()


@app.command(
    epilog=examples(
        "doctor 'kth:./player --fast'",
        "doctor 'reblexis:python3 bot.py' --per-move 0.5",
        "doctor 'hexai:java Bot' --size 7",
        "doctor 'lines:python3 bot.py' --game hex --size 5",
        "doctor ./libfoo.so",
        "doctor 'kth:./player' --deep",
        "doctor 'lines:python3 bot.py' --deep --minutes 5 --report bugs.html",
    )
)
@takes_game_options
def doctor(
    bot: Annotated[
        str, typer.Argument(help="PROTOCOL:COMMAND or libNAME.so, as for match; with --deep also GAME:LEVEL.")
    ],
    *,
    protocol: Annotated[str | None, typer.Option(help="Protocol, if BOT is only a command.")] = None,
    game_name: Annotated[
        str | None, typer.Option("--game", help=f"Game, if BOT can play any (default: {DEFAULT_GAME}).")
    ] = None,
    per_move: Annotated[float, typer.Option(min=0.01, help="Seconds per move.")] = 1.0,
    deep: Annotated[
        bool, typer.Option("--deep", help="Look for programming errors in how it plays, after the checks.")
    ] = False,
    minutes: Annotated[
        float | None, typer.Option(min=0.01, max=1440, help="Time for --deep in minutes (default 2).")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**63 - 1, help="Seed for the choice of questions of --deep (default 0).")
    ] = None,
    report_file: Annotated[
        Path | None, typer.Option("--report", metavar="FILE.html", help="Also write the report of --deep as a page.")
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Also write the report of --deep as JSON.")
    ] = None,
    options: GameOptions,
) -> None:
    """Check a bot and explain what is wrong with it.

    The bot is started, moves in test positions and plays whole games against random moves. For every failed check, the
    exchanged lines are shown, > to the bot, < from it, and the last lines of its stderr. The last line says what to fix
    first. The exit status is 1 if a check fails.

    With --deep, a bot that passes is then asked about positions whose best moves are known, for --minutes. The report
    lists suspected programming errors, each with the evidence, likely causes and a short example to reproduce it.
    Ctrl-C ends the questions and prints the report. The exit status is 1 if a fault is suspected.
    """
    if not deep:
        _need_deep({"--minutes": minutes, "--seed": seed, "--report": report_file, "--json": json_file})
    if protocol is not None:
        bot = f"{dialogue_class(protocol).protocol}:{bot}"
    game = chosen_game(game_name or game_of(bot) or DEFAULT_GAME, options)
    player = player_named(bot, game.name)
    if not isinstance(player, ProgramPlayer) and (not deep or isinstance(player, HumanPlayer)):
        raise OptionError(f"{quoted(bot)} is not a program; expected PROTOCOL:COMMAND or libNAME.so")
    _check_targets(report_file, json_file)
    if isinstance(player, ProgramPlayer) and not _passes_checks(game, player, per_move):
        if deep:
            echo("The examination by --deep is skipped; correct what the checks report first.")
        raise typer.Exit(_FAILED)
    if not deep:
        return
    examination = _examine(
        game, partial(player_named, bot, game.name), per_move, 2.0 if minutes is None else minutes, seed or 0
    )
    coloured = wants_colour(None)
    for line in report_lines(examination, colour=coloured):
        echo_drawing(line, colour=coloured)
    _write(examination, report_file, json_file)
    if examination.findings:
        raise typer.Exit(_FAILED)


def _need_deep(values: dict[str, object]) -> None:
    for name, value in values.items():
        if value is not None:
            raise OptionError(f"{name} needs --deep")


def _check_targets(report_file: Path | None, json_file: Path | None) -> None:
    """Raise InputError or FileError if a report cannot be written, before the bot is examined; create its folder."""
    if report_file is not None:
        from crownbridge.reports.examination import check_page_target  # noqa: PLC0415 (only needed for a page)

        check_page_target(report_file)
    if json_file is not None and path_exists(json_file) and json_file.is_dir():
        raise FileError(f"{json_file} is a folder; expected the name of a file")
    for path in (report_file, json_file):
        if path is not None:
            create_parent(path)


def _passes_checks(game: Game[Any], player: ProgramPlayer, per_move: float) -> bool:
    """Run the checks and print their results; return True if all pass."""
    findings = []
    checkup = Checkup(game, lambda: player, TimeControl(per_move=per_move, options=("--per-move", "")))
    name = short_name(player.name)
    echo(f"Checking {name} in {game.name} by the {player.protocol} protocol")
    for finding in checkup.run():
        findings.append(finding)
        for line in report(finding):
            echo(line)
    echo(verdict(name, findings, complete=checkup.is_complete))
    return not any(finding.problem for finding in findings)


def report(finding: Finding) -> list[str]:
    """Return the lines that describe a finding; the first one has the cause."""
    if not finding.problem:
        return [f"ok   {finding.name}"]
    return [
        f"FAIL {finding.name}: {finding.problem}",
        *(f"     {line}" for line in finding.lines),
        *map(stderr_line, finding.complaint),
    ]


def verdict(name: str, findings: list[Finding], *, complete: bool = True) -> str:
    """Return the last line: the number of failed checks, and what to fix first."""
    failed = [finding for finding in findings if finding.problem]
    if not failed:
        return f"Verdict: {name} passes all {len(findings)} checks."
    skipped = "" if complete else "; the remaining checks are skipped"
    return f"Verdict: {name} fails {len(failed)} of {len(findings)} checks{skipped}. First: {failed[0].advice}."


def _examine(
    game: Game[Any], new_player: Callable[[], Player], per_move: float, minutes: float, seed: int
) -> Examination:
    """Examine a bot until the time is up or Ctrl-C is pressed."""
    began = time.monotonic()
    with watching() as watch:
        finder = BugFinder(game, new_player, seconds=per_move, minutes=minutes, seed=seed, progress=watch)
        try:
            for _ in finder.run():
                pass
        except KeyboardInterrupt:
            pass
    if not finder.is_complete:
        echo("interrupted; this is the report so far", err=True)
    return Examination.of(finder, minutes=minutes, seed=seed, seconds=time.monotonic() - began)


def _write(examination: Examination, report_file: Path | None, json_file: Path | None) -> None:
    if json_file is not None:
        write_atomically(json_file, dumps(examination))
        echo(f"wrote {json_file}")
    if report_file is not None:
        from crownbridge.reports.examination import write_page  # noqa: PLC0415 (only needed for a page)

        write_page(report_file, examination)
        echo(f"wrote {report_file}")
