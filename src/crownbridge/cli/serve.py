"""`crownbridge serve`: the app in the browser."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.output import echo
from crownbridge.errors import OptionError, quoted
from crownbridge.files import user_data_folder
from crownbridge.players.process import Sandbox
from crownbridge.web.rooms.retention import DEFAULT_DAYS, DEFAULT_MEGABYTES, Retention
from crownbridge.web.server import Server, open_browser
from crownbridge.web.settings import Settings

app = subcommand()


@app.command(
    epilog=examples(
        "serve",
        "serve --port 8080 --no-browser",
        "serve --host 0.0.0.0 --token 'a long secret'",
        "serve --host 0.0.0.0 --token 'a long secret' --allow-programs --program deep='kth:./player --depth 9'",
    )
)
def serve(
    *,
    host: Annotated[str, typer.Option(help="The address to listen at; others than this machine's need --token.")] = (
        "127.0.0.1"
    ),
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port (default: 8000, or a free one).", show_default=False)
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Show the page.")] = True,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="SECRET", envvar="CROWNBRIDGE_TOKEN", help="What a visitor must know.", show_default=False
        ),
    ] = None,
    allow_programs: Annotated[
        bool, typer.Option("--allow-programs", help="Let visitors from elsewhere start the programs listed.")
    ] = False,
    program: Annotated[
        list[str] | None, typer.Option(metavar="NAME=PROTOCOL:COMMAND", help="List a program; may be repeated.")
    ] = None,
    sandbox: Annotated[Sandbox, typer.Option(help="How programs are confined.")] = Sandbox.AUTO,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where games are kept.", show_default=False, file_okay=False)
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(metavar="FILE|URL", help="Where tournaments are kept (default: in DIR).", show_default=False),
    ] = None,
    keep_days: Annotated[
        float, typer.Option(min=0, help="Delete a room this many days after its last move; 0 keeps all.")
    ] = DEFAULT_DAYS,
    keep_megabytes: Annotated[
        float, typer.Option(min=0, help="Delete the oldest rooms when all together take more; 0 keeps all.")
    ] = DEFAULT_MEGABYTES,
) -> None:
    """Play, watch and step through games in the browser.

    Serves this machine alone, unless told otherwise. Games go on after a restart. Ctrl-C ends it.
    """
    listed = dict(map(_listed, program or []))
    retention = Retention(keep_days, keep_megabytes)
    folder = data or user_data_folder("choose a folder for games with --data DIR")
    settings = Settings(folder, host, token, allow_programs, listed, sandbox, store, retention)
    server = Server(settings, port)
    address = server.address()

    def announce() -> None:
        with suppress(BrokenPipeError):  # whoever reads this may need the first line only
            echo(f"Crownbridge is at {address}  (Ctrl-C ends it)")
            echo(f"Programs are confined by the sandbox {sandbox.described()}.")
        if browser:
            open_browser(address)

    server.serve_until_interrupted(announce)
    echo("\nCrownbridge has stopped.")


def _listed(text: str) -> tuple[str, str]:
    name, separator, command = text.partition("=")
    if not separator or not name.strip() or not command.strip():
        raise OptionError(f"{quoted(text)} lists no program; expected NAME=PROTOCOL:COMMAND")
    return name.strip(), command
