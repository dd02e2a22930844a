"""Seconds and memory of a book of 200 pages with 400 pictures, beside the deck of 540 cards that it shows.

`python large_book.py [FOLDER]` measures in turn the deck alone, the book alone, and the book after a change
of one paragraph; a book may cost three decks.  With FOLDER the project and what is built stay there.
"""

import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from deck_project import project, write_cards
from measured import run

CARDS, CHAPTERS, PICTURES, RUNS = 540, 40, 10, 3
LINE = "Some words of a rule that everybody reads at the table, once and again. "
CHANGED = "One more word. "


def text(first: str = "") -> str:
    """The Markdown of the book; its first paragraph begins with `first`."""
    parts = ["# Deck\n"]
    for chapter in range(CHAPTERS):
        parts.append(f"\n## Chapter {chapter + 1}\n")
        for number in range(chapter * PICTURES, (chapter + 1) * PICTURES):
            parts.append(f"\n{first}{LINE}\n\n{{{{ picture('cards/{number + 1}') }}}}\n\n{LINE}\n")
            parts.append(f"\n1. {LINE}\n2. {LINE}\n\n> Example: {LINE}\n")
            first = ""
    return "".join(parts)


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(sys.argv[1]) if sys.argv[1:] else Path(scratch)
        where, out, cache, cards = home / "project", home / "out", home / "cache", home / "cards.csv"
        home.mkdir(exist_ok=True)
        write_cards(cards, CARDS)
        project(where, cards)
        game, rules = (where / "components/deck" / name for name in ("game.yaml", "rules.en.md"))
        alone = game.read_text()
        taken: dict[str, list[tuple[float, float, float]]] = {}
        for _ in range(RUNS):
            game.write_text(alone)
            taken.setdefault("deck", []).append(
                run("build", "--jobs", "1", "--no-cover", "--out", str(out), "--project", str(where))
            )
            game.write_text(f"{alone}book: {{}}\n")
            book = ["build", "--jobs", "1", "--only", "rulebook", "--out", str(out), "--project", str(where)]
            for name, first, kept in (
                ("book", "", None),
                ("book, cache empty", "", cache),
                ("book, one paragraph changed", CHANGED, cache),
            ):
                rules.write_text(text(first))
                if name.endswith("empty"):
                    shutil.rmtree(cache, ignore_errors=True)
                taken.setdefault(name, []).append(run(*book, cache=kept))
        print("| build | wall s | CPU s | peak MiB |\n|---|---|---|---|")
        for name, runs in taken.items():
            wall, cpu, peak = (statistics.median(each[k] for each in runs) for k in range(3))
            print(f"| {name} | {wall:.2f} | {cpu:.2f} | {peak:.0f} |")


if __name__ == "__main__":
    main()
