"""The server as a program: its socket, its address, its end."""

import contextlib
import errno
import socket
import threading
import webbrowser
from collections.abc import Callable
from urllib.parse import quote

import uvicorn

from crownbridge.errors import OptionError
from crownbridge.web.app import create_app, services_of
from crownbridge.web.log import CONFIGURATION
from crownbridge.web.settings import PORT, Settings

_BACKLOG = 1024
_LAST_SECONDS = 3


class Server(uvicorn.Server):
    """Lets its watchers go when it is told to end; they would stay for ever."""

    def __init__(self, settings: Settings, port: int | None = None) -> None:
        """Takes the port, or by default any that is free, beginning with the usual one. Raises OptionError."""
        self._settings = settings
        self._socket = _bound(settings.host, port)
        app = create_app(settings)
        self.services = services_of(app)
        self.rooms = self.services.rooms
        super().__init__(
            uvicorn.Config(
                app,
                log_config=CONFIGURATION,
                access_log=False,
                lifespan="on",
                server_header=False,
                timeout_graceful_shutdown=_LAST_SECONDS,
                proxy_headers=False,
            )
        )

    @property
    def port(self) -> int:
        """Where it listens."""
        port: int = self._socket.getsockname()[1]
        return port

    def address(self, path: str = "/") -> str:
        """Where a browser finds it, with the token where there is one."""
        name, port = self._socket.getsockname()[:2]
        if name in ("0.0.0.0", "::"):  # noqa: S104 (compared, not bound)
            name = socket.gethostname()
        host = f"[{name}]" if ":" in name else name
        token = self._settings.token
        mark = "" if token is None else f"{'&' if '?' in path else '?'}token={quote(token, safe='')}"
        return f"http://{host}:{port}{path}{mark}"

    def serve_until_interrupted(self, started: Callable[[], None] = lambda: None) -> bool:
        """Serves until Ctrl-C, TERM or `should_exit`, and says whether it was the first of these.

        `started` is called, in a thread of its own, once it answers.
        """
        self._on_start = started
        try:
            self.run(sockets=[self._socket])
        except KeyboardInterrupt:
            return True
        return False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to answer."""
        await super().startup(sockets)
        if self.started:
            threading.Thread(target=self._on_start, daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Lets everybody go first."""
        self.services.end_streams()
        await super().shutdown(sockets)


def open_browser(address: str) -> None:
    """Shows a page, where there is something to show it with."""
    with contextlib.suppress(webbrowser.Error):
        webbrowser.open(address)


def _bound(host: str, port: int | None) -> socket.socket:
    for wanted in (PORT, 0) if port is None else (port,):
        try:
            family = socket.getaddrinfo(host, wanted, type=socket.SOCK_STREAM)[0]
            made = socket.socket(family[0], socket.SOCK_STREAM)
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind(family[4])
            made.listen(_BACKLOG)
        except OSError as error:
            if port is None and wanted and error.errno == errno.EADDRINUSE:
                continue
            reason = error.strerror or str(error)
            raise OptionError(
                f"{host}:{wanted} cannot be listened at: {reason}; choose another --host or --port"
            ) from None
        return made
    raise OptionError("no port is free")
