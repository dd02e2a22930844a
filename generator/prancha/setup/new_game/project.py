"""Write a new project: never over anything, and complete enough to build at once."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from prancha.catalogue import load_game
from prancha.catalogue.data_folder import ENDINGS
from prancha.catalogue.schema import LANGUAGE
from prancha.catalogue.spreadsheet import slug
from prancha.model.device_names import HINT, is_device
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.setup.new_game.again import compared, grown
from prancha.setup.new_game.drawings import BOARD, CARD, CARD_BACK, PIECE
from prancha.setup.new_game.from_sheet import FamilyDraft, Remedy, draft, refuse_board
from prancha.setup.new_game.kinds import KINDS, StarterKind
from prancha.setup.new_game.lettering import PrintableLetters
from prancha.setup.new_game.listed import read_list
from prancha.setup.new_game.pictures import copy
from prancha.setup.new_game.roles import Wishes
from prancha.setup.new_game.sizes import Size
from prancha.setup.new_game.trial import try_out
from prancha.setup.new_game.wording import SAMPLES, align_comments, in_languages, scalar
from prancha.setup.schemas import json_schema
from prancha.system import shipped
from prancha.system.safe_open import is_file

__all__ = ["KINDS", "Started", "start"]


Files: TypeAlias = Mapping[tuple[str, str], bytes]


class Started(Struct, frozen=True):
    """What was written: the game's id, its files, what was guessed, and what the person should know.

    `wrong` is what its first build found and could not be mended here.
    """

    game: str
    files: tuple[Path, ...]
    notes: tuple[str, ...]
    guesses: tuple[str, ...] = ()
    wrong: tuple[Diagnostic, ...] = ()


def start(
    project: Path, name: str, kind: str = "cards", languages: Sequence[str] = (),
    source: Path | Sequence[Path] | None = None, wishes: Wishes = Wishes(), sheet: str = "",  # noqa: B008 (frozen)
) -> Started:  # fmt: skip
    """Write a small project called `name` into `project`; raises Failure and then writes nothing.

    A game that is there gets a family more; of a list that it has, what is new is told.  With lists
    of components, `source`, their rows become the components, and the game is built once to see
    that it prints; `languages` empty means English, or those of the columns.  `sheet` names the part of a
    file that holds several, `wishes` what columns are.
    """
    game = _game_id(name)
    folders = {"components": project / "components" / game, "templates": project / "templates" / game}
    sources = (source,) if isinstance(source, Path) else tuple(source or ())
    family = KINDS[kind].family
    head = folders["components"] / "game.yaml"
    more = is_file(head)
    if more and is_file(folders["components"] / f"{family}.yaml"):
        return _what_is_new(game, folders["components"], family, sources, sheet)
    for folder in () if more else folders.values():
        if folder.exists() or folder.is_symlink():
            message = f"{folder.as_posix()} is there already, and nothing is written over"
            raise _refused("exists", message, "choose another name")
    chosen = tuple(dict.fromkeys(languages))
    _check_languages(chosen)
    if more:
        chosen = load_game(folders["components"], project).languages
    title = name.strip() if slug(name) != name else name.replace("-", " ").title()
    before = head.read_text(encoding="utf-8") if more else ""
    there: list[Path] = []

    def away() -> None:
        """Take back what was written; nothing else."""
        if more:
            for path in there:
                path.unlink(missing_ok=True)
            head.write_text(before, encoding="utf-8")
        else:
            for folder in folders.values():  # neither was there before
                shutil.rmtree(folder, ignore_errors=True)

    def write(files: Files, texts: Mapping[str, str], pictures: Mapping[str, Path]) -> list[Path]:
        away()
        there.clear()
        if more:
            wanted = grown(head, family, texts, chosen)
            kept = ("game.yaml", "rules.yaml", "back.svg.j2")
            files = {
                (where, file): data
                for (where, file), data in files.items()
                if file not in kept or (where == "templates" and not (folders[where] / file).exists())
            }
            pictures = {
                file: path for file, path in pictures.items() if not (folders["templates"] / file).exists()
            }
        written = _written(project, folders, files, pictures, there)
        if more:
            head.write_text(wanted, encoding="utf-8")
            written.append(head)
        return written

    if not sources:
        try:
            plain = _plain(KINDS[kind], title, chosen or ("en",))
            return Started(game, tuple(write(plain, {}, {})), ())
        except BaseException:
            away()
            raise
    refuse_board(kind)
    stems = _stems(family, sources)
    lists = [read_list(one, stem, sheet) for one, stem in zip(sources, stems, strict=True)]
    letters = PrintableLetters(shipped.libraries(project))

    def attempt(remedy: Remedy) -> tuple[FamilyDraft, list[Path]]:
        drafted = draft(lists, KINDS[kind], chosen, _icons(), letters, wishes, remedy)
        files = _from_draft(drafted, KINDS[kind], title)
        return drafted, write(files, drafted.texts, drafted.pictures)

    try:
        tried = try_out(project, game, attempt)
    except BaseException:
        away()
        raise
    drafted = tried.draft
    return Started(game, tuple(tried.files), drafted.notes, drafted.guesses, tried.wrong)


def _what_is_new(game: str, folder: Path, family: str, sources: Sequence[Path], sheet: str) -> Started:
    """What the lists have that the game has not; Failure where there is nothing to compare."""
    lines = []
    for source, stem in zip(sources, _stems(family, sources), strict=True):
        copy = next((path for path in sorted(folder.glob(f"{stem}.*")) if path.suffix in ENDINGS), None)
        if copy is None:
            message = f"{folder.as_posix()} has no copy of {source.name} to compare it with"
            raise _refused("exists", message, "choose another name, or another --kind")
        lines += compared(source, copy, sheet)
    if not lines:
        message = f"{(folder / family).as_posix()}.yaml is there already, and nothing is written over"
        raise _refused("exists", message, "choose another name, or another --kind")
    return Started(game, (), (), tuple(lines))


def _game_id(name: str) -> str:
    game = slug(name)[:64].strip("-")
    if not game:
        raise _refused("bad-id", f'"{name}" makes no name for a folder', "use letters a to z and digits")
    if is_device(game):
        raise _refused("bad-id", f'"{game}" cannot be a folder on Windows', HINT)
    return game


def _check_languages(languages: Sequence[str]) -> None:
    for language in languages:
        if not LANGUAGE.match(language):
            raise _refused(
                "bad-language", f'"{language}" is not a language', "write codes such as en or pt-BR"
            )


def _stems(family: str, sources: Sequence[Path]) -> list[str]:
    """What the copies of lists are called: as the family where there is one, else each as it is."""
    if len(sources) == 1:
        return [family]
    stems: list[str] = []
    for number, source in enumerate(sources, 1):
        stem = slug(source.stem)[:50].strip("-") or f"list-{number}"
        stems.append(stem if stem not in (*stems, "game", "rules") else f"{stem}-{number}")
    return stems


def _written(
    project: Path, folders: Mapping[str, Path], files: Files, pictures: Mapping[str, Path], there: list[Path]
) -> list[Path]:
    """Write the files of a game, which are added to `there`, and what editors need; raises Failure."""
    try:
        for (where, file), data in files.items():
            there.append(_write(folders[where] / file, data))
        there += copy(pictures, folders["templates"])
        return [*there, *_write_schemas(project)]
    except OSError as problem:
        place = Place(Path(problem.filename or project).as_posix())
        message = f"cannot write: {problem.strerror or problem}"
        hint = "go to a folder that you may write to, or name one with --project"
        raise Failure([Diagnostic(place, "not-written", message, hint=hint)]) from None


def _write_schemas(project: Path) -> list[Path]:
    """What editors need to complete and check the files, where they find it without a network."""
    folder = project / "components" / "_schema"
    paths = {name: folder / f"{name}.schema.json" for name in ("game", "family", "rules")}
    return [_write(path, json_schema(name).encode()) for name, path in paths.items() if not path.exists()]


def _icons() -> frozenset[str]:
    return frozenset(path.stem for path in (shipped.TEMPLATES / "_library" / "icons").glob("*.svg"))


def _write(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as stream:
        stream.write(data)
    return path


def _refused(code: str, message: str, hint: str) -> Failure:
    return Failure([Diagnostic(Place(""), code, message, hint=hint)])


def _plain(kind: StarterKind, title: str, languages: tuple[str, ...]) -> Files:
    family, card, board = kind.family, kind.family == "cards", kind.family == "board"
    template = CARD if card else BOARD if board else PIECE
    lines = [_family_head(kind, languages, back=card), "items:\n"]
    pieces = 0
    for name, icon, copies, words, text in SAMPLES[: 1 if board else 3]:
        lines.append(f"  - id: {name}                      # stable, unique in this file\n")
        if not board:
            lines.append(f"    copies: {copies}\n")
        lines.append(f"    name: {in_languages(words if not board else {'en': title}, languages)}\n")
        lines.append(f"    icon: {'house' if board else icon}                # one of prancha's icons\n")
        if card:
            lines.append(f"    text: {in_languages(text, languages)}\n")
        if board:
            lines.append("    columns: 8\n    rows: 8\n")
        pieces += 1 if board else copies
    files = {
        ("components", "game.yaml"): _game(title, languages, family, {}),
        ("components", f"{family}.yaml"): "".join(lines),
        ("components", "rules.yaml"): _rules(family, pieces, languages),
        ("templates", f"{family}.svg.j2"): template,
    }
    if card:
        files["templates", "back.svg.j2"] = CARD_BACK
    return {where: _ready(*where, text) for where, text in files.items()}


def _from_draft(drafted: FamilyDraft, kind: StarterKind, title: str) -> Files:
    family = kind.family
    languages = drafted.languages
    back = family == "cards"
    files = {
        ("components", "game.yaml"): _game(title, languages, family, drafted.texts),
        ("components", f"{family}.yaml"): _family_head(kind, languages, back, drafted.size) + drafted.source,
        ("templates", f"{family}.svg.j2"): drafted.template,
    }
    if back:
        files["templates", "back.svg.j2"] = CARD_BACK
    ready = {where: _ready(*where, text) for where, text in files.items()}
    return {**ready, **{("components", file): data for file, data in drafted.files.items()}}


def _ready(_folder: str, file: str, text: str) -> bytes:
    if not file.endswith(".yaml"):
        return text.encode()
    schema = file.removesuffix(".yaml") if file in ("game.yaml", "rules.yaml") else "family"
    modeline = f"# yaml-language-server: $schema=../_schema/{schema}.schema.json\n"
    return (modeline + align_comments(text)).encode()


def _game(title: str, languages: Sequence[str], family: str, texts: Mapping[str, str]) -> str:
    words = "".join(
        f"  {scalar(name)}: {in_languages({'en': word}, languages)}\n" for name, word in texts.items()
    )
    return f"""\
