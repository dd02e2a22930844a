"""Digests of faces as printed: the drawing, the fonts it is set in, the pictures it shows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import msgspec

from prancha.changes.pictures import named_pictures
from prancha.changes.snapshot import Picture
from prancha.graphics.fonts import FontBook, FontError
from prancha.graphics.pictures import load
from prancha.graphics.svg.errors import DrawingFault
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.model.face import REVISION_MARK, Face
from prancha.system.cache import NOTHING, Pack, made_of

THUMB = 240
"""Pixels of the longer side of a small picture: enough to know it again."""
DRAWING = 100_000
"""Bytes of a drawing that a snapshot keeps whole; a larger one is shown as a grey box."""
_FORMATS = ("JPEG", "PNG", "WEBP")
_TAIL = re.compile(r"font-[^<>]*")
"""What an element says of fonts, to its end."""
_FAMILY = re.compile(r"\bfont-family=")
_TRAIT = re.compile(r'\bfont-(family|weight|style)="([^"]*)"')
_MARK = re.compile(rf'<g id="{REVISION_MARK}">.*?</g>', re.DOTALL)
Style = tuple[str, int, bool]


def styles_of(svg: str) -> set[Style]:
    """Fonts that an SVG sets text in: family, weight, italic; what it leaves out is 400 and upright."""
    # Where a text is placed comes first, and what follows is the same for many.
    return {style for style in map(_style_of, set(_TAIL.findall(svg))) if style is not None}


@lru_cache(maxsize=1000)
def _style_of(attributes: str) -> Style | None:
    """The font that attributes ask for; None where they name no family."""
    if not _FAMILY.search(attributes):
        return None
    traits: dict[str, str] = dict(_TRAIT.findall(attributes))
    weight = traits.get("weight", "400")
    weight = {"normal": "400", "bold": "700"}.get(weight, weight)
    number = int(weight) if weight.isdecimal() else 400
    return traits.get("family", ""), number, traits.get("style") == "italic"


def unmarked(svg: str) -> str:
    """An SVG without its revision mark: a new revision alone makes no piece stale."""
    return _MARK.sub("", svg) if REVISION_MARK in svg else svg


class _KnownPrints:
    """Digests as printed by those of faces that show no picture, in one entry of a pack."""

    def __init__(self, pack: Pack) -> None:
        self._pack, self._grown = pack, False
        self._before = made_of(pack.get(_NAME), msgspec.msgpack.Decoder(dict[str, str]).decode) or {}
        self._now: dict[str, str] = {}

    def get(self, face: Face) -> str | None:
        """The digest of a face, if it is known."""
        found = self._before.get(face.digest)
        if found is not None:
            self._now[face.digest] = found
        return found

    def put(self, face: Face, digest: str) -> None:
        """Know that of a face."""
        self._now[face.digest] = digest
        self._grown = True

    def finish(self) -> None:
        """Put them into the pack, which is about to be saved; of faces nobody asked for none."""
        if self._grown:
            self._pack.put(_NAME, msgspec.msgpack.encode(self._now))


_NAME = "prints"


class PrintDigest:
    """Makes digests for one game, whose fonts and pictures it reads once.

    `pack` keeps them; its context must tell all fonts that faces are set in.
    """

    def __init__(self, book: FontBook, folders: Sequence[Path], pack: Pack = NOTHING) -> None:
        self._book, self._folders = book, folders
        self._known = _KnownPrints(pack)
        if pack.lasts:
            pack.tables[_NAME] = self._known
        self._fonts: dict[Style, str] = {}
        self.pictures: dict[str, Picture] = {}

    def digest(self, face: Face) -> str:
        """The digest of a face together with all that its drawing names; raises Failure."""
        known = self._known.get(face)
        if known is not None:
            return known
        svg = unmarked(face.svg)
        names = named_pictures(svg)
        fonts = [self._font(style) for style in sorted(styles_of(svg))]
        try:
            shown = [self._picture(name) for name in names]
        except DrawingFault as fault:
            message = f"{fault.message} (template {face.template})"
            raise Failure([Diagnostic(face.place, "svg", message, face.item, fault.hint)]) from None
        digest = _short("\n".join((svg, *fonts, *shown)).encode())
        if not names:
            self._known.put(face, digest)
        return digest

    def _font(self, style: Style) -> str:
        if style not in self._fonts:
            try:
                self._fonts[style] = _short(self._book.font(*style).data)
            except FontError:  # the renderer tells it, with the place
                self._fonts[style] = ""
        return self._fonts[style]

    def _picture(self, name: str) -> str:
        if name not in self.pictures:
            data = load(name, self._folders)
            self.pictures[name] = Picture(_short(data), _thumb(data))
        return self.pictures[name].digest


def _short(data: bytes) -> str:
    return blake2b(data, digest_size=12).hexdigest()


def _thumb(data: bytes) -> str:
    import base64
    import io

    from PIL import Image, ImageOps

    drawn = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<"
    if drawn and len(data) <= DRAWING:
        return f"data:image/svg+xml;base64,{base64.b64encode(data).decode()}"
    try:
        with (
            Image.new("L", (1, 1), 190) if drawn else Image.open(io.BytesIO(data), formats=_FORMATS) as stored
        ):
            picture = ImageOps.exif_transpose(stored)
            picture.thumbnail((THUMB, THUMB))
            small = io.BytesIO()
            whole = "A" in picture.getbands() or "transparency" in picture.info
            picture.convert("RGBA" if whole else "RGB").save(small, "WEBP", quality=50, method=4)
    except (OSError, ValueError, Image.DecompressionBombError):
        return ""  # no picture at all: the renderer tells it, with the place
    return f"data:image/webp;base64,{base64.b64encode(small.getvalue()).decode()}"
