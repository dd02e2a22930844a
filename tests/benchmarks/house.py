"""Figures of the code itself: how much there is, and how many files a command enters.

python tests/benchmarks/house.py            the two tables
python tests/benchmarks/house.py --record   and keep them in house.yaml, to compare with
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "generator/prancha"
KEPT = Path(__file__).with_suffix(".yaml")
PAGE = ROOT / "docs/first-game.md"
FILE = re.compile(r"<!-- file: (\S+) -->\n```\w*\n(.*?)```", re.DOTALL)
RULES = "rules: [{id: seven, says: {en: there are 7 cards}, source: p. 1, total: {family: cards, is: 7}}]\n"
PLAIN = ("build", "fox", "--no-cover", "--no-check", "--no-cache")
WALKS: Mapping[str, tuple[Collection[str], tuple[str, ...]]] = {
    "copies to PDF": ({"copies"}, ("build", "fox", "--no-cache")),
    "--duplex": ({"duplex"}, ("build", "fox", "--no-cache", "--duplex", "short")),
    "a rule": ({"rule", "rules", "Rule"}, ("check", "fox", "--no-faces")),
}
"""Names that carry something through the program, and a command that carries it."""

TRACED = """
import sys, threading
from pathlib import Path
package, names, command = sys.argv[1], set(sys.argv[2].split(",")), sys.argv[3:]
entered, naming, seen = set(), set(), set()
def look(frame, event, arg):
    code = frame.f_code
    if event == "call" and code not in seen:
        seen.add(code)
        if code.co_filename.startswith(package):
            entered.add(code.co_filename)
            if names & {*code.co_names, *code.co_varnames, *code.co_freevars}:
                naming.add(code.co_filename)
from prancha.cli.command_line import main
threading.setprofile(look)
sys.setprofile(look)
try:
    code = main(command)
except SystemExit as end:
    code = end.code
sys.setprofile(None)
loaded = [name for name in sys.modules if name.partition(".")[0] == "prancha"]
print("FIGURES", code or 0, len(loaded), len(entered), len(naming))
"""
"""Run a command in this process, count files of called functions, and of those that use one of the names."""


def sizes() -> dict[str, int]:
    """What stands in the package."""
    found: Counter[str] = Counter()
    names: Counter[str] = Counter()
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        lines = text.splitlines()
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        names[path.name] += path.name != "__init__.py"
        found["modules"] += 1
        found["modules of 150 to 450 lines"] += 150 <= len(lines) <= 450
        found["modules below 100 lines"] += len(lines) < 100
        found["lines"] += len(lines)
        found["statements"] += sum(isinstance(node, ast.stmt) for node in ast.walk(tree))
        found["lines of heads"] += _head(tree, len(lines))
        found["functions"] += len(functions)
        found["functions with a docstring"] += sum(ast.get_docstring(node) is not None for node in functions)
        found["# fmt: skip"] += text.count("# fmt: skip")
    found["file names that occur again"] = sum(times > 1 for times in names.values())
    found["lines of .js"] = sum(
        len(path.read_text(encoding="utf-8").splitlines()) for path in sorted(PACKAGE.rglob("*.js"))
    )
    return dict(found)


def _head(tree: ast.Module, lines: int) -> int:
    """Lines before the first statement that is neither docstring nor import."""
    for node in tree.body:
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not docstring and not isinstance(node, ast.Import | ast.ImportFrom):
            return node.lineno - 1
    return lines


def walks() -> dict[str, int]:
    """Modules loaded and files entered by a build of the game of docs/first-game.md; files of each walk."""
    with tempfile.TemporaryDirectory() as name:
        project = Path(name)
        for file, text in reversed(FILE.findall(PAGE.read_text(encoding="utf-8"))):  # the first of each wins
            path = project / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        (project / "components/fox/rules.yaml").write_text(RULES, encoding="utf-8")
        loaded, entered, _ = traced(project, ["copies"], PLAIN)
        found = {"modules loaded": loaded, "files entered": entered}
        for walk, (names, command) in WALKS.items():
            found[f"files that name it: {walk}"] = traced(project, names, command)[2]
    return found


def traced(project: Path, names: Collection[str], command: tuple[str, ...]) -> tuple[int, int, int]:
    """Modules loaded, files entered, and files entered that name one of `names`."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "XDG_CACHE_HOME": str(project / "cache")}
    run = subprocess.run(
        [sys.executable, "-c", TRACED, str(PACKAGE), ",".join(names), *command],
        cwd=project, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    figures = re.search(r"^FIGURES 0 (\d+) (\d+) (\d+)$", run.stdout, re.MULTILINE)
    if figures is None:
        raise SystemExit(f"{' '.join(command)} failed:\n{run.stdout}{run.stderr}")
    loaded, entered, naming = map(int, figures.groups())
    return loaded, entered, naming


def main() -> None:
    """Print the tables, with what was kept beside them."""
    tables = {"size": sizes(), "ways": walks()}
    kept = yaml.safe_load(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    for title, table in tables.items():
        print(f"\n| {title} | kept | now | |\n|---|---|---|---|")
        for what, now in table.items():
            before = kept.get(title, {}).get(what)
            print(f"| {what} | {before or ''} | {now} | {f'{now / before:.0%}' if before else ''} |")
    if "--record" in sys.argv:
        KEPT.write_text(yaml.safe_dump(tables, sort_keys=False), encoding="utf-8")


if __name__ == "__main__":
    main()
