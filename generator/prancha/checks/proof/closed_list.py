"""Hold a PDF against closed_list.toml, which lists what that of a kit may hold; anything else is a fault."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

import pikepdf
from msgspec import Struct

from prancha.checks.proof.measured import NOWHERE, Number, Switch


class Kind(Struct, frozen=True):
    """A kind of object: how messages call it, the code of what is wrong in it, its entries."""

    called: str
    code: str
    entries: Mapping[str, str]


_TABLES: Mapping[str, Mapping[str, str]] = tomllib.loads(
    files(__package__ or "").joinpath("closed_list.toml").read_text(encoding="utf-8")
)
LISTS = {name: " ".join(text.split()) for name, text in _TABLES["lists"].items()}
"""Alternatives that have a name."""


def _read_entries(text: str) -> Mapping[str, str]:
    """Return the entries of a kind: `Type! = /Page; Parent! = any`."""
    pairs = (part.partition(" = ") for part in " ".join(text.split()).split("; "))
    return {key: allowed for key, equals, allowed in pairs if equals}


KINDS = {
    name: Kind(table["called"], table["code"], _read_entries(table["entries"]))
    for name, table in _TABLES.items()
    if name != "lists"
}
"""Kinds of objects by name."""
CODES = {
    **dict.fromkeys(("OpenAction", "AA", "A", "JavaScript", "URI"), "document-action"),
    "Annots": "annotation", "Encrypt": "document-locked", "Rotate": "page-rotated",
    "UserUnit": "page-unit",
    **dict.fromkeys(("CropBox", "ArtBox", "MediaBox", "TrimBox", "BleedBox"), "page-box"),
    "PageMode": "document-setting", "PrintScaling": "print-scaling", "Duplex": "duplex-hint",
    "Lang": "document-name", "OCProperties": "layer-hidden", "Properties": "layer-hidden",
    "FontFile2": "font-not-embedded", "BaseFont": "font-not-subset", "FontName": "font-not-subset",
}  # fmt: skip
"""Codes of entries that have one of their own."""
HEADERS = {"": "%PDF-1.6", "PDF/X-4": "%PDF-1.6", "PDF/X-1a:2003": "%PDF-1.4"}
"""The first line of a file by the standard it follows."""

MOST_TOLD = 200
"""Faults after which the walk ends: the file is of another program."""
_LONGEST = 60
_SUBSET = re.compile(r"/[A-Z]{6}\+")
_CHOSEN_BY = ("Type", "Subtype", "FunctionType", "ShadingType", "PatternType")
"""Entries that tell kinds apart where there may be more than one."""
_WORDS: Mapping[str, Callable[[Any], bool]] = {
    "number": lambda value: not isinstance(value, bool | str | pikepdf.Object) and value is not None,
    "text": lambda value: isinstance(value, pikepdf.String),
    "name": lambda value: isinstance(value, pikepdf.Name),
    "subset": lambda value: isinstance(value, pikepdf.Name) and bool(_SUBSET.match(str(value))),
    "plain": lambda value: _is_plain(value),
    "any": lambda _: True,
}


class _Alternative(Struct, frozen=True):
    """One allowed value of an entry: a word or value, a kind, or a list of `parts` (`many`: any number)."""

    said: str
    kind: str = ""
    parts: tuple[tuple[_Alternative, ...], ...] | None = None
    many: bool = False


def find_unlisted(
    document: pikepdf.Pdf, features: frozenset[str], foreign: frozenset[str] = frozenset()
) -> Iterator[Switch]:
    """Objects and entries of a document that are not in the list, each with the first page that has it.

    `features` are what stands behind @ in the list: "press", "standard", the names of layers ...
    `foreign` names drawings of other programs, for which the list is wider.
    """
    if document.is_linearized:  # saved anew, for the web
        features |= {"linear"}
    walk = _Walk(features, foreign)
    walk.run(document)
    yield from walk.found[:MOST_TOLD]
    for thing in document.objects:
        if thing is not None and thing.objgen not in walk.met and _is_lost(thing, document.is_linearized):
            what = "the file holds an object that nothing refers to"
            yield Switch(KINDS["Catalogue"].code, 0, what, _format_value(thing), "none")
            return


def _is_lost(thing: Any, linear: bool) -> bool:
    """Return whether an object that nothing refers to has content and is no container of other objects."""
    if isinstance(thing, pikepdf.Stream):
        hints = linear and "/S" in thing and "/Type" not in thing
        return not hints and str(thing.get("/Type", "")) not in ("/ObjStm", "/XRef")
    empty = isinstance(thing, pikepdf.Dictionary) and not len(thing.keys())
    return not (empty or (linear and "/Linearized" in thing))


class _Walk:
    """A walk through all that a document refers to, without recursion: files may be deep."""

    def __init__(self, features: frozenset[str], foreign: frozenset[str]) -> None:
        self._entries = {
            name: {key.rstrip("!"): _read_alternatives(text, features) for key, text in kind.entries.items()}
            for name, kind in KINDS.items()
        }
        wider = _read_alternatives("Foreign", features)
        self._entries["Drawings"] = {**self._entries["Drawings"], **dict.fromkeys(foreign, wider)}
        self._lists = {name: _read_alternatives(text, features) for name, text in LISTS.items()}
        self.found: list[Switch] = []
        self.met: set[Number] = set()
        self._seen: set[tuple[Number, str]] = set()
        self._waiting: list[tuple[Any, str, int]] = []
        self._pages = 0

    def run(self, document: pikepdf.Pdf) -> None:
        """Hold everything against the list."""
        self._waiting.append((document.trailer, "Trailer", 0))
        while self._waiting and len(self.found) < MOST_TOLD:
            thing, name, page = self._waiting.pop()
            number = thing.objgen
            if number != NOWHERE:
                self.met.add(number)
                if (number, name) in self._seen:
                    continue
                self._seen.add((number, name))
            if name == "Page":
                self._pages += 1
                page = self._pages
            self._hold(thing, name, page)

    def _hold(self, thing: Any, name: str, page: int) -> None:
        kind, may = KINDS[name], self._entries[name]
        is_stream = "Length!" in kind.entries
        if isinstance(thing, pikepdf.Stream) is not is_stream:
            found = "no stream" if is_stream else "a stream"
            self._tell(
                kind, page, "", f"{kind.called} is of another kind", found=found, wanted="another kind"
            )
            return
        wild = [key for key in may if key.startswith("*")]
        left_out = {key for key, allowed in may.items() if allowed and f"{key}!" in kind.entries}
        for slashed, value in thing.items():
            key = slashed[1:]
            left_out.discard(key)
            if key == "Length" and is_stream:
                continue
            allowed = may.get(key) or next((may[one] for one in wild if key.endswith(one[1:])), ())
            if not allowed:
                what = f"{kind.called} has an entry that no kit has"
                self._tell(kind, page, key, what, found=f"{slashed} {_format_value(value)}", wanted="none")
            elif not self._fits(value, allowed, page):
                what = f"{kind.called} tells {slashed} as no kit does"
                wanted = " or ".join(one.said for one in allowed)
                self._tell(kind, page, key, what, found=_format_value(value), wanted=wanted)
        for key in (key for key in may if key in left_out and key != "Length"):
            what = f"{kind.called} lacks an entry that every kit has"
            self._tell(kind, page, key, what, found=f"no /{key}", wanted=f"/{key}")

    def _fits(self, value: Any, allowed: Sequence[_Alternative], page: int) -> bool:
        """Return whether a value fits an alternative: of several kinds, the one that fits its type best."""
        if len(allowed) > 1 and isinstance(value, pikepdf.Dictionary | pikepdf.Stream):

            def count_fitting(one: _Alternative) -> int:
                may = self._entries[one.kind] if one.kind else {}
                return sum(
                    _format_value(value.get(f"/{key}")) in {each.said for each in may[key]}
                    for key in _CHOSEN_BY
                    if key in may
                )

            allowed = [max(allowed, key=count_fitting)]
        return any(self._is(value, one, page) for one in allowed)

    def _is(self, value: Any, one: _Alternative, page: int) -> bool:
        """Return whether a value fits an alternative; objects of a kind wait to be checked later."""
        if one.kind in self._lists:
            return self._fits(value, self._lists[one.kind], page)
        if one.kind:
            if not isinstance(value, pikepdf.Dictionary | pikepdf.Stream):
                return False
            self._waiting.append((value, one.kind, page))
            return True
        if one.parts is not None:
            if not isinstance(value, pikepdf.Array) or not (one.many or len(value) == len(one.parts)):
                return False
            if value.is_indirect:
                self.met.add(value.objgen)
            # The last is looked at first, so that pages are met in their order.
            members = list(value)
            parts = one.parts * len(members) if one.many else one.parts
            pairs = list(zip(reversed(members), reversed(parts), strict=True))
            # What a word tells decides which of several lists it is, before objects in it are met.
            pairs.sort(key=lambda pair: any(other.kind or other.parts is not None for other in pair[1]))
            return all(self._fits(member, part, page) for member, part in pairs)
        word = _WORDS.get(one.said)
        if word is not None:
            if isinstance(value, pikepdf.Object) and value.is_indirect:
                self.met.add(value.objgen)
            return word(value)
        return _format_value(value) == one.said

    def _tell(self, kind: Kind, page: int, key: str, what: str, found: str, wanted: str) -> None:
        code = CODES.get(key, kind.code)
        self.found.append(Switch(code, page, what, found[:_LONGEST], wanted[:_LONGEST]))


def _format_value(value: Any) -> str:
    """A value in the notation of the list, or its kind."""
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return "nothing"
    if isinstance(value, pikepdf.Name):
        return str(value)
    if isinstance(value, pikepdf.String):
        return f'"{value}"'
    if isinstance(value, pikepdf.Stream):
        return "a stream"
    if isinstance(value, pikepdf.Dictionary):
        return f"<<{' '.join(sorted(value.keys()))}>>"
    if isinstance(value, pikepdf.Array):
        return f"[{', '.join(map(_format_value, list(value)[:8]))}]"
    return f"{float(value):g}"


def _is_plain(value: Any) -> bool:
    """Return whether a value refers to no object of its own."""
    if isinstance(value, pikepdf.Array):
        return all(map(_is_plain, value))
    return not isinstance(value, pikepdf.Dictionary | pikepdf.Stream)


# The list, read


def _read_alternatives(text: str, features: frozenset[str]) -> tuple[_Alternative, ...]:
    parts = (part.partition(" @") for part in _split(text, " | "))
    return tuple(
        _read_alternative(said, features) for said, _, feature in parts if not feature or feature in features
    )


def _read_alternative(said: str, features: frozenset[str]) -> _Alternative:
    if said.startswith("["):
        inner = said[1:-1]
        many = inner.endswith(" ...")
        parts = [inner.removesuffix(" ...")] if many else _split(inner, ", ")
        return _Alternative(
            said, parts=tuple(_read_alternatives(part, features) for part in parts), many=many
        )
    return _Alternative(said, kind=said if said[0].isupper() else "")


def _split(text: str, at: str) -> list[str]:
    """Split a text outside of brackets."""
    return re.split(rf"{re.escape(at)}(?![^\[\]]*\])", text)
