"""Make docs/pictures/layouts.jpg, all layouts in two looks, and layouts-row.jpg, one card in four of them.

make pictures.  `prancha new --from LIST --layout NAME --look NAME` begins each; the lists are below.
"""

import shutil
import tempfile
from pathlib import Path

from make import CLOTH, lay, pieces, save_within
from PIL import Image, ImageDraw, ImageFont

from prancha.setup.layouts import layouts
from prancha.setup.new_game import Wishes, start
from prancha.system.program_folders import EXAMPLES, TEMPLATES

LISTS = {
    "cards": (
        "Name,Type,Cost,Picture,Focus,Icon,Text,Attack,Defence,Flavour\n"
        "Keeper of the Oak,Druid,2,forest.jpg,50% 70%,leaf,"
        '"Draw a card for each forest that you own, then discard one.",1,4,Older than its paths.\n'
    ),
    "quiz": (
        "Question,Answer\n"
        "Which tree lives for two thousand years and drops all its leaves each autumn?,The ginkgo\n"
    ),
    "places": "Name,Picture,Value\nThe Lake,lake.jpg,3\n",
    "tokens": "Name,Icon,Value\nMoon,moon,2\n",
}
OTHERS = {"quiz": "quiz", "tile": "places", "token": "tokens"}
"""The lists for layouts of other components than cards."""
KINDS = {"tile": "tiles", "token": "tokens"}
LOOKS = ("parchment", "night")
ROW = (
    ("classic", "parchment"),
    ("economy", "meadow"),
    ("full-art", "slate"),
    ("hero", "candy"),
    ("hand", "ink"),
)
ACROSS = 3
WIDE, HIGH, CAPTION = 500, 330, 34
"""Width and height in pixels of the area for one layout, and the height of its caption."""
LARGEST = {"layouts.jpg": 300 * 1024, "layouts-row.jpg": 110 * 1024}


def card(layout: str, look: str, side: str = "front") -> Image.Image:
    """Return the first card of a list in a layout and a look."""
    name = OTHERS.get(layout, "cards")
    kind = KINDS.get(layout, "cards")
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        shutil.copytree(EXAMPLES["templates"] / "storytelling/art", project / "art")
        (project / "list.csv").write_text(LISTS[name], encoding="utf-8")
        wishes = Wishes(layout=layout, look=look)
        game = start(project, name, kind=kind, source=project / "list.csv", wishes=wishes, follow=False).game
        return next(face for (at, _), face in pieces(game, project).items() if at == side)


def beside(cards: list[Image.Image], width: int, height: int) -> Image.Image:
    """Return cards side by side on a cloth, as large as they fit."""
    scale = min(
        (width - 18 * (len(cards) + 1)) / sum(one.width for one in cards), (height - 30) / cards[0].height
    )
    scene = Image.new("RGB", (width * 2, height * 2), CLOTH)
    gap = (width - scale * sum(one.width for one in cards)) / (len(cards) + 1)
    x = gap
    for one in cards:
        lay(scene, one, (x + one.width * scale / 2) * 2, height, turn=0, scale=scale * 2)
        x += one.width * scale + gap
    return scene.resize((width, height), Image.Resampling.LANCZOS)


def sheet() -> Image.Image:
    """Return all layouts with their names, each in two looks."""
    names = list(layouts())
    font = ImageFont.truetype(TEMPLATES / "_library/fonts/Alegreya Sans/700.ttf", 24)
    rows = -(-len(names) // ACROSS)
    whole = Image.new("RGB", (ACROSS * WIDE, rows * (HIGH + CAPTION)), CLOTH)
    pen = ImageDraw.Draw(whole)
    for number, name in enumerate(names):
        x, y = number % ACROSS * WIDE, number // ACROSS * (HIGH + CAPTION)
        both = [card(name, LOOKS[0]), card(name, LOOKS[1], "back" if name == "quiz" else "front")]
        whole.paste(beside(both, WIDE, HIGH), (x, y))
        pen.text((x + WIDE / 2, y + HIGH + 24), name, "#3a332a", font, anchor="ms")
    return whole


def main() -> None:
    """Draw both pictures."""
    row = beside([card(*one) for one in ROW], 1500, 430)
    for name, picture in (("layouts.jpg", sheet()), ("layouts-row.jpg", row)):
        path = Path(__file__).with_name(name)
        save_within(picture, path, LARGEST[name], (86, 80, 74, 68))


if __name__ == "__main__":
    main()
