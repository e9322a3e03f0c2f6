"""`crownbridge agent new`, `show`, `diff` and `list`; `crownbridge agent FILE` is in `agent_program.py`."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any
from warnings import catch_warnings, simplefilter, warn

import typer

from crownbridge.cli.support.arguments import examples
from crownbridge.cli.support.output import echo
from crownbridge.engines.checkers import LEVELS, AgentWarning, Hyperparameters, load, parse, save
from crownbridge.errors import FileError, InputError, OptionError, quoted
from crownbridge.files import path_exists

app = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    subcommand_metavar="FILE | COMMAND [ARGS]...",
    help="Create and compare agents. With a FILE, play as that agent by the reblexis protocol.",
    epilog=examples(
        "agent new mine.json --level 5 --set ponder=true", "agent mine.json", "agent diff mine.json yours.json"
    ),
)

Agent = Annotated[
    Path, typer.Argument(readable=False, metavar="FILE", help="Hyperparameters, as JSON.", show_default=False)
]


@app.command(epilog=examples("agent new mine.json", "agent new mine.json --level 5 --set ponder=true --set depth=9"))
def new(
    file: Agent,
    *,
    level: Annotated[int | None, typer.Option(help=f"Strength, 1 to {len(LEVELS)}.")] = None,
    values: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Set a hyperparameter.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Write a file with all hyperparameters."""
    if file.suffix != ".json":
        raise OptionError(
            f"{quoted(str(file))} is not the name of an agent file; expected a name that ends with .json: {file}.json"
        )
    settings = {"name": file.stem, **({} if level is None else {"level": level}), **dict(map(_setting, values or []))}
    agent, warnings = parse(json.dumps(settings))
    if path_exists(file) and not force:
        raise FileError(f"{file} already exists; choose another name, or use --force")
    save(agent, file)
    for warning in warnings:
        warn(f"{file}: {warning}", AgentWarning, stacklevel=1)
    echo(f"{file}: {_summary(agent)}")


@app.command(epilog=examples("agent show mine.json"))
def show(file: Agent) -> None:
    """Show all hyperparameters of an agent, including defaults."""
    for key, value in asdict(load(file)).items():
        echo(f"{key:<15} {json.dumps(value)}")


@app.command(epilog=examples("agent diff mine.json yours.json"))
def diff(
    first: Annotated[Path, typer.Argument(metavar="A", show_default=False)],
    second: Annotated[Path, typer.Argument(metavar="B", show_default=False)],
) -> None:
    """Show the hyperparameters in which two agents differ. The exit status is 1 if there are any."""
    one, other = asdict(load(first)), asdict(load(second))
    different = [key for key in one if one[key] != other[key]]
    for key in different:
        echo(f"{key:<15} {json.dumps(one[key])} | {json.dumps(other[key])}")
    if different:
        raise typer.Exit(1)
    echo("The agents are equal.")


@app.command("list", epilog=examples("agent list", "agent list agents/"))
def list_agents(folder: Annotated[Path, typer.Argument(exists=True, file_okay=False)] = Path()) -> None:
    """List the JSON files of a folder, each with the agent or the reason why it is invalid."""
    for file in sorted(folder.glob("*.json")):
        with catch_warnings():
            simplefilter("ignore")
            try:
                line = _summary(load(file))
            except InputError as error:
                first, *problems = str(error).splitlines()
                reason = "; ".join(map(str.strip, problems)) or first.removeprefix(f"{file} ")
                line = f"not an agent: {reason}"
        echo(f"{file.name}: {line}")


def _setting(text: str) -> tuple[str, Any]:
    """Return key and value of `key=value`; a value is JSON or else a string."""
    key, separator, value = text.partition("=")
    if not separator:
        raise OptionError(f"{quoted(text)} is not a setting; expected KEY=VALUE, such as depth=9")
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value


def _summary(agent: Hyperparameters) -> str:
    limits = {"depth": agent.depth, "nodes": agent.nodes, "seconds": agent.time_per_move}
    parts = [f"{agent.search} search", f"{agent.evaluation} evaluation", f"level {agent.level}"]
    return ", ".join([f"{quoted(agent.name)}", *parts, *(f"{k} {v}" for k, v in limits.items() if v is not None)])
