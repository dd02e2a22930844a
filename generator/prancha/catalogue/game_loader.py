"""Read a game folder into a Game, with everything that is wrong at once; read the notes to its items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from prancha.catalogue.game_folders import GAME_FILE, explain_no_game, is_there, list_family_files
from prancha.catalogue.source_files import describe_file
from prancha.catalogue.yaml_document import Findings, Places, YamlDocument, describe
from prancha.catalogue.yaml_parser import read_yaml
from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.model.game import (
    THICKNESS,
    Family,
    Game,
    Untranslated,
)
from prancha.model.units import Mm
from prancha.system.crashes import caught
from prancha.system.file_contents import is_file, is_folder, refuse_links

if TYPE_CHECKING:
    from prancha.catalogue.source_files import DataFolder


MOST_PIECES = 200_000
"""Copies of all families together; each is placed on a sheet."""
TEXTS = "texts"
"""The folder with one file of texts per language."""
TABLE_FILE = "table.yaml"
NOTES = "notes"
"""Stem of the file of notes that the studio keeps, unless game.yaml lists a family of this name."""
_RULES = {"game", "rules", "free", "checks", "waive"}
"""Keys of rules.yaml."""
MOST_TOLD = 50
"""Wrong references reported per field."""
Notes = Mapping[str, Sequence[str]]
_HINT = 'write:\n"cards/owl":\n  - "too strong"\n'


def load_game(folder: Path, root: Path, given: Mapping[str, bytes] = MappingProxyType({})) -> Game:
    """Return the game in `folder`; places name files relative to `root`.

    `given` replaces the content of files, by name.

    Texts missing in a language are listed in the game.  Raises Failure with every diagnostic of all
    its files.
    """
    found: list[Diagnostic] = []
    lacks: list[Untranslated] = []
    game_document, documents = _read_documents(folder, root, found, given)
    # Not needed to report a missing game.
    from prancha.catalogue.game_file import read_game_file, usable_languages
    from prancha.catalogue.source_files import DataFolder

    data = DataFolder(folder, root)
    for name, content in given.items():
        data.give(name, content)
    head = languages = None
    values: dict[str, Any] = {}
    if game_document is not None:
        findings = Findings(game_document)
        read = read_game_file(findings, sorted(documents), data)
        head, values = read or (None, values)
        languages = usable_languages(game_document.data)
        found += findings.found
        lacks += findings.lacks
    stocks = {**THICKNESS, **values.get("stocks", {})}
    families = _read_families(
        documents,
        data,
        languages,
        tables=values.get("tables", {}),
        stocks=stocks,
        palette=head.palette if head is not None else {},
        found=found,
        lacks=lacks,
    )
    found += check_references(families, documents)
    if head is not None and game_document is not None:
        found += _find_unlisted(documents, head.families, folder, root)
        found += _check_pieces(families, game_document)
    table_document = _read_table_document(folder, root, found, given.get(TABLE_FILE))
    if found or head is None or game_document is None:
        raise Failure([*found, *(one.told for one in lacks)])
    whole = filter(None, (game_document, *documents.values()))
    game = Game(
        id=folder.name,
        folder=folder,
        families=tuple(filter(None, (families[name] for name in head.families))),
        place=game_document.place(),
        places=Places(game_document, (), game_document.data),
        notes=(*(note for document in whole for note in document.notes), *data.notes),
        **values,
    )
    if table_document is not None:
        game = _add_table(game, Findings(table_document), lacks)
    return _translate(game, tuple(lacks), folder, root, documents)


def _read_table_document(
    folder: Path, root: Path, found: list[Diagnostic], data: bytes | None
) -> YamlDocument | None:
    """Return table.yaml if there is one and its keys are right."""
    if not is_there(folder / TABLE_FILE):
        return None
    document = _read_document(folder / TABLE_FILE, root, found, data)
    if document is not None:
        from prancha.catalogue.table_file import check_keys  # most games have no such file

        found += check_keys(Findings(document))
    return document


def _add_table(game: Game, findings: Findings, lacks: list[Untranslated]) -> Game:
    """Return `game` with the set-ups of table.yaml; one with faults has these among its notes instead.

    A changed catalogue breaks set-ups and rules at once, and both are to be told.
    """
    from prancha.catalogue.table_file import read_table_file

    table = read_table_file(findings, game)
    if findings.found:
        return replace(game, notes=(*game.notes, *dict.fromkeys(findings.found)))
    lacks += dict.fromkeys(findings.lacks)
    return replace(game, play_table=table)


def _read_families(
    documents: Mapping[str, YamlDocument | None],
    data: DataFolder,
    languages: tuple[str, ...] | None,
    tables: Mapping[str, Any],
    stocks: Mapping[str, Mm],
    palette: Mapping[str, str],
    *,
    found: list[Diagnostic],
    lacks: list[Untranslated],
) -> dict[str, Family | None]:
    """Return the family of each document, None for one that cannot be read; add diagnostics to `found`."""
    from prancha.catalogue.family import read_family

    families: dict[str, Family | None] = {}
    # Families that a box holds are read before the box.
    for name, document in sorted(documents.items(), key=lambda entry: "holds" in _data(entry[1])):
        families[name] = None
        if document is not None:
            findings = Findings(document)
            try:
                with caught(Place(document.file), "reading its items"):
                    families[name] = read_family(
                        name,
                        findings,
                        languages=languages,
                        folder=data,
                        shared=tables,
                        others=families,
                        stocks=stocks,
                        palette=palette,
                    )
            except Failure as failure:
                found += failure.diagnostics
            found += findings.found
            lacks += findings.lacks
    return families


def _read_documents(
    folder: Path, root: Path, found: list[Diagnostic], given: Mapping[str, bytes]
) -> tuple[YamlDocument | None, dict[str, YamlDocument | None]]:
    """Return game.yaml and the file of each family; None for one that cannot be read.

    Raises Failure if game.yaml is missing, or a folder is a link.
    """
    if not is_file(folder / GAME_FILE):
        raise Failure([explain_no_game(folder, root)])
    refuse_links(root, folder.name)
    names = list_family_files(folder, root, found)
    game_document = _read_document(folder / GAME_FILE, root, found, given.get(GAME_FILE))
    listed = _data(game_document).get("families")
    listed = listed if isinstance(listed, list) else []
    documents: dict[str, YamlDocument | None] = {}
    for name in names:
        if name == NOTES and name not in listed:
            continue
        path = folder / f"{name}.yaml"
        document = _read_document(path, root, found, given.get(path.name))
        keys = _data(document).keys()
        if keys and keys <= _RULES and name not in listed:
            message = "rules are only read from rules.yaml, but this file has some"
            hint = "rename it to rules.yaml, or move its rules into the existing one"
            found.append(describe_file(path, root, "bad-file-name", message, hint))
        else:
            documents[name] = document
    return game_document, documents


def _translate(
    game: Game,
    lacks: tuple[Untranslated, ...],
    folder: Path,
    root: Path,
    documents: Mapping[str, YamlDocument | None],
) -> Game:
    """Return `game` with the texts of its language files, and with its untranslated texts."""
    game = replace(game, untranslated=lacks) if lacks else game
    if not is_folder(folder / TEXTS):
        return game
    from prancha.catalogue.language_texts import add_language_texts

    with caught(game.place, "reading its texts"):
        return add_language_texts(game, root, {name: _defaults(each) for name, each in documents.items()})


def load_defaults(game: Game, root: Path) -> Mapping[str, Mapping[str, Any]]:
    """Return the fields that each family of a game gives all its items, texts as written."""
    ids = [family.id for family in game.families]
    return {name: _defaults(read_yaml(game.folder / f"{name}.yaml", root)) for name in ids}


def _defaults(document: YamlDocument | None) -> Mapping[str, Any]:
    """Return the fields a family gives all its items: its defaults and the fields of its matrix."""
    from prancha.catalogue.items import escape_markup

    data = _data(document)
    matrix = data.get("matrix") or {}
    plain_fields = [name for name, how in (data.get("markup") or {}).items() if how == "none"]
    return escape_markup({**(data.get("defaults") or {}), **(matrix.get("fields") or {})}, plain_fields)


def _data(document: YamlDocument | None) -> dict[Any, Any]:
    """Return the keys and values of a file; {} for one that could not be read or has others."""
    return document.data if document is not None and isinstance(document.data, dict) else {}


def _read_document(
    path: Path, root: Path, found: list[Diagnostic], data: bytes | None = None
) -> YamlDocument | None:
    try:
        return read_yaml(path, root, data)
    except Failure as failure:
        found += failure.diagnostics
        return None


def _check_pieces(families: Mapping[str, Family | None], document: YamlDocument) -> list[Diagnostic]:
    """Return a finding if the game has more than MOST_PIECES pieces."""
    pieces = sum(family.copies for family in families.values() if family is not None)
    if pieces <= MOST_PIECES:
        return []
    message = f"the game has {pieces} pieces; the maximum is {MOST_PIECES}"
    place = document.place(("families",))
    return [Diagnostic(place, "too-large", message, hint="are the copies counted twice?")]


def _find_unlisted(names: Iterable[str], listed: list[str], folder: Path, root: Path) -> list[Diagnostic]:
    """Return a finding for each family file that game.yaml does not list."""
    message, way = "this family is not listed in game.yaml", "to families: in game.yaml, or delete the file"
    return [
        describe_file(folder / f"{name}.yaml", root, "unlisted-family", message, f"add {name} {way}")
        for name in names
        if name not in listed
    ]


def check_references(
    families: Mapping[str, Family | None], documents: Mapping[str, YamlDocument | None]
) -> list[Diagnostic]:
    """Return a finding for each reference that does not name an item of its target family.

    Families that could not be read are skipped; their errors are reported elsewhere.
    """
    found: list[Diagnostic] = []
    for name, family in families.items():
        document = documents[name]
        if document is None or family is None:
            continue
        asked = document.data.get("references")
        for field, target in asked.items() if isinstance(asked, dict) else ():
            if target not in families:
                message, hint = f'there is no family "{target}"', suggestion(str(target), families)
                found.append(
                    Diagnostic(document.place(("references", field)), "unknown-family", message, hint=hint)
                )
            elif (there := families[target]) is not None:
                found += _wrong_references(family, field, target, {item.id for item in there.items})
    return found


def _wrong_references(family: Family, field: str, target: str, known: set[str]) -> Iterator[Diagnostic]:
    """Yield findings for the first few: suggestions take long among many items."""
    wrong = []
    for item in family.items:
        value = item.fields.get(field)
        for one in value if isinstance(value, list) else [value]:
            is_id = isinstance(one, str | int) and not isinstance(one, bool)
            if one is not None and (not is_id or str(one) not in known):
                wrong.append((item, one))
    left = len(wrong) - MOST_TOLD
    for number, (item, one) in enumerate(wrong[:MOST_TOLD], 1):
        message = f'"{field}" names {describe(one)}, which is not an item of {target}'
        more = f" (and {left} more)" if number == MOST_TOLD and left > 0 else ""
        hint = suggestion(str(one), known)
        yield Diagnostic(item.where(field), "unknown-item", message + more, item.key, hint)


def notes_file(project: Path, game: str) -> Path:
    """Return the path of the notes of a game."""
    return project / "components" / game / f"{NOTES}.yaml"


def read_notes(project: Path, game: str) -> Notes:
    """Return all notes of a game; raise Failure for a file of another shape."""
    path = notes_file(project, game)
    refuse_links(project, game)
    if not is_there(path):
        return {}
    document = read_yaml(path, project)
    data = {} if document.data is None else document.data
    lists = list(data.values()) if isinstance(data, dict) else [None]
    if not all(isinstance(one, list) and all(isinstance(text, str) for text in one) for one in lists):
        message = "expected a list of texts for each component"
        raise Failure([Diagnostic(document.place(), "bad-notes", message, hint=_HINT)])
    return {str(key): tuple(found) for key, found in data.items()}
