"""Builds in processes of their own, for tests that disturb them."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal as signals
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def start(
    project: Path, *more: str, command: Sequence[str] = ("build",), cache: Path | str = "off"
) -> subprocess.Popen[str]:
    program = [sys.executable, "-c", "import sys; from prancha.__main__ import main; sys.exit(main())"]
    return subprocess.Popen(
        [*program, *command, "--project", str(project), *more],
        cwd=ROOT, env={**os.environ, "PRANCHA_CACHE": str(cache)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


def run(
    project: Path, *more: str, command: Sequence[str] = ("build",), cache: Path | str = "off"
) -> tuple[int, str, str]:
    child = start(project, *more, command=command, cache=cache)
    out, err = child.communicate(timeout=60)
    return child.returncode, out, err


def outputs(project: Path, out: str = "output") -> dict[str, bytes]:
    folder = project / out
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def revise(project: Path, number: int) -> None:
    """Another text on one card of the tiny game."""
    path = project / "components" / "lume" / "cards.yaml"
    text = path.read_text(encoding="utf-8")
    start, end = text.index("en: Moon"), text.index("}", text.index("en: Moon"))
    path.write_text(text[:start] + f"en: Moon {number}" + text[end:], encoding="utf-8")


def fits(folder: Path) -> bool:
    """Whether each manifest in a folder is that of its files."""
    listings = [json.loads(path.read_bytes()) for path in folder.glob("*.json")]
    return all(
        hashlib.sha256((folder / name).read_bytes()).hexdigest() == told["sha256"]
        for listing in listings
        for name, told in listing["files"].items()
    )


def leftovers(project: Path) -> list[str]:
    return [p.name for p in (project / "output").rglob(".*")]


def kill_at_random(project: Path, times: int, seed: int) -> int:
    """Kill builds of ever other texts; returns how often no manifest was left: a set was broken off."""
    chance, broken = random.Random(seed), 0
    assert run(project, "--lang", "en")[0] == 0
    began = time.perf_counter()
    assert run(project, "--lang", "en")[0] == 0
    usual = time.perf_counter() - began
    for number in range(times):
        revise(project, number)
        child = start(project, "--lang", "en")
        share = chance.uniform(0.75, 1.05) if number % 2 else chance.random()
        time.sleep(usual * share)
        child.kill()
        child.communicate()
        for name, data in outputs(project).items():
            if "/." not in name and name.endswith(".pdf"):
                assert data.startswith(b"%PDF")
                assert data.rstrip().endswith(b"%%EOF"), "a torn file"
        assert fits(project / "output" / "lume"), "a manifest that vouches for files of another build"
        broken += not any((project / "output" / "lume").glob("*.json"))
    assert run(project, "--lang", "en")[0] == 0
    assert not (left := leftovers(project)), left
    assert fits(project / "output" / "lume")
    assert any((project / "output" / "lume").glob("*.json"))
    return broken


def interrupt_at_random(project: Path, times: int, signal: int, seed: int, *more: str) -> None:
    chance = random.Random(seed)
    began = time.perf_counter()
    assert run(project, *more)[0] == 0
    usual = time.perf_counter() - began
    for _ in range(times):
        child = start(project, *more)
        await_handlers(child)
        time.sleep(max(0.0, usual - 0.2) * chance.random())
        sent = time.perf_counter()
        child.send_signal(signal)
        out, err = child.communicate(timeout=10)
        # Two seconds of a processor of its own: where ten processes share one, all takes ten times as long.
        crowd = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
        assert time.perf_counter() - sent < 2 * crowd
        assert child.returncode in (128 + signal, 0), (child.returncode, out, err)
        assert "Traceback" not in err
        assert (child.returncode == 0) == ("interrupted" not in err)
        # A worker ends when it sees that its parent did, which takes it a moment.
        while (alive := alive_in_session(child.pid)) and time.perf_counter() - sent < 2 * crowd:
            time.sleep(0.02)
        assert not alive
        assert not (left := leftovers(project)), left


def await_handlers(child: subprocess.Popen[str]) -> None:
    """Wait until a build answers signals itself: before, Python is still starting, and does as it does."""
    caught = 0
    while not caught >> (signals.SIGTERM - 1) & 1 and child.poll() is None:
        time.sleep(0.005)
        status = Path(f"/proc/{child.pid}/status").read_text(encoding="ascii", errors="replace")
        caught = int(next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt")), 16)


def alive_in_session(session: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def damage_cache(cache: Path, chance: random.Random) -> None:
    """Truncate, flip, delete, swap or age an entry."""
    entries = sorted(cache.glob("*.prancha"))
    path = chance.choice(entries)
    data = bytearray(path.read_bytes())
    match chance.randrange(5):
        case 0:
            path.write_bytes(data[: chance.randrange(len(data))])
        case 1:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            path.write_bytes(data)
        case 2:
            path.unlink()
        case 3:
            other = chance.choice(entries)
            path.write_bytes(other.read_bytes())
            other.write_bytes(data)
        case 4:
            path.write_bytes(bytes(data).replace(b"prancha cache 2", b"prancha cache 0"))
