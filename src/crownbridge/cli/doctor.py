"""`crownbridge doctor`: find out what is wrong with a bot."""

from typing import Annotated

import typer

from crownbridge.arena import Checkup
from crownbridge.cli.arguments import First, Rules, Set, Size, Swap, chosen_game, examples, subcommand
from crownbridge.cli.output import echo
from crownbridge.errors import OptionError
from crownbridge.players.naming import split_command
from crownbridge.protocols import dialogue_class
from crownbridge.protocols.hexmon import Hexmon

_FAILED = 1

app = subcommand()


@app.command(
    epilog=examples(
        "doctor './player --fast' --protocol kth",
        "doctor 'python3 bot.py' --protocol reblexis --seconds 0.5",
        "doctor 'java Bot' --protocol hexai --size 7",
    )
)
def doctor(
    command: Annotated[str, typer.Argument(help="How the bot is started, without what the protocol adds.")],
    *,
    protocol: Annotated[str, typer.Option(help="kth, reblexis, hexai or htp.")],
    seconds: Annotated[float, typer.Option(min=0.01, help="Time for a move.")] = 1.0,
    rules: Rules = None,
    size: Size = None,
    first: First = None,
    swap: Swap = False,
    options: Set = None,
) -> None:
    """Examine a bot, and say in plain words what is wrong.

    Starts it, has it move in chosen positions and play whole games against random moves. For every check that fails,
    the lines that were exchanged are shown: > to the bot, < from it. The exit status is 1 when a check fails.
    """
    dialogue = dialogue_class(protocol)
    if dialogue is Hexmon:
        raise OptionError("hexmon hosts shared objects; try: crownbridge match ./libNAME.so random")
    game = chosen_game(dialogue.game_name, rules=rules, size=size, first=first, swap=swap, options=options)
    failed = 0
    for finding in Checkup(game, split_command(command), dialogue, seconds).run():
        echo(f"{'FAIL' if finding.problem else 'ok':<5}{finding.name}")
        if finding.problem:
            failed += 1
            echo(f"     {finding.problem}")
            for line in finding.lines:
                echo(f"     {line}")
    echo("All is well." if failed == 0 else f"{failed} {'check' if failed == 1 else 'checks'} failed.")
    if failed:
        raise typer.Exit(_FAILED)
