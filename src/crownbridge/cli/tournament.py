"""`crownbridge tournament`: run tournaments and show their results."""

import json
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from crownbridge.cli.support.arguments import examples
from crownbridge.cli.support.executors import ClusterAddress, Jobs, make_executor
from crownbridge.cli.support.interrupts import first_interrupt
from crownbridge.cli.support.output import echo
from crownbridge.cli.support.stores import STORE, Identity, Place, existing, warn_of_damage
from crownbridge.cli.support.suggestions import meant
from crownbridge.cli.support.tournament_progress import announced, progress, watching
from crownbridge.errors import FileError, InputError, StoreError, quoted
from crownbridge.files import path_exists, write_atomically
from crownbridge.players.process import Sandbox
from crownbridge.ratings import cross_table
from crownbridge.store import Store
from crownbridge.tournaments import Tournament, canonical, load, schema, template
from crownbridge.tournaments.executor import Executor, Inline
from crownbridge.tournaments.forfeits import Forfeits
from crownbridge.tournaments.game_runner import GameRunner
from crownbridge.tournaments.identity import changed_programs, recalled
from crownbridge.tournaments.runner import GameEnded, Runner
from crownbridge.tournaments.scheduler import Scheduler, catch_up
from crownbridge.tournaments.scoreboard import Scoreboard

LOGS = Path("data/tournament_logs")
_LOG_EVERY = 5.0  # seconds between two updates of the statistics files


class _RunByDefault(TyperGroup):
    """A command group that treats an unknown word as the file of a tournament to run."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            question = meant(args[0], "crownbridge tournament", self.commands)
            if question and not path_exists(args[0]):
                raise InputError(f"there is no file {quoted(args[0])}; {question}")
            args = ["run", *args]
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=_RunByDefault,
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    subcommand_metavar="FILE | COMMAND [ARGS]...",
    help="Run tournaments and show their results. With a FILE, run that tournament.",
    epilog=examples(
        "tournament init first.toml",
        "tournament first.toml",
        "tournament standings first",
        "tournament export first games.pdn",
        "tournament verify first",
    ),
)


@app.command(
    epilog=examples(
        "tournament data/default_tournament.json",
        "tournament run cup.toml --jobs 2 --quiet",
        "tournament run cup.toml --cluster tcp://10.0.0.1:8786",
    )
)
def run(
    file: Annotated[Path, typer.Argument(readable=False, metavar="FILE", help="JSON or TOML.", show_default=False)],
    *,
    store: Place = STORE,
    logs: Annotated[Path, typer.Option(metavar="DIR", help="Folder for statistics files.")] = LOGS,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show the final standings only.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a line of JSON for each game, and nothing else.")
    ] = False,
) -> None:
    """Run or resume a tournament.

    Games in the store are not played again. Ctrl-C stops it: running games are finished or, with a second Ctrl-C or if
    onInterrupt is void, discarded. The same command then resumes it. If `visualize` is set and there is a terminal, it
    is shown in the browser. People have no clock unless clockForPeople is set.
    """
    config = load(file)
    if config.visualize and sys.stdout.isatty() and not (quiet or as_json or cluster):
        _in_browser(config, file, store, logs, jobs)
        return
    config.keep_private(*(Path(store + end) for end in ("", "-wal", "-shm", "-journal")))
    scheduler, scoreboard = config.scheduler(), Scoreboard(config)
    if any(agent.type == "executable" for agent in config.agents) and not as_json:
        echo(f"sandbox: {Sandbox(config.sandbox.kind).described()}", err=True)
    executor = _executor(config, jobs, cluster)
    try:
        with _opened(store) as opened:
            begun = opened.begin(config.id, canonical(config))
            warn_of_damage(opened, config.id)
            for program in changed_programs(config, begun):
                echo(
                    f"{program} was changed after the tournament had started; all of its games count for one agent",
                    err=True,
                )
            observers: list[Callable[[GameEnded], None]] = [scoreboard, _Statistics(opened, config.id, logs)]
            if as_json:
                observers.append(_print_json)
            with watching(scoreboard, scheduler, silent=quiet or as_json or isinstance(executor, Inline)) as watch:
                runner = Runner(config.id, scheduler, opened, executor, [*observers, watch], forfeits=Forfeits(config))
                _run(runner, scoreboard, config, at_once=isinstance(executor, Inline))
            opened.export_statistics(config.id, logs)
    finally:
        executor.close()
    if not as_json:
        _conclude(scoreboard, scheduler)
    if not (as_json or quiet):
        _print_next_steps(scoreboard, scheduler, file)
        if scoreboard.results and (scheduler.over or scoreboard.enough()):
            _suggest_report(config.id, store)


def _in_browser(config: Tournament, file: Path, store: str, logs: Path, jobs: int | None) -> None:
    """Run the tournament in the browser, and print its result."""
    from crownbridge.cli.support.tournament_page import play_in_browser  # noqa: PLC0415 (loads the web package)

    with _opened(store) as opened:
        play_in_browser(config.model_copy(update={"concurrency": jobs or config.concurrency}), file, store)
        opened.export_statistics(config.id, logs)
    standings(config.id, store=store)
    _suggest_report(config.id, store)


def _executor(config: Tournament, jobs: int | None, cluster: str | None) -> Executor:
    """Return an executor: inline if a human plays, else workers or a cluster. Raise InputError."""
    if config.people:
        if cluster is not None:
            raise InputError("a human cannot play on a cluster; remove --cluster, or the agent of type player")
        return Inline(announced(GameRunner(config)))
    return make_executor(partial(GameRunner, config), jobs or config.concurrency, cluster, pin=config.pin_cores)


def _run(runner: Runner, scoreboard: Scoreboard, config: Tournament, *, at_once: bool) -> None:
    """Run until the end or Ctrl-C; with `at_once`, Ctrl-C interrupts running games."""
    try:
        with first_interrupt(at_once=at_once) as interrupted:
            runner.run(lambda: interrupted() or scoreboard.enough())
            if interrupted() and config.on_interrupt == "finish":
                echo("\nfinishing the running games; press Ctrl-C again to discard them", err=True)
                runner.wind_up()
    except KeyboardInterrupt:
        echo(err=True)  # end the line after the terminal's ^C


class _Statistics:
    """Updates the statistics files periodically."""

    def __init__(self, store: Store, tournament: str, folder: Path) -> None:
        self._store, self._tournament, self._folder = store, tournament, folder
        self._next = time.monotonic() + _LOG_EVERY

    def __call__(self, _: GameEnded) -> None:
        if (began := time.monotonic()) < self._next:
            return
        self._store.export_statistics(self._tournament, self._folder)
        ended = time.monotonic()
        self._next = ended + max(_LOG_EVERY, 20 * (ended - began))  # at most 5 % of the time


def _print_json(ended: GameEnded) -> None:
    if not ended.resumed:
        echo(json.dumps(ended.game._asdict(), separators=(",", ":")))


def _conclude(scoreboard: Scoreboard, scheduler: Scheduler) -> None:
    """Print the standings."""
    echo(progress(len(scoreboard.results), scheduler.total))
    if scoreboard.results:
        echo(scoreboard.table(scheduler))
    for line in (*scoreboard.fault_lines(), *scoreboard.void_lines()):
        echo(line)
    if (evidence := scoreboard.evidence) is not None:
        echo(str(evidence))


def _print_next_steps(scoreboard: Scoreboard, scheduler: Scheduler, file: Path) -> None:
    if not (scheduler.over or scoreboard.enough()):
        echo("the same command resumes the tournament", err=True)
    elif len(scoreboard.results) == scoreboard.resumed:
        echo(f"the tournament was already finished; to play it again, change the id in {file}", err=True)


def _suggest_report(identity: str, store: str) -> None:
    elsewhere = [] if store == STORE else ["--store", store]
    echo(f"Report: {shlex.join(['crownbridge', 'report', identity, 'report.html', *elsewhere])}", err=True)


@contextmanager
def _opened(place: str) -> Iterator[Store]:
    """Open a store, and create its folder if necessary. Raise StoreError or FileError."""
    if "://" not in place:
        try:
            Path(place).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"{Path(place).parent} cannot be created: {error.strerror}") from error
    with Store.open(place) as store:
        yield store


@app.command(epilog=examples("tournament init cup.toml", "tournament init cup.json"))
def init(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="NAME.toml, with comments, or NAME.json.")] = Path(
        "tournament.toml"
    ),
    *,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Write a template of a tournament file."""
    if path_exists(file) and not force:
        raise FileError(f"{file} already exists; use --force to overwrite it")
    write_atomically(file, template("json" if file.suffix.lower() == ".json" else "toml"))
    echo(f"wrote {file}; edit it, then: crownbridge tournament {file}")


