"""Contact sheets: all pieces of a family, small, on pages of A4, as PDF and PNG, with ids below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from prancha.export.encoding import png
from prancha.export.face_pictures import FacePictures
from prancha.export.raster import pixels
from prancha.export.target import ContactPages, Export, File, Plan, Target

SHEET = "contact-sheet.pdf"


def plan(export: Export) -> Plan:
    """The PDF, and a picture of each of its pages."""
    made, dpi = export.contact, export.options["dpi"]
    assert made is not None, "this target is given its pages"
    names = _names(made)

    def write(pictures: FacePictures) -> Iterator[File]:
        yield SHEET, pictures.pages_pdf(made.pages, "none")
        with pictures.pages_raster(made.pages) as raster:
            for k, (name, page) in enumerate(zip(names, made.pages, strict=True)):
                width, height = page.size
                size = pixels(width, dpi), pixels(height, dpi)
                yield name, png(raster.draw(k, (0.0, 0.0, width, height), size), dpi)

    return Plan(names=(SHEET, *names), write=write, steps=_STEPS)


def _names(made: ContactPages) -> list[str]:
    """`cards.png`, or `cards-1.png` and so on for families with several pages."""
    found, count = [], {family: made.families.count(family) for family in made.families}
    seen: dict[str, int] = {}
    for family in made.families:
        seen[family] = seen.get(family, 0) + 1
        found.append(f"{family}.png" if count[family] == 1 else f"{family}-{seen[family]}.png")
    return found


_STEPS: Mapping[str, Sequence[str]] = {
    "pt": (
        f"{SHEET} traz todas as peças, reduzidas, com o id e o número de cópias embaixo; os PNG são as suas "
        "páginas.",
        "É para ver e discutir, não para recortar: para isso há as folhas de prancha build.",
    ),
    "en": (
        f"{SHEET} has all pieces, made smaller, with id and number of copies below; the PNG files are its "
        "pages.",
        "It is to look at and talk about, not to cut: for that there are the sheets of prancha build.",
    ),
}  # fmt: skip

TARGET = Target(
    "contact-sheet", "all pieces small on pages of A4, with their ids, as PDF and PNG", {"dpi": 150}, plan,
    contact=True,
)  # fmt: skip
