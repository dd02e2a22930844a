"""What the kernel sees of opening a hostile folder: no program started, no connection, no file elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from running import NAMES, PATIENCE, PROGRAM, ROOT, environment, expected, laid_out

from tests.programs import use

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="strace is a tool of Linux"),
]

_CALL = re.compile(r'^\d+ +(\w+)\((?:AT_FDCWD, |\d+, )?"((?:[^"\\]|\\.)*)"(.*)$')
_SYSTEM = (
    "/lib", "/lib64", "/usr/lib", "/usr/local/lib", "/etc/ld.so", "/usr/share/locale", "/usr/share/zoneinfo",
    "/etc/localtime", "/etc/fonts",
    "/usr/share/fontconfig", "/var/cache/fontconfig", "/proc/self", "/dev/null",
    "/dev/urandom", "/sys/devices/system/cpu", "/proc/sys/vm", "/proc/meminfo", "/proc/cpuinfo",
    "/etc/mime.types",
    "/proc/sys/kernel", "/sys/fs/cgroup", "/proc/filesystems",
    "/usr/share/fonts",  # ReportLab lists its folders when it is imported
)  # fmt: skip
WITH_GIT = [name for name in NAMES if name.startswith("git-")] + ["snapshot-pipe"]
"""No such snapshot: git is asked for a revision of that name."""


def traced(name: str, place: Path) -> list[tuple[str, str, str]]:
    """The calls (name, path, rest) that a hostile folder leads to."""
    project, log = laid_out(name, place), place / "calls"
    calls = "execve,connect,open,openat,openat2,creat"
    subprocess.run(
        [use("strace"), "-f", "-qq", "-s", "300", "-e", f"trace={calls}", "-e", "signal=none", "-o", str(log),
         *PROGRAM, *expected(name).command],
        cwd=project, env=environment(place), stdin=subprocess.DEVNULL, capture_output=True,
        timeout=4 * PATIENCE, check=False,
    )  # fmt: skip
    found = []
    for line in log.read_text(errors="replace").splitlines():
        if call := _CALL.match(line):
            found.append((call[1], call[2], call[3]))
        else:
            # No line of another form may hide a call: what was cut in two is told again when it goes on.
            assert re.match(r"^\d+ +(<\.\.\.|connect\(|\+\+\+|---|\?)", line) or "unfinished" in line, line
            if "connect(" in line:
                found.append(("connect", line, ""))
    return found


def allowed(place: Path) -> tuple[str, ...]:
    """Where the program, Python and the libraries lie, and what the program itself writes."""
    paths = sysconfig.get_paths()
    python = {
        sys.prefix,
        sys.base_prefix,
        paths["stdlib"],
        paths["purelib"],
        paths["platlib"],
        str(ROOT),
        *filter(None, sys.path),
    }
    own = (place / "project", place / "cache", place / "home")
    return (*_SYSTEM, *sorted(python), *map(str, own), "/tmp/prancha-")


@pytest.mark.parametrize("name", [name for name in NAMES if name not in WITH_GIT])
def test_nothing_is_started_called_or_read_elsewhere(name: str, tmp_path: Path) -> None:
    calls = traced(name, tmp_path)
    assert len(calls) > 50  # else strace saw nothing
    assert [path for call, path, _ in calls if call == "execve"] == [calls[0][1]]
    assert not [path for call, path, _ in calls if call == "connect"]
    roots = allowed(tmp_path)
    strange = {
        path
        for call, path, rest in calls
        if call not in ("execve", "connect") and "= -1 " not in rest and path.startswith("/")
        if not path.startswith(roots)
        and not re.fullmatch(r"/tmp/[a-z0-9_]{8}", path)  # tempfile looks where it may
        and not re.fullmatch(r"/proc/\d+/stat", path)
        and path not in ("/", "/tmp")
        and "O_PATH" not in rest
    }
    assert not strange
    outside = [path for call, path, rest in calls if "/outside/" in path and "= -1 " not in rest]
    assert not outside


@pytest.mark.parametrize("name", WITH_GIT)
def test_git_starts_nothing_but_itself(name: str, tmp_path: Path) -> None:
    calls = traced(name, tmp_path)
    started = {Path(path).name for call, path, rest in calls if call == "execve" and "= -1 " not in rest}
    assert "git" in started
    assert started <= {"git", Path(sys.executable).name}
    assert not [path for call, path, _ in calls if call == "connect"]
