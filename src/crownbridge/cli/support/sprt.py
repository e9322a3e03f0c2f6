"""`crownbridge match --sprt`: a match that ends when a sequential test has a result."""

import math
import os
import re
from functools import partial
from pathlib import Path
from typing import Any
from warnings import warn

from crownbridge.arena import TimeControl
from crownbridge.cli.support.game_output import saving
from crownbridge.cli.support.interrupts import first_interrupt
from crownbridge.cli.support.match_file import match_file
from crownbridge.cli.support.output import echo
from crownbridge.cli.support.tournament_progress import progress, watching
from crownbridge.engines.provider import provider_of
from crownbridge.errors import OptionError
from crownbridge.games import Game
from crownbridge.players.naming import is_engine
from crownbridge.players.process import LaunchOptions
from crownbridge.players.shared_object import is_shared_object
from crownbridge.protocols import available_protocols, dialogue_class
from crownbridge.ratings import Counts, Sprt, Verdict, elo_difference, superiority
from crownbridge.store import Store
from crownbridge.tournaments import Tournament, canonical
from crownbridge.tournaments.config_file import from_mapping
from crownbridge.tournaments.game_runner import GameRunner
from crownbridge.tournaments.runner import GameEnded, Runner
from crownbridge.tournaments.scoreboard import Scoreboard
from crownbridge.tournaments.workers import Workers

_LONGEST = 98  # characters of a player's name in a tournament, with room for a letter that distinguishes two
_ACCEPTED = {
    Verdict.H1: "H1 accepted: {0} is stronger than {1}: the Elo difference is {3:g} rather than {2:g}",
    Verdict.H0: "H0 accepted: the Elo difference of {0} and {1} is {2:g} rather than {3:g}",
}


def sprt_match(
    players: tuple[str, str],
    game: Game[Any],
    elo: tuple[float, float],
    control: TimeControl,
    launch_options: LaunchOptions,
    *,
    most: int | None = None,
    save: Path | None = None,
    restart: bool = False,
) -> None:
    """Play pairs of games on all cores until the end of the test, `most` games or Ctrl-C. Raise InputError.

    An interrupted match is resumed by the same call, unless `restart` is set.
    """
    config = _config(players, game, elo, control, launch_options, most=most)
    scheduler, scoreboard = config.scheduler(), Scoreboard(config)
    with (
        match_file(config, restart=restart) as file,
        Store.open(file.path) as store,
        saving(save, config.start_positions().position(0)) as keep,
    ):
        store.begin(config.id, canonical(config))
        if not file.is_kept:
            warn("this match cannot be resumed: another process plays it, or there is no folder for it", stacklevel=2)
        if earlier := len(store.identities(config.id)):
            echo(f"resuming after {progress(earlier, None)}; use --restart to discard them", err=True)

        def save_new(ended: GameEnded) -> None:
            if save is not None and not ended.resumed:
                keep(store.record(config.id, ended.game.identity))

        workers = Workers(partial(GameRunner, config), len(os.sched_getaffinity(0)))
        try:
            with watching(scoreboard, scheduler) as watch, first_interrupt() as interrupted:
                runner = Runner(config.id, scheduler, store, workers, [scoreboard, save_new, watch])
                runner.run(lambda: interrupted() or scoreboard.enough())
        finally:
            workers.close()
        is_over = scheduler.over or scoreboard.enough()
        if is_over:
            file.delete()
    _conclude(dict(zip((agent.id for agent in config.agents), players, strict=True)), scoreboard, elo)
    if not is_over and file.is_kept:
        echo("the same command resumes the match", err=True)


