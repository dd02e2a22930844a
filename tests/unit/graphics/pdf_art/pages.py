"""PDFs of one page that tests write by hand: content and resources, and what is wrong with them."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pikepdf
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from prancha.system.program_folders import TEMPLATES

FONT = next(iter(sorted((TEMPLATES / "_library").rglob("*.ttf"))))


def page(
    content: bytes, change: Callable[[pikepdf.Pdf, Any], None] = lambda *_: None, **resources: Any
) -> bytes:
    """A page of 100 x 200 points with a content stream; `change` may do more to document and page."""
    out = io.BytesIO()
    with pikepdf.new() as document:
        document.add_blank_page(page_size=(100, 200))
        one = document.pages[0].obj
        one.Contents = pikepdf.Stream(document, content)
        one.Resources = pikepdf.Dictionary({f"/{kind}": value for kind, value in resources.items()})
        change(document, one)
        document.save(out, static_id=True)
    return out.getvalue()


def written(draw: Callable[[Canvas], None], size: tuple[float, float] = (100, 200)) -> bytes:
    """A page that ReportLab wrote, with the font "Own" in the file."""
    if "Own" not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont("Own", str(FONT)))
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=size, invariant=1)
    draw(canvas)
    canvas.save()
    return out.getvalue()