@app.command("schema", epilog=examples("tournament schema > tournament.schema.json"))
def print_schema() -> None:
    """Print the JSON Schema of a tournament file."""
    echo(json.dumps(schema(), indent=2, ensure_ascii=False))


@app.command("list", epilog=examples("tournament list", "tournament list --store results.db"))
def list_all(*, store: Place = STORE) -> None:
    """List the tournaments of a store with their start times."""
    with existing(store) as opened:
        for tournament in opened.tournaments():
            begun = tournament.begun.astimezone()
            echo(f"{begun:%Y-%m-%d %H:%M}  {tournament.games:>9,} games  {tournament.id}")


@app.command(epilog=examples("tournament standings first", "tournament standings first --cross"))
def standings(
    identity: Identity,
    *,
    store: Place = STORE,
    cross: Annotated[bool, typer.Option("--cross", help="Also show the cross table.")] = False,
) -> None:
    """Show the standings of a tournament."""
    with existing(store) as opened:
        warn_of_damage(opened, identity)
        config = recalled(opened.configuration(identity))
        scheduler, scoreboard = config.scheduler(), Scoreboard(config)
        points = {}
        for game in opened.games(identity):
            scoreboard(GameEnded(game, resumed=True))
            points[game.identity] = game.points
    if scheduler.ranking is not None:  # derived from the games of all stages
        catch_up(scheduler, points)
    _conclude(scoreboard, scheduler)
    if cross:
        echo(f"\n{cross_table(scoreboard.results)}")


@app.command(epilog=examples("tournament verify", "tournament verify first --store results.db"))
def verify(
    identity: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="The tournament (default: all).", show_default=False)
    ] = None,
    *,
    store: Place = STORE,
) -> None:
    """Check every game's checksum, and list damaged games."""
    damaged = checked = 0
    with existing(store) as opened:
        for tournament in opened.tournaments():
            if identity in (None, tournament.id):
                checked += tournament.games
                for game in opened.damaged(tournament.id):
                    damaged += 1
                    echo(f"{tournament.id}: {game} is damaged")
        if identity is not None and not checked:
            opened.identities(identity)  # raises InputError if there is no such tournament
    if damaged:
        raise StoreError(f"{store} is damaged: {damaged:,} of {checked:,} games; restore a backup")
    echo(f"{checked:,} games are intact")


@app.command(epilog=examples("tournament export first games.pdn", "tournament export first games.jsonl"))
def export(
    identity: Identity,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="NAME.pdn, NAME.sgf or NAME.jsonl.", show_default=False)],
    *,
    store: Place = STORE,
) -> None:
    """Write all games of a tournament to a file."""
    with existing(store) as opened:
        warn_of_damage(opened, identity)
        opened.export_games(identity, file)
