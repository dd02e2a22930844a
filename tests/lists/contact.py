"""Contact sheets of what `new --from` draws, to be looked at.

`python -m tests.lists.contact lists FOLDER OUT.png [FIRST COUNT]` shows the lists of `tests.lists.measure`;
`python -m tests.lists.contact layouts OUT-FOLDER` every layout on five sizes, with three lists.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw

from prancha.catalogue import load_game
from prancha.model.diagnostic import Failure
from prancha.setup.beginning.beginnings import draw_faces
from prancha.setup.layouts import layouts, looks
from prancha.setup.new_game import Wishes, start
from prancha.setup.new_game.finished_faces import read_size
from tests.lists import CASES

ACROSS, WIDE, HIGH = 6, 330, 270
SIZES = ("poker", "tarot", "bridge", "70 x 70 mm", "88 x 63 mm")
_LONG = "Gain two coins from the supply and place them on your market. Each other player discards one card."
LISTS = {
    "rich": "Name,Type,Cost,Picture,Icon,Text,Attack,Defence,Flavour,Artist\n"
    f'The Old Lighthouse Keeper,Place of Power,3,art/a.png,fire,"{_LONG}",2,4,The sky was red.,Ana Prado\n'
    "Flood,Event,1,art/a.png,droplet,Gain a coin.,1,1,,Rui Melo\n",
    "numbers": "Name,Strength,Dexterity,Constitution,Intelligence,Wisdom,Charisma,Text\n"
    f'Goblin,8,14,10,10,8,8,"{_LONG}"\nOgre,19,8,16,5,7,7,Hits hard.\n',
    "words": "Title,Picture,Effect\nRaposa,art/a.png,Compre duas cartas e descarte uma.\nCoruja,art/a.png,\n",
}

Cell = tuple[str, list[Image.Image] | str]
"""A name, and the faces of some cards or why there are none."""


def first_cards(project: Path, game_id: str, count: int = 2) -> list[Image.Image] | str:
    """Return the first cards of each family of a game, with backs of their own."""
    shown: list[Image.Image] = []
    try:
        game = load_game(project / "components" / game_id, project)
        for family in game.families:
            path, backs = project / "faces.pdf", family.back == f"{family.id}-back.svg"
            draw_faces(project, game, family.id, path, count=count, backs=backs)
            document = pypdfium2.PdfDocument(path)
            shown += [page.render(scale=1.75).to_pil() for page in document]
            document.close()
    except Failure as failure:
        return str(failure)
    return shown


def sheet(cells: list[Cell], out: Path) -> None:
    """Draw the cards of each cell with its name."""
    rows = -(-len(cells) // ACROSS)
    whole = Image.new("RGB", (ACROSS * WIDE, rows * HIGH), "#dddddd")
    pen = ImageDraw.Draw(whole)
    for number, (name, shown) in enumerate(cells):
        x, y = number % ACROSS * WIDE + 4, number // ACROSS * HIGH
        pen.text((x, y + 2), name, "black")
        if isinstance(shown, str):
            lines = (shown[at : at + 50] for at in range(0, min(len(shown), 300), 50))
            pen.text((x, y + 40), "\n".join(lines), "red")
            continue
        at, end = x, x + WIDE - 8
        for face in shown:
            face.thumbnail((WIDE - 8, HIGH - 20))
            if at + face.width <= end:
                whole.paste(face, (at, y + 16))
            at += face.width + 4
    whole.save(out)


def of_layouts(out: Path) -> None:
    """Draw a sheet for each size, with every layout and list, each in one of the looks."""
    for size in SIZES:
        cells: list[Cell] = []
        for number, layout in enumerate(layouts()):
            for name, text in LISTS.items():
                look = list(looks())[(number + len(cells)) % len(looks())]
                with tempfile.TemporaryDirectory() as folder:
                    project = Path(folder)
                    (project / "art").mkdir()
                    Image.radial_gradient("L").resize((900, 700)).convert("RGB").save(project / "art/a.png")
                    source = project / "deck.csv"
                    source.write_text(text, encoding="utf-8")
                    wishes = Wishes(size=read_size(size), layout=layout, look=look)
                    started = start(project, "trial", source=source, wishes=wishes, follow=False)
                    shown = "; ".join(map(str, started.wrong)) or first_cards(project, "trial")
                cells.append((f"{layout}, {look}: {name}", shown))
        sheet(cells, out / f"layouts-{size.replace(' ', '')}.png")


def main(arguments: list[str]) -> None:
    """Draw the sheets that were asked for."""
    if arguments[0] == "layouts":
        of_layouts(Path(arguments[1]))
        return
    root, first, count = Path(arguments[1]), *map(int, arguments[3:5] or (0, len(CASES)))
    sheet(
        [(name, first_cards(root / name, "trial")) for name in list(CASES)[first : first + count]],
        Path(arguments[2]),
    )


if __name__ == "__main__":
    main(sys.argv[1:])
