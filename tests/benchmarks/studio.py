"""The studio's speed: python studio.py [--browser VIEW...] [--rest] [--saves N] [GAME...].

Milliseconds from a saved file to the picture of the card in view, median and 95th percentile, for a value and
for a template, at rest and while the checker runs; over HTTP as the page asks, or with --browser until it is
painted in Chromium, in the views `card` and `gallery`.  Of a game with a drawing also from each place of a
drag to its picture.  Without names of games all kits and a deck of 540 cards are measured.  With --rest also
the seconds to the first picture, resident memory and idle processor time.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from deck_project import project, write_cards
from measured import ROOT

SHOWN = 24
"""Pictures that a window shows at a time."""
PATIENCE = 60.0
CHECKED = 300.0
"""Seconds that a check of all faces may take on a machine with other work."""
DECK = "deck-540"
DRAWN = "drawn-540"
EDITS: Mapping[str, tuple[str, str, str, str]] = {
    "aperiodik": ("coins/five", "coins.yaml", "value: 5,", "coin.svg.j2"),
    "automato": ("action/action-1", "action.yaml", "\n    number: 1", "action.svg.j2"),
    "ceramus": ("ceramas/frieze", "ceramas.yaml", "pt-BR: Friso", "cerama.svg.j2"),
    "dual": ("aids/aid", "aids.yaml", "menos cartas na mão", "aid.svg.j2"),
    "hexagonal": ("attributes/importance-1", "attributes.yaml", "\n    points: 1", "attribute.svg.j2"),
    DECK: ("cards/100", "cards.csv", "Card number 100", "card.svg.j2"),
    DRAWN: ("cards/100", "cards.csv", "Card number 100", "cards.svg"),
}
"""Of each game: the card in view, its file and a value in it, and its template."""


class Page:
    """Asks as the page in the browser does, with the connection of events open."""

    def __init__(self, address: str) -> None:
        self.host = address.split("/")[2]
        self._connection = http.client.HTTPConnection(self.host)
        self._connection.request("GET", "/" + address.split("/", 3)[3])
        answer = self._connection.getresponse()
        answer.read()
        self._cookie = str(answer.getheader("Set-Cookie")).partition(";")[0]
        self._told = threading.Condition()
        self._events: list[tuple[str, dict[str, Any]]] = []
        self.known = json.loads(self.get("/api/start"))["games"][0]
        self.lang = self.known["languages"][0]
        state = self.state()
        self.items = {
            f"{family['id']}/{item['id']}": item["t"]
            for family in state["families"]
            for item in family["items"]
        }
        threading.Thread(target=self._listen, daemon=True).start()

    def get(self, path: str) -> bytes:
        self._connection.request("GET", path, headers={"Cookie": self._cookie})
        return self._connection.getresponse().read()

    def act(self, path: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        headers = {"Cookie": self._cookie, "X-Prancha": "1", "Content-Type": "application/json"}
        self._connection.request(
            "POST", path, json.dumps(asked), {**headers, "Origin": f"http://{self.host}"}
        )
        found: dict[str, Any] = json.loads(self._connection.getresponse().read())
        return found

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.get(f"/api/game/{self.known['id']}/{self.lang}"))
        return found

    def picture(self, item: str, density: int) -> None:
        assert self.get(f"/face/{self.known['id']}/{self.lang}/{item}/front/{density}")[:2] == b"BM"

    def _listen(self) -> None:
        connection = http.client.HTTPConnection(self.host)
        connection.request("GET", "/api/events", headers={"Cookie": self._cookie})
        answer = connection.getresponse()
        name = ""
        while line := answer.fp.readline():
            text = line.decode().strip()
            if text.startswith("event:"):
                name = text[7:]
            elif text.startswith("data:"):
                with self._told:
                    self._events.append((name, json.loads(text[6:])))
                    self._told.notify_all()

    def forget(self) -> None:
        with self._told:
            self._events.clear()

    def wait(self, fits: Callable[[str, dict[str, Any]], Any]) -> None:
        """Wait for an event since the last `forget`."""
        with self._told:
            done = self._told.wait_for(lambda: any(fits(*one) for one in self._events), PATIENCE)
        assert done, "the studio said nothing"


def children(pid: int) -> list[int]:
    found = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += children(int(child))
    return found


def memory(pid: int) -> float:
    """Resident MiB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


