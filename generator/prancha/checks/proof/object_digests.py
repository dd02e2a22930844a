"""Digests of PDF objects with all they refer to, as manifests have them (docs/proof.md)."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pikepdf

Number = tuple[int, int]
"""An object's number and generation; (0, 0) for one that stands within another."""
DIGITS = 12
DEEPEST = 40
NOWHERE: Number = (0, 0)
_WORDS = {None: b"null", True: b"true", False: b"false"}


class ObjectDigests:
    """Takes the digest of each object once; `shared` are the resource dictionaries of all faces."""

    def __init__(self) -> None:
        self.shared: set[Number] = set()
        self._known: dict[Number, str] = {}

    def digest(self, thing: Any) -> str:
        """The digest of an object."""
        number = thing.objgen
        known = self._known.get(number) if number != NOWHERE else None
        if known is None:
            known = sha256(self._form(thing, ())).hexdigest()[:DIGITS]
            self._known[number] = known
        return known

    def _form(self, value: Any, outer: tuple[Number, ...]) -> bytes:
        if isinstance(value, pikepdf.Array):
            return b"[%b]" % b" ".join([self._form(part, outer) for part in value])
        if isinstance(value, pikepdf.Dictionary | pikepdf.Stream):
            return self._tree(value, outer)
        return _write_atom(value)

    def _tree(self, thing: Any, outer: tuple[Number, ...]) -> bytes:
        number = thing.objgen
        if (number != NOWHERE and number in outer) or len(outer) > DEEPEST:
            return b"null"
        within = (*outer, number)
        parts = [
            b"%b %b" % (key.encode(), self._form(value, within))
            for key, value in sorted(thing.items())
            if key != "/Length" and not (key == "/Resources" and value.objgen in self.shared)
        ]
        head = b"<<%b>>" % b" ".join(parts)
        if not isinstance(thing, pikepdf.Stream):
            return head
        return head + b"stream " + sha256(thing.read_raw_bytes()).hexdigest().encode()


def _write_atom(value: Any) -> bytes:
    if isinstance(value, pikepdf.Name):
        return str(value).encode()
    if isinstance(value, pikepdf.String):
        return b"(%b)" % bytes(value).hex().encode()
    if value is None or isinstance(value, bool):
        return _WORDS[value]
    text = f"{float(value):.5f}".rstrip("0").rstrip(".")
    return b"0" if text in ("-0", "") else text.encode()


def get_inherited(page: Any, key: str) -> Any:
    """A page's attribute, or that of the tree above it (ISO 32000-1, 7.7.3.4)."""
    node, steps = page, 0
    while node is not None and steps < 50:
        if key in node:
            return node[key]
        node, steps = node.get("/Parent"), steps + 1
    return None
