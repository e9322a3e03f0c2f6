"""`crownbridge match`: play a match between two players."""

import random
import re
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from crownbridge.arena import MatchScore, TimeControl, play_match
from crownbridge.arena.clock import MARGIN, STARTUP
from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.game_options import GameOptions, chosen_game, takes_game_options
from crownbridge.cli.support.game_output import saving
from crownbridge.cli.support.output import echo
from crownbridge.cli.support.program_stderr import echo_complaint
from crownbridge.engines.provider import provider_of
from crownbridge.errors import OptionError, quoted
from crownbridge.games import DEFAULT_GAME, Game, Position
from crownbridge.players import HumanPlayer, Player, ProgramPlayer, game_of, player_named
from crownbridge.players.process import LaunchOptions, Limits, Sandbox
from crownbridge.records import GameRecord

app = subcommand()

_TIME_OPTIONS = "--per-move", "--per-game"


@app.command(
    epilog=examples(
        "match 'kth:./playerA --depth 7' kth:./playerB --games 10 --per-move 1",
        "match reblexis:./agent random --per-game 60+0.5 --save games.jsonl",
        "match ./libfoo.so hexai:./hexai --size 11",
        "match hex hex:7 --swap --per-move 0.5",
        "match checkers:7 my_agent.json --per-move 0.1 --games 40 --ballots",
        "match checkers:7 checkers:6 --sprt 0 50 --per-move 0.05",
        "match 'kth:./player' human",
    )
)
@takes_game_options
def match(
    first_player: Annotated[
        str,
        typer.Argument(metavar="A", help="PROTOCOL:COMMAND, GAME:LEVEL, NAME.json, libNAME.so, random or human."),
    ],
    second_player: Annotated[str, typer.Argument(metavar="B", help="Same as A.")],
    *,
    games: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--games",
            min=1,
            help="Number of games (default 2; with --sprt, the maximum); A and B change sides after each.",
        ),
    ] = None,
    game_name: Annotated[
        str | None, typer.Option("--game", help="The game (default: the one that A or B plays).")
    ] = None,
    ballots: Annotated[bool, typer.Option(help="Play pairs of games from random three-move ballots.")] = False,
    per_move: Annotated[float | None, typer.Option(min=0.001, max=1e6, help="Seconds per move (default 1).")] = None,
    per_game: Annotated[str | None, typer.Option(help="Seconds per game, with increment: 60 or 60+0.5.")] = None,
    margin: Annotated[float, typer.Option(min=0, help="Tolerated delay of a move in seconds.")] = MARGIN,
    start_seconds: Annotated[
        float, typer.Option(min=0, max=3600, help="Additional seconds for a program's first move, to start.")
    ] = STARTUP,
    sandbox: Annotated[Sandbox, typer.Option(help="Sandbox for programs.")] = Sandbox.AUTO,
    memory: Annotated[int | None, typer.Option(min=1, help="Address space of each program in MiB.")] = None,
    cpu: Annotated[int | None, typer.Option(min=1, help="CPU time of each program per game in seconds.")] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Maximum number of processes and threads of each program.")
    ] = None,
    file_size: Annotated[
        int | None, typer.Option(min=0, help="Maximum size in MiB of a file that a program writes.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(help="Working directory of programs.", exists=True, file_okay=False)
    ] = None,
    readable: Annotated[
        list[Path] | None,
        typer.Option("--read", metavar="PATH", help="Additional path that programs may read.", exists=True),
    ] = None,
    writable: Annotated[bool, typer.Option("--write", help="Let programs write to their own folders.")] = False,
    ponder: Annotated[bool, typer.Option("--ponder", help="Let players compute in the opponent's time.")] = False,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="ELO0 ELO1",
            help="Play until it is significant whether A is ELO1 stronger, or only ELO0.",
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Append each finished game; the format depends on the suffix: .jsonl, .pdn, .sgf."
        ),
    ] = None,
    restart: Annotated[bool, typer.Option("--restart", help="Discard an interrupted --sprt match.")] = False,
    options: GameOptions,
) -> None:
    """Play a match between two players.

    A program that fails loses its game, and the match continues. A human has no clock. Protocols: kth and reblexis for
    checkers; hexai, hexmon and htp for Hex; lines for any game. Commands are run without a shell; quotes protect
    spaces.
    """
    game_name = game_name or game_of(first_player) or game_of(second_player) or DEFAULT_GAME
    game = chosen_game(game_name, options)
    resolved = sandbox.resolved()
    if resolved is Sandbox.NONE and any(limit is not None for limit in (memory, cpu, processes, file_size)):
        raise OptionError("--sandbox none does not support limits; use --sandbox limits")
    limits = Limits.chosen(memory, cpu, processes, file_size)
    seen = tuple(path for path in (folder, *(readable or ())) if path is not None)
    launch_options = LaunchOptions(folder, limits, resolved, seen, writable, ponders=ponder)
    if sprt is not None:
        from crownbridge.cli.support.sprt import sprt_match  # noqa: PLC0415 (loads the database)

        control = _control(per_move, per_game, margin, start_seconds)
        sprt_match(
            (first_player, second_player), game, sprt, control, launch_options, most=games, save=save, restart=restart
        )
        return
    if restart:
        raise OptionError("--restart needs --sprt")
    games = games or 2
    players = (
        player_named(first_player, game.name, launch_options),
        player_named(second_player, game.name, launch_options),
    )
    if any(isinstance(player, ProgramPlayer) for player in players):
        echo(f"sandbox: {resolved.described()}", err=True)
    screen = Console(stderr=True)
    quiet = not screen.is_terminal or any(isinstance(player, HumanPlayer) for player in players)
    score, number = MatchScore(), 0
    starts = _random_ballots(game) if ballots else []
    played = play_match(game, players, games, _control(per_move, per_game, margin, start_seconds), starts=starts)
    with saving(save, starts[0] if starts else game.initial()) as keep:
        try:
            for record, side in track(played, "Playing", total=games, console=screen, disable=quiet):
                number += 1
                score.add(record, side)
                keep(record)
                echo(_line(number, record))
                echo_complaint(record)
        finally:
            for player in players:
                player.close()
            _report(players, score, number)


