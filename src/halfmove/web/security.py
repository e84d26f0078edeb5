"""Who may talk to the studio: a browser on this machine, from a page of the studio, with the token of this start.

Other pages in the same browser, and other hosts whose names were made to lead to this machine, are refused.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from halfmove.web import limits

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self';"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
NO_TOKEN, FOREIGN, TOO_MANY = 4401, 4403, 4429  # codes with which a WebSocket is closed
SAY_ADDRESS = "open the address that `halfmove studio` printed: it holds the key of this start"


def new_token() -> str:
    """Return a token that nobody guesses."""
    return secrets.token_urlsafe(32)


class Gate:
    """Decides who is let in."""

    def __init__(self, token: str, port: int) -> None:
        self.token, self.port = token, port
        self.hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
        self.origins = {f"http://{host}" for host in self.hosts}
        self.cookie = f"halfmove-{port}"

    def is_token(self, given: str | None) -> bool:
        """Tell whether this is the token, in a time that says nothing about how much of it was right."""
        return given is not None and hmac.compare_digest(given.encode(), self.token.encode())

    def is_ours(self, headers: Mapping[str, str], needs_origin: bool) -> bool:
        """Tell whether a request is for this host and comes from a page of it."""
        origin = headers.get("origin")
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return False
        return headers.get("host") in self.hosts and (origin in self.origins if origin or needs_origin else True)


class Guard:
    """Stands before the whole app: refuses foreign hosts and origins and long bodies, and adds the headers."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self.app, self.gate = app, gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        is_socket = scope["type"] == "websocket"
        if not self.gate.is_ours(headers, needs_origin=is_socket or scope.get("method") not in ("GET", "HEAD")):
            await self._refuse(scope, receive, send, 403, "this address, or the page that asks, is not the studio's")
        elif not is_socket and _length(headers) > limits.BODY:
            await self._refuse(scope, receive, send, 413, f"a request has at most {limits.BODY:,} bytes")
        else:
            await self.app(scope, receive, send if is_socket else _with_headers(send))

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, text: str) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": FOREIGN, "reason": text})
        else:
            await PlainTextResponse(f"{text}\n", status)(scope, receive, _with_headers(send))


def _length(headers: Headers) -> int:
    given = headers.get("content-length", "0")
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 16 else limits.BODY + 1


def _with_headers(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers: list[Any] = list(message.get("headers", []))
            headers += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message = {**message, "headers": headers}
        await send(message)

    return wrapped