def used(pid: int) -> float:
    """Seconds of processor time."""
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def opened(folder: Path, game: str) -> Iterator[tuple[Path, subprocess.Popen[str], str]]:
    """The studio with one game, in `folder`; yields the project, the process and the address."""
    if game == DRAWN:
        write_cards(folder / "cards.csv", 540)
        command = [sys.executable, "-m", "prancha", "new", DRAWN, "--layout", "classic"]
        more = ["--from", str(folder / "cards.csv"), "--project", str(folder / "project")]
        (folder / "project").mkdir()
        subprocess.run([*command, *more], check=True, stdout=subprocess.DEVNULL)
    elif game == DECK:
        write_cards(folder / "cards.csv", 540)
        project(folder / "project", folder / "cards.csv")
        for name in ("components", "templates"):
            (folder / "project" / name / "deck").rename(folder / "project" / name / DECK)
    else:
        for name in ("components", "templates"):
            ignored = shutil.ignore_patterns("_library")
            shutil.copytree(ROOT / name, folder / "project" / name, ignore=ignored)
    command = [
        sys.executable,
        "-m",
        "prancha",
        "studio",
        game,
        "--no-open",
        "--project",
        str(folder / "project"),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield folder / "project", process, process.stdout.readline().strip()
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


class Saves:
    """Saves one file again and again, each time with other content."""

    def __init__(self, path: Path, change: Callable[[str, int], str]) -> None:
        self._path, self._text, self._change = path, path.read_text(encoding="utf-8"), change

    def save(self, number: int) -> float:
        """Save the file; returns the seconds of the clock, as browsers have them."""
        self._path.write_text(self._change(self._text, number), encoding="utf-8")
        return time.time()

    def restore(self) -> None:
        self._path.write_text(self._text, encoding="utf-8")


def kinds_of(folder: Path, game: str) -> Iterator[tuple[str, Saves]]:
    """What is saved of a game: a value, and a template."""
    _, file, value, template = EDITS[game]
    path = folder / "components" / game / file

    def another(text: str, number: int) -> str:
        digit = str(2 + number % 7)
        changed = value[:-1] + digit if value[-1].isdigit() else f"{value} {digit}"
        changed = value[:-2] + f"{digit}," if value.endswith(",") else changed
        changed = f"{value}-{digit}" if game in (DECK, DRAWN) else changed
        assert text.count(value)
        return text.replace(value, changed, 1)

    def with_mark(text: str, number: int) -> str:
        body, end, after = text.rpartition("</svg>")
        if end:
            return f'{body}<rect x="{number % 9}" y="4" width="1" height="1" fill="#888888"/>{end}{after}'
        return f'{text}<rect x="{2 + number % 9}" y="4" width="0.5" height="0.5" fill="#888888"/>\n'

    yield "value", Saves(path, another)
    yield "template", Saves(folder / "templates" / game / template, with_mark)


def measure(saves: Saves, count: int, page: Page, busy: bool, shown: Callable[[float], float]) -> str:
    """Save `count` times; `shown` returns when the picture was there.  Returns median and 95th percentile."""
    found = []
    chance = random.Random(count)
    for number in range(count):
        if not busy:
            until = time.time() + CHECKED
            while page.state()["findings"]["pending"]:
                assert time.time() < until
                time.sleep(0.3)
        time.sleep(chance.uniform(0.3, 0.9))
        page.forget()
        saved = saves.save(number)
        found.append((shown(saved) - saved) * 1000)
    saves.restore()
    time.sleep(1)
    return spread(found)


@contextmanager
def over_http(_: str, page: Page, view: str, key: str) -> Iterator[Callable[[float], float]]:
    """Yield what waits for the picture of a card as the page does: for the event, then for the answer."""
    item = page.items[key]

    def shown(_: float) -> float:
        page.wait(lambda name, data: name == "faces" and item in data["versions"])
        page.picture(item, 8)
        return time.time()

    yield shown


NOTED = """() => new MutationObserver((seen) => {
    for (const one of seen) one.target.dataset.at = String(Date.now() / 1000);
}).observe(document.body, { subtree: true, attributeFilter: ["data-shown"] })"""
"""Have the browser note on each picture when it came."""
LATER = """([selector, saved]) => new Promise((done, failed) => {
    const look = () => {
        if (Date.now() / 1000 > saved + 60) return failed(new Error("no picture came"));
        if (Number(document.querySelector(selector)?.dataset.at || 0) <= saved) return setTimeout(look, 2);
        requestAnimationFrame(() => done(Date.now() / 1000));
    };
    look();
})"""
"""When the frame with a picture that came after `saved` is painted."""


_TABS: list[Any] = []
"""Pages of the browser, the one that is open last."""


@contextmanager
def in_browser(address: str, page: Page, view: str, key: str) -> Iterator[Callable[[float], float]]:
    """Open `view` of a card in Chromium; yields what waits until its picture is painted anew."""
    sys.path.insert(0, str(ROOT))
    from tests.browser import looking

    with looking(address) as (tab, _):
        _TABS.append(tab)
        selector = ".faces svg.face" if view != "gallery" else f'[data-item="{key}"] svg.face'
        quoted = key.replace("/", "%2F")
        tab.goto(f"{tab.url.partition('#')[0]}#{view}/{page.known['name']}/{page.lang}/{quoted}/front")
        if view == "gallery":
            tab.get_by_role("searchbox").fill("10" if key.endswith("100") else "")
        tab.locator(f"{selector}[data-shown]").wait_for()
        tab.evaluate(NOTED)

        def shown(saved: float) -> float:
            return float(tab.evaluate(LATER, [selector, saved]))

        yield shown


def drag(page: Page, key: str, count: int) -> str:
    """Try an object of a drawing at `count` places; returns milliseconds until each picture was there."""
    item, found = page.items[key], []
    layout = json.loads(page.get(f"/api/layout/{page.known['id']}/{page.lang}/{item}/front"))
    moved = next(one["object"] for one in layout["objects"] if one["frame"] and one["words"])
    asked = {"game": page.known["id"], "lang": page.lang, "item": item, "side": "front"}
    for number in range(count):
        began = time.time()
        change = {"digest": layout["digest"], "objects": [moved], "moves": [[0.1 * (number % 9 + 1), 0.1]]}
        trial = page.act("/api/layout/try", {**asked, **change})
        assert page.get(f"/trial/{trial['trial']}/8")[:2] == b"BM"
        found.append((time.time() - began) * 1000)
        time.sleep(0.05)
    return spread(found)


DRAG = """([dx, dy]) => new Promise((done) => {
    const face = document.querySelector(".faces svg.face");
    const { top, left } = document.querySelector(".handles .chosen").getBoundingClientRect();
    const before = face.dataset.shown;
    window.dragged ??= [left + 8, top + 8];
    const mouse = { bubbles: true, cancelable: true, button: 0, shiftKey: true, pointerType: "mouse" };
    const [x0, y0] = window.dragged;
    const event = (type, x, y) => new PointerEvent(type, { ...mouse, clientX: x0 + x, clientY: y0 + y });
    if (!window.down) document.querySelector(".handles .chosen").dispatchEvent(event("pointerdown", 0, 0));
    window.down = true;
    const began = performance.now();
    window.dispatchEvent(event("pointermove", dx, dy));
    const look = () => {
        const { shown } = face.dataset;
        if (shown === before || !shown.includes("/trial/")) return setTimeout(look, 1);
        requestAnimationFrame(() => done(performance.now() - began));
    };
    look();
})"""
"""Drag what is chosen to a place; how many milliseconds it took until the card was painted so."""


def drag_in_browser(address: str, page: Page, saves: Saves, key: str, count: int, busy: bool) -> str:
    """Drag an object of a drawing to `count` places in Chromium; returns median and 95th percentile."""
    with in_browser(address, page, "layout", key):
        tab = _TABS[-1]
        tab.locator(".objects button", has_text="text:").first.click()
        tab.locator(".handles .chosen").wait_for(state="attached")
        if busy:
            page.forget()
            saves.save(count)
            page.wait(lambda name, data: name == "game")
            time.sleep(1)
        found = []
        for number in range(count):
            found.append(float(tab.evaluate(DRAG, [3 + number % 9 * 2, 1 + number])))
            time.sleep(0.1)
        saves.restore()
        return spread(found)


def spread(found: list[float]) -> str:
    """Median and 95th percentile."""
    some = sorted(found)
    return f"{statistics.median(some):.0f} / {some[min(len(some) - 1, round(0.95 * len(some)))]:.0f}"


def rest(began: float, process: subprocess.Popen[str]) -> str:
    """Resident memory of all processes, and the share of a processor that they use at rest."""
    time.sleep(12)
    running = [pid for pid in children(process.pid) if memory(pid) > 0]
    sizes = ", ".join(f"{memory(pid):.0f}" for pid in running)
    before, at = sum(map(used, running)), time.perf_counter()
    time.sleep(20)
    idle = (sum(map(used, running)) - before) / (time.perf_counter() - at)
    return f"first picture {began:.2f} s, resident MiB {sizes}, idle {idle:.2%} of a processor"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=list(EDITS))
    parser.add_argument("--browser", nargs="+", choices=("card", "gallery"), default=[])
    parser.add_argument("--saves", type=int, default=20)
    parser.add_argument("--rest", action="store_true")
    given = parser.parse_args()
    print("| game | saved | view | at rest | while checking |\n|---|---|---|---|---|")
    for game in given.games:
        with tempfile.TemporaryDirectory() as folder:
            started = time.perf_counter()
            with opened(Path(folder), game) as (where, process, address):
                page = Page(address)
                key = EDITS[game][0]
                page.picture(page.items[key], 8)
                first = time.perf_counter() - started
                for item in list(page.items.values())[:SHOWN]:
                    page.picture(item, 4)
                page.picture(page.items[key], 8)
                time.sleep(3)
                for kind, saves in kinds_of(where, game):
                    for view in given.browser or ("http",):
                        opening = in_browser if given.browser else over_http
                        with opening(address, page, view, key) as shown:
                            rested = measure(saves, given.saves, page, busy=False, shown=shown)
                            busy = measure(saves, given.saves, page, busy=True, shown=shown)
                        print(f"| {game} | {kind} | {view} | {rested} | {busy} |", flush=True)
                if game == DRAWN and given.browser:
                    saves = dict(kinds_of(where, game))["value"]
                    told = [
                        drag_in_browser(address, page, saves, key, given.saves, busy)
                        for busy in (False, True)
                    ]
                    print(f"| {game} | drag | layout | {told[0]} | {told[1]} |", flush=True)
                elif game == DRAWN:
                    print(f"| {game} | drag | http | {drag(page, key, given.saves)} | |", flush=True)
                if given.rest:
                    print(f"{game}: {rest(first, process)}", flush=True)


if __name__ == "__main__":
    main()
