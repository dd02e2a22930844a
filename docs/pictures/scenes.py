"""Make docs/pictures/scene-*.jpg: some scenes of the kits, small, as `export --to scenes` paints them."""

import tempfile
from pathlib import Path

from PIL import Image

from prancha.building.game_export import choose_target, export_game
from prancha.building.order import Order

ROOT = Path(__file__).resolve().parents[2]
SCENES = {
    "dual": ("table-2",),
    "aperiodik": ("table-2",),
    "ceramus": ("contents",),
    "hexagonal": ("contents", "fan"),
    "automato": ("spread",),
}
SIZE, SHOWN = "1600x1000", (640, 400)
QUALITY = 80


def main() -> None:
    """Paint the scenes, twice as large as they are shown."""
    target, options = choose_target("scenes", {"size": SIZE})
    with tempfile.TemporaryDirectory() as out:
        for game, names in SCENES.items():
            made = export_game(Order(ROOT, lang="en", out=Path(out), cover=False), game, target, options)
            for name in names:
                path = Path(__file__).with_name(f"scene-{game}-{name}.jpg")
                with Image.open(made.folder / f"{name}.png") as picture:
                    small = picture.convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS)
                small.save(path, quality=QUALITY, optimize=True, progressive=True)
                print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
