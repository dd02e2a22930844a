"""CPU seconds of the commands around a build, of this checkout and of another in turn: commands.py [ROW...].

--base TREE  another checkout with its own .venv to compare with; the last column is this one's part of it
--runs N     runs of each row (default 5); figures are medians
--list       the rows, one a line

Decks are made up here, the same ones on every run; `kits` are the games of this checkout.  Each checkout
has a project, an output and a cache of its own, and what it writes for modules and shipped templates is kept.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from deck_project import project, write_cards
from measured import ROOT, caching, timed


@dataclass
class Tree:
    """A checkout, with folders of its own to work in."""

    root: Path
    folder: Path
    taken: dict[str, list[float]] = field(default_factory=dict)

    @property
    def project(self) -> Path:
        return self.folder / "project"

    def run(self, *arguments: str, cache: bool = True, fine: Sequence[int] = (0,)) -> float:
        """CPU seconds of one command, its workers' too."""
        environment = caching(self.folder / "cache" if cache else None)
        command = [str(self.root / ".venv/bin/python"), "-m", "prancha", *arguments]
        if arguments[0] not in ("--help", "proof"):
            command += ["--project", str(self.project)]
        return timed(command, self.folder, environment, fine)[1]

    def deck(self, number: int) -> None:
        """Make the project a deck of so many cards."""
        cards = self.folder / "cards.csv"
        write_cards(cards, number)
        project(self.project, cards)

    def kits(self) -> None:
        """Make the project the games of this checkout."""
        for name in ("components", "templates"):
            shutil.copytree(ROOT / name, self.project / name, ignore=shutil.ignore_patterns("__pycache__"))

    def change(self, file: str, old: str, new: str) -> None:
        """Put the first `old`, an expression, right in a file of the project."""
        path = self.project / file
        path.write_text(re.sub(old, new, path.read_text(), count=1))


Before = Callable[[Tree, int], None]


@dataclass(frozen=True)
class Row:
    """A command to measure, what is prepared once and before each run."""

    title: str
    command: tuple[str, ...]
    prepare: Callable[[Tree], None]
    before: Before = lambda tree, run: None
    cache: bool = True


def _deck(number: int, *commands: tuple[str, ...]) -> Callable[[Tree], None]:
    def prepare(tree: Tree) -> None:
        tree.deck(number)
        for command in commands:
            tree.run(*command)

    return prepare


def _kits(*commands: tuple[str, ...]) -> Callable[[Tree], None]:
    def prepare(tree: Tree) -> None:
        tree.kits()
        for command in commands:
            tree.run(*command)

    return prepare


def _card(tree: Tree, run: int) -> None:
    tree.change("components/deck/cards.csv", r"\n1,[^,]*,", f"\n1,Changed {run},")


def _template(file: str) -> Before:
    """Change what a template draws."""
    dot = '<rect x="5" y="5" width="1.{}" height="1" fill="#123456"/>'
    return lambda tree, run: tree.change(
        file, f"(\n{dot.format('[0-9]+')})?\\s*\\Z", f"\n{dot.format(run + 1)}\n"
    )


def _comment(file: str) -> Before:
    """Change a file of YAML by what nobody reads."""
    return lambda tree, run: tree.change(file, r"\A(#.*\n)?", f"# run {run}\n")


def _no_cache(tree: Tree, run: int) -> None:
    shutil.rmtree(tree.folder / "cache", ignore_errors=True)


_PLAIN = ("build", "--no-cover")
_TAKE = ("snapshot", "v1")
_CARD = "templates/deck/card.svg.j2"

