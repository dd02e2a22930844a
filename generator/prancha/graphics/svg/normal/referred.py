"""Elements that are drawn where others refer to them, and what those take from each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal
from xml.etree.ElementTree import Element

from prancha.graphics.svg.errors import DrawingFault

MAX_LINKS = 60


def chain(
    source: Element, ids: Mapping[str, Element], kind: Literal["gradient", "pattern"]
) -> Iterator[Element]:
    """A gradient or pattern, and those it refers to one after another.  Raises DrawingFault."""
    seen: list[Element] = []
    each: Element | None = source
    while each is not None:
        if each in seen:
            raise DrawingFault(f'"#{each.get("id", "")}" refers to itself', "cut the circle of references")
        if len(seen) > MAX_LINKS:
            raise DrawingFault(
                f"{kind}s refer to each other more than {MAX_LINKS} times",
                "write the last one's parts into the first",
            )
        seen.append(each)
        refuse_transform(each, f"{kind}Transform")
        yield each
        reference = each.get("href", "").strip()
        each = ids.get(reference.removeprefix("#")) if reference else None
        if reference and (each is None or not each.tag.lower().endswith(kind)):
            raise DrawingFault(f'href="{reference}" of a {kind} refers to no {kind}')


def refuse_transform(element: Element, instead: str = "the transform of what shows it") -> None:
    """Raise Fault for a transform on an element that no program moves."""
    if element.get("transform", "none").strip() not in ("none", ""):
        raise DrawingFault(f"a transform has no meaning on <{element.tag}>", f"write {instead}")
