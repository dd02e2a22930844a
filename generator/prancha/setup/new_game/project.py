"""Write a new project, or add a family to one: never over a file, and complete enough to build at once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from prancha.building import pipeline
from prancha.building.kit_facts import MANY
from prancha.building.order import Order
from prancha.catalogue import load_game
from prancha.catalogue.game_folders import OTHER_FILES
from prancha.catalogue.splice import SpliceError, add_keys, append_element, change_text
from prancha.model import component_kinds
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.game import Game
from prancha.setup import user_settings
from prancha.setup.layouts import PLAIN_LOOK, Look, find_look
from prancha.setup.new_game.field_roles import Wishes
from prancha.setup.new_game.finished_faces import FaceWishes, face_families, face_files, pair_pictures
from prancha.setup.new_game.given_list import GivenList
from prancha.setup.new_game.given_pictures import read_pictures
from prancha.setup.new_game.list_families import (
    FamilyPlan,
    copy_again,
    describe_new,
    lists_of,
    plan_families,
    refuse_older_copies,
    tell_where,
    where_they_lie,
    wishes_for,
)
from prancha.setup.new_game.list_pictures import Beside
from prancha.setup.new_game.list_texts import PrintableLetters, ScriptFonts, Slow, fonts_for
from prancha.setup.new_game.picture_grids import cut_pictures, tell_likely_grids
from prancha.setup.new_game.plain_game import (
    DRAWN_KINDS,
    PALETTE,
    card_back,
    drawn_kind_files,
    family_head,
    game_file,
    plain_files,
)
from prancha.setup.new_game.project_files import (
    Files,
    GameFiles,
    distinct_languages,
    game_id,
    game_title,
    in_languages,
    new_folders,
    ready_file,
    refusal,
    refuse_taken,
)
from prancha.setup.new_game.proposal import Guessed
from prancha.setup.new_game.proposed_family import FamilyDraft, Remedy, draft_family
from prancha.setup.new_game.starter_kinds import KINDS, StarterKind, has_title, kind_title, sizes_of
from prancha.system import program_folders
from prancha.system.file_contents import is_file
from prancha.system.signals import temporary_folder

_WHERE = re.compile(r"""leave it out with where: "(\w+) != (?:null|'(.*?)')"; """)
_MOST = 12
"""Builds that are tried."""
_TOO_LONG = ("text-overflow", "text-fit")
_PALETTE = re.compile(r"(?<!stop:)\bpalette\.(\w+)")
"""A colour that a drawing or a template names; that of a stop of a gradient is written there."""


def write_family(
    place: GameFiles,
    family: str,
    languages: Sequence[str],
    files: Files,
    texts: Mapping[str, str] = {},
    pictures: Mapping[str, Path] = {},
    palette: Mapping[str, str] = {},
) -> list[Path]:
    """Write files in place of those written before; an existing game gets one more family.

    Its game.yaml gets the `texts` (in English) and the colours of `palette` that are printed.  Returns the
    files; raises Failure.
    """
    place.take_back()
    if place.before is None:
        return place.write(files, pictures)
    file = place.head.as_posix()
    words = {name: in_languages(word, languages) for name, word in texts.items()}
    colours = {name: f'"{colour}"' for name, colour in palette.items()}

    def added(text: str) -> str:
        text = append_element(text, file, "families", family)
        return add_keys(add_keys(text, file, "palette", colours), file, "texts", words)

    try:
        head = change_text(place.before, added)
    except SpliceError as problem:
        hint = f"add {family} to families:, and try again"
        message = f"the family cannot be added to it: {problem}"
        raise Failure([Diagnostic(Place(file), "not-written", message, hint=hint)]) from None
    templates = place.folders["templates"]
    kept = ("game.yaml", "rules.yaml", "back.svg.j2")
    files = {
        (where, name): data
        for (where, name), data in files.items()
        if (name not in kept or (where == "templates" and not (templates / name).exists()))
        and not _is_there(place.folders[where] / name, data)
    }
    pictures = {name: path for name, path in pictures.items() if not (templates / name).exists()}
    return place.write(files, pictures, head)


def _is_there(path: Path, data: bytes) -> bool:
    """Return whether a file is there already, as the copy of a list is that serves several families."""
    return path.suffix != ".yaml" and is_file(path) and path.read_bytes() == data


def _begin_with_lists(
    project: Path,
    place: GameFiles,
    kind: StarterKind,
    title: str,
    lists: Sequence[GivenList],
    languages: tuple[str, ...],
    wishes: Wishes,
    letters: PrintableLetters,
    fonts: ScriptFonts,
) -> tuple[FamilyDraft, list[Path], tuple[Diagnostic, ...], int]:
    """Write and build a draft of `lists`, with remedies for what the build finds, until it prints.

    Returns the draft that prints, or the last one tried; its files, remaining errors, and sheets (0: none).
    """
    beside = Beside(lists[0].source.parent, project)
    remedy = Remedy()
    look = find_look(wishes.look or PLAIN_LOOK)
    for _ in range(_MOST):
        draft = draft_family(
            lists, kind, languages=languages, letters=letters, wishes=wishes, remedy=remedy, beside=beside
        )
        files, palette = _from_draft(draft, kind, title, look=look, fonts=fonts, drawing=wishes.drawing)
        written = write_family(
            place, kind.id, languages, files, texts=draft.texts, pictures=draft.pictures, palette=palette
        )
        if not wishes.tried:
            return draft, written, (), 0
        wrong, sheets = try_build(project, place.head.parent.name)
        found = [_WHERE.search(one.hint) for one in wrong if one.code == "total-row"]
        totals = tuple((one[1], one[2] or "") for one in found if one)
        too_long = {one.code for one in wrong} & set(_TOO_LONG)
        if totals and not remedy.totals:
            remedy = replace(remedy, totals=totals)
        elif too_long and draft.others > 0 and not wishes.drawing:
            remedy = replace(remedy, tried=remedy.tried + 1)
        elif "text-overflow" in too_long and not draft.goes_on and kind.family == "cards":
            remedy = replace(remedy, tried=0, goes_on=True)
        else:
            break
    return draft, written, wrong, sheets


class Started(Struct, frozen=True):
    """A game that was begun: its id, its files, what was guessed, and notes.

    `wrong` is what its first build found and could not be mended here, `guessed` what can be asked for
    otherwise.
    """

    game: str
    files: tuple[Path, ...]
    notes: tuple[str, ...]
    guesses: tuple[str, ...] = ()
    wrong: tuple[Diagnostic, ...] = ()
    guessed: Guessed = Guessed()

    @property
    def families(self) -> tuple[str, ...]:
        """The families that were written."""
        folder = ("components", self.game)
        files = (path for path in self.files if path.suffix == ".yaml" and path.parts[-3:-1] == folder)
        return tuple(path.stem for path in files if path.stem not in OTHER_FILES)


def start(
    project: Path,
    name: str,
    kind: str = "cards",
    languages: Sequence[str] = (),
    source: Path | Sequence[Path] | None = None,
    wishes: Wishes = Wishes(),
    sheet: str = "",
    slow: Slow = lambda *_: None,
    update: bool = False,
    follow: bool = True,
) -> Started:
    """Write a small project called `name` into `project`; raises Failure and then writes nothing.

    An existing game gets one more family; for a list that it has already, the changes are told.  With lists
    of components, `source`, their rows become the components, and the game is built once to see
    that it prints; `languages` empty means English, or those of the columns.  `sheet` names the part of a
    file that holds several, `wishes` what columns are.  `slow` is called before a font is converted that
    takes long.  `update` copies lists once more into a family that was begun with them.  `follow` is for
    lists that stay where they are: builds say when one has changed since.
    """
    game = game_id(name)
    folders = new_folders(project, game)
    sources = (source,) if isinstance(source, Path) else tuple(source or ())
    family = DRAWN_KINDS[kind].family if kind in DRAWN_KINDS else KINDS[kind].family
    more = is_file(folders["components"] / "game.yaml")
    plans, told = plan_families(sources, kind, sheet, folders["components"])
    there = [one for one in plans if is_file(folders["components"] / f"{one.kind.id}.yaml")]
    if more and (there or (not plans and is_file(folders["components"] / f"{family}.yaml"))):
        if update and not sources:
            raise refusal("no-list", "--update copies a list again", "name it with --from")
        new = there or [FamilyPlan("", KINDS[kind])]
        _refuse_drawn_anew(game, new[0].kind.id, wishes)
        if update:
            lists = [
                one for plan in new for one in lists_of(plan, sources, len(new) > 1, folders["components"])
            ]
            renewed, lines = copy_again(folders, lists, kind)
        else:
            renewed, lines = describe_new(project, folders, sources, new)
        for sheet in (one.sheet for one in plans if there and one not in there):
            way = user_settings.new_command(project, name, sources, {"--sheet": sheet})
            lines.append(f'not in the game yet: "{sheet}"; to add it: {way}')
        return Started(game, tuple(renewed), *((tuple(lines),) if update else ((), tuple(lines))))
    if update:
        message = f"there is no family {family} in {game} whose list could be updated"
        raise refusal("no-family", message, "leave out --update to create it")
    if not more:
        refuse_taken(folders)
    chosen = distinct_languages(languages)
    held: tuple[str, ...] = ()
    if more:
        known = load_game(folders["components"], project)
        chosen, held = known.languages, _decks(known, kind)
    title = game_title(name)
    place = GameFiles(project, folders)
    if not sources:
        used = chosen or ("en",)
        with place.undone():
            if kind in DRAWN_KINDS:
                files = drawn_kind_files(kind, title, used, held)
                written = write_family(place, family, chosen, files)
            else:
                files = plain_files(KINDS[kind], title, used)
                written = write_family(place, family, chosen, files, palette=PALETTE)
            return Started(game, tuple(written), _untitled(kind, family, used))
    options = {
        "--kind": kind if kind != "cards" else "",
        "--lang": ",".join(languages),
        "--sheet": sheet,
        "--id": wishes.id,
        "--title": wishes.title,
    }
    asked = replace(wishes, command=user_settings.new_command(project, name, sources, options))
    several = len(plans) > 1
    families = [
        where_they_lie(lists_of(one, sources, several, folders["components"]), project, game) for one in plans
    ]
    every = [one for lists in families for one in lists]
    refuse_older_copies(every, folders["components"], asked.command)
    letters = PrintableLetters(program_folders.libraries(project))
    fonts = ScriptFonts()
    if not more:  # for the scripts of lists that no font at hand has
        cells = (str(cell) for one in every for row in (one.names, *one.rows) for cell in row)
        fonts = fonts_for(letters.lacking(cells), letters, chosen[0] if chosen else "", slow)
    paths: dict[Path, None] = {}
    guesses, notes, drafts = [*told], list[str](), list[FamilyDraft]()
    with ExitStack() as undone:
        for plan, lists in zip(plans, families, strict=True):
            here = place if plan is plans[0] else GameFiles(project, folders)
            undone.enter_context(here.undone())
            draft, written, wrong, sheets = _begin_with_lists(
                project,
                here,
                plan.kind,
                title,
                lists=lists,
                languages=chosen,
                wishes=wishes_for(_asked_for(asked, plan.kind, kind, several), lists, every),
                letters=letters,
                fonts=fonts,
            )
            chosen = draft.languages
            drafts.append(draft)
            paths |= dict.fromkeys(written)
            mark = f"{plan.kind.id}: " if several else ""
            guesses += [mark + one for one in draft.guesses]
            notes += [mark + one for one in draft.notes]
            notes += () if plan.kind.title else _untitled(kind, plan.kind.id, draft.languages)
    notes += [*(tell_where(every, folders["components"], kind) if follow else ()), *_many(sheets)]
    guessed = Guessed(
        tuple(one for draft in drafts for one in draft.columns),
        chosen,
        size=f"{drafts[0].drawn.size.width:g} x {drafts[0].drawn.size.height:g} mm",
    )
    guesses += fonts.guesses
    return Started(game, tuple(paths), tuple(notes), guesses=tuple(guesses), wrong=wrong, guessed=guessed)


def _refuse_drawn_anew(game: str, family: str, wishes: Wishes) -> None:
    """Raise Failure for wishes about the drawing of a family that has one."""
    given = [name for name in ("layout", "look", "drawing", "size") if getattr(wishes, name)]
    if given:
        options = " and ".join(f"--{name}" for name in given)
        message = f"{game} has the family {family} already, and {options} would draw it anew"
        hint = f"change templates/{game}/{family}.svg, or begin a game of another name"
        raise refusal("layout-option", message, hint)


def _asked_for(wishes: Wishes, one: StarterKind, kind: str, several: bool) -> Wishes:
    """Return the wishes for one kind of several: a size is that of `kind`, a layout that of rectangles."""
    if one.family != kind:
        wishes = replace(wishes, size=None)
    if several and not one.outline(sizes_of(one)[0]).is_box:
        wishes = replace(wishes, layout="")
    return wishes


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


def _from_draft(
    drafted: FamilyDraft, kind: StarterKind, title: str, look: Look, fonts: ScriptFonts, drawing: Path | None
) -> tuple[Files, Mapping[str, str]]:
    """Return the files of a family, and the colours of the look that its drawings name."""
    family, languages, drawn = kind.id, drafted.languages, drafted.drawn
    sides = {f"{family}{after}.svg": text.encode() for after, text in drawn.drawings.items()}
    if drawing is not None:
        sides = {f"{family}.svg": read_drawing(drawing)}
    back = f"{family}-back.svg" if f"{family}-back.svg" in sides else ""
    if kind.family == "cards" and not back:
        back = "back.svg.j2"
        sides[back] = ready_file(back, card_back("accent", "bright", look.weights["title"]))
    named = {name for text in sides.values() for name in _PALETTE.findall(text.decode())}
    palette = {name: colour for name, colour in look.palette.items() if name in named}
    head = family_head(kind, languages, back, drawn.size, drafted.goes_on, ending=".svg")
    texts = {
        "game.yaml": game_file(
            title, languages, family, drafted.texts, palette, fonts=fonts.families, roles=look.fonts
        ),
        f"{family}.yaml": head + drafted.source,
    }
    files = {("components", name): ready_file(name, text) for name, text in texts.items()}
    files |= {("templates", name): data for name, data in sides.items()}
    files |= {("components", file): data for file, data in drafted.files.items()}
    files |= {("templates", f"art/{name}"): data for name, data in drafted.taken.items()}
    files |= {("templates", f"fonts/{name}"): data for name, data in fonts.files.items()}
    return files, palette


def read_drawing(path: Path) -> bytes:
    """Return a drawing of the user's.  Raises Failure."""
    try:
        return path.read_bytes()
    except OSError as problem:
        message = f"cannot read the drawing: {problem.strerror}"
        hint = "name an SVG file, such as --drawing card.svg"
        raise Failure([Diagnostic(Place(path.as_posix()), "no-drawing", message, hint=hint)]) from None


