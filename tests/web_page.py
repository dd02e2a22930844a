"""A page that prints, as tests have it: exported, served, and driven in a browser."""

from __future__ import annotations

import functools
import http.server
import json
import threading
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from prancha.cli import command_line
from prancha.export.web_page import python_pack
from tests.conftest import write_project

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOUND = 240_000
"""Milliseconds: Python starts, and draws a kit, on a machine that does other things as well."""


def fake_pack(folder: Path) -> Path:
    """Write a package that has what prancha-web has, without any Python in it."""
    home = folder / "prancha_web"
    home.mkdir(parents=True)
    (home / "__init__.py").touch()
    for name in (*python_pack.RUNTIME, python_pack.WASM):
        (home / name).write_bytes(name.encode())
    libraries = {
        "yaml/loader.pyc": b"loader",
        "pypdfium2/page.pyc": b"page",
        "python_calamine/book.so": b"book",
        "chardet/models.bin": b"models",
        "pyphen/dictionaries/hyph_pt_BR.dic": b"pt",
        "pyphen/dictionaries/hyph_hu_HU.dic": b"hu",
    }
    for archive, files in (("libraries", libraries), ("compiled", {})):
        with zipfile.ZipFile(home / f"{archive}.zip", "w") as written:
            for name, data in files.items():
                written.writestr(name, data)
    return folder


def joined_files(data: bytes) -> dict[str, bytes]:
    """Take files apart that `joined` put together."""
    at = 8 + int(data[:8])
    found = {}
    for name, size in json.loads(data[8:at]):
        found[name] = data[at : at + size]
        at += size
    assert at == len(data)
    return found


def real_pack() -> None:
    """Skip the test where no package prancha-web is installed."""
    if python_pack.folder() is None:
        pytest.skip("prancha-web is not installed: make web")


def export_page(project: Path, game: str, out: Path, *options: str) -> Path:
    """Export a page and return its folder."""
    asked = ["export", game, "--to", "web", "--project", str(project), "--out", str(out), *options]
    assert command_line.main(asked) == 0
    return out / game / "export" / ("web-single" if "--single" in options else "web")


def fake_page(home: Path) -> Path:
    """Export the page of a sample game with the package of `fake_pack`; returns its folder."""
    fake = fake_pack(home / "site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(python_pack, "folder", lambda: fake / "prancha_web")
        return export_page(write_project(home / "project"), "lume", home / "out")


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files as a static server does, and remembers what was asked for."""

    asked: list[str]

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self.asked.append(self.path)
        super().do_GET()


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Serve a folder; yields its address, and the paths that are asked for."""
    asked: list[str] = []
    kind = type("Handler", (_Handler,), {"asked": asked})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(kind, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", asked
    finally:
        server.shutdown()
        server.server_close()


def choose(page: Page, choices: Mapping[str, Any]) -> None:
    """Fill in the form of a page; `choices` are values of its fields by their names."""
    page.wait_for_selector("#form:not([hidden])")
    for name in ("lang", "stock", "paper", "ink", "duplex", "since"):
        if name in choices and page.is_visible(f"[name={name}]"):  # one language leaves nothing to choose
            page.select_option(f"[name={name}]", choices[name])
    for name, text in choices.get("readings", {}).items():
        if not page.is_visible(f"[name={name}]"):
            page.click("summary")
        page.fill(f"[name={name}]", text)
    for name in ("width", "height"):
        if name in choices:
            page.fill(f"[name={name}]", choices[name])


def made(page: Page, button: str = "#make") -> dict[str, str]:
    """Press a button and return the SHA-256 of each file by name; fails with what is wrong."""
    page.wait_for_selector("#form:not([hidden])")
    before = int(page.get_attribute("#form", "data-done") or 0)
    page.click(button)
    page.wait_for_selector(f'#form[data-done="{before + 1}"]', timeout=FOUND)
    assert not page.is_visible("#wrong"), page.inner_text("#wrong")
    rows = page.query_selector_all("#files li")
    return {
        row.query_selector("[download]").get_attribute("download"): row.get_attribute("data-sha256")
        for row in rows
    }
