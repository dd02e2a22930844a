"""Texts in double quotes, as YAML reads them."""

from __future__ import annotations

import json


def quoted(text: str) -> str:
    """Return `text` in quotes; signs that are not seen are escaped.

    JSON lets U+2028 and its like stand as they are; YAML takes them for ends of lines.
    """
    return "".join(map(_visible, json.dumps(text, ensure_ascii=False)))


def _visible(sign: str) -> str:
    if sign.isprintable():
        return sign
    return f"\\u{ord(sign):04X}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08X}"
