"""Signals end the program at once; who else shares its handlers says nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from prancha.system import signals

ROOT = Path(__file__).resolve().parents[3]


def said(program: str) -> tuple[str, str]:
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout, done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system forks no processes")
def test_a_worker_forked_this_moment_ends_without_a_word() -> None:
    program = (
        "import os, signal, time\n"
        "from prancha.system import signals\n"
        "signals.install()\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "    time.sleep(5)\n"
        "    os._exit(0)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    assert said(program) == ("143\n", "")


@pytest.mark.parametrize("forked", [True, False])
def test_a_worker_lives_as_long_as_its_parent_whatever_starts_processes_usually(forked: bool) -> None:
    if forked and not signals.FORKED:
        pytest.skip("here workers are never forked")
    program = (
        "import multiprocessing, os, time\n"
        "from prancha.system import signals\n"
        "from prancha.system.processes import worker_processes\n"
        "if __name__ == '__main__':\n"
        f"    signals.FORKED = {forked}\n"
        "    multiprocessing.set_start_method('forkserver' if hasattr(os, 'fork') else 'spawn')\n"
        "    with worker_processes(1) as pool:\n"
        "        pool.submit(time.sleep, 0.7).result()\n"
        "        print(pool.submit(os.getppid).result() == os.getpid())\n"
    )
    assert said(program) == ("True\n", "")


def test_a_signal_while_processes_are_still_imported_ends_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "multiprocessing", ModuleType("multiprocessing"))
    signals._end_children()
