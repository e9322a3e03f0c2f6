"""`crownbridge visualizer`: relay the messages of two KTH clients, and show them in the browser."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated
from urllib.parse import urlencode

import typer

from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.output import echo
from crownbridge.games import load
from crownbridge.web.frames import game_outcome
from crownbridge.web.rooms.room import Room
from crownbridge.web.schemas import Outcome, Setup
from crownbridge.web.server import Server, open_browser
from crownbridge.web.settings import Settings

_STEP = 500  # milliseconds, as on the page
_LOOK_SECONDS = 0.1

app = subcommand()


@app.command(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples(
        "visualizer -1 './playerA init' -2 './playerB' -t 300 -r",
        "visualizer -1 'python3 player.py init' -2 'crownbridge checkers --level 3' -r",
    ),
)
def visualizer(
    *,
    first: Annotated[str, typer.Option("-1", metavar="CMD", help="Command line of player 1.")] = "",
    second: Annotated[str, typer.Option("-2", metavar="CMD", help="Command line of player 2.")] = "",
    animate: Annotated[bool, typer.Option("-a/-A", help="Step through the moves automatically, or not.")] = True,
    run: Annotated[bool, typer.Option("-r/-R", help="Run the players at once, or when Run is pressed.")] = False,
    milliseconds: Annotated[
        int, typer.Option("-t", metavar="NUM", min=0, max=10**6, help="Milliseconds per step.")
    ] = _STEP,
    quit_: Annotated[bool, typer.Option("-q", help="Quit when the game is over and has been stepped through.")] = False,
    font: Annotated[str, typer.Option("-f", metavar="FONT", help="No effect: the browser has its own.")] = "",
    maximize: Annotated[bool, typer.Option("-m", help="No effect: the window is that of the browser.")] = False,
    width: Annotated[
        int | None, typer.Option("-x", metavar="NUM", help="No effect: the window is that of the browser.")
    ] = None,
    height: Annotated[
        int | None, typer.Option("-y", metavar="NUM", help="No effect: the window is that of the browser.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port (default: 8000, or a free one).", show_default=False)
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
) -> None:
    """Watch two checkers clients that speak the KTH protocol.

    Every message is forwarded and shown, and wrong messages are marked. The client that is started with `init` plays
    white and sends the first message. Command lines are run without a shell, and split at single spaces. Games are
    deleted when the visualizer ends.
    """
    ignored = [option for option, value in {"-f": font, "-m": maximize, "-x": width, "-y": height}.items() if value]
    for warning in _warnings(ignored, first, second):
        echo(f"crownbridge: {warning}", err=True)
    with TemporaryDirectory(prefix="crownbridge-") as folder:
        server = Server(Settings(Path(folder)), port)
        pace = {"animate": int(animate), "step": milliseconds}
        room: Room | None = None
        path = f"/watch?{urlencode({'1': first, '2': second, 'relay': 1} | pace)}"
        if first and second:
            setup = Setup(game="checkers", players=(f"kth:{first}", f"kth:{second}"), relay=True, run=False)
            room = server.rooms.create(setup)
            path = f"/room/{room.name}?{urlencode(pace)}"
        echo(f"The visualizer is running at {server.address(path)}  (press Ctrl-C to stop)")

        def begin() -> None:
            if browser:
                open_browser(server.address(path))
            if room is not None and run:
                server.rooms.run(room)
            if room is not None and quit_:
                outcome = _await_end(room, milliseconds / 1000 if animate else 0, lambda: server.should_exit)
                if outcome is not None:
                    echo(game_outcome(load(room.state.setup.game), outcome))
                server.should_exit = True

        if server.serve_until_interrupted(begin):
            raise typer.Exit(130)


def _warnings(ignored: list[str], first: str, second: str) -> Iterator[str]:
    """Yield warnings about the command line."""
    for option in ignored:
        yield f"{option} has no effect: the visualizer runs in the browser"
    if first and second and "init" not in f"{first} {second}".split(" "):
        yield "neither command has the argument init, which starts the game"


def _await_end(room: Room, step: float, is_ended: Callable[[], bool]) -> Outcome | None:
    """Return the outcome once a page has had time to step through the game; None if the server ends before."""
    began: float | None = None
    while not is_ended():
        if room.state.phase != "ready" and began is None:
            began = time.monotonic()
        over = room.state.phase == "over"
        if over and began is not None and time.monotonic() >= began + step * len(room.state.game.turns):
            return room.state.game.outcome
        time.sleep(_LOOK_SECONDS)
    return None
