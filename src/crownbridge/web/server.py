"""The HTTP server: socket, address, shutdown."""

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
from crownbridge.web.connections import BACKLOG, ConnectionLimits, raise_descriptor_limit
from crownbridge.web.log import CONFIGURATION
from crownbridge.web.settings import PORT, Settings

_BACKLOG = 1024
_LAST_SECONDS = 3


class Server(uvicorn.Server):
    """A uvicorn server that ends all event streams on shutdown; they would keep it running."""

    def __init__(self, settings: Settings, port: int | None = None) -> None:
        """Bind the port, by default 8000 or, if that is in use, any free one. Raise OptionError if that fails."""
        self._settings = settings
        self._socket = _bind_socket(settings.host, port)
        limits = ConnectionLimits(raise_descriptor_limit())
        app = create_app(settings)
        self.services = services_of(app)
        self.rooms = self.services.rooms
        super().__init__(
            uvicorn.Config(
                app,
                http=limits.connection,  # type: ignore[arg-type]  # called as the class would be
                backlog=BACKLOG,
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
        """The port on which it listens."""
        port: int = self._socket.getsockname()[1]
        return port

    def address(self, path: str = "/") -> str:
        """Return the URL of a path, with the token if there is one."""
        name, port = self._socket.getsockname()[:2]
        if name in ("0.0.0.0", "::"):  # noqa: S104 (compared, not bound)
            name = socket.gethostname()
        host = f"[{name}]" if ":" in name else name
        token = self._settings.token
        query = "" if token is None else f"{'&' if '?' in path else '?'}token={quote(token, safe='')}"
        return f"http://{host}:{port}{path}{query}"

    def serve_until_interrupted(self, started: Callable[[], None] = lambda: None) -> bool:
        """Serve until Ctrl-C, TERM or `should_exit`; return True if Ctrl-C was pressed.

        `started` is called in another thread once the server accepts requests.
        """
        self._on_start = started
        try:
            self.run(sockets=[self._socket])
        except KeyboardInterrupt:
            return True
        return False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to serve."""
        await super().startup(sockets)
        if self.started:
            self._socket.listen(_BACKLOG)  # more may wait than are accepted at once
            threading.Thread(target=self._on_start, daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all event streams, then shut down."""
        self.services.end_streams()
        await super().shutdown(sockets)


def open_browser(address: str) -> None:
    """Open a page in the user's browser, if there is one."""
    with contextlib.suppress(webbrowser.Error):
        webbrowser.open(address)


def _bind_socket(host: str, port: int | None) -> socket.socket:
    for candidate in (PORT, 0) if port is None else (port,):
        try:
            family, _, _, _, address = socket.getaddrinfo(host, candidate, type=socket.SOCK_STREAM)[0]
            with contextlib.ExitStack() as stack:
                listener = stack.enter_context(socket.socket(family, socket.SOCK_STREAM))
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listener.bind(address)
                listener.listen(_BACKLOG)
                stack.pop_all()  # keep it open
                return listener
        except OSError as error:
            if port is None and candidate and error.errno == errno.EADDRINUSE:
                continue
            reason = error.strerror or str(error)
            raise OptionError(
                f"cannot listen on {host}:{candidate}: {reason}; choose another --host or --port"
            ) from None
    raise OptionError("no port is free")
