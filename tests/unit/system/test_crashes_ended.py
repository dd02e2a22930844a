"""What is said of a process that did not end by itself."""

from __future__ import annotations

import signal

import pytest

from prancha.system import limits
from prancha.system.crashes import NO_MEMORY, describe_exit, describe_stopped
from prancha.system.limits import Work

WORK = Work("a.yaml", "", "reading this file", 10)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            -signal.SIGKILL,
            "a.yaml: error too-much-memory: the system ended the program while it was reading this file, "
            "most likely because memory ran out",
        ),
        (NO_MEMORY, "a.yaml: error too-much-memory: reading this file takes more "),
        (-signal.SIGXCPU, "a.yaml: error too-slow: reading this file takes more than 10 seconds of "),
        (-signal.SIGSEGV, "a.yaml: error crashed: reading this file made a library crash (SIGSEGV)"),
        (1, "a.yaml: error crashed: reading this file made a library crash (exit code 1)"),
        (
            128 + signal.SIGTERM,
            "a.yaml: error stopped: the program was ended from outside (SIGTERM) while it was reading",
        ),
        (-signal.SIGINT, "a.yaml: error stopped: the program was ended from outside (SIGINT) while"),
    ],
)
def test_what_ended_a_process_is_told(code: int, said: str) -> None:
    assert str(describe_exit(WORK, code)).startswith(said)


def test_a_process_that_stays_stopped_is_told() -> None:
    told = describe_stopped(WORK)
    assert told.code == "stopped"
    assert told.message == (
        "the program was stopped from outside while it was reading this file, and did not resume"
    )


def test_a_whole_run_has_its_time_too() -> None:
    told = describe_exit(Work("a.yaml", "", "writing its files", limits.ALL_SECONDS), -signal.SIGXCPU)
    assert told.message == "writing its files takes more than 900 seconds of processor time"
    assert told.hint == "if you trust this project, PRANCHA_LIMITS=off lifts the limit"
