"""What other programs put a value for, in a drawing that is a template: here it prints as it stands."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from html import unescape
from pathlib import Path

from prancha.faces.faults import format_path
from prancha.model.diagnostic import Diagnostic, Place, suggestion
from prancha.model.excerpt import excerpt

_TEXT = re.compile(r"<(text|flowRoot)\b.*?</\1>", re.S)
_TAG = re.compile(r"<[^>]*>")
_SPACES = re.compile(r"\s+")
_SURE = re.compile(r"<<\s*([^<>{}]{1,40}?)\s*>>|%VAR_(\w{1,40})%")
"""Marks of a merge, which nobody prints."""
_MAYBE = re.compile(r"«\s*([^«»{}]{1,40}?)\s*»|(?<!\[)\[\s*([^\[\]{}]{1,40}?)\s*\](?!\])")
"""Marks that are words too, unless the name between them is that of a field."""


def merge_fields(path: Path, fields: Collection[str], item: str) -> Iterator[Diagnostic]:
    """Yield a warning for each such mark in the texts of the drawing at `path`, for cards of these `fields`.

    `item` is the first card that shows it.
    """
    source = path.read_text(encoding="utf-8", errors="replace")
    for text in _TEXT.finditer(source):
        words = unescape(_SPACES.sub(" ", _TAG.sub("", text[0])))
        line = source.count("\n", 0, text.start()) + 1
        for found in (*_SURE.finditer(words), *_MAYBE.finditer(words)):
            name = next(filter(None, found.groups()), "")
            field = re.sub(r"\W+", "_", name.lower()).strip("_")
            if field in fields:
                hint = f"write {{{{ {field} }}}} there: so a drawing names a field of its cards"
            elif found.re is _SURE:
                hint = f"write {{{{ name }}}} with the name of a field there; {suggestion(field, fields)}"
            else:
                continue
            message = f"{excerpt(found[0])} is the mark of a merge, and prints as it stands on every card"
            place = Place(format_path(path), line, 1)
            yield Diagnostic(place, "merge-field", message=message, item=item, hint=hint, severity="warning")
