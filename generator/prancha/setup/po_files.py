"""The texts of a game as entries of a PO file (GNU gettext), read and written by polib.

The context of an entry is its owner and its name there; a changed source makes it fuzzy, with the source
it was translated from.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from prancha.faces.face_drawings import SeenFace, SeenText
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.game import Game
from prancha.model.localised_text import each_text, is_text, resolve_texts, unescaped
from prancha.system.file_contents import Refused, regular_bytes

HEAD = tuple(
    "subtitle pitch time age publisher licence rulebook texts keywords supplied assumed tables".split()
)
"""What of game.yaml has texts."""
_WIDEST = 2_000.0
"""A box wider or higher than any paper was set to measure a text, not to print it (mm)."""


class TextEntry(Struct, frozen=True):
    """One text: `context` names it (`cards/owl:name`), `source` and `target` are its words.

    `notes` tell the box and the picture it is printed with; `before` is what the target was translated
    from, where the source changed since.
    """

    context: str
    source: str
    target: str
    place: Place
    notes: tuple[str, ...] = ()
    before: str = ""


def text_entries(
    game: Game, lang: str, defaults: Mapping[str, Mapping[str, Any]], seen: Mapping[str, SeenFace]
) -> tuple[TextEntry, ...]:
    """Return all texts of a game; one that is the same in all languages only where a face shows it."""
    return tuple(_Reader(game, lang, defaults, seen).read())


class _Reader:
    def __init__(
        self, game: Game, lang: str, defaults: Mapping[str, Mapping[str, Any]], seen: Mapping[str, SeenFace]
    ) -> None:
        self._game, self._lang, self._defaults, self._seen = game, lang, defaults, seen
        self._first = game.languages[0]
        self._stale = {f"{one.owner}:{one.path}": one.before for one in game.stale if one.language == lang}

    def read(self) -> Iterator[TextEntry]:
        game = self._game
        head = {name: getattr(game, name) for name in HEAD}
        yield from self._texts("game", head, "", game.places, SeenFace())
        for family in game.families:
            told = {"title": family.title, "note": family.note, "tables": family.tables}
            yield from self._texts(family.id, told, "", family.places, SeenFace())
            # What a family gives its items, with the translation where there is one.
            usual = dict(self._defaults.get(family.id, {}))
            for name, value in usual.items():
                having = (item.fields[name] for item in family.items if name in item.fields)
                usual[name] = next((one for one in having if self._same(one, value)), value)
            faces = [face for key, face in self._seen.items() if key.startswith(f"{family.id}/")]
            shown = SeenFace(tuple(dict.fromkeys(text for face in faces for text in face.texts)))
            written = _unescaped(usual, family.plain_fields)
            yield from self._texts(family.id, written, "defaults.", family.places, shown)
            for item in family.items:
                own = {
                    name: value
                    for name, value in item.fields.items()
                    if name not in usual or not self._same(value, usual[name])
                }
                extra = {"why": item.why, "assumed": item.assumed}
                own = _unescaped(own, family.plain_fields)
                values = {**own, **{name: value for name, value in extra.items() if name not in item.fields}}
                yield from self._texts(
                    item.key, values, "", item.places, self._seen.get(item.key, SeenFace())
                )

    def _same(self, one: Any, other: Any) -> bool:
        """Return whether two values are the same in the language that the game is written in."""
        first, second = (resolve_texts(each, self._first, self._game.languages) for each in (one, other))
        return bool(first == second)

    def _texts(
        self, owner: str, value: Any, name: str, places: Mapping[str, Place], shown: SeenFace
    ) -> Iterator[TextEntry]:
        """Yield the texts in `value`, which is called `name` and stands in `owner`."""
        if is_text(value, self._game.languages):
            same = len(value) == len(self._game.languages) and len(set(value.values())) == 1
            source, target = str(value.get(self._first) or ""), str(value.get(self._lang) or "")
            if same and f"{name}.{self._lang}" not in places:
                target = ""  # one text for all languages is not yet one of this
            if source.strip():
                yield self._entry(owner, name, source=source, target=target, places=places, shown=shown)
        elif isinstance(value, Mapping):
            for key, part in value.items():
                inner = f"{name}{key}" if name.endswith(".") or not name else f"{name}.{key}"
                yield from self._texts(owner, part, inner, places, shown)
        elif isinstance(value, list | tuple):
            for number, part in enumerate(value):
                yield from self._texts(owner, part, f"{name}.{number}", places, shown)
        elif isinstance(value, str) and any(map(str.isalpha, value)) and _boxes(value, shown):
            yield self._entry(owner, name, source=value, target="", places=places, shown=shown)

    def _entry(
        self, owner: str, name: str, source: str, target: str, places: Mapping[str, Place], shown: SeenFace
    ) -> TextEntry:
        place = places.get(name) or places.get(name.partition(".")[0]) or self._game.place
        notes = []
        for seen in _boxes(source, shown):
            if seen.width is None or seen.width > _WIDEST or (seen.height or 0) > _WIDEST:
                continue  # a text without limits
            line = f"one line, {seen.width:g} mm wide"
            notes.append(line if seen.height is None else f"box {seen.width:g} x {seen.height:g} mm")
        notes += [f"picture {picture}" for picture in shown.pictures]
        context = f"{owner}:{name}"
        return TextEntry(
            context, source, target, place, notes=tuple(notes), before=self._stale.get(context, "")
        )


def _unescaped(fields: Mapping[str, Any], plain_fields: Collection[str]) -> dict[str, Any]:
    """Return fields as their author wrote them: `plain_fields` without the escapes of markup."""
    return {
        name: each_text(value, unescaped) if name in plain_fields else value for name, value in fields.items()
    }


def _boxes(text: str, shown: SeenFace) -> list[SeenText]:
    """Return where a text is set: as it is, or else within a longer one."""
    plain = text.strip()
    found = [seen for seen in shown.texts if seen.text.strip() == plain]
    return found or [seen for seen in shown.texts if len(plain) > 3 and plain in seen.text]


MAX_BYTES = 50_000_000
WIDTH = 78
_FUZZY = "fuzzy"
_TEXT = re.compile(
    r'\s*(?:#~)?\s*(?:#?\|)?\s*(?:msg(?:ctxt|id|id_plural|str|str\[\d+\])\s+(?=\S)|(?="))(.*)\Z'
)
"""A line with a text: what follows the keyword, or the line of a text that goes on."""
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"\s*\Z')


class WrittenPo(Struct, frozen=True):
    """A PO file; how many of its texts are translated, fuzzy, or differ from the game; and notes."""

    path: Path
    data: bytes
    texts: int
    translated: int
    fuzzy: int
    ahead: int
    notes: tuple[str, ...] = ()


def read_po(path: Path) -> Any:
    """Return the PO file at `path`, parsed by polib; raises Failure."""
    try:
        text = regular_bytes(path, MAX_BYTES).decode("utf-8")
    except Refused as refused:
        raise _wrong(path, f"it {refused}", "give the .po file of your translators") from None
    except UnicodeDecodeError:
        raise _wrong(path, "it is not UTF-8", "save it as UTF-8, as Poedit and Weblate do") from None
    if wrong := tuple(_wrong_quotes(path, text)):
        raise Failure(wrong)
    with _polib_failures(path):
        import polib

        found = polib.pofile(text, wrapwidth=WIDTH)
    twice: list[Diagnostic] = []
    known: dict[str, Any] = {}
    for one in found:
        if one.obsolete or not one.msgstr:
            continue
        first = known.setdefault(one.msgctxt or "", one)
        if one.msgstr != first.msgstr:  # as where two versions were merged
            message = f'"{one.msgctxt}" is translated twice; first at line {first.linenum or 1}'
            twice.append(
                Diagnostic(Place(path.as_posix(), one.linenum), "po-file", message, hint="delete one")
            )
    if twice:
        raise Failure(twice)
    return found


def _wrong_quotes(path: Path, text: str) -> Iterator[Diagnostic]:
    """Return texts that lack a quote: polib cuts off a letter for each."""
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
            message, hint = f"the text of this line has no {lacks} quote", "add it, or fix it in Poedit"
        yield Diagnostic(Place(path.as_posix(), number), "po-file", message, hint=hint)


def make_po(title: str, revision: str, lang: str, entries: Iterable[TextEntry], path: Path) -> WrittenPo:
    """Return the PO file of `entries`, with the translations of the file at `path`.  Raises Failure."""
    old = read_po(path) if path.exists() else None
    with _polib_failures(path):
        import polib

        new = polib.POFile(wrapwidth=WIDTH)
    new.metadata = {
        "Project-Id-Version": f"{title} {revision}",
        "Language": lang,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "X-Generator": "prancha",
    }
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
    fuzzy = sum(_FUZZY in one.flags for one in listed)
    return WrittenPo(path, data, texts=len(listed), translated=done, fuzzy=fuzzy, ahead=ahead)


def _entry(entry: TextEntry, old: Any) -> Any:
    """Return an entry as it is now; work on an `old` one stays, fuzzy where its source changed."""
    import polib

    place = [(entry.place.file, str(entry.place.line))] if entry.place.file else []
    made = polib.POEntry(
        msgctxt=entry.context,
        msgid=entry.source,
        msgstr=entry.target,
        comment="\n".join(entry.notes),
        occurrences=place,
    )
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
    """Translations by context with their sources, and those that are not to be used."""

    language: str
    texts: Mapping[str, tuple[str, str]]
    fuzzy: tuple[str, ...]
    empty: tuple[str, ...]


def read_translations(path: Path) -> PoTranslations:
    """Return the translations of a PO file; raises Failure."""
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


@contextmanager
def _polib_failures(path: Path) -> Iterator[None]:
    """Turn errors of polib, and its absence, into Failure."""
    try:
        yield
    except ImportError:
        raise _wrong(
            path, "PO files need polib, which is not installed", 'pip install "prancha[po]"'
        ) from None
    except (OSError, ValueError, IndexError) as problem:
        line = re.search(r"line (\d+)", str(problem))
        place = Place(path.as_posix(), int(line[1]) if line else 0)
        said, hint = "it is not the PO file of a translation", "export it again, or open it in Poedit"
        raise Failure([Diagnostic(place, "po-file", said, hint=hint)]) from None


def _wrong(path: Path, message: str, hint: str) -> Failure:
    return Failure([Diagnostic(Place(path.as_posix()), "po-file", message, hint=hint)])
