"""Faces that stand in the stream of their page, taken out into form XObjects before a page is read.

A face that is placed once is written within its page, in marked content `/Face`: its clip, its content
and nothing else (docs/proof.md, "For programs").  Here each becomes the form that it would else have been,
so that one reader serves both.  What does not stand in that form to the letter stays on the page, where
all that is painted without a role is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import Any

import pikepdf

_BEGIN, _END = b"/Face BMC q ", b"\nQ EMC\n"
_NUMBER = rb"(-?\d*\.?\d+)"
_CLIP = re.compile(rb" ".join([_NUMBER] * 4) + rb" re W n\n")
_NAMED = re.compile(rb"/([^\s/<>()\[\]{}%]+) +Do\b")


def unfold(document: pikepdf.Pdf) -> int:
    """Make forms of the faces in all pages of an open document; returns how many."""
    return sum(unfold_page(document, page) for page in document.pages)


def unfold_page(document: pikepdf.Pdf, page: pikepdf.Page) -> int:
    """How many faces a page had in its stream."""
    stream, resources = page_stream(page), get_inherited(page.obj, "/Resources")
    if _BEGIN not in stream or not isinstance(resources, pikepdf.Dictionary):
        return 0
    listed = resources.get("/XObject", pikepdf.Dictionary())
    # Named as the forms of other faces are; a name that stands for something else is never taken.
    names = (name for k in count(len(listed)) if (name := f"/f{k}") not in listed)
    forms: dict[str, Any] = {}
    rest: list[bytes] = []
    at = 0
    for begin, (left, top, width, height), content, end in faces_in(stream):
        name, box = next(names), [left, top, round(left + width, 6), round(top + height, 6)]
        form = pikepdf.Stream(document, content, Subtype=pikepdf.Name.Form, BBox=box, Resources=resources)
        forms[name] = document.make_indirect(form)
        rest += (stream[at:begin], f"{name} Do\n".encode())
        at = end
    if forms:
        remaining = b"".join((*rest, stream[at:]))
        named = {f"/{name.decode('latin-1')}" for name in _NAMED.findall(remaining)}
        kept = {key: value for key, value in resources.items() if key not in ("/XObject", "/Font")}
        # What a page without faces in its stream names.
        things = {**{key: thing for key, thing in listed.items() if key in named}, **forms}
        page.obj.Contents = pikepdf.Stream(document, remaining)
        page.obj.Resources = pikepdf.Dictionary({**kept, "/XObject": pikepdf.Dictionary(things)})
    return len(forms)


def faces_in(stream: bytes) -> Iterator[tuple[int, tuple[float, ...], bytes, int]]:
    """Return where each face begins, its clip (x, y, width, height), its content, and where it ends."""
    end = 0
    while (begin := stream.find(_BEGIN, end)) >= 0:
        end = begin + len(_BEGIN)
        clip = _CLIP.match(stream, end)
        if clip is None or stream[begin - 1 : begin] != b"\n":
            continue
        close = stream.find(_END, clip.end())
        if close < 0:
            return
        end = close + len(_END)
        yield begin, tuple(map(float, clip.groups())), stream[clip.end() : close], end


def page_stream(page: pikepdf.Page) -> bytes:
    """The content of a page, its streams joined (ISO 32000-1, 7.8.2)."""
    contents = page.obj.get("/Contents")
    parts = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
    return b"\n".join(part.read_bytes() for part in parts if isinstance(part, pikepdf.Stream))


def get_inherited(page: Any, key: str) -> Any:
    """A page's attribute, or that of the tree above it (ISO 32000-1, 7.7.3.4)."""
    node, steps = page, 0
    while node is not None and steps < 50:
        if key in node:
            return node[key]
        node, steps = node.get("/Parent"), steps + 1
    return None
