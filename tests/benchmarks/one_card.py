"""CPU seconds of a first build, of one after a changed card and of one after none: one_card.py CARDS.yaml.

The file is a list of cards as the side-by-side benchmark's workload.py writes it.  Each round empties the
cache, builds, changes the title of the first card three times and builds, and builds once more.
"""

import re
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from deck_project import project
from measured import run

ROUNDS = 12
CHANGES = 3


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        where, cache = Path(folder, "project"), Path(folder, "cache")
        project(where, Path(sys.argv[1]))
        cards = where / "components/deck/cards.yaml"
        build = ("build", "--project", str(where))
        taken: dict[str, list[float]] = {"first": [], "one card changed": [], "nothing changed": []}
        for number in range(ROUNDS):
            shutil.rmtree(cache, ignore_errors=True)
            taken["first"].append(run(*build, cache=cache)[1])
            for change in range(CHANGES):
                text = re.sub(
                    r"\n  title: .*", f"\n  title: Changed {number} {change}", cards.read_text(), count=1
                )
                cards.write_text(text)
                taken["one card changed"].append(run(*build, cache=cache)[1])
            taken["nothing changed"].append(run(*build, cache=cache)[1])
    print("| build | runs | middle | of the first | mean | of the first | least | of the first |")
    print("|---|---|---|---|---|---|---|---|")
    measures = (statistics.median, statistics.mean, min)
    for name, seconds in taken.items():
        parts = (f"{told(seconds):.2f} | {told(seconds) / told(taken['first']):.2f}" for told in measures)
        print(f"| {name} | {len(seconds)} | {' | '.join(parts)} |")


if __name__ == "__main__":
    main()