def _random_ballots(game: Game[Any]) -> list[Position[Any]]:
    """Return all ballots in random order; raise OptionError if the game has none."""
    books = provider_of(game.name).books
    if "ballots" not in books:
        raise OptionError(f"{game.name} has no ballots; remove --ballots")
    return random.sample(books["ballots"](game), len(books["ballots"](game)))


def _control(per_move: float | None, per_game: str | None, margin: float, startup: float) -> TimeControl:
    if per_game is None:
        return TimeControl(1.0 if per_move is None else per_move, None, 0.0, margin, startup, _TIME_OPTIONS)
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(?:\+([0-9]+(?:\.[0-9]+)?))?", per_game)
    if match is None:
        raise OptionError(f"the time for a game is {quoted(per_game)}; expected seconds, such as 60 or 60+0.5")
    return TimeControl(per_move, float(match[1]), float(match[2] or 0), margin, startup, _TIME_OPTIONS)


def _line(number: int, record: GameRecord) -> str:
    seats = ", ".join(f"{side} {name}" for side, name in zip(record.game.sides, record.players, strict=True))
    count = len(record.decisions)
    return f"game {number}: {record.outcome} ({count} {'move' if count == 1 else 'moves'}; {seats})"


def _report(players: tuple[Player, Player], score: MatchScore, games: int) -> None:
    """Print the result and the faults."""
    names: tuple[Any, Any] = players[0].name, players[1].name
    total = f"+{score.wins} ={score.draws} -{score.losses} in {games} {'game' if games == 1 else 'games'}"
    echo(f"{names[0]} against {names[1]}: {total}")
    if score.unfinished:
        echo(f"unfinished: {score.unfinished}")
    for (player, termination), count in score.faults.items():
        echo(f"{names[player]} lost {count} by {termination}")
