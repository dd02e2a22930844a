"""Make docs/pictures/gallery-*.jpg: a row of pieces of each kit, and one of its sheets.

make pictures.  Everything in them is drawn by the program.
"""

import json
import tempfile
from pathlib import Path

import pypdfium2
from make import pieces, save_within
from PIL import Image, ImageFilter

from prancha.building import pipeline
from prancha.building.order import Order

ROOT = Path(__file__).resolve().parents[2]
ROWS = {
    "aperiodik": (
        "front tiles/red-near-blue-green", "front tiles/base", "back tiles/base", "front coins/ten",
        "front meeples/phi", "front reference/pi",
    ),
    "automato": ("front action/action-1", "back action/action-1", "front movement/movement-3",
                 "front compass-card/compass-card", "front compass/compass"),
    "ceramus": ("front murals/order-1", "front shapes/corner-top-left", "front ceramas/frieze",
                "front markers/islamic-1", "front markers/portuguese-1", "back markers/medieval-1"),
    "dual": ("front grid/star-white", "front grid/clover-white", "front modifiers/ricochet",
             "back modifiers/ricochet", "front tokens/dual", "front pawns/sky"),
    "hexagonal": ("front attributes/importance-1", "front reference/setup-3", "front score/spiral",
                  "front pieces/blue-1", "front pieces/amber-3", "front markers/teal"),
}  # fmt: skip
"""Which pieces, from left to right."""
SHEETS = {
    "aperiodik": "tiles",
    "automato": "action",
    "ceramus": "markers",
    "dual": "grid",
    "hexagonal": "attributes",
}
"""The family whose first sheet is shown."""
WIDTH, HEIGHT, GAP = 1100, 330, 18
CLOTH = "#e7e1d5"
LARGEST = 80 * 1024


def main() -> None:
    """Draw every row, with its sheet at the end."""
    for game, wanted in ROWS.items():
        faces = pieces(game)
        row = [faces[side, key] for side, key in (each.split(" ", 1) for each in wanted)]
        picture = laid([*row, sheet(game)])
        path = Path(__file__).with_name(f"gallery-{game}.jpg")
        save_within(picture, path, LARGEST, (86, 80, 74, 68, 60))


def sheet(game: str) -> Image.Image:
    """A page of the kit as it is printed."""
    with tempfile.TemporaryDirectory() as out:
        (kit,) = pipeline.build(Order(ROOT, out=Path(out)), [game])
        families = json.loads(kit.manifest.read_text(encoding="utf-8"))["families"]
        (family,) = (each for each in families if each["id"] == SHEETS[game])
        first = min(page for item in family["items"] for page in item["pages"])
        with pypdfium2.PdfDocument(kit.pdf) as document:
            return document[first - 1].render(scale=2).to_pil().convert("RGBA")


def laid(row: list[Image.Image]) -> Image.Image:
    """Pictures in a row: as large as fits, small pieces a little larger than they are beside the others."""
    tallest = max(one.height for one in row[:-1])
    heights = [HEIGHT * (one.height / tallest) ** 0.6 for one in row[:-1]] + [HEIGHT]
    widths = [height * one.width / one.height for one, height in zip(row, heights, strict=True)]
    scale = min(1.0, (WIDTH - GAP * (len(row) + 1)) / sum(widths))
    scene = Image.new("RGB", (WIDTH, round(HEIGHT * scale) + 2 * GAP), CLOTH)
    space = (WIDTH - sum(widths) * scale) / (len(row) + 1)
    x = space
    for one, width, height in zip(row, widths, heights, strict=True):
        size = (round(width * scale), round(height * scale))
        small = one.resize(size, Image.Resampling.LANCZOS)
        y = (scene.height - size[1]) // 2
        shadow = Image.new("L", (size[0] + 24, size[1] + 24), 0)
        shadow.paste(small.getchannel("A").point(lambda v: v * 2 // 5), (12, 12))
        scene.paste((40, 34, 28), (round(x) - 12, y - 9), shadow.filter(ImageFilter.GaussianBlur(4)))
        scene.paste(small, (round(x), y), small)
        x += width * scale + space
    return scene


if __name__ == "__main__":
    main()
