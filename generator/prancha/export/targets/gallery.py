"""One HTML file with every piece, for a screen without a network: both sides, search, true to size."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template

from prancha.export.face_pictures import FacePictures, sized
from prancha.export.pixels_and_bytes import small_webp
from prancha.export.target import Export, File, Plan, Target
from prancha.model.kit_components import Component, ComponentFace, ComponentKit
from prancha.model.outline import Outline
from prancha.model.units import number

PAGE = "gallery.html"
MOST_PIXELS = 1600
"""The longer side of a picture: of a board, a screen shows no more."""

_WORDS: Mapping[str, Mapping[str, str]] = {
    "pt": {
        "search": "Procurar", "backs": "versos", "front": "frente", "back": "verso", "of": "peças",
        "one": "peça", "designs": "desenhos", "design": "desenho", "revision": "edição",
        "common": "o verso de todas",
        "footer": "Imprima em 100 %: cada figura sai no tamanho da peça.",
    },
    "en": {
        "search": "Search", "backs": "backs", "front": "front", "back": "back", "of": "pieces",
        "one": "piece", "designs": "designs", "design": "design", "revision": "revision",
        "common": "the back of all",
        "footer": "Print at 100 %: each picture comes out as large as its piece.",
    },
}  # fmt: skip


def plan(export: Export) -> Plan:
    """One file."""
    dpi = export.options["dpi"]

    def write(pictures: FacePictures) -> Iterator[File]:
        yield PAGE, page(export.kit, pictures, dpi)

    return Plan((PAGE,), write, _STEPS)


def page(kit: ComponentKit, pictures: FacePictures, dpi: int) -> bytes:
    """The page; its style and script are named by their digests, and nothing else may be loaded or run."""
    words = _WORDS["pt" if kit.lang.casefold().startswith("pt") else "en"]
    style, script, frame = (_part(end) for end in ("css", "js", "html"))
    outlines = {_size_class(f.outline): f.outline for one in kit.components for f in one.faces}
    style += "".join(f"\n.{name} {{ width: {number(each.width)}mm; }}" for name, each in outlines.items())
    revision = f"{words['revision']} {kit.revision}" if kit.revision else ""
    told = " · ".join(text for text in (kit.subtitle, revision) if text)
    footer = " · ".join(text for text in (words["footer"], kit.licence) if text)
    text = Template(frame).substitute(
        lang=escape(kit.lang), title=escape(kit.title), subtitle=escape(told), search=words["search"],
        backs=words["backs"], footer=escape(footer), style=style, script=script,
        style_hash=_hash(style), script_hash=_hash(script),
        body="\n".join(_sections(kit, pictures, dpi, words)),
    )  # fmt: skip
    return text.encode()


def _part(end: str) -> str:
    return files(__package__ or "").joinpath(f"gallery.{end}").read_text(encoding="utf-8").strip()


def _hash(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def _sections(kit: ComponentKit, pictures: FacePictures, dpi: int, words: Mapping[str, str]) -> Iterator[str]:
    for family in kit.families:
        back = family.common_back
        designs, copies = len(family.components), family.copies
        size = f"{number(family.outline.width)} × {number(family.outline.height)} mm"
        told = (
            f"{designs} {words['design' if designs == 1 else 'designs']}, "
            f"{copies} {words['one' if copies == 1 else 'of']}, {size}"
        )
        yield f"<section><h2>{escape(family.title)} <small>{told}</small></h2><ul>"
        for one in family.components:
            sides = one.faces if back is None else (one.front,)
            shown = "".join(_image(pictures, one.title, face, dpi, words) for face in sides)
            yield f'<li><div class="sides">{shown}</div>{_caption(one)}</li>'
        if back is not None:
            shown = _image(pictures, family.title, back, dpi, words)
            common = f'<p class="name">{escape(words["common"])}</p>'
            yield f'<li class="back"><div class="sides">{shown}</div>{common}</li>'
        yield "</ul></section>"


def _caption(one: Component) -> str:
    copies = f" × {one.copies}" if one.copies > 1 else ""
    name = "" if one.title == one.id else f" <span>{escape(one.id)}</span>"
    return f'<p class="name">{escape(one.title)}{name}{copies}</p>'


def _image(
    pictures: FacePictures, title: str, face: ComponentFace, dpi: int, words: Mapping[str, str]
) -> str:
    width, height = sized(face, 0.0, dpi)
    most = max(width, height)
    if most > MOST_PIXELS:
        width, height = (max(1, round(side * MOST_PIXELS / most)) for side in (width, height))
    data = b64encode(small_webp(pictures.cut_out(face, (width, height)))).decode()
    side = words[face.side]
    alt = f"{title}, {side}" + (f": {face.words}" if face.words else "")
    back = " back" if face.side == "back" else ""
    size = _size_class(face.outline)
    source = f"data:image/webp;base64,{data}"
    return f'<img class="{size}{back}" width="{width}" height="{height}" alt="{escape(alt)}" src="{source}">'


def _size_class(outline: Outline) -> str:
    """The class of pictures that are as wide as this outline."""
    return "w" + number(outline.width).replace(".", "-")


_STEPS: Mapping[str, Sequence[str]] = {
    "pt": (
        f"Abra {PAGE} em um navegador, mesmo sem rede. Pode mandá-lo por correio: é um arquivo só.",
        "Procure por nome ou por palavras das cartas. Sem JavaScript tudo se lê do mesmo modo.",
        "Impressa em 100 %, cada figura tem o tamanho da peça; para recortar há as folhas de prancha build.",
    ),
    "en": (
        f"Open {PAGE} in a browser, with or without a network. You can mail it: it is one file.",
        "Search by name, or by words on the cards. Without JavaScript all of it can still be read.",
        "Printed at 100 %, each picture is as large as its piece; to cut, use the sheets of prancha build.",
    ),
}

TARGET = Target("gallery", "one HTML file to look at and search all pieces, offline", {"dpi": 150}, plan)
