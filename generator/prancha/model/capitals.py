"""Texts in capitals."""

from __future__ import annotations


def capitals(text: str) -> str:
    """`text` in capitals.  Georgian letters stay: the capitals that Unicode gave them, few fonts have."""
    if not any("\u10d0" <= c <= "\u10ff" for c in text):
        return text.upper()
    return "".join(c if "\u10d0" <= c <= "\u10ff" else c.upper() for c in text)
