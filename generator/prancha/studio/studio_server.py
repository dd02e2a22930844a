"""`prancha studio`: an HTTP server on this machine alone, a bounded number of threads, until Ctrl-C.

Its port and the secret of its pages are kept for its user: a page that lost its studio knows one address and
has one cookie.  So the next studio of the project listens there again, if the port is free, and lets that
page in.
"""

from __future__ import annotations

import json
import os
import re
import stat
import threading
import time
import webbrowser
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from msgspec import Struct

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.studio.guard import FILE, HEADERS, Answer, Guard, RefusalError
from prancha.studio.messages import BusyError, Events, StudioOrder
from prancha.system import signals
from prancha.system.cache import Store, key_of

if TYPE_CHECKING:
    from prancha.studio.answers import Answers
    from prancha.studio.drawing_process import DrawingProcess
    from prancha.studio.page_files import PageFiles


OLDEST = 7 * 24 * 3600.0
"""Seconds after which a secret is not used again."""
_SECRET = re.compile(r"[\w-]{32}", re.ASCII)


class KeptAddress(Struct, frozen=True):
    """A port of 127.0.0.1, 0 for any, and the secret in the cookie of its pages."""

    port: int
    secret: str


def read_address(project: Path) -> KeptAddress:
    """Return the address that was kept of a project, or else any port and a new secret."""
    new = KeptAddress(0, token_urlsafe(24))
    path = _path(project)
    if path is None:
        return new
    try:
        with path.open("rb") as file:
            state = os.fstat(file.fileno())
            kept = json.loads(file.read(1000))
        port, secret = int(kept["port"]), str(kept["secret"])
    except (OSError, ValueError, KeyError, TypeError):
        return new
    # What another user could have written or read is no secret.
    if os.name == "posix" and (state.st_uid != os.getuid() or stat.S_IMODE(state.st_mode) & 0o077):
        return new
    if time.time() - state.st_mtime > OLDEST or not _SECRET.fullmatch(secret) or not 1024 <= port < 65536:
        return new
    return KeptAddress(port, secret)


def keep_address(project: Path, address: KeptAddress) -> None:
    """Keep an address for the next studio of a project; without a cache of the user's own none is kept."""
    path = _path(project)
    if path is None:
        return
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        aside = path.with_suffix(f".{os.getpid()}")
        aside.unlink(missing_ok=True)
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump({"port": address.port, "secret": address.secret}, file)
        aside.replace(path)


def _path(project: Path) -> Path | None:
    folder = Store.in_home().folder
    return None if folder is None else folder / "studio" / f"{key_of(str(project.resolve()))}.json"


CONNECTIONS = 64
IDLE = 30.0
"""Seconds that a connection may be silent."""
LARGEST = 64_000
"""Maximum size in bytes of a request that is no file."""
LARGER = {"/api/play-tests": 1_000_000}
"""Maximum bytes of bodies that hold more, by their addresses: a play-test has its log."""
FILE_ADDRESS = "/api/begin/file"


class StudioServer(ThreadingHTTPServer):
    """Listens on 127.0.0.1; `answers` is set when the games are read, and waited for until then."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(self, port: int, session: str = "") -> None:
        """Listen on `port`, 0 for any that is free, for pages with the cookie `session`; raises OSError."""
        super().__init__(("127.0.0.1", port), _Handler)
        self.guard = Guard(self.server_address[1], session)
        self.events = Events()
        self.answers: Answers | DrawingProcess | None = None
        self.page_files: PageFiles | None = None
        self.ready = threading.Event()
        self._free = threading.BoundedSemaphore(CONNECTIONS)

    @property
    def address(self) -> str:
        """The URL to open in the browser, with the secret."""
        return f"http://127.0.0.1:{self.server_address[1]}/?token={self.guard.token}"

    def begin(self) -> None:
        """Serve in a thread of its own."""
        threading.stack_size(1 << 20)  # a connection needs little, and address space is limited
        threading.Thread(target=self.serve_forever, args=(0.5,), daemon=True).start()

    def open(self, answers: Answers | DrawingProcess) -> None:
        """Answer from now on."""
        self.answers = answers
        self.ready.set()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve a connection in a thread; one too many is closed."""
        if not self._free.acquire(blocking=False):
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except RuntimeError:  # no thread can be started
            self._free.release()
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve a connection, then count it as closed."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a browser that went away."""