def start_with_pictures(
    project: Path, name: str, sources: Sequence[Path], languages: Sequence[str], wishes: FaceWishes
) -> Started:
    """Write a game whose cards are finished pictures, and build it once; raises Failure and writes nothing.

    `sources` are pictures, and folders and zips of them.
    """
    game = game_id(name)
    folders = new_folders(project, game)
    refuse_taken(folders)
    chosen = distinct_languages(languages) or ("en",)
    pictures, notes = read_pictures(sources)
    cut: list[str] = []
    if wishes.grid is not None:
        pictures, cut = cut_pictures(pictures, wishes.grid)
    else:
        notes += tell_likely_grids(pictures)
    cards, guesses = pair_pictures(pictures)
    families, sizes = face_families(cards, wishes)
    files, copied = face_files(families, game_title(name), chosen)
    place = GameFiles(project, folders)
    with place.undone():
        written = place.write(files, copied)
        wrong, sheets = try_build(project, game)
    return Started(game, tuple(written), (*notes, *_many(sheets)), (*cut, *sizes, *guesses), wrong)


def _many(sheets: int) -> tuple[str, ...]:
    """Return a note on a kit of very many sheets."""
    return (f"it takes {sheets} sheets of A4",) if sheets > MANY else ()


def try_build(project: Path, game: str) -> tuple[tuple[Diagnostic, ...], int]:
    """Build a game and keep nothing of it; returns its errors, and its sheets (0: none)."""
    with temporary_folder() as out:
        try:
            kit = pipeline.build_game(Order(project, out=out), game)
        except Failure as failure:
            return tuple(one for one in failure.diagnostics if one.severity == "error"), 0
        return (), sum(row.sheets for row in kit.rows)
