"""CPU seconds, peak memory and bytes of the whole program on the five games, cold.

python tests/benchmarks/kits.py   (make bench)
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str) -> tuple[float, float, float]:
    """Wall seconds, CPU seconds and peak MiB of one run of the program."""
    started = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, "-m", "generator.cli", *arguments],
        cwd=ROOT, env={**os.environ, "PRANCHA_CACHE": "off"},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"prancha {' '.join(arguments)} ended with {child.returncode}")
    return time.perf_counter() - started, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> None:
    games = sorted(p.parent.name for p in ROOT.glob("components/*/game.yaml"))
    print("| command | wall s | CPU s | peak MiB | KB |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as out:
        for arguments in (
            ["--help"],
            ["check", "--no-faces"],
            ["check"],
            *(["build", g, "--out", out] for g in games),
            ["build", "--out", out],
        ):
            runs = sorted(run(*arguments) for _ in range(3))
            wall, cpu, peak = runs[1]
            pdfs = sorted(Path(out).glob(f"{arguments[1]}/*.pdf" if len(arguments) == 4 else "*/*.pdf"))
            size = sum(p.stat().st_size for p in pdfs) / 1000 if arguments[0] == "build" else 0
            shown = " ".join(a for a in arguments if a not in ("--out", out))
            print(f"| prancha {shown} | {wall:.2f} | {cpu:.2f} | {peak:.0f} | {size:.0f} |")


if __name__ == "__main__":
    main()
