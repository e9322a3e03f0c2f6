"""`crownbridge tune`: tune the parameters of an agent."""

import json
import shlex
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from crownbridge.arena import TimeControl
from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.executors import ClusterAddress, Jobs, make_executor
from crownbridge.cli.support.interrupts import first_interrupt
from crownbridge.cli.support.output import echo
from crownbridge.cli.support.sprt import sprt_match
from crownbridge.cli.support.tuning_progress import JsonLines, summary, watching
from crownbridge.engines.checkers import Hyperparameters, load, save
from crownbridge.errors import ConfigurationChangedError, FileError, OptionError
from crownbridge.files import path_exists
from crownbridge.games import Checkers
from crownbridge.players.process import DEFAULT_LAUNCH
from crownbridge.store import Store
from crownbridge.tournaments import Tournament
from crownbridge.tournaments.runner import Runner
from crownbridge.tuning import Spsa, usual_rate
from crownbridge.tuning.trial_runner import TrialRunner
from crownbridge.tuning.trials import Trials
from crownbridge.tuning.worths import FORM, chosen, usual, with_values

PER_MOVE = 0.1
_IDENTITY = "tuning"
_ELO = (0, 5)

app = subcommand()


@app.command(
    epilog=examples(
        "agent new mine.json --set evaluation=piece-tables",
        "tune mine.json",
        "tune mine.json --parameter king_value=100:250 --parameter man_table=-20:20:2 --iterations 1000",
        "tune mine.json --depth 5 --games 16 --output better.json --verify",
    )
)
def tune(
    agent: Annotated[Path, typer.Argument(readable=False, metavar="FILE", help="A hyperparameters agent, as JSON.")],
    *,
    ranges: Annotated[
        list[str] | None,
        typer.Option("--parameter", metavar="RANGE", help=f"Parameter to tune: {FORM} (default: all)."),
    ] = None,
    iterations: Annotated[int, typer.Option(min=1, max=10**7, help="Number of iterations.")] = 500,
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, max=10_000, help="Games per iteration, an even number.")
    ] = 8,
    per_move: Annotated[
        float | None, typer.Option(min=0.001, max=3600, help=f"Seconds per move (default {PER_MOVE}).")
    ] = None,
    depth: Annotated[int | None, typer.Option(min=1, max=100, help="Search depth, instead of --per-move.")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, max=10**15, help="Nodes per move, instead of --per-move.")] = None,
    rate: Annotated[
        float | None,
        typer.Option(min=1e-6, max=10, help="Learning rate (default: 0.5 / square root of the number of games)."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Seed of all random choices.")] = 0,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The tuned agent (default: NAME-tuned.json).")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing output.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Test at the end whether the tuned agent is stronger.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Only show the final values.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Only print a line of JSON for each iteration.")] = False,
) -> None:
    """Tune the piece values of an agent by SPSA.

    In each iteration, two versions of the agent with slightly different values play each other, and the values move
    towards the winner's. Ctrl-C stops the tuning; the same command resumes it.
    """
    start = load(agent)
    parameters = chosen(start, ranges) if ranges else usual(start)
    if games % 2:
        raise OptionError(f"--games is {games}; expected an even number, because games are played in pairs")
    if per_move is None and depth is None and nodes is None:
        per_move = PER_MOVE
    rate = usual_rate(iterations * games) if rate is None else rate
    output = output or agent.with_name(f"{agent.stem}-tuned.json")
    state = _state(agent, output, force=force)
    settings = {
        "agent": {key: value for key, value in asdict(start).items() if key != "name"},
        "parameter": {one.name: f"{one.low:g}:{one.high:g}:{one.step:g}" for one in parameters},
        "iterations": iterations,
        "games": games,
        "per-move": per_move,
        "depth": depth,
        "nodes": nodes,
        "rate": rate,
        "seed": seed,
    }
    trials = Trials(Spsa(tuple(parameters), iterations, rate), games, seed)
    make_runner = partial(TrialRunner, _config(seed, per_move), _contender(start, depth, nodes))
    with Store.open(state) as store:
        _begin(store, settings, state)
        executor = make_executor(make_runner, jobs, cluster)
        try:
            with watching(trials, silent=quiet or as_json) as watch, first_interrupt() as interrupted:
                observer = JsonLines(trials) if as_json else watch
                Runner(_IDENTITY, trials, store, executor, [observer]).run(interrupted)
        finally:
            executor.close()
    save(with_values(start, trials.values), output)
    seconds = per_move or PER_MOVE
    if not as_json:
        echo(summary(trials))
        if not trials.over:
            echo("the tuning is not finished; the same command resumes it")
        test = ["match", output, agent, "--sprt", *_ELO, "--per-move", seconds]
        echo(f"wrote {output}; test whether it is stronger with:\n  crownbridge {shlex.join(map(str, test))}")
    if verify and trials.over:
        sprt_match((str(output), str(agent)), Checkers(), _ELO, TimeControl(per_move=seconds), DEFAULT_LAUNCH)


def _state(agent: Path, output: Path, *, force: bool) -> Path:
    """Return the file from which the tuning is resumed, next to the output. Raise InputError."""
    if output.suffix != ".json":
        raise OptionError(
            f"{output} is not the name of an agent file; expected a name that ends with .json: {output}.json"
        )
    if path_exists(output) and output.samefile(agent):
        raise OptionError(f"{output} is the agent that is tuned; choose another file with --output")
    state = output.with_suffix(".tuning.db")
    if path_exists(output) and not path_exists(state) and not force:
        raise FileError(f"{output} already exists; choose another --output, or use --force")
    return state


def _begin(store: Store, settings: dict[str, object], state: Path) -> None:
    """Create or resume the tuning in a store; raise ConfigurationChangedError if its settings differ."""
    try:
        store.begin(_IDENTITY, json.dumps(settings))
    except ConfigurationChangedError as error:
        raise ConfigurationChangedError(
            f"the tuning in {state} was started with other settings: {error.differences}; use the old settings, "
            "choose another --output, or delete the file to start again",
            error.differences,
        ) from None


def _config(seed: int, per_move: float | None) -> Tournament:
    """Return the configuration of the games."""
    return Tournament.model_validate(
        {
            "id": _IDENTITY,
            "agents": [{"id": one, "type": "engine", "engine": "checkers"} for one in ("plus", "minus")],
            "tournamentType": "match",
            "timePerMove": None if per_move is None else max(1, round(1000 * per_move)),
            "openings": "ballots",
            "seed": seed,
        }
    )


def _contender(agent: Hyperparameters, depth: int | None, nodes: int | None) -> Hyperparameters:
    """Return the agent with the settings of the tuning: given openings, one core."""
    return replace(
        agent, depth=depth or agent.depth, nodes=nodes or agent.nodes, threads=1, ponder=False, vary_openings=False
    )
