"""The project of the benchmark's deck: one family of cards in DejaVu Sans, as every tool there draws them."""

import os
import random
import shutil
import subprocess
from pathlib import Path

DECK = Path(__file__).resolve().parent / "deck"
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
WORDS = """draw discard reveal trade move score gain pay take place roll swap each player card token coin
worker resource turn round phase hand deck board then when after before until unless instead may must again
twice once only adjacent empty open hidden first last next other any all no your their its forest river
castle market harbour temple road mountain village tower""".split()
SUITS = (("Fire", "#c0392b"), ("Water", "#2471a3"), ("Earth", "#7e5109"), ("Wood", "#1e8449"))


def write_catalogue(components: Path, title: str, fonts: str, items: str) -> None:
    """Write the catalogue of one family of cards; `items` is what cards.yaml ends with."""
    components.mkdir(parents=True, exist_ok=True)
    (components / "game.yaml").write_text(GAME.format(title=title, fonts=fonts))
    (components / "cards.yaml").write_text(FAMILY + items)


def project(folder: Path, data: Path) -> None:
    """Write the project into `folder`; its cards are those of `data`, a list in YAML or a CSV file."""
    components, templates = folder / "components" / "deck", folder / "templates" / "deck"
    components.mkdir(parents=True)
    shutil.copytree(DECK / "templates" / "deck", templates)
    fonts = templates / "fonts" / "DejaVu Sans"
    fonts.mkdir(parents=True)
    for weight, name in (("400", "DejaVuSans.ttf"), ("700", "DejaVuSans-Bold.ttf")):
        shutil.copy(font_folder() / name, fonts / f"{weight}.ttf")
    if data.suffix == ".csv":
        shutil.copy(data, components / "cards.csv")
        items = "from: cards.csv\n"
    else:
        items = "items:\n" + data.read_text()
    write_catalogue(components, "Deck", "{body: DejaVu Sans}", items)


def font_folder() -> Path:
    """Folder of DejaVuSans.ttf; BENCH_FONT_DIR, Debian's place, or what fontconfig says."""
    named = os.environ.get("BENCH_FONT_DIR")
    usual = Path("/usr/share/fonts/truetype/dejavu")
    if named or (usual / "DejaVuSans.ttf").exists():
        return Path(named) if named else usual
    command = ["fc-match", "-f", "%{file}", "DejaVu Sans:style=Book"]
    return Path(subprocess.run(command, capture_output=True, text=True, check=True).stdout).parent


def write_cards(path: Path, number: int) -> None:
    """So many different cards as CSV, thirty words each."""
    chance = random.Random(20240817)
    lines = ["id,title,cost,suit,colour,body,copies"]
    for k in range(1, number + 1):
        body = " ".join(chance.choice(WORDS) for _ in range(30)).capitalize()
        lines.append(f"{k},Card number {k},{k * 7 % 13},{','.join(SUITS[k % 4])},{body}.,1")
    path.write_text("\n".join(lines) + "\n")
