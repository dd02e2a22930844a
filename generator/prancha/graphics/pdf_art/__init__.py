"""Pages of PDFs as art: read with caution, kept as vectors with their fonts, or drawn as pictures."""

from __future__ import annotations

from prancha.graphics.pdf_art.kept_content import MAX_OPERATORS
from prancha.graphics.pdf_art.kept_objects import KeptObject, ObjectKeeper, inherited
from prancha.graphics.pdf_art.page_art import (
    DAMAGED,
    PageArt,
    describe_damage,
    draw_page,
    page_size,
    read_page,
    sorted_box,
    upright_matrix,
    visible_box,
    write_page,
)

__all__ = [
    "DAMAGED",
    "MAX_OPERATORS",
    "KeptObject",
    "ObjectKeeper",
    "PageArt",
    "describe_damage",
    "draw_page",
    "inherited",
    "page_size",
    "read_page",
    "sorted_box",
    "upright_matrix",
    "visible_box",
    "write_page",
]
