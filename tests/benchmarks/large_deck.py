"""CPU and wall seconds and peak memory of a deck read from CSV: python large_deck.py CARDS.csv.

The CSV has the columns of the side-by-side benchmark (id, title, cost, suit, colour, body, copies), as
its workload.py writes them.  Runs are taken in turn; figures are medians.
"""

import hashlib
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from tests.benchmarks.prancha_deck import FAMILY, GAME, font_folder  # noqa: E402 (the path comes first)

RUNS = 3
COMMANDS = (["check", "--no-faces"], ["build", "--jobs", "1"], ["build", "--jobs", "2"])


def project(folder: Path, data: Path) -> Path:
    """A project whose one family comes from `data`."""
    components, templates = folder / "components" / "deck", folder / "templates" / "deck"
    components.mkdir(parents=True)
    shutil.copytree(HERE / "deck" / "templates" / "deck", templates)
    fonts = templates / "fonts" / "DejaVu Sans"
    fonts.mkdir(parents=True)
    for weight, name in (("400", "DejaVuSans.ttf"), ("700", "DejaVuSans-Bold.ttf")):
        shutil.copy(font_folder() / name, fonts / f"{weight}.ttf")
    (components / "game.yaml").write_text(GAME)
    (components / "cards.yaml").write_text(FAMILY.replace("items:\n", "from: cards.csv\n"))
    shutil.copy(data, components / "cards.csv")
    return folder


def run(where: Path, arguments: list[str]) -> tuple[float, float, float, str]:
    """Wall and CPU seconds (of workers, too), peak MiB of the largest process, digest of what was written."""
    out = where / "out"
    shutil.rmtree(out, ignore_errors=True)
    more = ["--no-cover", "--out", str(out)] if arguments[0] == "build" else []
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, "-m", "generator.cli", *arguments, *more, "--project", str(where)],
        cwd=HERE.parents[1], env={**os.environ, "PRANCHA_CACHE": "off"},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"prancha {' '.join(arguments)} ended with {child.returncode}")
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    total = hashlib.sha256()
    for path in sorted(out.rglob("*.*")):
        total.update(path.read_bytes())
    return wall, cpu, used.ru_maxrss / 1024, total.hexdigest()[:12]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        where = project(Path(folder) / "project", Path(sys.argv[1]))
        runs: dict[str, list[tuple[float, float, float, str]]] = {}
        for _ in range(RUNS):
            for arguments in COMMANDS:
                runs.setdefault(" ".join(arguments), []).append(run(where, arguments))
        print("| command | wall s | CPU s | peak MiB | sha256 |\n|---|---|---|---|---|")
        for command, figures in runs.items():
            wall, cpu, peak = (statistics.median(each[k] for each in figures) for k in range(3))
            digests = " ".join(sorted({each[3] for each in figures}))
            print(f"| prancha {command} | {wall:.2f} | {cpu:.2f} | {peak:.0f} | {digests} |")


if __name__ == "__main__":
    main()
