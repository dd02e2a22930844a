"""Rewrite the flowed text of Inkscape before 1.0 (`<flowRoot>`) as text of SVG 2 with `shape-inside`.

A `<flowRoot>` has a `<flowRegion>` of shapes and `<flowPara>`s of words.  It becomes a `<text>` whose
paragraphs end with a paragraph separator (U+2029); its regions become `<defs>` before it.  The elements stay
the same objects, so that their styles, lines and names stay with them.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from xml.etree.ElementTree import Element

from prancha.graphics.svg.path_data import SHAPES

LINE, PARAGRAPH = "\u2028", "\u2029"
"""Signs of Unicode that end a line, and a paragraph."""
_PARTS: Mapping[str, str] = {"flowPara": PARAGRAPH, "flowLine": LINE, "flowDiv": "", "flowSpan": ""}
"""The parts of a `<flowRoot>` with words, and the sign that ends each."""
_HOLDERS = ("flowRoot", "flowDiv")
"""Elements in which white space means nothing: words stand in paragraphs."""


def rewrite_flow_roots(root: Element, ids: Container[str]) -> None:
    """Rewrite each `<flowRoot>` that has words; `ids` are those in use.

    What it holds beside words and shapes, such as a shape to flow around, stays, to be refused.
    """
    if next(root.iter("flowRoot"), None) is None:
        return
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag == "flowRoot" and "".join(child.itertext()).strip():
                for region in _rewrite(child, ids):
                    parent.insert(list(parent).index(child), region)


def _rewrite(flow: Element, ids: Container[str]) -> list[Element]:
    """Make a `<flowRoot>` a `<text>`, and its regions `<defs>`, which are returned."""
    names: list[str] = []
    regions = [each for each in flow if each.tag == "flowRegion"]
    for region in regions:
        region.tag = "defs"
        region.text = region.tail = None
        flow.remove(region)
        for shape in list(region):
            if shape.tag == "use" and not {"transform", "x", "y"} & _meant(shape):
                target = next((v for k, v in shape.attrib.items() if k.rpartition("}")[2] == "href"), "")
                names.append(target.strip().removeprefix("#"))
            elif shape.tag in SHAPES:
                shape.attrib.setdefault("id", _new_id(flow, len(names), ids))
                names.append(shape.attrib["id"].strip())
    for empty in [each for each in flow if each.tag == "flowRegionExclude" and not len(each)]:
        flow.remove(empty)
    flow.tag = "text"
    for name in ("x", "y"):
        flow.attrib.pop(name, None)
    flow.set("shape-inside", " ".join(f"url(#{name})" for name in names) or "none")
    _name_parts(flow, True)
    return regions


def _meant(use: Element) -> set[str]:
    """The attributes of a `<use>` that say something."""
    return {name for name, value in use.attrib.items() if value.strip() not in ("", "0")}


def _new_id(flow: Element, number: int, ids: Container[str]) -> str:
    name = f"{flow.get('id', 'flow')}-frame{number or ''}"
    while name in ids:
        name += "-"
    return name


def _name_parts(element: Element, holds: bool) -> None:
    """Make the parts of a text `<tspan>`s; in what `holds` paragraphs white space is dropped."""
    if holds and not (element.text or "").strip():
        element.text = None
    for child in element:
        if child.tag in _PARTS:
            end, holder = _PARTS[child.tag], child.tag in _HOLDERS
            child.tag = "tspan"
            _name_parts(child, holder)
            tail = "" if holds and not (child.tail or "").strip() else child.tail or ""
            child.tail = end + tail
