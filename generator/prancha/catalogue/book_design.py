"""Read the keys below `book:`: the page and the look of what is made of Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from prancha.catalogue.file_keys import COLOUR, BookColours, BookFile, BookLook
from prancha.catalogue.validation import Keys
from prancha.catalogue.yaml_document import Findings, read_length
from prancha.model.diagnostic import suggestion
from prancha.model.rulebook import BookDesign
from prancha.model.units import PT_PER_MM, Mm, parse_size

_PAGES: Mapping[str, tuple[Mm, Mm] | None] = {
    "half": None,
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "a6": (105.0, 148.0),
    "letter": (215.9, 279.4),
    "half-letter": (139.7, 215.9),
    "square": (210.0, 210.0),
    "small-square": (148.0, 148.0),
    "small-booklet": (63.5, 88.9),
    "medium-booklet": (88.9, 127.0),
    "large-booklet": (127.0, 203.2),
    "tall-booklet": (114.3, 203.2),
    "tarot-booklet": (69.85, 120.65),
    "jumbo-booklet": (203.2, 254.0),
    "medium-coil-book": (127.0, 190.5),
    "jumbo-coil-book": (209.55, 254.0),
}
"""Pages of a rulebook by name; half is half of the paper of the kit, booklets and coil books are those of
The Game Crafter."""
_LEAST_PAGE, _MOST_PAGE = 60.0, 500.0
_MARGIN, _LEAST_MARGIN, _SHARE = 13.0, 6.0, 0.09
"""The margin of a rulebook in mm, the least of a leaflet, and its share of the width of a page."""


def read_rulebook(findings: Findings, book: BookFile | None, palette: Mapping[str, str]) -> BookDesign | None:
    """Return the design of the rulebook, or None where the game declares none."""
    if book is None:
        return None
    name = book.page or "half"
    width, height = (_PAGES[name] if name in _PAGES else _own_page(findings, name)) or (None, None)
    return replace(
        _read_look(findings, book, palette, _MARGIN),
        page=name,
        width=width,
        height=height,
        cover=book.cover,
    )


def read_leaflet(
    findings: Findings, look: BookLook | None, palette: Mapping[str, str], width: Mm, height: Mm
) -> BookDesign:
    """Return the design of a leaflet with pages of `width` x `height`."""
    margin = min(_MARGIN, max(_LEAST_MARGIN, width * _SHARE))
    design = _read_look(findings, look or BookLook(), palette, margin)
    return replace(design, width=width, height=height)


def _read_look(findings: Findings, look: BookLook, palette: Mapping[str, str], margin: Mm) -> BookDesign:
    if look.margin:
        margin = read_length(findings, ("book", "margin"), look.margin, 5, 60) or margin
    return BookDesign(
        margin=margin,
        columns=look.columns,
        gap=read_length(findings, ("book", "gap"), look.gap, 2, 30) or 6.0,
        size=(read_length(findings, ("book", "text"), look.text, 2, 9) or 3.0) * PT_PER_MM,
        leading=look.leading / 100,
        justify=look.justify,
        hyphenate=look.hyphenate,
        colours=read_colours(findings, palette, "book", look.colours),
        templates=MappingProxyType(given(look.templates)),
        notes=(read_length(findings, ("book", "notes"), look.notes, 15, 80) or 0.0) if look.notes else 0.0,
    )


def given(keys: Keys | None) -> dict[str, str]:
    """The texts of a mapping that are in the file, by key."""
    return {name: getattr(keys, name) for name in sorted(keys.written)} if keys is not None else {}


def read_colours(
    findings: Findings, palette: Mapping[str, str], key: str, colours: BookColours | None
) -> Mapping[str, str]:
    """Return the colours below `key` by role, each as `#rrggbb`."""
    found = {}
    for role, name in given(colours).items():
        if name not in palette and not COLOUR.fullmatch(name):
            hint = suggestion(name, palette) or 'write "#rrggbb", or a name of palette:'
            message = f'"{name}" is not a colour of the palette'
            findings.error((key, "colours", role), "bad-colour", message, hint)
        found[role] = palette.get(name, name)
    return MappingProxyType(found)


def _own_page(findings: Findings, text: str) -> tuple[Mm, Mm] | None:
    """Return the size of a page of its own; add an error where it is none, or out of range."""
    try:
        width, height = parse_size(text)
    except ValueError:
        hint = suggestion(text, _PAGES) + ' or write a size, such as "130 x 180 mm"'
        findings.error(("book", "page"), "bad-value", f'there is no page "{text}"', hint.strip())
        return None
    if not (_LEAST_PAGE <= width <= _MOST_PAGE and _LEAST_PAGE <= height <= _MOST_PAGE):
        message = f"a page of {width:g} x {height:g} mm is out of range"
        hint = f"each side must be {_LEAST_PAGE:g} to {_MOST_PAGE:g} mm long"
        findings.error(("book", "page"), "bad-value", message, hint)
    return width, height