ROWS = {
    "help": Row("--help", ("--help",), _kits(), cache=False),
    "list": Row("list", ("list",), _kits(), cache=False),
    "build": Row("build of five kits, cold", ("build",), _kits(), cache=False),
    "check": Row("check of five kits, cold", ("check",), _kits(), cache=False),
    "check-rules": Row(
        "check ceramus, its rules saved", ("check", "ceramus"), _kits(("check", "ceramus")),
        _comment("components/ceramus/rules.yaml"),
    ),
    "manifest": Row("manifest ceramus again", ("manifest", "ceramus"), _kits(("manifest", "ceramus"))),
    "manifest-first": Row("manifest ceramus, cold", ("manifest", "ceramus"), _kits(), cache=False),
    "manifest-saved": Row(
        "manifest ceramus, its game.yaml saved", ("manifest", "ceramus"), _kits(("manifest", "ceramus")),
        _comment("components/ceramus/game.yaml"),
    ),
    "manifest-10000": Row("manifest of 10,000 cards, cold", ("manifest", "deck"), _deck(10_000), cache=False),
    "manifest-10000-warm": Row(
        "manifest of 10,000 cards after a build", ("manifest", "deck"), _deck(10_000, _PLAIN),
        _comment("components/deck/game.yaml"),
    ),
    "build-10000": Row("build of 10,000 cards, cold", _PLAIN, _deck(10_000), cache=False),
    "snapshot": Row(
        "snapshot of 10,000", (*_TAKE, "--replace"), _deck(10_000, _PLAIN, _TAKE), _card,
    ),
    "diff": Row("diff of one change in 10,000", ("diff", "v1"), _deck(10_000, _PLAIN, _TAKE), _card),
    "ceramus": Row("build ceramus, cold", ("build", "ceramus"), _kits(), cache=False),
    "mural": Row(
        "build ceramus, one template saved", ("build", "ceramus"), _kits(("build", "ceramus")),
        _template("templates/ceramus/mural.svg.j2"),
    ),
    "first-540": Row("first build of 540", _PLAIN, _deck(540), _no_cache),
    "template-540": Row("540, their template saved", _PLAIN, _deck(540, _PLAIN), _template(_CARD)),
    "card-540": Row("one card of 540 saved", _PLAIN, _deck(540, _PLAIN), _card),
    "card-5400": Row("one card of 5,400 saved", _PLAIN, _deck(5_400, _PLAIN), _card),
    "card-36390": Row("one card of 36,390 saved", _PLAIN, _deck(36_390, _PLAIN), _card),
    "proof-540": Row(
        "proof of 540", ("proof", "project/output/deck/deck-a4-no-cover.pdf"), _deck(540, _PLAIN), cache=False
    ),
    "proof-ceramus": Row(
        "proof ceramus", ("proof", "project/output/ceramus/ceramus-a4.pdf"), _kits(("build", "ceramus")),
        cache=False,
    ),
}  # fmt: skip


def measure(name: str, roots: Sequence[Path], runs: int) -> None:
    """Print one row."""
    row = ROWS[name]
    with tempfile.TemporaryDirectory(prefix="commands") as folder:
        trees = [Tree(root, Path(folder, str(k))) for k, root in enumerate(roots)]
        seconds: list[list[float]] = [[] for _ in trees]
        for tree in trees:
            tree.folder.mkdir()
            row.prepare(tree)
        for run in range(runs):
            for k in range(len(trees))[:: 1 if run % 2 else -1]:
                row.before(trees[k], run)
                seconds[k].append(trees[k].run(*row.command, cache=row.cache, fine=(0, 1)))
    middles = [statistics.median(each) for each in seconds]
    cells = [f"{middle:.2f} ({min(each):.2f})" for middle, each in zip(middles, seconds, strict=True)]
    part = f" | {middles[-1] / middles[0]:.2f}" if len(roots) > 1 else ""
    print(f"| {name} | {row.title} | {' | '.join(cells)}{part} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("rows", nargs="*")
    parser.add_argument("--base", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        sys.exit("\n".join(f"{name:20} {row.title}" for name, row in ROWS.items()))
    roots = [*([options.base.resolve()] if options.base else []), ROOT]
    heads = ["base, CPU s (least)"] * (len(roots) - 1) + ["CPU s (least)"] + ["of base"] * (len(roots) - 1)
    print(f"| row | what | {' | '.join(heads)} |\n|{'---|' * (2 + len(heads))}")
    for name in options.rows or ROWS:
        measure(name, roots, options.runs)


if __name__ == "__main__":
    main()