def _conclude(players: dict[str, str], scoreboard: Scoreboard, elo: tuple[float, float]) -> None:
    """Print the result; `players` has their names by id."""
    echo(progress(len(scoreboard.results), None))
    for agent, count in scoreboard.faults.items():
        echo(f"{players[agent]} lost {count} by a fault; the first: {scoreboard.first_faults[agent]}")
    for line in scoreboard.void_lines():
        echo(line)
    evidence = scoreboard.evidence
    if evidence is None:
        return
    counts = Counts.of_pairs(scoreboard.results, next(iter(players)))
    estimate = elo_difference(counts)
    one, other = players.values()
    echo(f"{one}: {estimate.elo:+.0f} Elo, 95 % interval {estimate.low:+.0f} to {estimate.high:+.0f}")
    bounds = f"LLR {evidence.llr:.2f} ({evidence.lower:.2f} to {evidence.upper:.2f})"
    echo(f"likelihood of superiority {superiority(counts):.1%}; {bounds}")
    if evidence.verdict in _ACCEPTED:
        echo(_ACCEPTED[evidence.verdict].format(one, other, *elo))
    else:
        echo(f"neither hypothesis accepted: about {_rounded(Sprt(*elo).games_to_go(counts))} more games are expected")


def _rounded(games: float) -> str:
    """Return a number of games with two significant digits, as an even number."""
    unit = 10 ** max(0, math.floor(math.log10(max(games, 1))) - 1)
    return f"{max(2, 2 * round(games / unit / 2) * unit):,}"


def _config(
    players: tuple[str, str],
    game: Game[Any],
    elo: tuple[float, float],
    control: TimeControl,
    launch_options: LaunchOptions,
    *,
    most: int | None,
) -> Tournament:
    if most == 1:
        raise OptionError("--games is 1; expected 2 or more, because a test plays pairs of games")
    if players[0] == players[1]:
        raise OptionError("both players have the same name; a test needs two different players")
    milliseconds = {
        "timePerMove": control.per_move,
        "timeLimit": control.per_game,
        "increment": control.increment,
        "margin": control.margin,
    }
    return from_mapping(
        {
            "id": "match",
            "tournamentType": "match",
            "agents": [
                {"id": name, **_agent(text, launch_options.folder)}
                for name, text in zip(_ids(players), players, strict=True)
            ],
            "rounds": None if most is None else max(1, most // 2),
            "game": game.name,
            "gameOptions": dict(game.options),
            "openings": _openings(players, game),
            "sprt": {"elo0": elo[0], "elo1": elo[1]},
            "ponder": launch_options.ponders,
            "sandbox": _sandbox(launch_options),
            "startSeconds": control.startup,
            **{key: round(1000 * seconds) for key, seconds in milliseconds.items() if seconds is not None},
        },
        source="the match",
    )


def _openings(players: tuple[str, str], game: Game[Any]) -> str:
    """Return the kind of openings: varied, unless a player's protocol supports only the initial position."""
    protocols = {text.partition(":")[0] for text in players}.intersection(available_protocols())
    if not all(dialogue_class(protocol).starts_anywhere for protocol in protocols):
        return "initial"
    return next(iter(provider_of(game.name).books), "random")


def _sandbox(launch_options: LaunchOptions) -> dict[str, Any]:
    """Return the sandbox as in a tournament file, with sizes in MiB."""
    limits = launch_options.limits
    settings = {
        "kind": launch_options.sandbox.value,
        "memory": limits.address_space and limits.address_space >> 20,
        "cpu": limits.cpu_seconds,
        "processes": limits.processes,
        "fileSize": None if limits.file_size is None else limits.file_size >> 20,
        "readable": [str(path.absolute()) for path in launch_options.readable],
        "writable": launch_options.writable,
    }
    return {key: value for key, value in settings.items() if value is not None}


def _ids(players: tuple[str, str]) -> list[str]:
    """Return valid and different agent ids for the two players."""
    plain = [re.sub(r"\s+", " ", text).replace("./", "").replace("/", "|").strip(" .") for text in players]
    plain = [name[:_LONGEST].rstrip() for name in plain]
    if plain[0] != plain[1]:
        return plain
    return [f"{letter} {name}" for letter, name in zip("AB", plain, strict=True)]


def _agent(text: str, folder: Path | None) -> dict[str, str]:
    """Return the agent of a tournament for a player of `match`."""
    kind, _, rest = text.partition(":")
    if is_engine(text) or text == "random":
        return {"type": "engine", "engine": text}
    if text.endswith(".json") and kind not in available_protocols():
        return {"type": "hyperparameters", "path": text}
    where = {} if folder is None else {"folder": str(folder)}
    if is_shared_object(text):
        return {**where, "type": "executable", "path": text}
    return {**where, "type": "executable", "protocol": kind, "command": rest}
