"""Make docs/pictures/scripts.png: the card of docs/text.md in four languages, as the program prints it.

make pictures.
"""

import os
import re
import shutil
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image

from prancha.cli import command_line

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("ar", "he", "hi", "ja")
SCALE = 4.0
CARD = (63.0, 88.0)
EDGE = 1.5
"""Beyond the cut, mm."""
_FILE = re.compile(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", re.DOTALL)


def main() -> None:
    """Build the page's game in a temporary folder, and lay its cards side by side."""
    page = (ROOT / "docs" / "text.md").read_text(encoding="utf-8")
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        shutil.copytree(ROOT / "tests" / "fonts", project / "templates" / "oasis" / "fonts")
        for name, text in _FILE.findall(page):
            (project / name).parent.mkdir(parents=True, exist_ok=True)
            (project / name).write_text(text, encoding="utf-8")
        os.chdir(project)
        cards = [card(lang) for lang in LANGUAGES]
        os.chdir(here)
    wide, high = cards[0].size
    gap = wide // 16
    table = Image.new("RGB", ((wide + gap) * len(cards) - gap, high), "white")
    for k, each in enumerate(cards):
        table.paste(each, (k * (wide + gap), 0))
    table.quantize(64).save(Path(__file__).with_name("scripts.png"), optimize=True)


def card(lang: str) -> Image.Image:
    """The only card of the only sheet, cut a little outside its edge."""
    assert command_line.main(["build", "oasis", "--lang", lang, "--no-cover", "--out", lang]) == 0
    (file,) = Path(lang).glob("**/*.pdf")
    document = pypdfium2.PdfDocument(file)
    picture = document[0].render(scale=SCALE).to_pil().convert("RGB")
    document.close()
    half = [(length / 2 + EDGE) * SCALE * 72 / 25.4 for length in CARD]
    x, y = picture.width / 2, picture.height / 2
    return picture.crop((round(x - half[0]), round(y - half[1]), round(x + half[0]), round(y + half[1])))


if __name__ == "__main__":
    main()
