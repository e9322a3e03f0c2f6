"""`crownbridge solve`: solve Hex positions."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn

from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.output import echo
from crownbridge.cli.support.positions import chosen_position
from crownbridge.engines.hex import Proof, Solver
from crownbridge.engines.hex.solver import MEGABYTES
from crownbridge.errors import InputError, OptionError, quoted
from crownbridge.games.hex import Hex, Move, Position, parse_moves
from crownbridge.games.terminal import draw
from crownbridge.records import hexworld

app = subcommand()

_DEFAULT_SIZE = 5
SOLVABLE = 7
"""Size of the largest board whose openings can be solved within minutes."""


@app.command(
    epilog=examples(
        "solve hex --size 6",
        "solve hex --size 7 --moves d4",
        "solve 'https://hexworld.org/board/#6c1,c2d3'",
        "solve hex --size 5 --moves b2 --replay",
    )
)
def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help="hex, or a HexWorld link.", show_default=False)],
    position: Annotated[
        str | None, typer.Argument(help="A position, in any text form or as a HexWorld link.", show_default=False)
    ] = None,
    *,
    size: Annotated[
        int | None, typer.Option(help=f"Size of the board, 1 to 26 (default {_DEFAULT_SIZE}, or the link's).")
    ] = None,
    moves: Annotated[
        str | None,
        typer.Option(metavar="MOVES", help="Solve the position after these, such as a1b2 or 'a1 b2', or a link."),
    ] = None,
    first: Annotated[str, typer.Option(help="Side that moves first: red (top to bottom) or blue.")] = "red",
    megabytes: Annotated[int, typer.Option(min=1, max=65_536, help="Memory for the transposition table.")] = MEGABYTES,
    replay: Annotated[bool, typer.Option("--replay", help="Step through the proof: you move for the loser.")] = False,
) -> None:
    """Prove who wins at Hex: every opening of a board, or one position.

    For an empty board without --moves, a map of the openings is printed: * wins for the side that moves first, . loses.
    Because of symmetry only half of them are solved; 7x7 takes about a minute, and larger boards much longer. With
    --replay the moves of the loser are read from stdin, one per line.
    """
    if moves is not None and hexworld.is_link(moves) and position is None:
        position, moves = moves, None
    linked = hexworld.is_link(position or game)
    if game != Hex.name and not linked:
        raise OptionError(f"{quoted(game)} cannot be solved; expected hex")
    size = _DEFAULT_SIZE if size is None and not linked else size
    start: Position = chosen_position(game, position, {"size": size, "first": first})
    solver = Solver(megabytes)
    if start == start.game.initial() and moves is None and not replay:
        _openings(start.game, solver)
        return
    for move in parse_moves(re.sub(r"[\s,]+", "", moves or "")):
        start = start.play(move)
    if (outcome := start.outcome()) is not None:
        raise InputError(f"the game is over: {outcome}")
    proof = _proven(solver, start)
    if replay:
        _replay(solver, proof)


def _openings(rules: Hex, solver: Solver) -> None:
    """Print the map of all openings; if interrupted, of those that are solved."""
    cells = rules.size * rules.size
    signs = ["?"] * cells
    try:
        if rules.size > SOLVABLE:
            echo(
                f"a board of {rules.size}x{rules.size} may take very long; press Ctrl-C to show the solved openings",
                err=True,
            )
        with _progress() as (describe, count_nodes):
            for cell in range((cells + 1) // 2):
                move = Move(*divmod(cell, rules.size))
                after = rules.initial().play(move)
                describe(f"{move}: opening {cell + 1} of {(cells + 1) // 2}")
                won = after.outcome() is not None or solver.prove(after, count_nodes).winner != after.side_to_move
                signs[cell] = signs[cells - 1 - cell] = "*" if won else "."
    finally:
        echo("   " + " ".join(str(Move(0, column))[0] for column in range(rules.size)))
        for row in range(rules.size):
            echo(f"{' ' * row}{row + 1:>2} {' '.join(signs[row * rules.size : (row + 1) * rules.size])}")
        first, unknown = rules.initial().side_to_move, signs.count("?")
        rest = f"; {unknown} are not solved" if unknown else ""
        echo(f"{signs.count('*')} of {cells} openings win for {first}, who moves first{rest}")


def _proven(solver: Solver, position: Position) -> Proof:
    """Solve a position and print the result."""
    with _progress() as (_, count_nodes):
        proof = solver.prove(position, count_nodes)
    _print_proof(proof)
    return proof


def _print_proof(proof: Proof) -> None:
    how = f"with {proof.move}" if proof.move else f"against any move of {proof.position.side_to_move}"
    echo(f"{proof.winner} wins {how} ({_count(proof.nodes)}, {proof.seconds:.2f} s)")
    echo(f"carrier of the proof: {' '.join(map(str, proof.carrier)) or 'empty'}")


def _count(nodes: int) -> str:
    return "1 position" if nodes == 1 else f"{nodes:,} positions"


def _replay(solver: Solver, proof: Proof) -> None:
    """Play the winner's moves against moves from stdin, until the game or the input ends."""
    while True:
        position = proof.position
        if proof.move is not None:
            echo(f"{proof.winner} plays {proof.move}")
            move, after = proof.move, position.play(proof.move)
        else:
            echo(draw(position))
            echo(f"{position.side_to_move}? ", nl=False)
            if not (line := sys.stdin.readline()):
                echo("")
                return
            try:
                move = Move(line.strip())
                after = position.play(move)
            except InputError as error:
                echo(str(error))
                continue
        if (outcome := after.outcome()) is not None:
            echo(draw(after))
            echo(str(outcome))
            return
        proof = solver.step(proof, move)


@contextmanager
def _progress() -> Iterator[tuple[Callable[[str], None], Callable[[int], None]]]:
    """Show the progress on a terminal; yield functions that set the description and the number of positions."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), TextColumn("{task.fields[nodes]:,} positions"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("solving", total=None, nodes=0)
        yield (
            lambda description: progress.update(task, description=description, nodes=0),
            lambda nodes: progress.update(task, nodes=nodes),
        )
