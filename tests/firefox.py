"""Firefox without a window, driven over WebDriver BiDi: commands as JSON over a WebSocket."""

from __future__ import annotations

import base64
import json
import os
import re
import socket
import struct
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.programs import use
from tests.unit.studio.test_session import until

WAIT = 60.0
"""Seconds for an answer of Firefox."""
PROFILE = """\
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.enabled", false);
user_pref("app.update.disabledForTesting", true);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("intl.accept_languages", "en-GB");
"""
_LISTENS = re.compile(r"WebDriver BiDi listening on ws://([\d.]+):(\d+)")


class _Socket:
    """A WebSocket that sends and receives whole texts (RFC 6455)."""

    def __init__(self, host: str, port: int, path: str) -> None:
        self._socket = socket.create_connection((host, port), WAIT)
        key = base64.b64encode(os.urandom(16)).decode()
        head = (
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self._socket.sendall(head.encode())
        self._data = b""
        while b"\r\n\r\n" not in self._data:
            self._data += self._socket.recv(4096)
        answer, _, self._data = self._data.partition(b"\r\n\r\n")
        assert b" 101 " in answer.split(b"\r\n")[0], answer

    def send(self, text: str) -> None:
        data, mask = text.encode(), os.urandom(4)
        size = len(data)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
        if size > 0xFFFF:
            length = b"\xff" + struct.pack(">Q", size)
        masked = bytes(byte ^ mask[k % 4] for k, byte in enumerate(data))
        self._socket.sendall(b"\x81" + length + mask + masked)

    def receive(self) -> str:
        """Return the next text; raises TimeoutError."""
        whole = b""
        while True:
            first, second = self._take(2)
            size = second & 0x7F
            if size >= 126:
                size = int.from_bytes(self._take(2 if size == 126 else 8), "big")
            data = self._take(size)
            if first & 0x0F in (0, 1):
                whole += data
                if first & 0x80:
                    return whole.decode()

    def _take(self, size: int) -> bytes:
        while len(self._data) < size:
            more = self._socket.recv(65536)
            if not more:
                raise ConnectionError("Firefox closed the connection")
            self._data += more
        taken, self._data = self._data[:size], self._data[size:]
        return taken

    def close(self) -> None:
        self._socket.close()


class Firefox:
    """One tab of Firefox; `wrong` is what the page said to the console as an error."""

    def __init__(self, link: _Socket) -> None:
        self._link, self._number = link, 0
        self.wrong: list[str] = []
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        (tab,) = self.call("browsingContext.getTree")["contexts"]
        self._tab = tab["context"]

    def call(self, method: str, **given: Any) -> Any:
        """Return the result of a command; raises AssertionError where it fails."""
        self._number += 1
        self._link.send(json.dumps({"id": self._number, "method": method, "params": given}))
        while True:
            told = json.loads(self._link.receive())
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.wrong.append(str(told["params"]["text"]))
            if told.get("id") == self._number:
                assert told["type"] == "success", told
                return told["result"]

    def open(self, address: str, size: tuple[int, int] = (1280, 800)) -> None:
        viewport = {"width": size[0], "height": size[1]}
        self.call("browsingContext.setViewport", context=self._tab, viewport=viewport)
        self.call("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def evaluate(self, script: str) -> Any:
        """Return what a script says of the page, as JSON can hold it."""
        found = self.call(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({script})))()",
            target={"context": self._tab},
            awaitPromise=True,
        )
        assert found["type"] == "success", found
        return json.loads(found["result"].get("value", "null"))

    def middle(self, selector: str) -> tuple[int, int]:
        """Return the middle of the first element that a selector finds."""
        x, y = self.evaluate(
            f"(() => {{ const r = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            " return [Math.round(r.x + r.width / 2), Math.round(r.y + r.height / 2)]; })()"
        )
        return x, y

    def click(self, selector: str) -> None:
        self.drag(self.middle(selector), [])

    def drag(self, start: tuple[int, int], ways: Sequence[tuple[int, int]], drops: bool = True) -> None:
        """Press the mouse at a place, move it on by each of `ways`, and let it go unless it `drops` nothing.

        What is draggable in HTML gets dragstart, dragenter and dragover of Firefox, and no drop: its
        WebDriver has no end of such a drag (w3c/webdriver-bidi, issue 487).  See `let_go`.
        """
        x, y = start
        steps: list[Mapping[str, Any]] = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
        ]
        for across, down in ways:
            x, y = x + across, y + down
            steps.append({"type": "pointerMove", "x": x, "y": y, "duration": 20})
        steps += [{"type": "pointerUp", "button": 0}] if drops else []
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self.call("input.performActions", context=self._tab, actions=[mouse])

    def let_go(self, dragged: str, target: str, at: tuple[int, int], transfer: str = "") -> None:
        """Drop what is dragged in HTML at a place of `target`, and end the drag, with events of a script.

        `transfer` is a script that fills the DataTransfer `data`.
        """
        told = {"bubbles": True, "cancelable": True, "clientX": at[0], "clientY": at[1]}
        self.evaluate(
            f"(() => {{ const data = new DataTransfer(); {transfer};"
            f" const event = (type) => new DragEvent(type, {{...{json.dumps(told)}, dataTransfer: data}});"
            f" document.querySelector({json.dumps(target)}).dispatchEvent(event('drop'));"
            f" document.querySelector({json.dumps(dragged)})?.dispatchEvent(event('dragend')); }})()"
        )

    def press(self, *keys: str) -> None:
        """Press keys together, such as Control and d, and let them go; names are those of `KEYS`."""
        values = [KEYS.get(key, key) for key in keys]
        steps = [{"type": "keyDown", "value": each} for each in values]
        steps += [{"type": "keyUp", "value": each} for each in reversed(values)]
        board = {"type": "key", "id": "keys", "actions": steps}
        self.call("input.performActions", context=self._tab, actions=[board])

    def picture(self) -> bytes:
        """Return the page as it is seen, as a PNG."""
        told = self.call("browsingContext.captureScreenshot", context=self._tab)
        return base64.b64decode(told["data"])


KEYS = {
    "Shift": "\ue008", "Control": "\ue009", "ArrowRight": "\ue014", "Delete": "\ue017", "Tab": "\ue004",
    "Enter": "\ue007", "Escape": "\ue00c",
}  # fmt: skip
"""Keys without a letter, as WebDriver writes them."""


@contextmanager
def firefox() -> Iterator[Firefox]:
    """A new Firefox with nothing in it; skips the test, with the reason, where there is none."""
    program = use("firefox")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "user.js").write_text(PROFILE)
        command = [program, "--headless", "--no-remote", "--profile", folder, "--remote-debugging-port=0"]
        kept = {"PATH": os.environ["PATH"], "HOME": folder, "LANG": "C.UTF-8"}
        told = Path(folder, "told.txt")
        with told.open("w") as output:
            process = subprocess.Popen([*command, "about:blank"], stdout=output, stderr=output, env=kept)
        try:
            until(lambda: _LISTENS.search(told.read_text()) or process.poll() is not None)
            found = _LISTENS.search(told.read_text())
            assert found is not None, told.read_text()
            link = _Socket(found[1], int(found[2]), "/session")
            try:
                yield Firefox(link)
            finally:
                link.close()
        finally:
            process.terminate()
            process.wait(20)
