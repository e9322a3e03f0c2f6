"""`crownbridge doctor`: check a bot."""

from typing import Annotated

import typer

from crownbridge.arena import Checkup, Finding, TimeControl
from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.game_options import GameOptions, chosen_game, takes_game_options
from crownbridge.cli.support.output import echo
from crownbridge.cli.support.program_stderr import stderr_line
from crownbridge.errors import OptionError, quoted
from crownbridge.games import DEFAULT_GAME
from crownbridge.players import ProgramPlayer, game_of, player_named
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
    )
)
@takes_game_options
def doctor(
    bot: Annotated[str, typer.Argument(help="PROTOCOL:COMMAND or libNAME.so, as for match.")],
    *,
    protocol: Annotated[str | None, typer.Option(help="Protocol, if BOT is only a command.")] = None,
    game_name: Annotated[
        str | None, typer.Option("--game", help=f"Game, if BOT can play any (default: {DEFAULT_GAME}).")
    ] = None,
    per_move: Annotated[float, typer.Option(min=0.01, help="Seconds per move.")] = 1.0,
    options: GameOptions,
) -> None:
    """Check a bot and explain what is wrong with it.

    The bot is started, moves in test positions and plays whole games against random moves. For every failed check, the
    exchanged lines are shown, > to the bot, < from it, and the last lines of its stderr. The last line says what to fix
    first. The exit status is 1 if a check fails.
    """
    if protocol is not None:
        bot = f"{dialogue_class(protocol).protocol}:{bot}"
    game = chosen_game(game_name or game_of(bot) or DEFAULT_GAME, options)
    player = player_named(bot, game.name)
    if not isinstance(player, ProgramPlayer):
        raise OptionError(f"{quoted(bot)} is not a program; expected PROTOCOL:COMMAND or libNAME.so")
    findings = []
    checkup = Checkup(game, lambda: player, TimeControl(per_move=per_move, options=("--per-move", "")))
    echo(f"Checking {short_name(bot)} in {game.name} by the {player.protocol} protocol")
    for finding in checkup.run():
        findings.append(finding)
        for line in report(finding):
            echo(line)
    echo(verdict(short_name(bot), findings, complete=checkup.is_complete))
    if any(finding.problem for finding in findings):
        raise typer.Exit(_FAILED)


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
