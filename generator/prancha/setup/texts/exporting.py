"""Texts of a game to the PO file of a language."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from prancha import catalogue
from prancha.building.drawing import prepare_faces
from prancha.building.loading import load
from prancha.catalogue.file_keys import LANGUAGE
from prancha.catalogue.language_texts import FOLDER
from prancha.faces.face_drawings import SeenFace
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.game import Game
from prancha.setup.texts.entries import text_entries
from prancha.setup.texts.po_file import written_po
from prancha.system.atomic_files import write_whole


class ExportedTexts(Struct, frozen=True):
    """What was written: the file, how many texts it has, how many are translated and how many fuzzy.

    `ahead` are translations that the game has not; `notes` what else to know.
    """

    path: Path
    texts: int
    translated: int
    fuzzy: int
    ahead: int
    notes: tuple[str, ...] = ()


def export_texts(project: Path, name: str, lang: str, out: Path | None = None) -> ExportedTexts:
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
    seen, notes = seen_of(project, game)
    entries = text_entries(game, lang, catalogue.load_defaults(game, project), seen)
    made = written_po(game.title, game.revision, lang, entries, path)
    if not path.exists() or path.read_bytes() != made.data:
        write_whole(path, made.data)
    return ExportedTexts(
        path, made.texts, translated=made.translated, fuzzy=made.fuzzy, ahead=made.ahead, notes=notes
    )


def seen_of(project: Path, game: Game) -> tuple[Mapping[str, SeenFace], tuple[str, ...]]:
    """What the faces show in the first language, for the box of each text; nothing of a broken game."""
    try:
        return prepare_faces(project, game, game.languages[0])[0].seen(), ()
    except Failure as failure:
        why = f"boxes and texts without a language are left out: {game.id} cannot be drawn yet"
        return {}, (f"{why} ({failure.diagnostics[0].message})",)
