"""Put every kind of fault into the sample kit, and write the score into docs/proof.md: python score.py.

`python score.py unseen` prints the score of the kinds that the checks had not met when they were written.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from injecting import KINDS, UNSEEN  # noqa: E402
from sample_kit import WAYS, Kits, build_kits  # noqa: E402 (after the path is set)
from scoring import BEGIN, DOCS, END, caught, table, told, unseen_table  # noqa: E402


def score(kits: Kits, folder: Path) -> dict[str, bool]:
    """Whether each kind of fault is caught."""
    return {kind.name: caught(kind, *kits[kind.kit], folder)[0] for kind in KINDS.values()}


def score_unseen() -> None:
    with tempfile.TemporaryDirectory() as name:
        kits, folder = build_kits(Path(name), tuple(WAYS)), Path(name, "spoiled")
        codes = {kind.name: told(kind, *kits[kind.kit], folder) for kind in UNSEEN.values()}
    print(unseen_table(codes), end="")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        results = score(build_kits(Path(name)), Path(name, "spoiled"))
    text = DOCS.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    DOCS.write_text(f"{head}{BEGIN}{table(results)}{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    score_unseen() if sys.argv[1:] == ["unseen"] else main()
