"""One HTML file with every piece, for a screen without a network: both sides, search, true to size."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template

from prancha.export.face_pictures import FacePictures, pixel_size
from prancha.export.pixels_and_bytes import small_webp
from prancha.export.target import Export, Plan, Target, steps_in_words
from prancha.export.targets.designs import plan_files
from prancha.model.kit_components import Component, ComponentFace, ComponentKit
from prancha.model.outline import Outline
from prancha.model.units import number
from prancha.system.words import words

PAGE = "gallery.html"
MOST_PIXELS = 1600
"""The longer side of a picture: of a board, a screen shows no more."""


def plan(export: Export) -> Plan:
    """Plan one file."""
    dpi = export.options["dpi"]
    return plan_files([(PAGE, lambda pictures: page(export.kit, pictures, dpi))], steps_in_words("gallery"))


def page(kit: ComponentKit, pictures: FacePictures, dpi: int) -> bytes:
    """Write the page; its style and script are named by digests, and nothing else may be loaded or run."""
    texts = words(kit.lang, "exports")["gallery"]
    style, script, frame = (_part(end) for end in ("css", "js", "html"))
    outlines = {_size_class(f.outline): f.outline for one in kit.components for f in one.faces}
    style += "".join(f"\n.{name} {{ width: {number(each.width)}mm; }}" for name, each in outlines.items())
    revision = f"{texts['revision']} {kit.revision}" if kit.revision else ""
    told = " · ".join(text for text in (kit.subtitle, revision) if text)
    footer = " · ".join(text for text in (texts["footer"], kit.licence) if text)
    text = Template(frame).substitute(
        lang=escape(kit.lang),
        title=escape(kit.title),
        subtitle=escape(told),
        search=texts["search"],
        backs=texts["backs"],
        footer=escape(footer),
        style=style,
        script=script,
        style_hash=_hash(style),
        script_hash=_hash(script),
        body="\n".join(_sections(kit, pictures, dpi, texts)),
    )
    return text.encode()


def _part(end: str) -> str:
    return files(__package__ or "").joinpath(f"gallery.{end}").read_text(encoding="utf-8").strip()


def _hash(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def _sections(kit: ComponentKit, pictures: FacePictures, dpi: int, texts: Mapping[str, str]) -> Iterator[str]:
    for family in kit.families:
        back = family.common_back
        designs, copies = len(family.components), family.copies
        size = f"{number(family.outline.width)} × {number(family.outline.height)} mm"
        told = (
            f"{designs} {texts['design' if designs == 1 else 'designs']}, "
            f"{copies} {texts['one' if copies == 1 else 'of']}, {size}"
        )
        yield f"<section><h2>{escape(family.title)} <small>{told}</small></h2><ul>"
        for one in family.components:
            sides = one.faces if back is None else (one.front,)
            shown = "".join(_image(pictures, one.title, face, dpi, texts) for face in sides)
            yield f'<li><div class="sides">{shown}</div>{_caption(one)}</li>'
        if back is not None:
            shown = _image(pictures, family.title, back, dpi, texts)
            common = f'<p class="name">{escape(texts["common"])}</p>'
            yield f'<li class="back"><div class="sides">{shown}</div>{common}</li>'
        yield "</ul></section>"


def _caption(one: Component) -> str:
    copies = f" × {one.copies}" if one.copies > 1 else ""
    name = "" if one.title == one.id else f" <span>{escape(one.id)}</span>"
    return f'<p class="name">{escape(one.title)}{name}{copies}</p>'


def _image(
    pictures: FacePictures, title: str, face: ComponentFace, dpi: int, texts: Mapping[str, str]
) -> str:
    width, height = pixel_size(face, 0.0, dpi, MOST_PIXELS)
    data = b64encode(small_webp(pictures.cut_out(face, (width, height)))).decode()
    side = texts[face.side]
    alt = f"{title}, {side}" + (f": {face.words}" if face.words else "")
    back = " back" if face.side == "back" else ""
    size = _size_class(face.outline)
    source = f"data:image/webp;base64,{data}"
    return f'<img class="{size}{back}" width="{width}" height="{height}" alt="{escape(alt)}" src="{source}">'


def _size_class(outline: Outline) -> str:
    """Return the class of pictures that are as wide as this outline."""
    return "w" + number(outline.width).replace(".", "-")


TARGET = Target("gallery", "one HTML file to look at and search all pieces, offline", {"dpi": 150}, plan)
