"""Ceilings that the system holds, and what is said when they are reached."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from mmap import mmap
from pathlib import Path

import pytest

from prancha.cli.supervisor import BOARD
from prancha.system import limits
from prancha.system.limits import Work

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes that can be forked")


def program(body: str) -> list[str]:
    """The command of a program that is supervised as prancha is, with `body` as its work."""
    text = (
        "import sys, time, os, signal, ctypes\n"
        "from prancha.system import limits\n"
        "from prancha.cli.supervisor import supervised\n"
        "from prancha.cli.output import FINDINGS, print_findings\n"
        "from prancha.system.crashes import describe_out_of_memory\n"
        "def run():\n"
        "    try:\n"
        "        with limits.work_on('cards.yaml:9:5', 'cards/sun', 'drawing its front'):\n"
        f"            {body}\n"
        "    except MemoryError:\n"
        "        print_findings([describe_out_of_memory(limits.work())])\n"
        "        return FINDINGS\n"
        "    return 0\n"
        "sys.exit(supervised(run))\n"
    )
    return [sys.executable, "-c", text]


def environment(**changes: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT / "generator"), "PRANCHA_LIMITS": "1", **changes}


def supervised(body: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run a supervised program to its end."""
    return subprocess.run(
        program(body), env=environment(**changes), capture_output=True, text=True, timeout=600, check=False
    )


@pytest.mark.parametrize(
    "body",
    ["while True: pass", "[].sort(key=None) or sum(iter(int, 1))"],
    ids=["in Python", "in C that does not come back"],
)
def test_work_without_end_is_ended_and_named(body: str) -> None:
    done = supervised(body)
    assert done.returncode == 1
    assert done.stderr == (
        "cards.yaml:9:5: error too-slow [cards/sun]: drawing its front takes more than 1 seconds of processor"
        " time\n    if you trust this project, PRANCHA_LIMITS=6 gives each piece of work 6 seconds\n"
    )


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere this limit is not held")
def test_a_lower_limit_of_the_session_is_named() -> None:
    """`ulimit -d 400000` was told as more than 2 GB."""
    before = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (400 * 1024**2, before[1]))
    try:
        done = supervised("held = bytearray(500 * 1024**2)")
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)
    assert done.returncode == 1
    assert "drawing its front takes more memory than this session allows: 400 MB" in done.stderr
    assert "ulimit -d unlimited" in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_work_that_does_not_hear_an_interrupt_is_ended(number: signal.Signals) -> None:
    """A cut .ods made a library loop, and neither Ctrl-C nor SIGTERM ended it."""
    body = "print('begun', flush=True); sum(iter(int, 1))"
    with subprocess.Popen(
        program(body), env=environment(PRANCHA_LIMITS="60"), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(1)  # until the loop in C is entered, which no handler interrupts
        process.send_signal(number)
        _, told = process.communicate(timeout=30)
        assert process.returncode == 128 + number
        assert told == "interrupted; the program did not answer for 2 s and was ended\n"
        with pytest.raises(ProcessLookupError):  # the child is gone too
            os.killpg(process.pid, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no ceiling of address space is held")
def test_memory_without_end_is_ended_and_named() -> None:
    done = supervised("held = bytearray(3 * 1024**3)")
    assert done.returncode == 1
    said = (
        "cards.yaml:9:5: error too-much-memory [cards/sun]: drawing its front takes more than 2 GB of memory"
    )
    assert done.stderr.startswith(said)


def test_a_crash_is_told_in_a_line() -> None:
    done = supervised("os.kill(os.getpid(), signal.SIGSEGV)")
    assert done.returncode == 3
    assert done.stderr.startswith(
        "cards.yaml:9:5: error crashed [cards/sun]: drawing its front made a library crash (SIGSEGV)\n    "
    )


def test_without_limits_nothing_is_ended() -> None:
    done = supervised("bytearray(3 * 1024**3); print(os.getppid())", PRANCHA_LIMITS="off")
    assert done.returncode == 0
    assert int(done.stdout) == os.getpid()


def test_whose_parent_is_killed_ends_at_once() -> None:
    program = (
        "import os, time, sys\n"
        "from prancha.cli.supervisor import supervised\n"
        "sys.exit(supervised(lambda: print(os.getpid(), flush=True) or time.sleep(3600) or 0))\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT / "generator")},
        stdout=subprocess.PIPE,
    )
    assert parent.stdout is not None
    assert int(parent.stdout.readline()) != parent.pid
    parent.kill()
    started = time.monotonic()
    assert parent.stdout.read() == b""  # open until the child, too, is gone
    assert time.monotonic() - started < 600
    parent.wait()


def test_nothing_is_held_in_a_program_that_only_imports_this_one() -> None:
    with limits.work_on("a.yaml", "", "reading"):
        assert limits.work() == Work()
    limits.stage("a.yaml", "reading")
    assert limits.work() == Work()


def test_what_a_board_says_is_cut_to_its_size() -> None:
    board = mmap(-1, BOARD)
    assert limits.last_work(board) == Work()
    board[:9] = b"\x00\x071\0a\0b\0c"
    assert limits.last_work(board) == Work("a", "b", "c", 1)


def built(project: Path, template: str) -> subprocess.CompletedProcess[str]:
    """A build with this template of its cards, each step held to a second."""
    (project / "templates/lume/card.svg.j2").write_text(template)
    command = [sys.executable, "-m", "prancha", "build", "--project", str(project)]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PRANCHA_LIMITS": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_nothing_is_worked_out_that_is_not_drawn(lume: Path) -> None:
    """Not even what is constant, which Jinja would work out while it reads."""
    card = (lume / "templates/lume/card.svg.j2").read_text()
    done = built(lume, "{% if false %}{{ 1.5|round(20000000, 'ceil') }}{% endif %}" + card)
    assert done.returncode == 0, done.stderr


def test_a_template_that_takes_too_long_to_read_is_ended_and_named(lume: Path) -> None:
    """A megabyte of expressions, none of which is ever drawn."""
    done = built(lume, "{% if false %}" + "{{ item.name|upper }}" * 45_000 + "{% endif %}")
    assert done.returncode == 1
    assert done.stderr.startswith(
        "components/lume/cards.yaml:6:1: error too-slow: reading the template card.svg.j2 takes more than 1 s"
    )