# What the game is. Every key is explained in docs/catalogue.md.
title: {scalar(title)}
languages: [{", ".join(languages)}]                  # the first is printed unless --lang says otherwise
designers: []                      # shown on the cover sheet: [Your Name]
revision: "1"
families: [{family}]                # one file beside this one per kind of component
palette:                           # named colours, for templates: palette.ink
  ink: "#1d2b3a"
  paper: "#fbf7ee"
  pale: "#ece1cc"
  accent: "#a8431c"
fonts: {{title: Josefin Sans, body: Alegreya Sans}}
""" + (
        f"texts:                             # words the template prints: texts.{next(iter(texts))}\n{words}"
        if texts
        else ""
    )


def _family_head(kind: StarterKind, languages: Sequence[str], back: bool, size: Size | None = None) -> str:
    stock = "card                      # card | board | paper"
    if kind.stock == "board":
        stock = "board                     # card | board | paper"
    return (
        f"# One kind of component: their size, their drawing, and the list of them.\n"
        f"title: {in_languages(kind.title, languages)}\n"
        f"stock: {stock}\n"
        f"{kind.keys_of(size.width, size.height) if size else kind.keys}"
        f"template: {kind.family}.svg.j2          # in templates/, the folder of the same name as this one\n"
        + ("back: back.svg.j2\n" if back else "")
    )


def _rules(family: str, pieces: int, languages: Sequence[str]) -> str:
    noun = {"en": f"The box holds {pieces} of them.", "pt": f"A caixa traz {pieces}."}
    return f"""\
# What your rulebook promises; prancha check and prancha build hold the components against it.
rules:
  - id: {family}-count
    says: {in_languages(noun, languages)}
    source: "Components"            # where the rulebook says so
    fact: stated
    total: {{family: {family}, is: {pieces}}}
"""
