"""How long `prancha check --no-faces` takes, the whole process counted."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FAMILY = "title: C\nstock: card\nsize: 60 x 80 mm\noutline: rectangle\ntemplate: c.svg.j2\nitems:\n"
CHECKS = (
    "total: {family: cards, is: 10000}",
    "total: {family: cards, where: {colour: rx}, is: 3334}",
    "count: {family: cards, field: n, is: 1000}",
    "unique: {family: cards, fields: rank}",
    "sequence: {family: cards, field: rank, from: 0, to: 9999}",
    "sum: {family: cards, field: n, is: 45000}",
    "monotone: {family: cards, field: rank, by: rank}",
    "within: {family: cards, field: [n], min: 0, max: 9}",
    "values: {family: cards, where: {n: 3}, are: {n: 3}}",
    'expression: "count(c.n == 3 for c in cards) == 1000"',
)


def seconds(project: Path, compiled: Path) -> tuple[float, subprocess.CompletedProcess[str]]:
    """CPU time of the process, the best of three, with modules compiled as an installed program has them."""
    spent = []
    variables = {**os.environ, "PYTHONPYCACHEPREFIX": str(compiled)}
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [
            sys.executable,
            "-m",
            "generator.program",
            "check",
            "--no-faces",
            "--project",
            str(project),
        ]
        run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=variables, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(spent), run


def test_all_games_take_0_6_seconds(tmp_path: Path) -> None:
    spent, run = seconds(ROOT, tmp_path)
    assert run.stdout == "5 games checked: 0 errors, 0 warnings\n", run.stderr
    assert spent <= 0.6


def test_ten_thousand_cards_with_thirty_rules_take_3_seconds(tmp_path: Path) -> None:
    game = tmp_path / "components" / "big"
    game.mkdir(parents=True)
    rows = (f"  - {{id: c{n}, colour: {'rgb'[n % 3]}x, n: {n % 10}, rank: {n}}}\n" for n in range(10_000))
    (game / "game.yaml").write_text("title: B\nlanguages: [en]\nfamilies: [cards]\n")
    (game / "cards.yaml").write_text(FAMILY + "".join(rows))
    rules = (f"  - {{id: r{k}, says: S, source: B, {check}}}\n" for k, check in enumerate(CHECKS * 3))
    (game / "rules.yaml").write_text("rules:\n" + "".join(rules))
    spent, run = seconds(tmp_path, tmp_path / "compiled")
    assert run.stdout == "1 game checked: 0 errors, 0 warnings\n", run.stderr
    assert spent <= 3
