"""Reject cross-site requests, unknown hosts, oversized bodies and requests without the token.

This is pure ASGI middleware, which runs before any other code sees a request.
"""

import ipaddress
import secrets
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from starlette.responses import JSONResponse, RedirectResponse, Response

from crownbridge.web.settings import is_loopback

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

COOKIE = "crownbridge_token"
MOST_BYTES = 256 * 1024
"""Size limit of a request's body, unless its route allows more."""
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = {
    b"content-security-policy": CONTENT_SECURITY_POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
}
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_API = "/api/"


class SecurityMiddleware:
    """ASGI middleware that checks Host, Origin, token and size of requests, and adds security headers."""

    def __init__(self, app: App, host: str, token: str | None, larger: dict[str, int], binary: frozenset[str]) -> None:
        """`larger` maps the paths whose bodies, and those of paths below, may be larger to their limits in bytes.

        The bodies of paths in `binary` are files.
        """
        self._app = app
        self._is_local = is_loopback(host)
        self._names = {"localhost"}
        if not self._is_local:  # may query a name server: once, not for every request
            self._names |= {host.lower(), socket.gethostname().lower(), socket.getfqdn().lower()}
        self._token = token
        self._larger = larger
        self._binary = binary

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request that is rejected, and pass on others."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _with_headers(send)
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        rejection = self._rejection(scope, headers)
        if rejection is not None:
            await rejection(scope, receive, send)
            return
        path = scope["path"]
        limit = self._larger.get(path, self._larger.get(path.rpartition("/")[0], MOST_BYTES))
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > limit:
            await _rejected(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the body exceeds {limit:,} bytes")(
                scope, receive, send
            )
            return
        await self._app(scope, _limit_body(receive, limit), send)

    def _rejection(self, scope: MutableMapping[str, Any], headers: dict[str, str]) -> Response | None:
        host = headers.get("host", "")
        if not self._is_allowed_host(host):
            return _rejected(HTTPStatus.MISDIRECTED_REQUEST, "unknown Host header: open the printed address")
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            return _rejected(HTTPStatus.FORBIDDEN, "cross-site requests are not allowed")
        path, method = scope["path"], scope["method"]
        if path.startswith(_API) and headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return _rejected(HTTPStatus.FORBIDDEN, "cross-site requests are not allowed")
        if (rejection := self._authenticate(scope, headers)) is not None:
            return rejection
        content = headers.get("content-type", "").partition(";")[0].strip().lower()
        expected = "application/octet-stream" if path in self._binary else "application/json"
        if method not in (*_SAFE_METHODS, "DELETE") and content != expected:
            return _rejected(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"expected a body of Content-Type: {expected}")
        return None

    def _is_allowed_host(self, host: str) -> bool:
        """Return True if a Host header names this server, as protection against DNS rebinding."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if self._is_local:
            return is_loopback(name)
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in self._names
        return True

    def _authenticate(self, scope: MutableMapping[str, Any], headers: dict[str, str]) -> Response | None:
        if self._token is None:
            return None
        bearer = headers.get("authorization", "").removeprefix("Bearer ")
        cookies = dict(part.strip().partition("=")[::2] for part in headers.get("cookie", "").split(";"))
        if self._is_token(bearer) or self._is_token(unquote(cookies.get(COOKIE, ""))):
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if scope["method"] == "GET" and any(name == "token" and self._is_token(value) for name, value in query):
            rest = urlencode([(name, value) for name, value in query if name != "token"])
            path = "/" + quote(scope["path"].lstrip("/"))  # never another host's: `//host/` would be one
            answer = RedirectResponse(f"{path}?{rest}" if rest else path, HTTPStatus.SEE_OTHER)
            answer.set_cookie(COOKIE, quote(self._token, safe=""), httponly=True, samesite="strict")
            return answer
        return _rejected(HTTPStatus.UNAUTHORIZED, "the token is missing: open the address that the server printed")

    def _is_token(self, text: str) -> bool:
        return self._token is not None and secrets.compare_digest(text.encode(), self._token.encode())


def _rejected(status: HTTPStatus, reason: str) -> Response:
    return JSONResponse({"detail": reason}, status)


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            names = {name.lower() for name, _ in message["headers"]}
            more = [(name, value) for name, value in _HEADERS.items() if name not in names]
            message["headers"] = [*message["headers"], *more]
        await send(message)

    return sending


def _limit_body(receive: Receive, limit: int) -> Receive:
    """Limit the size of a chunked body: beyond the limit, the client counts as disconnected."""
    seen = 0

    async def receiving() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > limit:
                return {"type": "http.disconnect"}
        return message

    return receiving
