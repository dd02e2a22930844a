"""References between the parts of a foreign drawing, resolved where our own readers want plain parts."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from generator.svg.paths import SHAPES

MAX_LINKS = 60


def resolve_gradients(root: Element) -> None:
    """Give each gradient the stops and attributes that it takes from another, as Inkscape shares them."""
    gradients = {
        e.attrib["id"]: e
        for e in root.iter()
        if e.tag in ("linearGradient", "radialGradient") and "id" in e.attrib
    }
    for gradient in gradients.values():
        for _ in range(MAX_LINKS):
            other = gradients.get(gradient.get("href", "").lstrip("#"))
            if other is None:
                break
            for name, value in other.attrib.items():
                if name not in ("id", "href"):
                    gradient.attrib.setdefault(name, value)
            if not len(gradient):
                gradient.extend(other)
            del gradient.attrib["href"]
            if "href" in other.attrib:
                gradient.set("href", other.attrib["href"])


def resolve_clips(root: Element) -> None:
    """Put the shapes that clips refer to into them, as Illustrator writes its clips."""
    ids = {e.attrib["id"]: e for e in root.iter() if "id" in e.attrib}
    for clip in list(root.iter("clipPath")):
        for k, part in enumerate(clip):
            shape = ids.get(part.get("href", "").lstrip("#")) if part.tag == "use" else None
            if shape is not None and shape.tag in SHAPES and not {"x", "y"} & part.attrib.keys():
                moves = f"{part.get('transform', '')} {shape.get('transform', '')}".strip()
                kept = {k: v for k, v in shape.attrib.items() if k not in ("id", "transform")}
                clip[k] = Element(shape.tag, {**kept, **({"transform": moves} if moves else {})})
