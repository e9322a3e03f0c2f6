"""A tournament in the browser while it is played."""

from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from crownbridge.cli.support.output import echo
from crownbridge.tournaments import Tournament
from crownbridge.web.server import Server, open_browser
from crownbridge.web.settings import Settings


def play_in_browser(config: Tournament, file: Path, store: str) -> None:
    """Plays a tournament on a server of its own, shows its page, and goes on until Ctrl-C. Raises InputError."""
    with TemporaryDirectory(prefix="crownbridge-") as folder:
        server = Server(Settings(Path(folder), store=store))
        address = server.address(f"/tournaments/{quote(config.id, safe='')}")
        given = config.model_dump(mode="json", exclude_unset=True)
        server.services.tournaments.begin(config, given, file.parent)
        echo(f"The tournament is at {address}  (Ctrl-C ends it; --quiet plays it without the browser)")
        server.serve_until_interrupted(lambda: open_browser(address))
