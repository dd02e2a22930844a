"""PO files as translators' programs know them (GNU gettext), by polib.

The context of an entry is whose text it is and its name there; a source that changed makes it fuzzy,
with what it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.setup.texts.entries import TextEntry
from prancha.system.safe_open import Refused, regular_bytes

MAX_BYTES = 50_000_000
WIDTH = 78
_FUZZY = "fuzzy"
_TEXT = re.compile(
    r'\s*(?:#~)?\s*(?:#?\|)?\s*(?:msg(?:ctxt|id|id_plural|str|str\[\d+\])\s+(?=\S)|(?="))(.*)\Z'
)
"""A line with a text: what follows the keyword, or the line of a text that goes on."""
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"\s*\Z')


class Written(Struct, frozen=True):
    """A PO file, and how many of its texts are translated, fuzzy, or other than in the game."""

    data: bytes
    texts: int
    translated: int
    fuzzy: int
    ahead: int


def read_po(path: Path) -> Any:
    """The PO file at `path`, as polib has it; raises Failure."""
    try:
        text = regular_bytes(path, MAX_BYTES).decode("utf-8")
    except Refused as refused:
        raise _wrong(path, f"it {refused}", "give the .po file of your translators") from None
    except UnicodeDecodeError:
        raise _wrong(path, "it is not UTF-8", "save it as UTF-8, as Poedit and Weblate do") from None
    if wrong := tuple(_wrong_quotes(path, text)):
        raise Failure(wrong)
    with _told(path):
        import polib

        found = polib.pofile(text, wrapwidth=WIDTH)
    if wrong := tuple(_twice(path, (one for one in found if not one.obsolete and one.msgstr))):
        raise Failure(wrong)
    return found


def _wrong_quotes(path: Path, text: str) -> Iterator[Diagnostic]:
    """Texts without one of their quotes: polib cuts off a letter in the place of each."""
    for number, line in enumerate(text.splitlines(), 1):
        found = _TEXT.match(line)
        if found is None or _QUOTED.match(found[1]):
            continue
        lacks = "closing" if found[1].startswith('"') else "opening"
        if found[1].startswith('"') and re.search(r'(?<!\\)"', found[1][1:].rstrip()):
            message, hint = (
                "a quote ends the text before the end of the line",
                r"write \" for a quote in a text",
            )
        else:
            message, hint = f"the text of this line has no {lacks} quote", "add it, or mend it in Poedit"
        yield Diagnostic(Place(path.as_posix(), number), "po-file", message, hint=hint)


def written_po(title: str, revision: str, lang: str, entries: Iterable[TextEntry], path: Path) -> Written:
    """The PO file of `entries`; what translators did in the one at `path` stays.  Raises Failure."""
    old = read_po(path) if path.exists() else None
    with _told(path):
        import polib

        new = polib.POFile(wrapwidth=WIDTH)
    new.metadata = {
        "Project-Id-Version": f"{title} {revision}", "Language": lang, "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8", "Content-Transfer-Encoding": "8bit",
        "X-Generator": "prancha",
    }  # fmt: skip
    before = {one.msgctxt: one for one in old or () if not one.obsolete}
    if old is not None:
        new.metadata = {**new.metadata, **old.metadata, "Project-Id-Version": f"{title} {revision}"}
        new.header = old.header
    ahead = 0
    for entry in entries:
        made = _entry(entry, before.pop(entry.context, None))
        ahead += made.msgstr not in ("", entry.target) and _FUZZY not in made.flags
        new.append(made)
    for gone in before.values():
        gone.obsolete = True
        new.append(gone)
    new += [one for one in old or () if one.obsolete and one not in new]
    same = old is not None and str(old) == str(new)
    data = path.read_bytes() if same else f"{new}".encode()
    listed = [one for one in new if not one.obsolete]
    done = sum(bool(one.msgstr) and _FUZZY not in one.flags for one in listed)
    return Written(data, len(listed), done, sum(_FUZZY in one.flags for one in listed), ahead)


def _entry(entry: TextEntry, old: Any) -> Any:
    """An entry as it is to be now; the work on an `old` one stays, fuzzy where its source was another."""
    import polib

    place = [(entry.place.file, str(entry.place.line))] if entry.place.file else []
    made = polib.POEntry(
        msgctxt=entry.context, msgid=entry.source, msgstr=entry.target, comment="\n".join(entry.notes),
        occurrences=place,
    )  # fmt: skip
    if entry.before and made.msgstr:
        made.previous_msgid, made.flags = entry.before, [_FUZZY]
    if old is None or (not old.msgstr and made.flags):
        made.tcomment = old.tcomment if old else ""
        return made
    made.tcomment, made.flags = old.tcomment, list(old.flags)
    made.msgstr, made.previous_msgid = old.msgstr or entry.target, None
    if old.msgid == entry.source:
        made.previous_msgid = old.previous_msgid
    elif made.msgstr:
        made.previous_msgid = old.previous_msgid or old.msgid
        made.flags += [] if _FUZZY in made.flags else [_FUZZY]
    return made


class PoTranslations(Struct, frozen=True):
    """What a PO file says: translations by context with their sources, and which are not to be used."""

    language: str
    texts: Mapping[str, tuple[str, str]]
    fuzzy: tuple[str, ...]
    empty: tuple[str, ...]


def translations(path: Path) -> PoTranslations:
    """The translations of a PO file; raises Failure."""
    file = read_po(path)
    found = [one for one in file if not one.obsolete]
    usable = [one for one in found if one.msgstr.strip() and _FUZZY not in one.flags]
    fuzzy = [one for one in found if _FUZZY in one.flags]
    empty = [one for one in found if not one.msgstr.strip() and _FUZZY not in one.flags]
    return PoTranslations(
        file.metadata.get("Language", "").replace("_", "-"),
        {one.msgctxt or "": (one.msgid, one.msgstr) for one in usable},
        fuzzy=tuple(one.msgctxt or "" for one in fuzzy),
        empty=tuple(one.msgctxt or "" for one in empty),
    )


def _twice(path: Path, translated: Iterable[Any]) -> Iterator[Diagnostic]:
    """Texts that are translated twice, and otherwise each time, as where two versions were joined."""
    known: dict[str, Any] = {}
    for one in translated:
        first = known.setdefault(one.msgctxt or "", one)
        if one.msgstr != first.msgstr:
            message = f'"{one.msgctxt}" is translated twice; first at line {first.linenum or 1}'
            yield Diagnostic(Place(path.as_posix(), one.linenum), "po-file", message, hint="delete one")


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Let what polib cannot read, and polib that is not there, be told."""
    try:
        yield
    except ImportError:
        raise _wrong(
            path, "PO files need polib, which is not installed", "pip install 'prancha[po]'"
        ) from None
    except (OSError, ValueError, IndexError) as problem:
        line = re.search(r"line (\d+)", str(problem))
        said = "it is not the PO file of a translation"
        place = Place(path.as_posix(), int(line[1]) if line else 0)
        raise Failure(
            [Diagnostic(place, "po-file", said, hint="export it anew, or open it in Poedit")]
        ) from None


def _wrong(path: Path, message: str, hint: str) -> Failure:
    return Failure([Diagnostic(Place(path.as_posix()), "po-file", message, hint=hint)])
