"""Make docs/pictures/readme-card.jpg: the card that README.md shows beside its list.

make pictures.  The list of README.md replaces the one that `prancha new --like storytelling` writes.
"""

import re
import tempfile
from pathlib import Path

from make import CLOTH, lay, pieces, save_within
from PIL import Image

from prancha.setup.new_game import start_like

ROOT = Path(__file__).resolve().parents[2]
WIDTH = 600
LARGEST = 60 * 1024


def readme_list() -> str:
    """The YAML list of README.md."""
    found = re.search(r"```yaml\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def main() -> None:
    """Draw the card and save it with a shadow."""
    with tempfile.TemporaryDirectory() as project:
        game = start_like(Path(project), "Far Places", "storytelling").game
        Path(project, "components", game, "cards.yaml").write_text(readme_list(), encoding="utf-8")
        card = pieces(game, Path(project))["front", "cards/coast"]
    scene = Image.new("RGB", (card.width + 60, card.height + 60), CLOTH)
    lay(scene, card, scene.width / 2, scene.height / 2, turn=0, scale=1)
    picture = scene.resize((WIDTH, round(scene.height * WIDTH / scene.width)), Image.Resampling.LANCZOS)
    path = Path(__file__).with_name("readme-card.jpg")
    save_within(picture, path, LARGEST, (90, 84, 78, 72))


if __name__ == "__main__":
    main()
