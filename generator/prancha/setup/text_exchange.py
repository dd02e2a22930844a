"""Export the texts of a game for translators, and import a PO file into `texts/`."""

from __future__ import annotations

from collections.abc import Mapping
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
from prancha.model.diagnostic import Diagnostic, Failure, Place, nearest
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
    texts = flatten_texts(data)
    before = _Texts(texts, {name: text for name, text in read_sources(data).items() if name in texts})
    after = _merge(before, found, entries)
    notes = _left_out(found, entries, before, after)
    if after != before or (after.texts and not path.exists()):
        lost = _comments(path)
        if lost:
            old = path.with_name(path.name + KEPT)
            write_whole(old, path.read_bytes())
            notes.append(f"{lost} of {path.name}, which is kept whole in {old.name}")
        write_whole(path, _yaml(game, after, lang))
    return ImportedTexts(path, len(after.texts), tuple(notes))


class _Texts(Struct, frozen=True):
    """The texts of a file by context, and what each was translated from as far as that is known."""

    texts: dict[str, str]
    sources: dict[str, str]


def _merge(before: _Texts, found: PoTranslations, entries: Mapping[str, TextEntry]) -> _Texts:
    """Merge the texts of a file with those of a PO file, without those that the PO file marks stale."""
    texts, sources = dict(before.texts), dict(before.sources)
    for context, (source, target) in found.texts.items():
        entry = entries.get(context)
        if entry is not None and entry.source == source and (context in texts or entry.target != target):
            texts[context], sources[context] = target, source
    changed = (context for context, (source, _) in found.texts.items() if _other(entries, context, source))
    for context in {*found.fuzzy, *found.empty, *changed} & texts.keys() & entries.keys():
        known = sources.get(context)
        # An empty one may have been written by hand since, of a source that is not told.
        if known != entries[context].source and (known is not None or context not in found.empty):
            del texts[context]
            sources.pop(context, None)
    return _Texts(texts, sources)


def _other(entries: Mapping[str, TextEntry], context: str, source: str) -> bool:
    return context in entries and entries[context].source != source


def _left_out(
    found: PoTranslations, entries: Mapping[str, TextEntry], before: _Texts, after: _Texts
) -> list[str]:
    """Return what of a PO file is not taken, and what the file of texts no longer has."""
    strange = [context for context in found.texts if context not in entries]
    changed = [context for context, (source, _) in found.texts.items() if _other(entries, context, source)]
    notes = []
    if strange:
        near = nearest(strange[0], entries)
        meant = f', did you mean "{near}"?' if near else ""
        notes.append(f'{_count(strange)} that are not in the game, such as "{strange[0]}"{meant}')
    if changed:
        notes.append(f'{_count(changed)} of a source that changed, such as "{changed[0]}": export again')
    if found.fuzzy:
        notes.append(f"{len(found.fuzzy)} fuzzy, for the translator to check")
    if found.empty:
        notes.append(f"{len(found.empty)} not translated yet")
    gone = [context for context in before.texts if context not in after.texts]
    if gone:
        notes.append(f'{_count(gone)} that the file had, of other words than now, such as "{gone[0]}"')
    printed = [
        one for one in found.fuzzy if one not in before.texts and one in entries and entries[one].target
    ]
    if printed:
        notes.append(f'{_count(printed)}, printed as the catalogue has it, such as "{printed[0]}"')
    return notes


def _count(contexts: list[str]) -> str:
    return f"{len(contexts)} text{'s' if len(contexts) > 1 else ''}"


def _comments(path: Path) -> str:
    """Return how many comments of an author are in a file; "" for none."""
    if not path.exists():
        return ""
    lines = path.read_text(encoding="utf-8").splitlines()
    number = sum(line.lstrip().startswith("#") and not line.endswith(_HEAD) for line in lines)
    return f"{number} comment{'s' if number > 1 else ''}" if number else ""


def _yaml(game: Game, written: _Texts, lang: str) -> bytes:
    """Return a file of texts: by family and item in the order of the game, quoted; then their sources."""
    texts = written.texts
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
    sources = [name for name in texts if name in written.sources]
    if sources:
        lines.append(f"{SOURCES}:  # what they were translated from")
        lines += [f"  {quote(name)}: {quote(written.sources[name])}" for name in sources]
    return ("\n".join(lines) + "\n").encode()


def _of(owner: str, texts: Mapping[str, str]) -> dict[str, str]:
    return {key.partition(":")[2]: text for key, text in texts.items() if key.partition(":")[0] == owner}


def _key(name: str, id_: bool = False) -> str:
    """Return a key that YAML reads as text; ids of digits alone are quoted."""
    plain = set(name) <= _PLAIN | ({"-"} if id_ else set()) and not name.replace(".", "").isdecimal()
    return name if plain and name.lower() not in _WORDS else quote(name)
