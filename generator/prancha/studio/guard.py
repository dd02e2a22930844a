"""Check that a request is of this machine's browser, from our own page, with its secret.

Any web page can send requests to 127.0.0.1, and a host name can be made to lead there.  So the names of
host and origin are compared with our own, and nothing is answered without the token.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import blake2b
from hmac import compare_digest
from http import HTTPStatus
from secrets import token_urlsafe

from msgspec import Struct

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""Headers of every answer."""
ASKING = "X-Prancha"
"""A header that no page of another origin can send without being asked whether it may."""
JSON, FILE = "application/json", "application/octet-stream"
"""Content types of requests of the page: forms of other pages cannot send them."""


class Answer(Struct, frozen=True):
    """The body, type and status of a response."""

    body: bytes
    kind: str = "application/json"
    status: HTTPStatus = HTTPStatus.OK


class RefusalError(Exception):
    """A request that is refused, with its status."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


class Guard:
    """Holds the secret of one run."""

    def __init__(self, port: int, session: str = "") -> None:
        """Accept the names of 127.0.0.1 at `port` as hosts, and `session`, or a new secret, as the cookie."""
        self.token = token_urlsafe(24)
        # Cookies know no ports: two studios must not exchange theirs.
        self._cookie = f"prancha-{port}"
        self._hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")}
        self._session = session or token_urlsafe(24)

    @property
    def cookie(self) -> str:
        """The cookie for whoever brought the token."""
        return f"{self._cookie}={self._session}; HttpOnly; SameSite=Strict; Path=/"

    def check(
        self, headers: Mapping[str, str], first: bool, given: str, changes: bool, kind: str = JSON
    ) -> bool:
        """Raise RefusalError for a request that is not from our page; returns whether it has the token.

        `first` is the request for the page itself, which a link may lead to; `given` the token in it;
        `changes` tells of a request that changes something, and has a body of `kind`.
        """
        if headers.get("Host", "").lower() not in self._hosts:
            raise RefusalError(HTTPStatus.FORBIDDEN, "this address is not the studio's")
        origin = headers.get("Origin")
        if origin is not None and origin.lower() not in {f"http://{host}" for host in self._hosts}:
            raise RefusalError(HTTPStatus.FORBIDDEN, "this page is not the studio's")
        site = headers.get("Sec-Fetch-Site", "same-origin")
        brought = bool(given) and compare_digest(given.encode(), self.token.encode())
        if site not in ("same-origin", "none") and not (first and brought and origin is None):
            raise RefusalError(HTTPStatus.FORBIDDEN, "this page is not the studio's")
        if changes:
            if headers.get("Content-Type", "").partition(";")[0].strip().lower() != kind:
                raise RefusalError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"only {kind} is read")
            if headers.get(ASKING) != "1" or origin is None:
                raise RefusalError(HTTPStatus.FORBIDDEN, "this request is not from the studio's page")
        if brought and first:
            return True
        found = re.search(rf"(?:^|;\s*){self._cookie}=([\w-]+)", headers.get("Cookie", ""))
        if not compare_digest((found[1] if found else "").encode(), self._session.encode()):
            raise RefusalError(HTTPStatus.UNAUTHORIZED, "open the address that prancha studio printed")
        return False


def token(*parts: str) -> str:
    """Return a short name for a game, an item or a picture, the same in every run."""
    return blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
