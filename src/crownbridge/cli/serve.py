"""`crownbridge serve`: run the web app."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.output import echo
from crownbridge.errors import OptionError, quoted
from crownbridge.files import user_data_folder
from crownbridge.players.process import Sandbox
from crownbridge.web.retention import DEFAULT_DAYS, DEFAULT_MEGABYTES, Retention
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
    host: Annotated[
        str, typer.Option(help="Address to listen on; addresses other than this machine's need --token.")
    ] = ("127.0.0.1"),
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port (default: 8000, or a free one).", show_default=False)
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="SECRET", envvar="CROWNBRIDGE_TOKEN", help="Access token for visitors.", show_default=False
        ),
    ] = None,
    allow_programs: Annotated[
        bool, typer.Option("--allow-programs", help="Allow remote visitors to start the listed programs.")
    ] = False,
    program: Annotated[
        list[str] | None, typer.Option(metavar="NAME=PROTOCOL:COMMAND", help="List a program; may be repeated.")
    ] = None,
    sandbox: Annotated[
        Sandbox, typer.Option(help="Sandbox for programs; with --allow-programs, auto refuses one with gaps.")
    ] = Sandbox.AUTO,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of games.", show_default=False, file_okay=False)
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(metavar="FILE|URL", help="Store of tournaments (default: in DIR).", show_default=False),
    ] = None,
    keep_days: Annotated[
        float, typer.Option(min=0, help="Delete a room this many days after its last move; 0 keeps all.")
    ] = DEFAULT_DAYS,
    keep_megabytes: Annotated[
        float, typer.Option(min=0, help="Delete the oldest rooms when their total size exceeds this; 0 keeps all.")
    ] = DEFAULT_MEGABYTES,
) -> None:
    """Play, watch and step through games in the browser.

    By default, only this machine has access. Games are resumed after a restart. Press Ctrl-C to stop.
    """
    programs = dict(map(_listed_program, program or []))
    retention = Retention(keep_days, keep_megabytes)
    folder = data or user_data_folder("choose a folder for games with --data DIR")
    settings = Settings(folder, host, token, allow_programs, programs, sandbox, store, retention)
    server = Server(settings, port)
    address = server.address()

    def announce() -> None:
        with suppress(BrokenPipeError):  # the reader may only need the first line
            echo(f"Crownbridge is running at {address}  (press Ctrl-C to stop)")
            echo(f"Sandbox for programs: {sandbox.described()}.")
        if browser:
            open_browser(address)

    server.serve_until_interrupted(announce)
    echo("\nCrownbridge has stopped.")


def _listed_program(text: str) -> tuple[str, str]:
    name, separator, command = text.partition("=")
    if not separator or not name.strip() or not command.strip():
        raise OptionError(f"{quoted(text)} is not a program; expected NAME=PROTOCOL:COMMAND")
    return name.strip(), command
