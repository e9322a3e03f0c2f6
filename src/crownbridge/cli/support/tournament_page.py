"""Shows a running tournament in the browser."""

from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from crownbridge.cli.support.output import echo
from crownbridge.tournaments import Tournament
from crownbridge.web.server import Server, open_browser
from crownbridge.web.settings import Settings


def play_in_browser(config: Tournament, file: Path, store: str) -> None:
    """Run a tournament on its own server and open its page; return after Ctrl-C. Raise InputError."""
    with TemporaryDirectory(prefix="crownbridge-") as folder:
        server = Server(Settings(Path(folder), store=store))
        address = server.address(f"/tournaments/{quote(config.id, safe='')}")
        keys = config.model_dump(mode="json", exclude_unset=True)
        server.services.tournaments.begin(config, keys, file.parent)
        echo(
            f"The tournament is running at {address}  (press Ctrl-C to stop; use --quiet to run it without the browser)"
        )
        server.serve_until_interrupted(lambda: open_browser(address))
