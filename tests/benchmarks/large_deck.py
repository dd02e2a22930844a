"""CPU and wall seconds and peak memory of a deck read from CSV: python large_deck.py CARDS.csv.

The CSV has the columns of the side-by-side benchmark (id, title, cost, suit, colour, body, copies), as
its workload.py writes them.  Runs are taken in turn; figures are medians.
"""

import hashlib
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from deck_project import project
from measured import run

RUNS = 3
BUILDS = (["build", "--jobs", "1"], ["build", "--jobs", "2"])
COMMANDS = (
    (["check", "--no-faces"], ""),
    *((build, "") for build in BUILDS),
    *((build, ", cache empty") for build in BUILDS),
)


def digest_of(out: Path) -> str:
    """The digest of all that a build wrote."""
    total = hashlib.sha256()
    for path in sorted(out.rglob("*.*")):
        total.update(path.read_bytes())
    return total.hexdigest()[:12]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        where, out, cache = Path(folder, "project"), Path(folder, "out"), Path(folder, "cache")
        project(where, Path(sys.argv[1]))
        runs: dict[str, list[tuple[float, float, float]]] = {}
        digests: dict[str, set[str]] = {}
        for _ in range(RUNS):
            for arguments, kept in COMMANDS:
                command = " ".join(arguments) + kept
                more = ["--no-cover", "--out", str(out)] if arguments[0] == "build" else []
                shutil.rmtree(out, ignore_errors=True)
                shutil.rmtree(cache, ignore_errors=True)
                figures = run(*arguments, *more, "--project", str(where), cache=cache if kept else None)
                runs.setdefault(command, []).append(figures)
                digests.setdefault(command, set()).add(digest_of(out) if more else "")
        print("| command | wall s | CPU s | peak MiB | sha256 |\n|---|---|---|---|---|")
        for command, taken in runs.items():
            wall, cpu, peak = (statistics.median(each[k] for each in taken) for k in range(3))
            written = " ".join(sorted(digests[command]))
            print(f"| prancha {command} | {wall:.2f} | {cpu:.2f} | {peak:.0f} | {written} |")


if __name__ == "__main__":
    main()
