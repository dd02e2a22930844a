"""Digests of the objects that content streams name, so that a reader of the finished file can tell
whether it still finds the same ones.

A digest is the first 12 hexadecimal digits of the SHA-256 of an object's canonical form: dictionaries
with sorted keys and without /Length, numbers with up to five decimals, names as they are, strings as
hexadecimal digits, references replaced by what they refer to, and a stream as its dictionary followed by
the SHA-256 of its encoded bytes.  The /Resources that all faces share are left out: what they hold is
listed by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256

from prancha.export.objects import Raw
from prancha.model.content import Content
from prancha.system.contents import sha256_of

DIGITS = 12
_TOKEN = re.compile(
    r"<<|>>|[\[\]]|/[^\s/<>\[\]()]*|\((?:[^()\\]|\\[()\\])*\)|<[0-9A-Fa-f\s]*>|[^\s/<>\[\]()]+"
)
_WORDS = ("true", "false", "null")


def digest_raw(raw: Raw) -> str:
    """The digest of an object as it will be written."""
    return digest_of(_canonical(raw))


def digest_of(canonical: bytes) -> str:
    """The digest of a canonical form."""
    return sha256(canonical).hexdigest()[:DIGITS]


def _canonical(raw: Raw) -> bytes:
    entries = _entries(raw.entries)
    for key, target in raw.references.items():
        if key == "Resources":
            continue
        if isinstance(target, Raw):
            entries[key] = _canonical(target)
        else:
            entries[key] = b"[" + b" ".join(map(_canonical, target)) + b"]"
    return stream_form(entries, raw.content)


def stream_form(entries: Mapping[str, bytes], content: Content | None) -> bytes:
    """The canonical form of a dictionary, and of its stream's encoded bytes if it has any."""
    body = b" ".join(b"/%s %s" % (key.encode(), value) for key, value in sorted(entries.items()))
    end = b"" if content is None else b"stream " + sha256_of(content).encode()
    return b"<<" + body + b">>" + end


def number_form(value: float) -> bytes:
    """A number in its canonical form."""
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return b"0" if text in ("-0", "") else text.encode()


def _entries(source: str) -> dict[str, bytes]:
    """The entries of a dictionary's body, each value in its canonical form."""
    tokens = iter(_TOKEN.findall(source))
    return _dictionary(tokens, "")


def _dictionary(tokens: Iterator[str], end: str) -> dict[str, bytes]:
    entries: dict[str, bytes] = {}
    for token in tokens:
        if token == end:
            return entries
        entries[token[1:]] = _value(next(tokens), tokens)
    return entries


def _value(token: str, tokens: Iterator[str]) -> bytes:
    if token == "<<":
        return stream_form(_dictionary(tokens, ">>"), None)
    if token == "[":
        values: list[bytes] = []
        for part in tokens:
            if part == "]":
                break
            values.append(_value(part, tokens))
        return b"[" + b" ".join(values) + b"]"
    if token.startswith("/") or token in _WORDS:
        return token.encode()
    if token.startswith("("):
        return b"(" + re.sub(r"\\(.)", r"\1", token[1:-1]).encode("latin-1").hex().encode() + b")"
    if token.startswith("<"):
        return b"(" + bytes.fromhex(token[1:-1]).hex().encode() + b")"
    return number_form(float(token))