class _Handler(BaseHTTPRequestHandler):
    server: StudioServer
    protocol_version = "HTTP/1.1"
    timeout = IDLE
    disable_nagle_algorithm = True
    error_message_format = "%(message)s\n"
    error_content_type = "text/plain; charset=utf-8"

    def do_GET(self) -> None:
        """Answer a question."""
        self._answer(changes=False)

    def do_POST(self) -> None:
        """Do something."""
        self._answer(changes=True)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: the only output is the address."""

    def version_string(self) -> str:
        """Return the name of the server."""
        return "prancha"

    def _answer(self, changes: bool) -> None:
        try:
            parts = urlsplit(self.path)
            if changes and parts.path == FILE_ADDRESS:
                self._keep_file(parse_qs(parts.query))
                return
            body = self._body(LARGER.get(parts.path, LARGEST)) if changes else None
            given = parse_qs(parts.query).get("token", [""])[0]
            first = parts.path == "/" and not changes
            brought = self.server.guard.check(dict(self.headers.items()), first, given, changes)
            if parts.path == "/api/events" and not changes:
                self._stream()
                return
            self.server.ready.wait(IDLE)
            if self.server.answers is None:
                raise RefusalError(HTTPStatus.SERVICE_UNAVAILABLE, "the games are still being read")
            answer = self.server.answers.answer(parts.path, body)
            self._send(answer, *([("Set-Cookie", self.server.guard.cookie)] if brought else []))
        except RefusalError as refusal:
            self._refuse(refusal.status, refusal.message)
        except BusyError:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "too many requests at once")
        except (ValueError, UnicodeError):
            self._refuse(HTTPStatus.BAD_REQUEST, "this request cannot be read")
        except OSError:
            self.close_connection = True

    def _body(self, most: int) -> bytes:
        """Return the body; raises RefusalError if it is too large or has no Content-Length."""
        size = self._length()
        if size > most:
            raise RefusalError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"at most {most} bytes are read")
        return self.rfile.read(size)

    def _length(self) -> int:
        """Return the bytes of the body; raises RefusalError for a request that does not say how many."""
        size = self.headers.get("Content-Length", "")
        if not size.isascii() or not size.isdecimal() or self.headers.get("Transfer-Encoding"):
            raise RefusalError(HTTPStatus.LENGTH_REQUIRED, "Content-Length is missing")
        if len(size) > 12:
            raise RefusalError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "this is more than is read")
        return int(size)

    def _keep_file(self, asked: Mapping[str, list[str]]) -> None:
        """Keep a file to begin a game with; it is not read before the guard let it through."""
        size = self._length()
        self.server.guard.check(dict(self.headers.items()), first=False, given="", changes=True, kind=FILE)
        if self.server.page_files is None:
            raise RefusalError(HTTPStatus.NOT_FOUND, "there is nothing here")
        batch, name = (asked.get(key, [""])[0] for key in ("batch", "name"))
        self.server.page_files.keep(batch, name, size, self.rfile.read)
        self._send(Answer(b"{}"))

    def _send(self, answer: Answer, *more: tuple[str, str]) -> None:
        """Send an answer with headers besides those that all have."""
        self._head(answer.status, answer.kind, ("Content-Length", str(len(answer.body))), *more)
        self.wfile.write(answer.body)

    def _head(self, status: HTTPStatus, kind: str, *more: tuple[str, str]) -> None:
        self.send_response(status)
        for name, value in (*HEADERS.items(), ("Content-Type", kind), *more):
            self.send_header(name, value)
        self.end_headers()

    def _refuse(self, status: HTTPStatus, message: str) -> None:
        self.close_connection = True  # of a body that was not read, the rest would be taken for a request
        with suppress(OSError):
            answer = Answer(f"{message}\n".encode(), "text/plain; charset=utf-8", status)
            self._send(answer, ("Connection", "close"))

    def _stream(self) -> None:
        """Send events until the browser goes."""
        listener = self.server.events.join()
        if listener is None:
            raise RefusalError(HTTPStatus.SERVICE_UNAVAILABLE, "too many listen already")
        self.close_connection = True
        try:
            self._head(HTTPStatus.OK, "text/event-stream", ("Connection", "close"))
            self.wfile.write(b"retry: 1000\n\n")
            while event := self.server.events.next(listener, 10.0):
                self.wfile.write(event)
        except (TimeoutError, OSError):
            pass
        finally:
            self.server.events.leave(listener)


def _listen(port: int, session: str, any_port: bool) -> StudioServer:
    """Listen on a port, or on another if it is taken and `any_port` will do; raises OSError."""
    try:
        return StudioServer(port, session)
    except OSError:
        if not any_port or not port:
            raise
        return StudioServer(0, session)


def run_studio(order: StudioOrder, say: Callable[[str], None]) -> None:
    """Serve until ended; `say` prints the address.  Raises Failure for a taken port, or an unknown game."""
    kept = read_address(order.project)
    try:
        server = _listen(order.port or kept.port, kept.secret, any_port=not order.port)
    except OSError as problem:
        message = f"port {order.port} cannot be used: {problem.strerror}"
        hint = "another studio may be open there; leave --port out for one that is free"
        raise Failure([Diagnostic(Place(""), "no-port", message, hint=hint)]) from None
    if not order.project.is_dir():
        hint = "name the project's folder with --project, or create a game: prancha new NAME"
        raise Failure(
            [Diagnostic(Place(str(order.project)), "no-game", "there is no such folder", hint=hint)]
        )
    if not all((order.project / "components" / name / "game.yaml").is_file() for name in order.games):
        from prancha.building.selection import choose_games

        choose_games(order.project, order.games)  # says which is none
    keep_address(order.project, KeptAddress(server.server_address[1], kept.secret))
    # What reads and draws is loaded while the browser starts.
    server.begin()
    say(server.address)
    if order.browser:
        threading.Thread(target=webbrowser.open, args=(server.address,), daemon=True).start()
    from prancha.studio.drawing_process import DrawingProcess

    with signals.temporary_folder() as folder:
        if order.begin is not None:
            from prancha.studio.page_files import PageFiles, given_folder

            server.page_files = PageFiles(given_folder(folder))
        process = DrawingProcess(order, server.events, folder)
        server.open(process)
        process.run()
