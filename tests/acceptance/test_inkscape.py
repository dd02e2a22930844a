"""Cards saved by Inkscape 1.2.2, printed as Inkscape shows them.

`inkscape/tide-pool.svg` and the picture beside it, at 72 pixels an inch, are of one run of Inkscape:
layers, one of them hidden, a gradient, a clip, a clone, dashes, texts of several lines and looks.
`marked-card.svg` has the marks that templates read.  Both are drawings of our own.
"""

from __future__ import annotations

from pathlib import Path

import pdfplumber
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from prancha.cli.command_line import main

HERE = Path(__file__).parent / "inkscape"
DPI = 72
SHEETS = {
    "papers.yaml": "papers:\n  one-card: {size: 69 x 94 mm, margin: 0 mm}\n",
    "profiles.yaml": "profiles:\n  single:\n    paper: one-card\n    margin: 0 mm\n    marks: {style: none}\n"
    "    grid: {columns: 1, rows: 1, x: 3 mm, y: 3 mm, size: 63 x 88 mm}\n",
}
GAME = "title: Pool\nlanguages: [en]\nfamilies: [cards]\nfonts: {body: Alegreya Sans}\n"
CARDS = (
    "title: Cards\nstock: card\nsize: 63 x 88 mm\noutline: rectangle\ntemplate: card.svg\nitems:\n"
    "  - {id: crab, name: Shore crab, sign: star, rules: 'Take one {coin}.', rare: true}\n"
    "  - {id: weed, name: Weed, sign: leaf, rules: Stay.}\n"
)


def printed(folder: Path, drawing: str) -> Path:
    """The PDF of two cards drawn by a file of Inkscape, a page each with 3 mm around it."""
    for name, text in SHEETS.items():
        _write(folder / "components/_sheets" / name, text)
    _write(folder / "components/pool/game.yaml", GAME)
    _write(folder / "components/pool/cards.yaml", CARDS)
    _write(folder / "templates/pool/card.svg", (HERE / drawing).read_text(encoding="utf-8"))
    assert (
        main(["build", "pool", "--project", str(folder), "--sheet", "single", "--no-cover", "--no-check"])
        == 0
    )
    (pdf,) = (folder / "output/pool").glob("*.pdf")
    return pdf


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_a_card_looks_as_it_does_in_inkscape(tmp_path: Path) -> None:
    page = pypdfium2.PdfDocument(str(printed(tmp_path, "tide-pool.svg")))[0]
    with Image.open(HERE / "tide-pool.png") as picture:
        wanted = picture.convert("RGB")
    # Four times as fine and brought down, for the trim does not begin on a whole pixel.
    fine = page.render(scale=4 * DPI / 72).to_pil().convert("RGB")
    left = round(3 / 25.4 * 4 * DPI)
    size = wanted.width * 4, wanted.height * 4
    shown = fine.crop((left, left, left + size[0], left + size[1])).resize(wanted.size, Image.Resampling.BOX)
    different = ImageChops.difference(shown, wanted).convert("L")
    far = sum(different.histogram()[64:]) / (wanted.width * wanted.height)
    assert ImageStat.Stat(wanted.convert("L")).stddev[0] > 30
    assert ImageStat.Stat(different).mean[0] < 3
    assert far < 0.01


def test_marks_made_in_inkscape_are_read(tmp_path: Path) -> None:
    with pdfplumber.open(printed(tmp_path, "marked-card.svg")) as pdf:
        crab, weed = (page.extract_text() for page in pdf.pages)
        corners = [len(page.curves) + len(page.rects) for page in pdf.pages]
    assert crab.split("\n") == ["Shore crab", "Take one ."]
    assert weed.split("\n") == ["Weed", "Stay."]
    assert corners[0] > corners[1]


@pytest.mark.parametrize(
    ("style", "message"),
    [
        (
            "vector-effect:non-scaling-stroke",
            'a stroke that keeps its width (vector-effect="non-scaling-stroke") cannot be printed truly',
        ),
        ("-inkscape-stroke:hairline", 'a hairline (-inkscape-stroke="hairline") cannot be printed truly'),
        ("stroke-linejion:round", 'there is no property "stroke-linejion"'),
    ],
)
def test_what_is_refused_has_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], style: str, message: str
) -> None:
    text = (HERE / "tide-pool.svg").read_text(encoding="utf-8")
    line = text.count("\n", 0, text.rindex("<path", 0, text.index("stroke-linejoin:round"))) + 1
    broken = tmp_path / "templates/pool/card.svg"
    _write(tmp_path / "components/pool/game.yaml", GAME)
    _write(tmp_path / "components/pool/cards.yaml", CARDS)
    _write(broken, text.replace("stroke-linejoin:round", style))
    assert main(["build", "pool", "--project", str(tmp_path)]) == 1
    (told, _hint) = capsys.readouterr().err.strip().split("\n")
    assert f"templates/pool/card.svg:{line}:1: error svg-template: {message}" in told
