"""Make docs/pictures/examples.jpg: pieces of the six complete games of `prancha new --like`.

make pictures.  Everything in it is drawn by the program.
"""

import tempfile
from pathlib import Path

from make import CLOTH, pieces, save_within
from PIL import Image, ImageFilter

from prancha.setup.new_game import EXAMPLES, start_like

ROWS = {
    "trick-taking": ("front cards/suns-1", "front cards/moons-5", "front cards/leaves-8",
                     "front cards/flames-9", "back cards/suns-1"),
    "hex-tiles": ("front tiles/castle", "front tiles/forest-3", "front tiles/lake-3", "front tiles/village-2",
                  "front board/sea"),
    "roll-and-write": ("front weather/weather", "front pad/pad", "front numbers/number"),
    "storytelling": ("front cards/lake", "front cards/coast", "front cards/peaks", "front cards/forest",
                     "back cards/lake"),
    "wargame": ("front counters/n-1-guards", "front counters/n-4-armour", "front counters/s-5-guns",
                "back counters/s-3-lancers", "front markers/bridge", "back markers/shaken"),
    "party": ("front cards/sun", "front cards/cat", "front cards/luck", "back cards/sun"),
}  # fmt: skip
"""Which pieces, from left to right."""
NAMES = {
    "trick-taking": "Four Fires", "hex-tiles": "Nineteen", "roll-and-write": "Four Beds",
    "storytelling": "Far Places", "wargame": "Two Rivers", "party": "Not a Word",
}  # fmt: skip
LARGEST = 240 * 1024
WIDTH, HEIGHT, GAP = 1100, 330, 18


def main() -> None:
    """Draw a row of each, and all below each other."""
    rows = [row(example) for example in EXAMPLES]
    whole = Image.new("RGB", (rows[0].width, sum(one.height for one in rows)), CLOTH)
    y = 0
    for one in rows:
        whole.paste(one, (0, y))
        y += one.height
    path = Path(__file__).with_name("examples.jpg")
    save_within(whole, path, LARGEST, (84, 78, 72, 66))


def row(example: str) -> Image.Image:
    """Pieces of one example, as a game begun from it."""
    with tempfile.TemporaryDirectory() as project:
        game = start_like(Path(project), NAMES[example], example).game
        faces = pieces(game, Path(project))
    return laid([faces[side, key] for side, key in (each.split(" ", 1) for each in ROWS[example])])


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
