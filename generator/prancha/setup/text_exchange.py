"""Export the texts of a game for translators, and import a PO file into `texts/`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from prancha import catalogue
from prancha.building.face_drawing import prepare_faces
from prancha.building.game_loading import load
from prancha.catalogue.file_keys import LANGUAGE
from prancha.catalogue.language_texts import FOLDER, SOURCES, flatten_texts, read_sources
from prancha.catalogue.splice import quote
from prancha.faces.face_drawings import SeenFace
from prancha.model.diagnostic import Diagnostic, Failure, Place, counted, nearest
from prancha.model.game import Game
from prancha.setup.po_files import (
    PoTranslations,
    TextEntry,
    WrittenPo,
    make_po,
    read_translations,
    text_entries,
)
from prancha.system.atomic_files import write_whole


def export_texts(project: Path, name: str, lang: str, out: Path | None = None) -> WrittenPo:
    """Write the texts of a game to translate into `lang`; raises Failure."""
    game = load(project, name)
    if not LANGUAGE.match(lang):
        message, hint = f'"{lang}" is not a language', "write a code such as de or pt-BR"
        raise Failure([Diagnostic(Place(""), "no-language", message, hint=hint)])
    if lang == game.languages[0]:
        message = f"{lang} is the language that {name} is written in"
        others = ", ".join(game.languages[1:]) or "another code, such as de"
        raise Failure([Diagnostic(Place(""), "no-language", message, hint=f"translate into {others}")])
    path = out or game.folder / FOLDER / f"{lang}.po"
    seen, notes = shown_texts(project, game)
    entries = text_entries(game, lang, catalogue.load_defaults(game, project), seen)
    made = make_po(game.title, game.revision, lang, entries, path)
    if not path.exists() or path.read_bytes() != made.data:
        write_whole(path, made.data)
    return replace(made, notes=notes)


def shown_texts(project: Path, game: Game) -> tuple[Mapping[str, SeenFace], tuple[str, ...]]:
    """Return what the faces show in the first language, for the box of each text; none of a broken game."""
    try:
        return prepare_faces(project, game, game.languages[0])[0].seen(), ()
    except Failure as failure:
        why = f"boxes and texts without a language are left out: {game.id} cannot be drawn yet"
        return {}, (f"{why} ({failure.diagnostics[0].message})",)


_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.")
_USUAL = "defaults."
_WORDS = frozenset("yes no on off true false null y n".split())
"""What YAML takes for something else than text."""


KEPT = ".old"
"""What is added to the name of a file with comments before it is written anew."""
_HEAD = "; prancha texts import writes this file anew."


class ImportedTexts(Struct, frozen=True):
    """The file written, how many texts are in it, and what was not taken and why."""

    path: Path
    taken: int
    notes: tuple[str, ...]


def import_texts(project: Path, name: str, source: Path, lang: str = "") -> ImportedTexts:
    """Put the translations of a PO file into `texts/<lang>.yaml` of a game; raises Failure."""
    game = load(project, name)
    found = read_translations(source)
    lang = lang or found.language or source.stem
    if lang not in game.languages or lang == game.languages[0]:
        message = f'{name} is not translated into "{lang}"'
        hint = f"add {lang} to languages: in {game.place.file}, or name the language with --lang"
        raise Failure([Diagnostic(Place(source.as_posix()), "no-language", message, hint=hint)])
    seen, _ = shown_texts(project, game)
    entries = {
        one.context: one for one in text_entries(game, lang, catalogue.load_defaults(game, project), seen)
    }
    path = game.folder / FOLDER / f"{lang}.yaml"
    data = catalogue.read_yaml(path, project).data if path.exists() else None
    sources = read_sources(data)
    before: _Texts = {name: (text, sources.get(name)) for name, text in flatten_texts(data).items()}
    changed = [
        context
        for context, (source, _) in found.texts.items()
        if context in entries and entries[context].source != source
    ]
    after = _merge(before, found, entries, changed)
    notes = _left_out(found, entries, before, after, changed)
    if after != before or (after and not path.exists()):
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        lost = sum(line.lstrip().startswith("#") and not line.endswith(_HEAD) for line in lines)
        if lost:  # comments of an author
            old = path.with_name(path.name + KEPT)
            write_whole(old, path.read_bytes())
            word = "comments" if lost > 1 else "comment"
            notes.append(f"{lost} {word} of {path.name}, which is kept whole in {old.name}")
        write_whole(path, _yaml(game, after, lang))
    return ImportedTexts(path, len(after), tuple(notes))


_Texts = dict[str, tuple[str, str | None]]
"""Texts by context, each with what it was translated from as far as that is known."""


def _merge(
    before: _Texts, found: PoTranslations, entries: Mapping[str, TextEntry], changed: Sequence[str]
) -> _Texts:
    """Merge the texts of a file with those of a PO file, without those that the PO file marks stale."""
    after = dict(before)
    for context, (source, target) in found.texts.items():
        entry = entries.get(context)
        if entry is not None and entry.source == source and (context in after or entry.target != target):
            after[context] = target, source
    for context in {*found.fuzzy, *found.empty, *changed} & after.keys() & entries.keys():
        _, known = after[context]
        # An empty one may have been written by hand since, of a source that is not told.
        if known != entries[context].source and (known is not None or context not in found.empty):
            del after[context]
    return after


def _left_out(
    found: PoTranslations,
    entries: Mapping[str, TextEntry],
    before: _Texts,
    after: _Texts,
    changed: Sequence[str],
) -> list[str]:
    """Return what of a PO file is not taken, and what the file of texts no longer has."""
    strange = [context for context in found.texts if context not in entries]
    notes = []
    if strange:
        near = nearest(strange[0], entries)
        meant = f', did you mean "{near}"?' if near else ""
        notes.append(
            f'{counted(len(strange), "text")} that are not in the game, such as "{strange[0]}"{meant}'
        )
    if changed:
        notes.append(
            f'{counted(len(changed), "text")} of a source that changed, such as "{changed[0]}": export again'
        )
    if found.fuzzy:
        notes.append(f"{len(found.fuzzy)} fuzzy, for the translator to check")
    if found.empty:
        notes.append(f"{len(found.empty)} not translated yet")
    gone = [context for context in before if context not in after]
    if gone:
        notes.append(
            f'{counted(len(gone), "text")} that the file had, of other words than now, such as "{gone[0]}"'
        )
    printed = [one for one in found.fuzzy if one not in before and one in entries and entries[one].target]
    if printed:
        notes.append(
            f'{counted(len(printed), "text")}, printed as the catalogue has it, such as "{printed[0]}"'
        )
    return notes


def _yaml(game: Game, written: _Texts, lang: str) -> bytes:
    """Return a file of texts: by family and item in the order of the game, quoted; then their sources."""
    texts = {name: text for name, (text, _) in written.items()}
    lines = [f"# Texts of {game.title} in {lang}{_HEAD}"]
    owners = ["game", *(family.id for family in game.families)]
    for owner in owners:
        own = _of(owner, texts)
        family = next((one for one in game.families if one.id == owner), None)
        items = {item.id: _of(item.key, texts) for item in family.items} if family else {}
        items = {name: fields for name, fields in items.items() if fields}
        if own or items:
            lines.append(f"{owner}:")
            usual = {name: text for name, text in own.items() if name.startswith(_USUAL)}
            lines += [f"  {_key(name)}: {quote(text)}" for name, text in own.items() if name not in usual]
            lines += [f"  {_USUAL[:-1]}:"] if usual else []
            lines += [f"    {_key(name.removeprefix(_USUAL))}: {quote(text)}" for name, text in usual.items()]
        if items:
            lines.append("  items:")
        for name, fields in items.items():
            lines.append(f"    {_key(name, True)}:")
            lines += [f"      {_key(field)}: {quote(text)}" for field, text in fields.items()]
    sources = {name: source for name, (_, source) in written.items() if source is not None}
    if sources:
        lines.append(f"{SOURCES}:  # what they were translated from")
        lines += [f"  {quote(name)}: {quote(source)}" for name, source in sources.items()]
    return ("\n".join(lines) + "\n").encode()


def _of(owner: str, texts: Mapping[str, str]) -> dict[str, str]:
    return {key.partition(":")[2]: text for key, text in texts.items() if key.partition(":")[0] == owner}


def _key(name: str, id_: bool = False) -> str:
    """Return a key that YAML reads as text; ids of digits alone are quoted."""
    plain = set(name) <= _PLAIN | ({"-"} if id_ else set()) and not name.replace(".", "").isdecimal()
    return name if plain and name.lower() not in _WORDS else quote(name)
