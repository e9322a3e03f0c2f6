"""`crownbridge arbi`: play a game between two hexai programs, and append it to a log."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from crownbridge.arena import Moved, Referee, TimeControl, who
from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.output import echo
from crownbridge.cli.support.program_stderr import echo_complaint
from crownbridge.errors import FileError
from crownbridge.games import Hex, Termination
from crownbridge.games.hex import Side
from crownbridge.players import ProgramPlayer
from crownbridge.players.naming import split_command
from crownbridge.protocols.hexai import Hexai
from crownbridge.records import GameRecord, arbi_log

app = subcommand()


def _with_iterations(iterations: int) -> type[Hexai]:
    """Return the protocol with the number of iterations as third argument of the program."""

    class WithIterations(Hexai):
        stop_termination = Termination.INTERRUPTED  # arbi counts a game that a program stops as unfinished

        def arguments(self) -> list[str]:
            return [*super().arguments(), str(iterations)]

    return WithIterations


@app.command(epilog=examples("arbi ./hex ./hexai log3.txt 2000 1000", "arbi ./hex ./hexai log3.txt --per-move 5"))
def arbi(
    player1: Annotated[
        str, typer.Argument(metavar="PLAYER1", help="Plays X, which moves first and connects top and bottom.")
    ],
    player2: Annotated[str, typer.Argument(metavar="PLAYER2", help="Plays O.")],
    log: Annotated[Path, typer.Argument(metavar="LOG", help="The file to append to.")],
    iterations1: Annotated[int, typer.Argument(metavar="ITER1", min=1, help="Iterations per move of PLAYER1.")] = 1000,
    iterations2: Annotated[int, typer.Argument(metavar="ITER2", min=1, help="Iterations per move of PLAYER2.")] = 1000,
    *,
    size: Annotated[int, typer.Option(min=1, max=26, help="Side of the board.")] = 11,
    per_move: Annotated[float, typer.Option(min=0.001, max=1e6, help="Seconds per move.")] = 60.0,
) -> None:
    """Play a game between two hexai programs, and append their output to LOG.

    `crownbridge analyze` and `crownbridge convert` read the log. A program that fails loses the game.
    """
    game = Hex(size)
    seats = (
        ProgramPlayer(player1, split_command(player1), _with_iterations(iterations1)),
        ProgramPlayer(player2, split_command(player2), _with_iterations(iterations2)),
    )
    head = arbi_log.head((player1, player2), (iterations1, iterations2), size, _now())

    def watch(event: object) -> None:
        if isinstance(event, Moved):
            echo((event.decision.line or b"").decode("utf-8", "replace"))

    record = Referee(game, seats, TimeControl(per_move=per_move, options=("--per-move", "")), observers=[watch]).play()
    _append(log, head.encode() + _printed(record) + arbi_log.foot(_now()).encode())
    echo(_result(record))
    echo_complaint(record)


def _result(record: GameRecord) -> str:
    """Return the outcome with the side names of hexai, X and O, and the programs' names."""
    letters = dict(zip(record.game.sides, "XO", strict=True))
    names = {side: f"{record.players[side]} ({letter})" for side, letter in letters.items()}
    outcome = record.outcome
    text = outcome.detail
    for side, name in names.items():
        text = text.replace(who(record.players[side], side, record.players[side.other]), name, 1)
    if outcome.winner is None:
        return f"unfinished: {text}"
    if outcome.termination is Termination.NORMAL:
        return f"{letters[outcome.winner]} wins: {names[outcome.winner]} beat {names[outcome.winner.other]}"
    return f"{letters[outcome.winner]} wins ({outcome.termination}): {text}"


def _now() -> str:
    return datetime.now(UTC).strftime("%a %b %d %H:%M:%S UTC %Y")


def _printed(record: GameRecord) -> bytes:
    """Return the output of both programs in the order of the moves."""
    parts = [decision.stdout for decision in record.decisions]
    parts += [record.leftover[side].stdout for side in Side if side in record.leftover]
    return b"".join(part if part.endswith(b"\n") or not part else part + b"\n" for part in parts)


def _append(log: Path, data: bytes) -> None:
    """Append a whole match at once. Raise FileError."""
    try:
        with log.open("ab") as file:
            file.write(data)
    except OSError as error:
        raise FileError(f"{log} cannot be written: {error.strerror}") from error
