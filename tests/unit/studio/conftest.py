"""A studio that runs in this process, and a browser's requests to it."""

from __future__ import annotations

import http.client
import json
import shutil
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from prancha.studio.answers import Answers
from prancha.studio.session import Session
from prancha.studio.studio_server import StudioServer


class Studio:
    """Asks as the page does, with what headers are given instead."""

    def __init__(self, server: StudioServer, session: Session) -> None:
        self.server, self.session = server, session
        self.port = server.server_address[1]
        self.token = server.guard.token
        self.cookie = server.guard.cookie.partition(";")[0]

    def send(
        self, path: str, method: str = "GET", body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        given = {"Cookie": self.cookie, **{name.replace("_", "-"): value for name, value in headers.items()}}
        if method == "POST":
            own = {
                "Origin": f"http://127.0.0.1:{self.port}",
                "X-Prancha": "1",
                "Content-Type": "application/json",
            }
            given = {**own, **given}
        connection.putrequest(method, path, skip_host="Host" in given, skip_accept_encoding=True)
        for name, value in given.items():
            if value:
                connection.putheader(name, value)
        if body is not None and "Content-Length" not in given:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, dict(answer.getheaders()), data

    def get(self, path: str) -> Any:
        status, _, data = self.send(path)
        assert status == 200, data
        return json.loads(data)

    def act(self, path: str, asked: Any) -> Any:
        status, _, data = self.send(path, "POST", json.dumps(asked).encode())
        assert status == 200, data
        return json.loads(data)

    def refused(self, path: str, asked: Any) -> tuple[int, str]:
        status, _, data = self.send(path, "POST", json.dumps(asked).encode())
        assert status != 200
        return status, data.decode()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """One studio for the tests that change nothing."""
    from tests.conftest import write_project

    yield from opened(write_project(tmp_path_factory.mktemp("studio") / "project"))


def opened(project: Path, **settings: Any) -> Iterator[Studio]:
    server = StudioServer(0)
    server.begin()
    folder = Path(tempfile.mkdtemp())
    session = Session(project, (), server.events.publish, folder)
    server.open(Answers(session, {"edit": False, "editor": "copy", "project": str(project), **settings}))
    going = threading.Event()
    going.set()

    def work() -> None:
        while going.is_set():
            session.run(rounds=1)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    yield Studio(server, session)
    going.clear()
    thread.join(10)
    server.shutdown()
    server.server_close()
    session.close()
    shutil.rmtree(folder, ignore_errors=True)
