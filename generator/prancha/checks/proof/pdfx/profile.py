"""Whether an ICC profile is whole, and the one of the condition that is named (ICC.1:2010, 7)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import md5

HEADER = 128
_ENTRY = 12
_KNOWN = {"FOGRA39": "FOGRA39", "FOGRA51": "PSO Coated v3", "FOGRA52": "PSO Uncoated v3"}
"""Words in the descriptions of profiles that are called otherwise than their condition."""
_CONDITION = re.compile(r"FOGRA\s*(\d+)", re.IGNORECASE)


def wrong_profile(data: bytes, condition: str) -> Iterator[tuple[str, str, str]]:
    """Message, what was found and what was expected, for all that is wrong with a profile."""
    if data[36:40] != b"acsp" or data[12:20] != b"prtrCMYK":
        kind = data[12:20].decode("latin-1") if data[36:40] == b"acsp" else "no ICC profile"
        yield "the profile of the output intent is not of four inks", kind, "prtrCMYK"
        return
    size, count = (int.from_bytes(data[at : at + 4]) for at in (0, HEADER))
    if size != len(data):
        yield "the profile is not as long as it says", f"{len(data)} bytes", f"{size} bytes"
        return
    tags = {}
    for k in range(min(count, 200)):
        at = HEADER + 4 + _ENTRY * k
        name, begin, length = data[at : at + 4], *(int.from_bytes(data[at + n : at + n + 4]) for n in (4, 8))
        if begin < HEADER or begin + length > size:
            yield "a table of the profile lies outside it", name.decode("latin-1"), "within it"
            return
        tags[name] = data[begin : begin + length]
    for needed in (b"desc", b"A2B0", b"B2A0"):
        if needed not in tags:
            yield "the profile lacks a table", f"no {needed.decode()}", needed.decode()
    own = data[84:100]
    if any(own) and own != _identity(data):
        yield (
            "the profile was changed: its bytes are not those that it was made of",
            _identity(data).hex(),
            own.hex(),
        )
    described = _text(tags.get(b"desc", b""))
    meant, told = _CONDITION.search(condition), _CONDITION.search(described)
    if meant and (
        told[1] != meant[1] if told else _KNOWN.get(f"FOGRA{meant[1]}", described) not in described
    ):
        yield "the profile is of another condition than the output intent names", described, condition


def _identity(data: bytes) -> bytes:
    """The MD5 of a profile without its flags, intent and this identity (7.2.18)."""
    whole = bytearray(data)
    for begin, end in ((44, 48), (64, 68), (84, 100)):
        whole[begin:end] = bytes(end - begin)
    return md5(whole, usedforsecurity=False).digest()


def _text(tag: bytes) -> str:
    """A description, of version 2 or 4, as far as it is plain letters."""
    if tag.startswith(b"desc"):
        return tag[12 : 12 + int.from_bytes(tag[8:12])].rstrip(b"\0").decode("latin-1")
    return tag[28:].decode("utf-16-be", "replace") if tag.startswith(b"mluc") else ""
