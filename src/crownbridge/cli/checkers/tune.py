"""`crownbridge tune`: better values for an agent's parameters."""

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
from crownbridge.files import is_there
from crownbridge.games import Checkers
from crownbridge.players.process import ANYWHERE
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
        typer.Option("--parameter", metavar="RANGE", help=f"What to tune: {FORM} (default: all worths)."),
    ] = None,
    iterations: Annotated[int, typer.Option(min=1, max=10**7, help="How often values are changed.")] = 500,
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, max=10_000, help="Games of an iteration: an even number.")
    ] = 8,
    per_move: Annotated[
        float | None, typer.Option(min=0.001, max=3600, help=f"Seconds for a move (default {PER_MOVE}).")
    ] = None,
    depth: Annotated[int | None, typer.Option(min=1, max=100, help="Moves to look ahead, instead.")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, max=10**15, help="Positions to look at, instead.")] = None,
    rate: Annotated[
        float | None, typer.Option(min=1e-6, max=10, help="How far to go (default: 0.5 / root of all games).")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Of all that is drawn by lot.")] = 0,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The tuned agent (default: NAME-tuned.json).")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an output that is there.")] = False,
    verify: Annotated[bool, typer.Option("--verify", help="Test at the end whether it is stronger.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show the final values only.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a line of JSON for each iteration only.")] = False,
) -> None:
    """Find better values for what an agent's pieces are worth, by SPSA.

    Two versions of the agent with all values a little changed play each other, and the values go to where games are
    won. Ctrl-C ends it; the same command then takes it up where it was.
    """
    start = load(agent)
    parameters = chosen(start, ranges) if ranges else usual(start)
    if games % 2:
        raise OptionError(f"{games} games do not make pairs; expected an even number")
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
    make_table = partial(TrialRunner, _config(seed, per_move), _contender(start, depth, nodes))
    with Store.open(state) as store:
        _begin(store, settings, state)
        executor = make_executor(make_table, jobs, cluster)
        try:
            with watching(trials, silent=quiet or as_json) as watch, first_interrupt() as asked:
                observer = JsonLines(trials) if as_json else watch
                Runner(_IDENTITY, trials, store, executor, [observer]).run(asked)
        finally:
            executor.close()
    save(with_values(start, trials.values), output)
    seconds = per_move or PER_MOVE
    if not as_json:
        echo(summary(trials))
        if not trials.over:
            echo("it is not at its end; the same command goes on with it")
        test = ["match", output, agent, "--sprt", *_ELO, "--per-move", seconds]
        echo(f"{output} is written; is it stronger?\n  crownbridge {shlex.join(map(str, test))}")
    if verify and trials.over:
        sprt_match((str(output), str(agent)), Checkers(), _ELO, TimeControl(per_move=seconds), ANYWHERE)


def _state(agent: Path, output: Path, *, force: bool) -> Path:
    """The file from which the tuning is taken up again, beside the output. Raises InputError."""
    if output.suffix != ".json":
        raise OptionError(f"{output} would be no player's name; an agent's file ends with .json: {output}.json")
    if is_there(output) and output.samefile(agent):
        raise OptionError(f"{output} is the agent that is tuned, which stays as it is; --output names another file")
    state = output.with_suffix(".tuning.db")
    if is_there(output) and not is_there(state) and not force:
        raise FileError(f"{output} is there already; choose another --output, or --force")
    return state


def _begin(store: Store, settings: dict[str, object], state: Path) -> None:
    """Raises ConfigurationChangedError where another tuning stands there."""
    try:
        store.begin(_IDENTITY, json.dumps(settings))
    except ConfigurationChangedError as error:
        raise ConfigurationChangedError(
            f"the tuning in {state} began otherwise: {error.differences}; go on as it began, "
            "choose another --output, or delete it to begin anew",
            error.differences,
        ) from None


def _config(seed: int, per_move: float | None) -> Tournament:
    """By what the games are played."""
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
    """The agent as it plays here: from given openings, on one core."""
    return replace(
        agent, depth=depth or agent.depth, nodes=nodes or agent.nodes, threads=1, ponder=False, vary_openings=False
    )
