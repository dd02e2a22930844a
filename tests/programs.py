"""Every program outside Python that a test may call: where it comes from, and what happens without it.

A test gets the path of one from `use("gs")`, which skips the test, with the program's name, where it is
missing. Any program that a test starts without that fails the test (`Watch`), so this table stays complete.

`python tests/programs.py` installs what is missing where that needs no password, and never fails.
`python tests/programs.py bare FOLDER` fills a folder with links to the few commands that any Debian has with
git and make: `make test-bare` runs the suite with that folder as its whole PATH.
"""

from __future__ import annotations

import ctypes.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

BARE = "PRANCHA_TEST_BARE"
"""Set by `make test-bare`: what is no program on PATH, such as a library, counts as missing too."""

INSTALLING = 300
"""Seconds after which an installation is given up."""


@dataclass(frozen=True)
class Program:
    """Something that tests use and that no Python package brings."""

    title: str
    commands: tuple[str, ...]
    packages: Mapping[str, str]
    library: str = ""
    """A shared library instead of commands, which are then those that Python looks for it with."""

    def found(self) -> str | None:
        """The path of its command, or the name of its library; None where it is missing."""
        if self.library:
            return None if os.environ.get(BARE) else ctypes.util.find_library(self.library)
        return next(filter(None, map(shutil.which, self.commands)), None)


def _same(name: str) -> dict[str, str]:
    return dict.fromkeys(("apt-get", "dnf", "pacman", "brew"), name)


_POPPLER = {**_same("poppler"), "apt-get": "poppler-utils", "dnf": "poppler-utils"}
_CAIRO = {**_same("cairo"), "apt-get": "libcairo2"}
PROGRAMS = {
    "browser": Program("Chromium", ("chromium", "chromium-browser", "google-chrome"), _same("chromium")),
    "cairo": Program("cairo", ("ldconfig", "gcc", "cc", "ld", "objdump"), _CAIRO, library="cairo"),
    "firefox": Program("Firefox", ("firefox-esr", "firefox"), {**_same("firefox"), "apt-get": "firefox-esr"}),
    "gs": Program("Ghostscript", ("gs",), _same("ghostscript")),
    "inkscape": Program("Inkscape", ("inkscape",), _same("inkscape")),
    "node": Program("Node.js", ("node",), {**_same("nodejs"), "brew": "node"}),
    "pdfinfo": Program("poppler", ("pdfinfo",), _POPPLER),
    "pdftoppm": Program("poppler", ("pdftoppm",), _POPPLER),
    "pdftotext": Program("poppler", ("pdftotext",), _POPPLER),
    "strace": Program("strace", ("strace",), _same("strace")),
}


ALWAYS = frozenset({"bash", "git", "mount", "sh", "umount", "uname"})
"""What needs no `use()`: without git there is no clone, mounting is tried only as root, and `platform` of the
standard library asks `uname`."""

ESSENTIAL = (
    *ALWAYS, "make", "basename", "cat", "chmod", "cp", "cut", "date", "dirname", "echo", "env", "false",
    "find", "grep", "gzip", "head", "id", "kill", "ln", "ls", "mkdir", "mktemp", "mv", "nice", "printf", "ps",
    "pwd", "rm", "rmdir", "sed", "sleep", "sort", "tail", "tar", "test", "touch", "tr", "true", "uniq", "wc",
    "xargs",
)  # fmt: skip
_INSTALL = {
    "apt-get": ["apt-get", "-o", "DPkg::Lock::Timeout=60", "install", "-y", "-qq"],
    "dnf": ["dnf", "install", "-y", "-q"],
    "pacman": ["pacman", "-S", "--noconfirm"],
    "brew": ["brew", "install", "--quiet"],
}


def use(name: str) -> str:
    """Let the running test call a program; its path, or the name of a library.  Skips without it."""
    import pytest  # this module runs as a script before pytest is installed

    WATCH.declared.add(name)
    found = PROGRAMS[name].found()
    if found is None:
        pytest.skip(f"{NEEDS}{PROGRAMS[name].title}")
    return found


