"""A contact sheet of lists that were built: `python -m tests.lists.contact FOLDER OUT.png [FIRST COUNT]`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageDraw

from tests.lists import CASES

ACROSS, WIDE, HIGH = 8, 250, 190


def first_cards(output: Path) -> Image.Image:
    """The upper left of the first sheet of cards."""
    manifest = json.loads((output / "manifest.json").read_text())
    page = manifest["families"][0]["items"][0]["pages"][0] - 1
    size = manifest["families"][0]["size_mm"]
    document = pypdfium2.PdfDocument(output / "trial-a4.pdf")
    shown = document[page].render(scale=2.2).to_pil()
    mm = 2.2 * 72 / 25.4
    wide, high = (size[0] * 2 + 12) * mm, (size[1] + 8) * mm
    paper = ImageChops.difference(shown.convert("RGB"), Image.new("RGB", shown.size, "#fbf7ee")).convert("L")
    box = paper.point(lambda value: 255 if value < 2 else 0).getbbox() or (0, 0, 9, 9)
    cut = shown.crop((box[0], box[1], int(box[0] + wide), int(box[1] + high)))
    cut.thumbnail((WIDE, HIGH - 16))
    return cut


def main(root: Path, out: Path, names: list[str]) -> None:
    """Draw the cards of each list with its name."""
    rows = -(-len(names) // ACROSS)
    sheet = Image.new("RGB", (ACROSS * WIDE, rows * HIGH), "white")
    pen = ImageDraw.Draw(sheet)
    for number, name in enumerate(names):
        x, y = number % ACROSS * WIDE, number // ACROSS * HIGH
        pen.text((x + 4, y + 2), name, "black")
        if (root / name / "output/trial/manifest.json").exists():
            sheet.paste(first_cards(root / name / "output/trial"), (x + 2, y + 14))
        else:
            pen.text((x + 40, y + 80), "did not print", "red")
    sheet.save(out)


if __name__ == "__main__":
    first, count = map(int, sys.argv[3:5]) if len(sys.argv) > 4 else (0, len(CASES))
    main(Path(sys.argv[1]), Path(sys.argv[2]), list(CASES)[first : first + count])
