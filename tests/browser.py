"""A studio in a process of its own, and a real Chromium that looks at it."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.programs import use

if TYPE_CHECKING:
    from playwright.sync_api import Page

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
WAIT = 120_000
"""Milliseconds.  What is looked for comes in a tenth of a second, and a kit in seconds, if nothing else runs.

Where ten programs share two cores it takes up to a minute.
"""


def chromium() -> str:
    """The browser's path; skips the test, with the reason, where there is none."""
    return use("browser")


@contextmanager
def running(project: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """`prancha studio` as it is started by hand; yields its address."""
    command = [sys.executable, "-m", "prancha", "studio", "--no-open", "--project", str(project), *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip(), process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.wait(10)
        process.stdout.close()
        assert process.stderr is not None
        process.stderr.close()


class Told:
    """What the page said to the console, and what it asked of others than the studio."""

    def __init__(self) -> None:
        self.wrong: list[str] = []

    def watch(self, page: Page, own: str) -> None:
        page.on("console", lambda one: self.wrong.append(one.text) if one.type == "error" else None)
        page.on("pageerror", lambda one: self.wrong.append(str(one)))
        page.on(
            "request",
            lambda one: None if one.url.startswith((own, "data:", "blob:")) else self.wrong.append(one.url),
        )


@contextmanager
def looking(address: str, size: tuple[int, int] = (1280, 800), **options: Any) -> Iterator[tuple[Page, Told]]:
    """A page of a new browser with nothing in it, at `address`."""
    executable = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale="en-GB", **options
        )
        page = context.new_page()
        page.set_default_timeout(WAIT)
        told = Told()
        told.watch(page, address.partition("?")[0])
        page.goto(address)
        yield page, told
        browser.close()


def serious(page: Page) -> Sequence[str]:
    """What axe-core finds that keeps somebody out."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    wrong = [one for one in found if one["impact"] in ("serious", "critical")]
    return [f"{one['id']}: {[node['target'] for node in one['nodes']][:4]}" for one in wrong]


def touch(page: Page, *points: tuple[float, float]) -> None:
    """Draw a finger over the screen."""
    session = page.context.new_cdp_session(page)
    for number, (x, y) in enumerate(points):
        name = "touchMove" if number else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": name, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
