"""What becomes of every feature of SVG, from the table that tests/conformance keeps and tests."""

import importlib
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ROUTES = {"inline": "in a template", "art": "by `art()`", "template": "as the template"}
WORDS = {
    "right": "as drawn",
    "told": "as drawn, told",
    "refused": "refused",
    "refused at the card": "refused, at the card",
    "failed": "**fails**",
    "wrong, told": "**wrong**, told",
    "wrong": "**wrong**",
}


def svg() -> str:
    """The page on the features of SVG."""
    table = _tests("table")
    small, saved = table.small_suite(), table.saved_suite()
    lines = [
        "# SVG, feature by feature",
        "",
        f"Made by `make reference` from the table of tests/conformance: {len(small.drawings)} small drawings",
        "printed in three ways each and compared with a picture that another renderer (resvg) made of it.",
        "[What it means for a drawing of yours](../svg.md).",
        "",
        *_totals(small),
    ]
    expected = small.expected()
    for group in sorted({name.partition("/")[0] for name in expected}):
        rows = {n: one.now for n, one in expected.items() if n.startswith(f"{group}/")}
        lines += ["", f"## {group}", "", *_head("feature")]
        lines += [_row(_cell(small.drawings[name].about), now) for name, now in sorted(rows.items())]
    lines += ["", "## Cards as programs save them", "", *_head("file")]
    lines += [_row(name, one.now) for name, one in sorted(saved.expected().items())]
    return "\n".join(lines) + "\n"


def _tests(module: str) -> Any:
    """A module of tests/conformance; this script may be run from anywhere."""
    if str(ROOT) not in sys.path:
        sys.path.append(str(ROOT))
    return importlib.import_module(f"tests.conformance.{module}")


def _head(first: str) -> list[str]:
    return [f"| {first} | {' | '.join(ROUTES.values())} |", "|---|---|---|---|"]


def _totals(suite: Any) -> list[str]:
    counts = {route: Counter(one.now.get(route) for one in suite.expected().values()) for route in ROUTES}
    return [*_head(""), *(_row(words, {r: str(counts[r][o]) for r in ROUTES}) for o, words in WORDS.items())]


def _row(first: str, now: Mapping[str, str]) -> str:
    told = (WORDS.get(now.get(route, ""), now.get(route, "")) for route in ROUTES)
    return f"| {first} | {' | '.join(told)} |"


def _cell(text: str) -> str:
    """A description as Markdown that nobody reads as markup."""
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")
