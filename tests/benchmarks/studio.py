"""The studio's speed: python studio.py PROJECT GAME FILE OLD, where OLD stands in FILE of the game.

Prints the seconds from the command to the first picture, the milliseconds from a saved file to the event,
to the picture and to the findings (median and 95th percentile of 20), resident memory, idle processor time.
"""

import http.client
import json
import os
import signal
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

SAVES = 20
SHOWN = 24
"""Pictures that a window shows at a time."""


class Page:
    """Asks as the page in the browser does."""

    def __init__(self, address: str) -> None:
        self.host = address.split("/")[2]
        self._connection = http.client.HTTPConnection(self.host)
        self._cookie = ""
        self._connection.request("GET", "/" + address.split("/", 3)[3])
        answer = self._connection.getresponse()
        answer.read()
        self._cookie = str(answer.getheader("Set-Cookie")).partition(";")[0]

    def get(self, path: str) -> bytes:
        self._connection.request("GET", path, headers={"Cookie": self._cookie})
        return self._connection.getresponse().read()

    def events(self, told: list[tuple[float, str]]) -> None:
        """Note every event and when it came."""
        connection = http.client.HTTPConnection(self.host)
        connection.request("GET", "/api/events", headers={"Cookie": self._cookie})
        answer = connection.getresponse()
        while True:
            line = answer.fp.readline().decode().strip()
            if line.startswith("event:"):
                name = line[7:]
            elif line.startswith("data:"):
                told.append((time.perf_counter(), name + line))


def children(pid: int) -> list[int]:
    found = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += children(int(child))
    return found


def memory(pid: int) -> float:
    """Resident MiB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def used(pid: int) -> float:
    """Seconds of processor time."""
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def within(told: list[tuple[float, str]], began: float, name: str, wanted: str, seconds: float) -> float:
    """Milliseconds until an event `name` that holds `wanted`; nan when none came."""
    while time.perf_counter() < began + seconds:
        for at, event in list(told):
            if event.startswith(name) and wanted in event:
                return (at - began) * 1000
        time.sleep(0.001)
    return float("nan")


def main() -> None:
    project, game, file, old = sys.argv[1:5]
    command = [sys.executable, "-m", "prancha", "studio", game, "--no-open", "--project", project]
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    page = Page(process.stdout.readline().strip())
    known = json.loads(page.get("/api/start"))["games"][0]
    lang = known["languages"][0]
    state: dict[str, Any] = json.loads(page.get(f"/api/game/{known['id']}/{lang}"))
    items = [item["t"] for family in state["families"] for item in family["items"]]

    def picture(item: str) -> None:
        assert page.get(f"/face/{known['id']}/{lang}/{item}/front/4")[:2] == b"BM"

    picture(items[0])
    print(f"command to first picture: {time.perf_counter() - began:.2f} s")
    for item in items[1:SHOWN]:
        picture(item)
    print(f"command to {SHOWN} pictures: {time.perf_counter() - began:.2f} s")
    told: list[tuple[float, str]] = []
    threading.Thread(target=page.events, args=(told,), daemon=True).start()
    until = time.perf_counter() + 120
    while json.loads(page.get(f"/api/game/{known['id']}/{lang}"))["findings"]["pending"]:
        assert time.perf_counter() < until
        time.sleep(0.5)
    print(f"command to all findings: {time.perf_counter() - began:.2f} s")
    time.sleep(12)
    path = Path(project, "components", game, file)
    text = path.read_text()
    events, pictures, findings = [], [], []
    for number in range(SAVES):
        told.clear()
        saved = time.perf_counter()
        path.write_text(text.replace(old, old + "x" * (number % 7 + 1), 1))
        events.append(within(told, saved, "faces", "", 10))
        first = next(event for _, event in told if event.startswith("faces"))
        picture(next(iter(json.loads(first.partition("data: ")[2])["versions"])))
        pictures.append((time.perf_counter() - saved) * 1000)
        findings.append(within(told, saved, "findings", '"pending": []', 10))
        time.sleep(1)
    path.write_text(text)
    for what, found in (("event", events), ("picture", pictures), ("findings", findings)):
        print(f"saved to {what}: {statistics.median(found):.0f} ms, 95 %: {sorted(found)[-2]:.0f} ms")
    time.sleep(10)
    running = [pid for pid in children(process.pid) if memory(pid) > 0]
    print("resident MiB:", ", ".join(f"{memory(pid):.0f}" for pid in running))
    before, at = sum(map(used, running)), time.perf_counter()
    time.sleep(20)
    print(f"idle: {(sum(map(used, running)) - before) / (time.perf_counter() - at):.2%} of a processor")
    process.send_signal(signal.SIGINT)
    process.wait()


if __name__ == "__main__":
    main()
