"""Make docs/pictures/contact-*.jpg: every page of every kit, small, in five ways of printing.

make pictures; a game's name makes its own alone.  The pages are those of the finished PDF, in the order of
the file.
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.catalogue import list_games

ROOT = Path(__file__).resolve().parents[2]
WAYS: dict[str, dict[str, Any]] = {
    "a4": {"lang": "pt-BR"},
    "letter": {"lang": "en", "paper": "letter"},
    "a3": {"lang": "en", "paper": "a3"},
    "fold": {"lang": "pt-BR", "duplex": "fold"},
    "low-ink": {"lang": "en", "ink": "low"},
}
"""What each contact sheet is printed with; the rest is what `prancha build` takes by itself."""
PAGE, GAP, COLUMNS = 176, 8, 6
"""Pixels along the longer edge of a page and between pages; pages beside each other."""
DESK = "#c9c4ba"
QUALITY = 62


def main(games: Sequence[str]) -> None:
    """Draw the contact sheets of kits."""
    for game in games:
        for way, options in WAYS.items():
            path = Path(__file__).with_name(f"contact-{game}-{way}.jpg")
            laid(pages(game, options)).save(path, quality=QUALITY, optimize=True, progressive=True)
            print(path.name, path.stat().st_size)


def pages(game: str, options: dict[str, Any]) -> list[Image.Image]:
    """All pages of a kit."""
    with tempfile.TemporaryDirectory() as out:
        (kit,) = pipeline.build(Order(ROOT, out=Path(out), **options), [game])
        with pypdfium2.PdfDocument(kit.pdf) as document:
            return [page.render(scale=2 * PAGE / max(page.get_size())).to_pil() for page in document]


def laid(found: list[Image.Image]) -> Image.Image:
    """Pages in rows on a desk, halved in size."""
    small = [page.resize((page.width // 2, page.height // 2), Image.Resampling.LANCZOS) for page in found]
    width, height = max(page.width for page in small), max(page.height for page in small)
    rows = -(-len(small) // COLUMNS)
    size = (GAP + COLUMNS * (width + GAP), GAP + rows * (height + GAP))
    desk = Image.new("RGB", size, DESK)
    for k, page in enumerate(small):
        row, column = divmod(k, COLUMNS)
        x = GAP + column * (width + GAP) + (width - page.width) // 2
        desk.paste(page, (x, GAP + row * (height + GAP) + (height - page.height) // 2))
    return desk


if __name__ == "__main__":
    main(sys.argv[1:] or list_games(ROOT))
