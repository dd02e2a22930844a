"""Build the benchmark's deck with prancha: python prancha_deck.py DATA.yaml OUT.pdf.

Joins a side-by-side run as `--add 'prancha=python .../prancha_deck.py {data}.yaml {out}'`.
The data file becomes the family's `items:` as it is; the font is DejaVu Sans,
as for every tool in that run.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

GAME = """\
title: Deck
languages: [en]
designers: [nobody]
rulebook: benchmark
players: [1]
revision: "1"
families: [cards]
fonts: {body: DejaVu Sans}
palette: {}
"""
FAMILY = """\
title: {en: Cards}
stock: card
size: 63 x 88 mm
outline: rectangle
bleed: 0 mm
template: card.svg.j2
items:
"""


def font_folder() -> Path:
    """Folder of DejaVuSans.ttf; BENCH_FONT_DIR, Debian's place, or what fontconfig says."""
    named = os.environ.get("BENCH_FONT_DIR")
    usual = Path("/usr/share/fonts/truetype/dejavu")
    if named or (usual / "DejaVuSans.ttf").exists():
        return Path(named) if named else usual
    command = ["fc-match", "-f", "%{file}", "DejaVu Sans:style=Book"]
    return Path(subprocess.run(command, capture_output=True, text=True, check=True).stdout).parent


def main() -> int:
    data, out = Path(sys.argv[1]), Path(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="deck") as folder:
        project = Path(folder)
        components, templates = project / "components" / "deck", project / "templates" / "deck"
        components.mkdir(parents=True)
        shutil.copytree(HERE / "deck" / "templates" / "deck", templates)
        fonts = templates / "fonts" / "DejaVu Sans"
        fonts.mkdir(parents=True)
        for weight, name in (("400", "DejaVuSans.ttf"), ("700", "DejaVuSans-Bold.ttf")):
            shutil.copy(font_folder() / name, fonts / f"{weight}.ttf")
        (components / "game.yaml").write_text(GAME)
        (components / "cards.yaml").write_text(FAMILY + data.read_text())
        os.environ.setdefault("PRANCHA_CACHE", "off")  # every run is to be cold
        from generator import cli

        # The other tools draw sheets only, so the cover stays out; PRANCHA_FLAGS= puts it back.
        flags = os.environ.get("PRANCHA_FLAGS", "--no-cover").split()
        code = cli.main(["build", "--project", str(project), "--out", str(project / "output"), *flags])
        if code == 0:
            (pdf,) = (project / "output" / "deck").glob("*.pdf")
            shutil.move(pdf, out)
    return code


if __name__ == "__main__":
    sys.exit(main())
