"""One run of the program, measured from outside."""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def caching(folder: Path | None) -> dict[str, str]:
    """The environment of a user whose caches lie in `folder`; without one nothing is kept."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder), "PRANCHA_CACHE": "" if folder else "off"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def run(*arguments: str, cache: Path | None = None) -> tuple[float, float, float]:
    """Wall seconds, CPU seconds (its workers' too) and peak MiB of the largest process of one run.

    Nothing is kept without a folder for the `cache`.
    """
    started = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, "-m", "prancha", *arguments],
        cwd=ROOT, env=caching(cache),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"prancha {' '.join(arguments)} ended with {child.returncode}")
    return time.perf_counter() - started, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