NEEDS = "needs "
"""How the reason of such a skip begins."""


def summary(reasons: Iterable[str]) -> str:
    """One line that says how many tests were skipped for want of which program."""
    wanted = Counter(each.removeprefix(NEEDS) for each in reasons)
    told = ", ".join(f"{count} for want of {title}" for title, count in sorted(wanted.items()))
    return f"skipped: {told}" if told else "skipped: no test"


class Watch:
    """An audit hook that notes the programs which are started without having been declared.

    It does not raise: the code that starts them may run in a thread, or swallow the error.
    """

    def __init__(self) -> None:
        self.declared: set[str] = set()
        self.undeclared: list[str] = []

    def __call__(self, event: str, args: tuple[object, ...]) -> None:
        """Look at one event of `sys.addaudithook`."""
        if event not in ("subprocess.Popen", "os.posix_spawn", "os.exec", "os.system"):
            return
        name = _program(event, args)
        if name is not None and name not in ALWAYS and not self._is_declared(name):
            self.undeclared.append(name)

    def _is_declared(self, name: str) -> bool:
        return any(name in PROGRAMS[each].commands for each in self.declared)


WATCH = Watch()


def _program(event: str, args: tuple[object, ...]) -> str | None:
    """The name of the program that is started; None for Python, its packages and what tests made."""
    if event == "os.system":
        return "sh"
    first = args[0]
    if first is None:  # subprocess.Popen(command): the program is its first word
        words = args[1]
        first = words if isinstance(words, str | bytes | os.PathLike) else next(iter(words))
    path = Path(os.fsdecode(first))
    own = {Path(sys.prefix), Path(sys.base_prefix, "bin"), Path(sys.executable).resolve().parent}
    if path == Path(sys.executable) or (
        path.parent.name == "bin" and path.parent in own and "python" in path.name
    ):
        return None
    made_by_tests = Path(tempfile.gettempdir()).resolve()  # such as an environment for a wheel
    brought = {Path(sys.prefix), made_by_tests}
    return None if brought & {*path.parents} else path.name


def missing() -> dict[str, Program]:
    """The programs that are not on this machine."""
    return {name: program for name, program in PROGRAMS.items() if program.found() is None}


def install() -> None:
    """Install what is missing, with no password asked; what cannot be installed is named."""
    manager = next(filter(shutil.which, _INSTALL), None)
    prefix = _rights(manager)
    if manager is not None and prefix is not None and missing():
        if manager == "apt-get":
            _run([*prefix, "apt-get", "update", "-qq"])
        for package in dict.fromkeys(_packages(missing().values(), manager)):
            _run([*prefix, *_INSTALL[manager], package])
    if titles := dict.fromkeys(program.title for program in missing().values()):
        print(f"not on this machine, so the tests that need it are skipped: {', '.join(titles)}")


def _packages(programs: Iterable[Program], manager: str) -> list[str]:
    return [program.packages[manager] for program in programs if manager in program.packages]


def _rights(manager: str | None) -> list[str] | None:
    """What stands before an installing command; None where it would ask for a password."""
    if manager == "brew" or not hasattr(os, "geteuid") or os.geteuid() == 0:
        return []
    if shutil.which("sudo") and _run(["sudo", "-n", "true"]):
        return ["sudo", "-n"]
    return None


def _run(command: list[str]) -> bool:
    """Whether a command succeeded; it has no terminal to ask anything on."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            timeout=INSTALLING, check=False, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def bare(folder: Path) -> None:
    """Link the essential commands of this machine in a new folder."""
    folder.mkdir()
    for name in ESSENTIAL:
        if found := shutil.which(name):
            (folder / name).symlink_to(found)


if __name__ == "__main__":
    if sys.argv[1:2] == ["bare"]:
        bare(Path(sys.argv[2]))
    else:
        install()
