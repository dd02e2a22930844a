"""Make side-by-side.jpg and reprint.jpg of docs/after-a-rule-change.md: what its steps print.

Follows the page's own edits and commands in a folder of its own, then takes pixels of the PDFs.
"""

import os
import re
import shlex
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image, ImageChops

from prancha.cli.command_line import main

ROOT = Path(__file__).resolve().parents[2]
STEP = re.compile(
    r"<!-- edit: (\S+) -->\n```diff\n(.*?)```|<!-- exchange: (\S+) -->\n(.*?\n)\n|```console\n(.*?)```",
    re.DOTALL,
)
PAIR = re.compile(r"\| `(.+)` \| `(.+)` \|")
DPI = 110


def follow(page: str, until: str) -> None:
    """Make the page's edits and run its commands in the current folder, `until` one begins so."""
    for file, diff, table, rows, console in STEP.findall(page):
        if file:
            lines = diff.splitlines(keepends=True)
            old, new = ("".join(line[1:] for line in lines if line[0] in signs) for signs in (" -", " +"))
            Path(file).write_text(Path(file).read_text().replace(old, new))
        for old, new in PAIR.findall(rows):
            Path(table).write_text(Path(table).read_text().replace(old, new))
        for line in console.splitlines():
            if line.startswith("$ prancha "):
                main(shlex.split(line)[2:])
            if line.startswith(until):
                return


def pages(path: str) -> list[Image.Image]:
    """All pages as pictures."""
    return [page.render(scale=DPI / 72).to_pil().convert("RGB") for page in pypdfium2.PdfDocument(path)]


def trimmed(picture: Image.Image, edge: int = 16) -> Image.Image:
    """The picture without its white margin, but for `edge` pixels."""
    box = ImageChops.difference(picture, Image.new("RGB", picture.size, "white")).getbbox()
    left, top, right, bottom = box or (0, 0, *picture.size)
    return picture.crop((max(0, left - edge), max(0, top - edge), right + edge, bottom + edge))


def save(picture: Image.Image, name: str) -> None:
    """Write a picture beside this file."""
    picture.save(Path(__file__).with_name(name), quality=78, optimize=True, progressive=True)


def make() -> None:
    """Make both pictures."""
    with TemporaryDirectory() as folder:
        for kind in ("components", "templates"):
            shutil.copytree(ROOT / kind / "aperiodik", Path(folder, kind, "aperiodik"))
        os.chdir(folder)
        follow((ROOT / "docs/after-a-rule-change.md").read_text(), "$ prancha build")
        first = pages("changes.pdf")[0]
        sheet, _, discards = pages("output/aperiodik/aperiodik-a4-since-printed.pdf")
        save(trimmed(first), "side-by-side.jpg")
        sheet = trimmed(sheet.crop((0, int(sheet.height * 0.08), sheet.width, int(sheet.height * 0.92))))
        discards = trimmed(discards)
        both = Image.new(
            "RGB", (sheet.width + discards.width + 30, max(sheet.height, discards.height)), "white"
        )
        both.paste(sheet, (0, 0))
        both.paste(discards, (sheet.width + 30, 0))
        save(both, "reprint.jpg")
        os.chdir(ROOT)


if __name__ == "__main__":
    make()
