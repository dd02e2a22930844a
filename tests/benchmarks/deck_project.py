"""The project of the benchmark's deck: one family of cards in DejaVu Sans, as every tool there draws them."""

import os
import shutil
import subprocess
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parent / "deck" / "templates"
GAME = """\
title: {title}
languages: [en]
designers: [nobody]
rulebook: benchmark
players: [1]
revision: "1"
families: [cards]
fonts: {fonts}
palette: {{}}
"""
FAMILY = """\
title: {en: Cards}
stock: card
size: 63 x 88 mm
outline: rectangle
bleed: 0 mm
template: card.svg.j2
"""


def write_catalogue(components: Path, title: str, fonts: str, items: str) -> None:
    """Write the catalogue of one family of cards; `items` is what cards.yaml ends with."""
    components.mkdir(parents=True, exist_ok=True)
    (components / "game.yaml").write_text(GAME.format(title=title, fonts=fonts))
    (components / "cards.yaml").write_text(FAMILY + items)


def project(folder: Path, data: Path) -> None:
    """Write the project into `folder`; its cards are those of `data`, a list in YAML or a CSV file."""
    components, templates = folder / "components" / "deck", folder / "templates" / "deck"
    components.mkdir(parents=True)
    shutil.copytree(TEMPLATES / "deck", templates)
    fonts = templates / "fonts" / "DejaVu Sans"
    fonts.mkdir(parents=True)
    for weight, name in (("400", "DejaVuSans.ttf"), ("700", "DejaVuSans-Bold.ttf")):
        shutil.copy(_font_folder() / name, fonts / f"{weight}.ttf")
    if data.suffix == ".csv":
        shutil.copy(data, components / "cards.csv")
        items = "from: cards.csv\n"
    else:
        items = "items:\n" + data.read_text()
    write_catalogue(components, "Deck", "{body: DejaVu Sans}", items)


def _font_folder() -> Path:
    """Folder of DejaVuSans.ttf; BENCH_FONT_DIR, Debian's place, or what fontconfig says."""
    named = os.environ.get("BENCH_FONT_DIR")
    usual = Path("/usr/share/fonts/truetype/dejavu")
    if named or (usual / "DejaVuSans.ttf").exists():
        return Path(named) if named else usual
    command = ["fc-match", "-f", "%{file}", "DejaVu Sans:style=Book"]
    return Path(subprocess.run(command, capture_output=True, text=True, check=True).stdout).parent
