"""Markup and words that are cut out of faces without reading these as XML."""

from __future__ import annotations

import re

_NOT_IN_XML = "[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]"
_LONE_AMPERSAND = re.compile("&(?!(?:amp|lt|gt|quot|apos);)")
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&"}


def is_unsafe(markup: str) -> bool:
    """Whether only the parser of XML may judge a face that this is of."""
    if "]]>" in markup or ("&" in markup and _LONE_AMPERSAND.search(markup)):
        return True
    # What prints is in XML; most faces hold nothing else, and need no closer look.
    return not markup.replace("\n", "").isprintable() and re.search(_NOT_IN_XML, markup) is not None


def unescaped(content: str) -> str:
    """The letters that markup without other entities stands for."""
    for entity, sign in _ENTITIES.items():
        content = content.replace(entity, sign)
    return content
