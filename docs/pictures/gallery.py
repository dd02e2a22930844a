"""Make kits.jpg of README.md, and the pictures of the kits in docs/, as `export --to scenes` paints them.

make pictures.  kit-GAME.jpg is the table in play, box-GAME.jpg the box with some of its cards, and
gallery-GAME.jpg all that is in it; fan-hexagonal.jpg and spread-automato.jpg show other scenes.
"""

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from make import save_within
from PIL import Image

from prancha.building.game_export import choose_target, export_game
from prancha.building.order import Order

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = {"dual": 4, "aperiodik": 4, "ceramus": 3, "hexagonal": 6, "automato": 0}
"""The tables with most colours of players that still show their pieces large; 0 is the scene of a game."""
TABLES = ("dual", "aperiodik", "ceramus", "hexagonal")
"""Games and scenes of kits.jpg, from left to right in two rows; a row of boxes stands between the rows."""
GROUND = "#e2ddd3"
PAINTED = (1100, 688)
SHOWN = {"table": ("kit", (960, 600)), "box": ("box", (640, 400)), "contents": ("gallery", PAINTED)}
"""Prefix of the file name, and size in pixels, of the picture of each scene."""
OTHERS = {"hexagonal": "fan", "automato": "spread"}
SMALL = (640, 400)
LARGEST = {"kit": 78 * 1024, "box": 34 * 1024, "gallery": 80 * 1024, "fan": 40 * 1024, "spread": 44 * 1024}
QUALITIES = (86, 80, 74, 68, 60, 52, 44, 40)
TALL, SHELF = 500, 260
"""Pixels of a row of tables and of the row of boxes."""


def scenes(
    game: str, size: tuple[int, int], only: tuple[str, ...] = (), ground: str = GROUND
) -> Iterator[tuple[str, Image.Image]]:
    """Yield name and picture of each scene, painted twice as large as `size` and scaled down."""
    wanted = {"size": f"{2 * size[0]}x{2 * size[1]}", "ground": ground, "players": PLAYERS[game]}
    target, options = choose_target("scenes", wanted)
    with tempfile.TemporaryDirectory() as out:
        made = export_game(
            Order(ROOT, lang="en", out=Path(out), cover=False, only=only), game, target, options
        )
        for path in sorted(made.folder.glob("*.png")):
            with Image.open(path) as picture:
                small = picture.resize(size, Image.Resampling.LANCZOS)
            yield path.stem.partition("-")[0], small


def together(tables: Mapping[str, Image.Image]) -> Image.Image:
    """Four tables in play, and the boxes of all kits in a row between them."""
    whole = Image.new("RGB", (1600, 2 * TALL + SHELF), GROUND)
    for number, game in enumerate(TABLES):
        table = tables[game].resize((800, TALL), Image.Resampling.LANCZOS)
        whole.paste(table, (number % 2 * 800, number // 2 * (TALL + SHELF)))
    wide = 1600 // len(PLAYERS)
    for number, game in enumerate(PLAYERS):
        # Wider than its place, so that no shadow ends at a straight line.
        box = dict(scenes(game, (2 * wide, SHELF), ("box",), "transparent"))["box"]
        whole.paste(box, (number * wide - wide // 2, TALL), box)
    return whole


def save(picture: Image.Image, kind: str, game: str) -> None:
    """Write a picture as well as its kind may be large."""
    save_within(picture, Path(__file__).with_name(f"{kind}-{game}.jpg"), LARGEST[kind], QUALITIES)


def main() -> None:
    """Make all pictures."""
    tables: dict[str, Image.Image] = {}
    for game in PLAYERS:
        found = dict(scenes(game, PAINTED))
        tables[game] = found["table"]
        for scene, (kind, size) in SHOWN.items():
            save(found[scene].resize(size, Image.Resampling.LANCZOS), kind, game)
        if game in OTHERS:
            scene = OTHERS[game]
            save(found[scene].resize(SMALL, Image.Resampling.LANCZOS), scene, game)
    save_within(together(tables), Path(__file__).with_name("kits.jpg"), 280 * 1024, QUALITIES)


if __name__ == "__main__":
    main()
