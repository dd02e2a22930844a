"""One run of a program, measured from outside."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def caching(folder: Path | None) -> dict[str, str]:
    """The environment of a user whose caches lie in `folder`; without one nothing is kept."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder), "PRANCHA_CACHE": "" if folder else "off"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def timed(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], fine: Sequence[int] = (0,)
) -> tuple[float, float, float]:
    """Wall seconds, CPU seconds (of what it starts, too) and peak MiB of the largest process of a command.

    Exits where it ends with another status than those that are `fine`.
    """
    started = time.perf_counter()
    silent = subprocess.DEVNULL
    child = subprocess.Popen(command, cwd=folder, env=environment, stdout=silent, stderr=silent)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in fine:
        raise SystemExit(f"{' '.join(command)} ended with {child.returncode}")
    return time.perf_counter() - started, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def run(*arguments: str, cache: Path | None = None) -> tuple[float, float, float]:
    """The same of one run of prancha; nothing is kept without a folder for the `cache`."""
    return timed([sys.executable, "-m", "prancha", *arguments], ROOT, caching(cache))
