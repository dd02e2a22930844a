"""How much work `prancha check --no-faces` is, the whole process counted: its calls, and what it loads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

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


PROGRAM = """
import cProfile, json, sys
profile = cProfile.Profile()
profile.enable()
from prancha.cli.command_line import main
code = main(["check", "--no-faces", "--project", sys.argv[1]])
profile.disable()
calls = sum(entry.callcount for entry in profile.getstats())
print(json.dumps([code, calls, sorted(sys.modules)]))
"""
DRAWING = ("PIL", "jinja2", "pikepdf", "pypdfium2", "reportlab", "resvg_py", "uharfbuzz")
"""Libraries of the stages that draw: who only checks catalogues need not wait for them."""


def work(project: Path) -> tuple[str, int]:
    """What a check says on the standard output, and how many calls it makes, imports included."""
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(project)], capture_output=True, text=True, cwd=ROOT, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    *said, last = run.stdout.splitlines()
    code, calls, modules = json.loads(last)
    assert code == 0, run.stderr
    assert not set(DRAWING) & set(modules)
    return "\n".join(said), calls


def test_all_games_are_little_work() -> None:
    said, calls = work(ROOT)
    assert said == "5 games checked: 0 errors, 0 warnings"
    # Ten rulebooks and 66 set-ups for play are most of it.
    assert calls < 3_000_000, f"{calls} calls"


@pytest.mark.slow
def test_ten_thousand_cards_with_thirty_rules_are_little_work(tmp_path: Path) -> None:
    game = tmp_path / "components" / "big"
    game.mkdir(parents=True)
    rows = (f"  - {{id: c{n}, colour: {'rgb'[n % 3]}x, n: {n % 10}, rank: {n}}}\n" for n in range(10_000))
    (game / "game.yaml").write_text("title: B\nlanguages: [en]\nfamilies: [cards]\n")
    (game / "cards.yaml").write_text(FAMILY + "".join(rows))
    rules = (f"  - {{id: r{k}, says: S, source: B, {check}}}\n" for k, check in enumerate(CHECKS * 3))
    (game / "rules.yaml").write_text("rules:\n" + "".join(rules))
    said, calls = work(tmp_path)
    assert said == "1 game checked: 0 errors, 0 warnings"
    assert calls < 8_000_000, f"{calls} calls"
