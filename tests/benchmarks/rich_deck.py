"""A deck of rich cards with prancha, Typst and WeasyPrint: python rich_deck.py CARDS PHOTOS.

Each card has a photograph, a frame, three panels, six tinted icons, and forty words with bold, italic and
coloured ones and an icon among them.  `--typst PYTHON` and `--weasyprint PYTHON` name environments with
`typst` and `weasyprint`; `--base COMMAND` another prancha to compare with.  Runs are taken in turn;
figures are medians of CPU seconds of the whole tree, and peak MiB of the largest process.
"""

import argparse
import json
import random
import shutil
import statistics
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from deck_project import write_catalogue
from measured import caching, timed
from PIL import Image, ImageFilter

HERE = Path(__file__).resolve().parent
LIBRARY = HERE.parents[1] / "templates" / "_library"
ICONS = "anchor bolt castle coin crown dice eye fire flag flower".split()
COLOURS = "#c0392b #2471a3 #7e5109 #1e8449 #6c3483".split()
WORDS = (
    "village mountain worker river card coin twice take tower token reveal discard round trade player again "
    "castle other market when once draw each until before after gain lose neighbour forest"
).split()
FONTS = "{body: Alegreya Sans, title: Alegreya Sans}"
TYPST = "import sys, typst; typst.compile('card.typ', output=sys.argv[1], font_paths=[sys.argv[2]])"
WEASYPRINT = "import sys, weasyprint; weasyprint.HTML('card.html').write_pdf(sys.argv[1])"


def cards_of(count: int, photos: int) -> list[dict]:
    """The cards as data; `runs` are stretches of one style, `text` the same as markup."""
    chance = random.Random(1)
    cards = []
    for number in range(count):
        runs, markup = [], []
        for k in range(8):
            words = " ".join(chance.choices(WORDS, k=5))
            style = ("", "bold", "", "italic", "", "colour", "", "")[k]
            colour = COLOURS[number % 5] if style == "colour" else ""
            runs.append(
                {"text": words, "bold": style == "bold", "italic": style == "italic", "colour": colour}
            )
            signs = {"bold": f"**{words}**", "italic": f"*{words}*", "colour": f"[{words}]{{{colour}}}"}
            markup.append(signs.get(style, words))
            if k == 5:
                name = chance.choice(ICONS)
                runs.append({"icon": name, "text": ""})
                markup.append(f"{{{name}}}")
        cards.append({
            "id": f"card-{number + 1}", "title": f"{chance.choice(WORDS).title()} {number + 1}",
            "cost": str(number * 7 % 13), "colour": COLOURS[number % 5],
            "photo": f"photo-{number % photos}.jpg",
            "icons": chance.sample(ICONS, 6), "tints": chance.choices(COLOURS, k=6), "runs": runs,
            "text": " ".join(markup),
        })  # fmt: skip
    return cards


def photograph(seed: int) -> bytes:
    """A picture of 900 x 520 pixels that takes some 120 kB as a JPEG."""
    noise = Image.frombytes("RGB", (900, 520), random.Random(seed).randbytes(900 * 520 * 3))
    stream = BytesIO()
    noise.filter(ImageFilter.GaussianBlur(1.1)).save(stream, "JPEG", quality=80)
    return stream.getvalue()


def write_project(folder: Path, cards: list[dict], photos: int) -> None:
    """The deck as a project of prancha."""
    components, templates = folder / "components" / "rich", folder / "templates" / "rich"
    (templates / "art").mkdir(parents=True)
    shown = ("id", "title", "cost", "colour", "photo", "icons", "tints", "text")
    lines = (f"  - {json.dumps({name: card[name] for name in shown})}\n" for card in cards)
    write_catalogue(components, "Rich", FONTS, "items:\n" + "".join(lines))
    shutil.copy(HERE / "rich" / "card.svg.j2", templates)
    for number in range(photos):
        (templates / "art" / f"photo-{number}.jpg").write_bytes(photograph(number))


def write_peers(folder: Path, cards: list[dict], photos: Path) -> None:
    """The deck as Typst and WeasyPrint read it."""
    folder.mkdir()
    for photo in photos.glob("*.jpg"):
        shutil.copy(photo, folder)
    for name in ICONS:
        drawing = (LIBRARY / "icons" / f"{name}.svg").read_text()
        for colour in ("#222222", *COLOURS):
            tint = "" if colour == "#222222" else f"-{colour[1:]}"
            tinted = drawing.replace("currentColor", colour).replace("<svg ", f'<svg fill="{colour}" ', 1)
            (folder / f"icon-{name}{tint}.svg").write_text(tinted)
    shutil.copy(HERE / "rich" / "card.typ", folder)
    (folder / "data.json").write_text(json.dumps({"cards": cards}))
    import jinja2

    template = jinja2.Template((HERE / "rich" / "card.html.j2").read_text())
    (folder / "card.html").write_text(template.render(cards=cards))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("cards", type=int)
    parser.add_argument("photos", type=int)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--typst", metavar="PYTHON")
    parser.add_argument("--weasyprint", metavar="PYTHON")
    parser.add_argument("--base", metavar="COMMAND")
    options = parser.parse_args()
    cards = cards_of(options.cards, options.photos)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        write_project(folder / "project", cards, options.photos)
        write_peers(folder / "peers", cards, folder / "project" / "templates" / "rich" / "art")
        build = ["build", "--no-cover", "--project", str(folder / "project")]
        commands = {"prancha": [sys.executable, "-m", "prancha", *build, "--out", str(folder / "out")]}
        if options.base:
            commands["base"] = [options.base, *build, "--out", str(folder / "base")]
        pdf = {name: str(folder / f"{name}.pdf") for name in ("typst", "weasyprint")}
        if options.typst:
            commands["typst"] = [options.typst, "-c", TYPST, pdf["typst"], str(LIBRARY / "fonts")]
        if options.weasyprint:
            commands["weasyprint"] = [options.weasyprint, "-c", WEASYPRINT, pdf["weasyprint"]]
        runs: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
        for _ in range(options.runs):
            for name, command in commands.items():
                runs[name].append(timed(command, folder / "peers", caching(None))[1:])
        middle = {name: statistics.median(cpu for cpu, _ in taken) for name, taken in runs.items()}
        print("| tool | CPU s | prancha takes of it | peak MiB |\n|---|---|---|---|")
        for name, taken in runs.items():
            peak = max(peak for _, peak in taken)
            print(f"| {name} | {middle[name]:.2f} | {middle['prancha'] / middle[name]:.2f} | {peak:.0f} |")


if __name__ == "__main__":
    main()
