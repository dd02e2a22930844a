"""Write a new project, or add a family to one: never over a file, and complete enough to build at once."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from msgspec import Struct
from msgspec.structs import replace

from prancha.building import pipeline
from prancha.building.kit_facts import MANY
from prancha.building.order import Order
from prancha.catalogue import load_game
from prancha.catalogue.file_keys import LANGUAGE
from prancha.catalogue.splice import SpliceError, add_keys, append_element
from prancha.catalogue.spreadsheet import slug
from prancha.model import component_kinds
from prancha.model.diagnostic import Diagnostic, Failure, Place, as_typed
from prancha.model.game import Game
from prancha.setup import user_settings
from prancha.setup.new_game.field_roles import Wishes
from prancha.setup.new_game.given_list import GivenList, as_placed, read_list
from prancha.setup.new_game.list_texts import PrintableLetters, ScriptFonts, Slow, fonts_for
from prancha.setup.new_game.list_updates import copy_again, describe_updates
from prancha.setup.new_game.plain_game import (
    CARD_BACK,
    DRAWN_KINDS,
    PALETTE,
    drawn_kind_files,
    family_head,
    game_file,
    plain_files,
)
from prancha.setup.new_game.project_files import (
    Files,
    game_id,
    game_title,
    in_languages,
    new_folders,
    ready_file,
    refusal,
    refuse_taken,
    same_in_all,
    undo_on_failure,
    write_around,
    write_files,
)
from prancha.setup.new_game.proposed_family import FamilyDraft, Remedy, draft_family
from prancha.setup.new_game.starter_kinds import KINDS, StarterKind, has_title, kind_title
from prancha.system import program_folders
from prancha.system.file_contents import is_file
from prancha.system.signals import temporary_folder


def add_family(
    path: Path, family: str, texts: Mapping[str, str], languages: Sequence[str], palette: Mapping[str, str]
) -> str:
    """Return the game.yaml at `path` with one more family, and with the `texts` (in English) that its
    template prints and the colours of `palette` that it names; raises Failure."""
    text = path.read_text(encoding="utf-8")
    file = path.as_posix()
    words = {name: in_languages(same_in_all(word), languages) for name, word in texts.items()}
    colours = {name: f'"{colour}"' for name, colour in palette.items()}
    try:
        text = append_element(text, file, "families", family)
        return add_keys(add_keys(text, file, "palette", colours), file, "texts", words)
    except SpliceError as problem:
        hint = f"add {family} to families:, and try again"
        message = f"the family cannot be added to it: {problem}"
        raise Failure([Diagnostic(Place(file), "not-written", message, hint=hint)]) from None


_WHERE = re.compile(r"""leave it out with where: "(\w+) != (?:null|'(.*?)')"; """)
_MOST = 12
"""Builds that are tried."""
_TOO_LONG = ("text-overflow", "text-fit")


class Trial(Struct, frozen=True):
    """The draft that prints, or the last one tried; its files, remaining errors, and sheets (0: none)."""

    draft: FamilyDraft
    files: Sequence[Path]
    wrong: tuple[Diagnostic, ...]
    sheets: int = 0


def try_out(project: Path, game: str, attempt: Callable[[Remedy], tuple[FamilyDraft, list[Path]]]) -> Trial:
    """Write the game by `attempt` and build it, with remedies for what the build finds, until it prints."""
    remedy = Remedy()
    for _ in range(_MOST):
        drafted, files = attempt(remedy)
        wrong, sheets = _try_build(project, game)
        better = _next_remedy(remedy, drafted, wrong) if wrong else None
        if better is None:
            break
        remedy = better
    return Trial(drafted, files, wrong, sheets)


def _try_build(project: Path, game: str) -> tuple[tuple[Diagnostic, ...], int]:
    """Return the errors of a build and how many sheets it takes; nothing of the build is kept."""
    with temporary_folder() as out:
        try:
            kit = pipeline.build_game(Order(project, out=out), game)
        except Failure as failure:
            return tuple(one for one in failure.diagnostics if one.severity == "error"), 0
    return (), sum(row.sheets for row in kit.rows)


def _next_remedy(remedy: Remedy, drafted: FamilyDraft, wrong: Sequence[Diagnostic]) -> Remedy | None:
    """Return what to try next; None where nothing helps."""
    codes = {one.code for one in wrong}
    totals = tuple(
        (found[1], found[2] or "")
        for one in wrong
        if one.code == "total-row" and (found := _WHERE.search(one.hint))
    )
    if totals and not remedy.totals:
        return replace(remedy, totals=totals)
    if codes & set(_TOO_LONG) and drafted.step + 1 < drafted.steps:
        return replace(remedy, larger=remedy.larger + 1)
    return None


__all__ = ["KINDS", "Started", "start"]


class Started(Struct, frozen=True):
    """What was written: the game's id, its files, what was guessed, and notes.

    `wrong` is what its first build found and could not be mended here.
    """

    game: str
    files: tuple[Path, ...]
    notes: tuple[str, ...]
    guesses: tuple[str, ...] = ()
    wrong: tuple[Diagnostic, ...] = ()


def start(
    project: Path,
    name: str,
    kind: str = "cards",
    languages: Sequence[str] = (),
    source: Path | Sequence[Path] | None = None,
    wishes: Wishes = Wishes(),  # noqa: B008 (frozen)
    sheet: str = "",
    slow: Slow = lambda *_: None,
    update: bool = False,
) -> Started:
    """Write a small project called `name` into `project`; raises Failure and then writes nothing.

    A game that is there gets a family more; of a list that it has, what is new is told.  With lists
    of components, `source`, their rows become the components, and the game is built once to see
    that it prints; `languages` empty means English, or those of the columns.  `sheet` names the part of a
    file that holds several, `wishes` what columns are.  `slow` is called before a font is converted that
    takes long.  `update` copies lists once more into a family that was begun with them.
    """
    game = game_id(name)
    folders = new_folders(project, game)
    sources = (source,) if isinstance(source, Path) else tuple(source or ())
    family = DRAWN_KINDS[kind].family if kind in DRAWN_KINDS else KINDS[kind].family
    more = is_file(folders["components"] / "game.yaml")
    if more and is_file(folders["components"] / f"{family}.yaml"):
        if not update:
            stems = dict(zip(_stems(family, sources), sources, strict=True))
            written, lines = describe_updates(project, folders, family, stems, sheet)
            return Started(game, tuple(written), (), tuple(lines))
        if not sources:
            raise refusal("no-list", "--update copies a list again", "name it with --from")
        written, lines = copy_again(folders, _lists(kind, family, sources, sheet), kind, sheet)
        return Started(game, tuple(written), tuple(lines))
    if update:
        message = f"there is no family {family} in {game} whose list could be updated"
        raise refusal("no-family", message, "leave out --update to create it")
    if not more:
        refuse_taken(folders)
    chosen = _known_languages(languages)
    there = load_game(folders["components"], project) if more else None
    chosen, held = (there.languages, _decks(there, kind)) if there is not None else (chosen, ())
    title = game_title(name)
    place = _Place(project, folders, family, chosen, drawn=kind in DRAWN_KINDS)
    if not sources:
        written, notes = _samples(place, kind, title, chosen or ("en",), held)
        return Started(game, tuple(written), notes)
    lists = [as_placed(one, project, game) for one in _lists(kind, family, sources, sheet)]
    letters = PrintableLetters(program_folders.libraries(project))
    fonts = ScriptFonts() if more else _fonts(lists, letters, chosen[0] if chosen else "", slow)

    asked = replace(
        wishes,
        command=_typed(
            project, name, kind=kind, sources=sources, languages=languages, wishes=wishes, sheet=sheet
        ),
    )

    def attempt(remedy: Remedy) -> tuple[FamilyDraft, list[Path]]:
        drafted = draft_family(
            lists,
            KINDS[kind],
            languages=chosen,
            icons=_icons(),
            letters=letters,
            wishes=asked,
            remedy=remedy,
        )
        return drafted, place.write(
            _from_draft(drafted, KINDS[kind], title, fonts), drafted.texts, drafted.pictures
        )

    with place.undone():
        tried = try_out(project, game, attempt)
    many = (f"it takes {tried.sheets} sheets of A4",) if tried.sheets > MANY else ()
    notes = (
        *tried.draft.notes,
        *_where(lists, folders["components"], kind, sheet),
        *many,
        *_untitled(kind, family, tried.draft.languages),
    )
    guesses = (*tried.draft.guesses, *fonts.guesses)
    return Started(game, tuple(tried.files), notes, guesses, tried.wrong)


def _where(lists: Sequence[GivenList], folder: Path, kind: str, sheet: str) -> Iterator[str]:
    """Yield from where each list is read; remember where copied ones came from."""
    for one in lists:
        if one.in_place:
            yield f"{one.source} is read in place: change it there, and build"
            continue
        copy = folder / one.file
        user_settings.remember_origin(one.source, copy, folder.name, kind, sheet)
        yield f"{one.source} was copied to {copy.as_posix()}; builds say when it has changed since"


def _typed(
    project: Path,
    name: str,
    kind: str,
    sources: Sequence[Path],
    languages: Sequence[str],
    wishes: Wishes,
    sheet: str,
) -> str:
    """Return the command that begins the game, but for the column of copies."""
    options = {
        "--kind": kind if kind != "cards" else "",
        "--lang": ",".join(languages),
        "--sheet": sheet,
        "--id": wishes.id,
        "--title": wishes.title,
        "--project": str(project) if project != Path() else "",
    }
    words = ["prancha", "new", name, *(word for one in sources for word in ("--from", str(one)))]
    words += [word for option, value in options.items() if value for word in (option, value)]
    return " ".join(map(as_typed, words))


def _lists(kind: str, family: str, sources: Sequence[Path], sheet: str) -> list[GivenList]:
    """Read the lists of a family; raises Failure for a kind that takes none."""
    if kind in DRAWN_KINDS or kind == "board":
        _refuse_lists(kind)
    return [read_list(one, stem, sheet) for one, stem in zip(sources, _stems(family, sources), strict=True)]


def _fonts(lists: Iterable[GivenList], letters: PrintableLetters, lang: str, slow: Slow) -> ScriptFonts:
    """Find fonts for the scripts of lists that no font at hand has."""
    words = (str(cell) for one in lists for row in (one.names, *one.rows) for cell in row)
    return fonts_for(letters.lacking(words), letters, lang, slow)


def _samples(
    place: _Place, kind: str, title: str, languages: tuple[str, ...], held: tuple[str, ...]
) -> tuple[list[Path], tuple[str, ...]]:
    """Write a family with some components to replace; returns its files and notes."""
    with place.undone():
        files = (
            drawn_kind_files(kind, title, languages, held)
            if kind in DRAWN_KINDS
            else plain_files(KINDS[kind], title, languages)
        )
        return place.write(files, {}, {}), _untitled(kind, place.family, languages)


def _untitled(kind: str, family: str, languages: Sequence[str]) -> tuple[str, ...]:
    """Return a note on languages in which the program has no word for a kind of component."""
    lacking = [language for language in languages if not has_title(kind, language)]
    if not lacking:
        return ()
    title, others = kind_title(kind, "en"), ", ".join(lacking)
    return (f'title: in {family}.yaml is "{title}" for {others} too: it is on every sheet',)


def _decks(game: Game, kind: str) -> tuple[str, ...]:
    """Return the families of a game that a box can hold; raises Failure where there is none for a box."""
    held = tuple(one.id for one in game.families if one.stock == "card" and one.net is None)
    if kind in component_kinds.KINDS and component_kinds.KINDS[kind].size == "held" and not held:
        message = f"{game.id} has no cards that a box could hold"
        raise refusal("bad-kind", message, "add --kind cards first")
    return held


class _Place:
    """The folders of a game, into which a family is written, or from which it is taken back."""

    def __init__(
        self, project: Path, folders: Mapping[str, Path], family: str, languages: Sequence[str], drawn: bool
    ) -> None:
        """`drawn` says that the program draws the family, so that the game needs no palette for it."""
        self._project, self._folders, self.family, self._languages = project, folders, family, languages
        self._palette: Mapping[str, str] = {} if drawn else PALETTE
        self._head = folders["components"] / "game.yaml"
        self._before = self._head.read_text(encoding="utf-8") if is_file(self._head) else None
        self._written: list[Path] = []
        self._around: list[Path] = []

    @contextmanager
    def undone(self) -> Iterator[None]:
        """Take everything back when the block fails."""
        if self._before is None:
            with undo_on_failure(self._project, self._folders):
                yield
            return
        try:
            yield
        except BaseException:
            self._away()
            raise

    def _away(self) -> None:
        """Take back what was written; nothing else."""
        if self._before is None:
            for folder in self._folders.values():  # neither was there before
                shutil.rmtree(folder, ignore_errors=True)
        else:
            for path in self._written:
                path.unlink(missing_ok=True)
            self._head.write_text(self._before, encoding="utf-8")
        self._written.clear()

    def write(self, files: Files, texts: Mapping[str, str], pictures: Mapping[str, Path]) -> list[Path]:
        """Write files in place of those written before; an existing game gets one more family."""
        self._away()
        self._around += write_around(self._project, first=self._before is None)
        if self._before is None:
            return [*self._write(files, pictures), *self._around]
        wanted = add_family(self._head, self.family, texts, self._languages, self._palette)
        kept = ("game.yaml", "rules.yaml", "back.svg.j2")
        files = {
            (where, file): data
            for (where, file), data in files.items()
            if file not in kept or (where == "templates" and not (self._folders[where] / file).exists())
        }
        templates = self._folders["templates"]
        pictures = {file: path for file, path in pictures.items() if not (templates / file).exists()}
        written = self._write(files, pictures)
        self._head.write_text(wanted, encoding="utf-8")
        return [*written, *self._around, self._head]

    def _write(self, files: Files, pictures: Mapping[str, Path]) -> list[Path]:
        return write_files(self._project, self._folders, files, pictures, self._written)


def _refuse_lists(kind: str) -> NoReturn:
    """Raise Failure for a kind that no list becomes."""
    message = f"a {kind} has a drawing of its own, and lists become what a template draws"
    if kind == "board":
        message = "a board is one piece, and a spreadsheet lists many"
    raise refusal("bad-kind", message, "choose --kind cards, tiles, hexes or tokens")


def _known_languages(languages: Sequence[str]) -> tuple[str, ...]:
    """Return each language once; raises Failure for an invalid code."""
    for language in languages:
        if not LANGUAGE.match(language):
            raise refusal(
                "bad-language", f'"{language}" is not a language', "write codes such as en or pt-BR"
            )
    return tuple(dict.fromkeys(languages))


def _stems(family: str, sources: Sequence[Path]) -> list[str]:
    """Return what the copies of lists are called: like the family if there is one, else like the file."""
    if len(sources) == 1:
        return [family]
    stems: list[str] = []
    for number, source in enumerate(sources, 1):
        stem = slug(source.stem)[:50].strip("-") or f"list-{number}"
        stems.append(stem if stem not in (*stems, "game", "rules") else f"{stem}-{number}")
    return stems


def _icons() -> frozenset[str]:
    return frozenset(path.stem for path in (program_folders.TEMPLATES / "_library" / "icons").glob("*.svg"))


def _from_draft(drafted: FamilyDraft, kind: StarterKind, title: str, fonts: ScriptFonts) -> Files:
    family = kind.family
    languages = drafted.languages
    back = family == "cards"
    files = {
        ("components", "game.yaml"): game_file(title, languages, family, drafted.texts, fonts=fonts.families),
        ("components", f"{family}.yaml"): family_head(kind, languages, back, drafted.size) + drafted.source,
        ("templates", f"{family}.svg.j2"): drafted.template,
    }
    if back:
        files["templates", "back.svg.j2"] = CARD_BACK
    ready = {where: ready_file(where[1], text) for where, text in files.items()}
    lists = {("components", file): data for file, data in drafted.files.items()}
    lists |= {("templates", f"art/{name}"): data for name, data in drafted.taken.items()}
    return {**ready, **lists, **{("templates", f"fonts/{name}"): data for name, data in fonts.files.items()}}
