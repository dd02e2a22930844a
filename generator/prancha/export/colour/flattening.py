"""Flatten transparency, which PDF/X-1a forbids.

All of a face up to the last transparent operation becomes one picture; what is painted after that, mostly
text, stays as vectors above it.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from prancha.export.colour.ink_streams import PAINTS, PATH, TEXT, Operation, operations
from prancha.export.colour.press_inks import InkMixer
from prancha.export.colour.separation import is_picture, new_picture
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.export.pixels_and_bytes import Raster, pixels
from prancha.graphics.fonts import FontBook
from prancha.graphics.pdf_art import draw_page
from prancha.graphics.svg.matrix import moved_box
from prancha.model.face import Art, Portfolio, Resource
from prancha.model.units import Mm, fine
from prancha.system.file_contents import bytes_of

_BOX = re.compile(r"/BBox \[([^\]]*)\]")
_MATRIX = re.compile(r"/Matrix \[([^\]]*)\]")


def draw_foreign(portfolio: Portfolio, book: FontBook, dpi: int) -> tuple[Portfolio, int]:
    """Return a portfolio in which every form of another program is a picture, and how many those are."""
    foreign = [one for one in portfolio.resources if one.foreign]
    if not foreign:
        return portfolio, 0
    kept = [one for one in portfolio.resources if not one.foreign and one.kind != "Part"]
    for form in foreign:
        kept += _pictured(form, portfolio, book, dpi)
    return replace(portfolio, resources=tuple(kept)), len(foreign)


def _pictured(form: Resource, portfolio: Portfolio, book: FontBook, dpi: int) -> Iterator[Resource]:
    """Yield a form of the same name that shows a picture, that picture, and its soft mask if it has one."""
    width, height = _size(form)
    content = f"/{form.name} Do".encode()
    art = Art(form.name, (0.0, 0.0, width, height), content, zlib.crc32(content))
    parts = tuple(one for one in portfolio.resources if one.kind == "Part")
    alone = Portfolio({form.name: art}, (*parts, form))
    page = PdfPage(width, height, faces=((form.name, 0.0, 0.0),))
    data = write_pdf([page], alone, book, About(""), "none")
    size = pixels(width, dpi), pixels(height, dpi)
    picture = draw_page(data, form.name, size)
    alpha = picture.getchannel("A")
    seen_through = alpha.getextrema()[0] != 255
    name = f"{form.name}c"
    head = f"/Type /XObject /Subtype /Image /Width {size[0]} /Height {size[1]} /BitsPerComponent 8"
    yield Resource(
        name,
        "XObject",
        f"{head} /ColorSpace /DeviceRGB /Filter /FlateDecode",
        zlib.compress(picture.convert("RGB").tobytes()),
        mask=f"{name}a" if seen_through else "",
    )
    if seen_through:
        entries = f"{head} /ColorSpace /DeviceGray /Filter /FlateDecode"
        yield Resource(f"{name}a", "XObject", entries, zlib.compress(alpha.tobytes()))
    shown = f"q\n{fine(width)} 0 0 {fine(-height)} 0 {fine(height)} cm\n/{name} Do\nQ".encode()
    box = f"/BBox [0 0 {fine(width)} {fine(height)}]"
    entries = f"/Type /XObject /Subtype /Form {box} /Filter /FlateDecode"
    yield Resource(form.name, "XObject", entries, zlib.compress(shown, 9))


def _size(form: Resource) -> tuple[Mm, Mm]:
    """Return width and height of a form, which its matrix takes to the origin."""
    box, matrix = (
        tuple(map(float, found[1].split())) if (found := pattern.search(form.entries)) else ()
        for pattern in (_BOX, _MATRIX)
    )
    assert len(box) == 4, "a form has a box"
    assert len(matrix) == 6, "a page as a form has a matrix"
    left, bottom, right, top = box
    a, b, c, d, e, f = matrix
    x1, y1, x2, y2 = moved_box((a, b, c, d, e, f), (left, bottom, right, top))
    return x2 - x1, y2 - y1


DPI = 450
"""Resolution of the pictures that replace transparency."""
_OPACITY = re.compile(r"/(?:ca|CA) ([\d.]+)")
_SHOWN = (b"Do", b"sh", TEXT)


def flatten(portfolio: Portfolio, book: FontBook, mixer: InkMixer) -> tuple[Portfolio, tuple[str, ...]]:
    """Remove the transparency of a portfolio in colours of the screen; new pictures are in inks.

    Return also the digests of the faces that were changed.
    """
    clear = _Clear({one.name: one for one in portfolio.resources})
    parts: dict[str, tuple[bytes, bytes]] = {}
    for digest, art in portfolio.arts.items():
        listed = list(operations(art.content))
        last = clear.last_seen_through(listed)
        if last >= 0:
            parts[digest] = clear.parted(listed, last)
    if not parts:
        return portfolio, ()
    below = {digest: _changed(portfolio.arts[digest], content) for digest, (content, _) in parts.items()}
    pictures = {}
    arts = dict(portfolio.arts)
    for digest, picture in _drawn(replace(portfolio, arts=below), book, mixer):
        pictures[picture.name] = picture
        arts[digest] = _changed(arts[digest], _shown(arts[digest], picture.name) + parts[digest][1])
    resources = (*portfolio.resources, *pictures.values())
    return replace(portfolio, arts=arts, resources=resources), tuple(sorted(parts))


class _Clear:
    """Finds transparency among the resources of a document."""

    def __init__(self, resources: Mapping[str, Resource]) -> None:
        self._resources = resources
        self._known: dict[str, bool] = {}

    def last_seen_through(self, listed: Sequence[Operation]) -> int:
        """Return the index of the last operation that paints something transparent, or -1."""
        faded, saved, last = False, [], -1
        for at, operation in enumerate(listed):
            operator = operation.operator
            if operator == b"q":
                saved.append(faded)
            elif operator == b"Q":
                faded = saved.pop()
            elif operator == b"gs":
                faded = self.seen_through(operation.name)
            elif (operator in PAINTS or operator in _SHOWN) and (
                faded or (operator == b"Do" and self.seen_through(operation.name))
            ):
                last = at
        return last

    def parted(self, listed: Sequence[Operation], last: int) -> tuple[bytes, bytes]:
        """Split a stream after operation `last`; the rest is painted in the state left there."""
        before = listed[: last + 1]
        levels = sum({b"q": 1, b"Q": -1}.get(operation.operator, 0) for operation in before)
        below = [operation.source for operation in before]
        rest = [
            operation.source
            for operation in listed[last + 1 :]
            if operation.operator != b"gs" or not self.seen_through(operation.name)
        ]
        return b"\n".join([*below, *[b"Q"] * levels]), b"\n".join([*_state_of(before), *rest])

    def seen_through(self, name: str) -> bool:
        """Return whether anything painted with a graphics state, or as a form or picture, is transparent."""
        if name not in self._known:
            self._known[name] = self._looked(self._resources[name])
        return self._known[name]

    def _looked(self, resource: Resource) -> bool:
        if resource.mask or "/BM " in resource.entries:
            return True
        if resource.kind == "ExtGState":
            return any(float(share) < 1 for share in _OPACITY.findall(resource.entries))
        if resource.kind != "XObject" or is_picture(resource):
            return False
        return (
            self.last_seen_through(list(operations(zlib.decompress(bytes_of(resource.content or b""))))) >= 0
        )


def _state_of(listed: Sequence[Operation]) -> list[bytes]:
    """Return operations that lead to the state after `listed`, and paint nothing."""
    levels: list[list[bytes]] = [[]]
    path: list[bytes] = []
    clips = False
    for operation in listed:
        operator, source = operation.operator, operation.source
        if operator == b"q":
            levels.append([source])
        elif operator == b"Q":
            levels.pop()
        elif operator == PATH:
            path.append(source)
        elif operator in (b"W", b"W*"):
            path.append(source)
            clips = True
        elif operator in PAINTS or operator == b"n":
            if clips:
                levels[-1] += [*path, b"n"]
            path, clips = [], False
        elif operator not in _SHOWN and operator != b"gs":  # all that follows is opaque
            levels[-1].append(source)
    return [source for level in levels for source in level]


def _changed(art: Art, content: bytes) -> Art:
    return replace(art, content=content, check=zlib.crc32(content), advance=None)


def _drawn(portfolio: Portfolio, book: FontBook, mixer: InkMixer) -> Iterator[tuple[str, Resource]]:
    """Draw every face as a picture in inks, as large as its box."""
    arts = sorted(portfolio.arts.items())
    pages = []
    for digest, art in arts:
        left, top, right, bottom = art.box
        pages.append(PdfPage(right - left, bottom - top, faces=((digest, -left, -top),)))
    with Raster(write_pdf(pages, portfolio, book, About(""), "none")) as raster:
        for number, (digest, _) in enumerate(arts):
            width, height = pages[number].width, pages[number].height
            size = pixels(width, DPI), pixels(height, DPI)
            picture = raster.draw(number, (0.0, 0.0, width, height), size)
            yield digest, new_picture(f"F{digest[:16]}", mixer.picture(picture))


def _shown(art: Art, name: str) -> bytes:
    left, top, right, bottom = art.box
    numbers = " ".join(map(fine, (right - left, 0.0, 0.0, top - bottom, left, bottom)))
    return f"q\n{numbers} cm\n/{name} Do\nQ\n".encode()
