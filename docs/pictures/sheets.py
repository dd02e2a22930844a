"""Write the table of sheets in docs/gallery.md: how much paper each kit takes, by stock, on each paper.

make pictures.  `sheets-before.json` has what revision 87d1d08 took; `python docs/pictures/sheets.py --json`
prints what this one takes.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from prancha import catalogue
from prancha.building.order import Order
from prancha.building.selection import Selection, choose_sheet
from prancha.building.steps import draw_game, lay_out, open_game

ROOT = Path(__file__).resolve().parents[2]
PAPERS = ("a4", "letter", "a3")
STOCKS = ("card", "board", "paper")
BEFORE = Path(__file__).with_name("sheets-before.json")
BEGIN, END = "<!-- sheets -->\n", "<!-- /sheets -->\n"


def counted() -> dict[str, dict[str, dict[str, int]]]:
    """Sheets of paper by kit, paper and stock, printed on both sides, without cover and plan."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for game in catalogue.list_games(ROOT):
        for paper in PAPERS:
            order = Order(ROOT, paper, check=False)
            opened = open_game(order, game)
            selection = Selection(opened.game, cover=False)
            leaves = lay_out(opened, draw_game(opened), selection, *choose_sheet(order)).leaves
            found.setdefault(game, {})[paper] = dict(Counter(leaf.front.stock for leaf in leaves))
    return found


def table(before: dict[str, dict[str, dict[str, int]]], now: dict[str, dict[str, dict[str, int]]]) -> str:
    """A row for each kit and stock: sheets before and now on each paper."""
    lines = [
        "| Kit | Stock | "
        + " | ".join(paper.upper() if len(paper) < 3 else paper.title() for paper in PAPERS)
        + " |",
        "|---|---|" + "--:|" * len(PAPERS),
    ]
    for game, papers in now.items():
        title = catalogue_title(game)
        for stock in STOCKS:
            cells = [(before[game][p].get(stock, 0), papers[p].get(stock, 0)) for p in PAPERS]
            if any(map(any, cells)):
                shown = (f"{new}" if old == new else f"{new} (was {old})" for old, new in cells)
                lines.append(f"| {title} | {stock} | {' | '.join(shown)} |")
    return "\n".join(lines) + "\n"


def catalogue_title(game: str) -> str:
    """What the game is called."""
    return open_game(Order(ROOT, check=False), game).game.title


def main() -> None:
    """Write the table, or print the counts as JSON."""
    now = counted()
    if "--json" in sys.argv:
        print(json.dumps(now, indent=1))
        return
    page = ROOT / "docs" / "gallery.md"
    text = page.read_text(encoding="utf-8")
    head, rest = text.split(BEGIN)
    _, tail = rest.split(END)
    page.write_text(head + BEGIN + table(json.loads(BEFORE.read_text()), now) + END + tail, encoding="utf-8")


if __name__ == "__main__":
    main()
