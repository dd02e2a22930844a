"""Resolve the names in an order, ignoring case: games, language, families, items, paper, sheet profile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from prancha import catalogue
from prancha.building.order import DEFAULT_PAPER, Order
from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.model.face import Face
from prancha.model.game import Family, Game
from prancha.model.sheet import PLAIN, Paper, Profile
from prancha.system import program_folders

DEFAULT_SHEET = "corner"
MOST_DIGITS = 9
"""Maximum digits of an item number; int() refuses 5,000."""


class Selection(Struct, frozen=True):
    """The part of a game to print: all of it, some components, or what changed.

    `cover` puts the cover before it where it was ordered; the first `skip` slots of the first sheet stay
    empty.  `listed` are pages of words behind the sheets, `symbols` what they draw besides the game's own;
    `remarks` are told with the kit.
    """

    game: Game
    cover: bool = True
    skip: int = 0
    listed: tuple[Face, ...] = ()
    symbols: Mapping[str, str] = MappingProxyType({})
    remarks: tuple[str, ...] = ()


def choose_games(project: Path, games: Sequence[str]) -> tuple[str, ...]:
    """The requested games, or all; raises Failure for an unknown name, with the likely one."""
    known = catalogue.list_games(project)
    chosen = [_match_name(name, known) for name in games]
    wrong = [
        Diagnostic(Place("components"), "no-game", f'there is no game "{name}"', hint=_game_hint(name, known))
        for name, found in zip(games, chosen, strict=True)
        if not found
    ]
    if wrong:
        raise Failure(wrong)
    return tuple(dict.fromkeys(chosen)) or known


def _game_hint(name: str, known: Sequence[str]) -> str:
    last = Path(name).name
    return f"write its name alone: {last}" if last != name and last in known else suggestion(name, known)


def choose_language(game: Game, lang: str | None) -> str:
    """The requested language, or the game's first; raises Failure if the game has no texts in it."""
    if lang is None:
        return game.languages[0]
    found = _match_name(lang.replace("_", "-"), game.languages)
    if not found:
        place = game.places.get("languages", game.place)
        message = f'the game has no texts in "{lang}"'
        hint = suggestion(lang, game.languages)
        raise Failure([Diagnostic(place, "no-language", message, hint=hint)])
    return found


def choose_ordered(game: Game, order: Order) -> Game:
    """The game with the families and components that an order names, all where it names none.

    Raises Failure with every name that is none.
    """
    chosen = choose_items(choose_families(game, order.only), order.items, order.copies)
    if order.sets == 1:
        return chosen
    return replace(
        chosen,
        families=tuple(
            replace(family, items=tuple(replace(one, copies=one.copies * order.sets) for one in family.items))
            for family in chosen.families
        ),
    )


def choose_families(game: Game, only: Sequence[str]) -> Game:
    """The game with these families alone, all where `only` is empty, in its own order.

    Raises Failure with every name that is none.
    """
    if not only:
        return game
    known = [family.id for family in game.families]
    chosen = [_match_name(name, known) for name in only]
    place = game.places.get("families", game.place)
    wrong = [
        Diagnostic(
            place,
            "no-family",
            f'there is no family "{name}"',
            hint=suggestion(name, known),
        )
        for name, found in zip(only, chosen, strict=True)
        if not found
    ]
    if wrong:
        raise Failure(wrong)
    return replace(game, families=tuple(family for family in game.families if family.id in chosen))


def choose_items(game: Game, wanted: Sequence[str], copies: int | None = None) -> Game:
    """The game with only these components, each printed `copies` times if that is not None.

    `cards/owl` is one by its id, `cards/5-9` the fifth to the ninth of a family, `cards/owl-elk` those from
    one to another; the family may be left out where a game has one.  Raises Failure for all that is none.
    """
    if not wanted and copies is None:
        return game
    chosen: dict[str, set[str]] = {}
    wrong: list[Diagnostic] = []
    for word in wanted:
        family_id, slash, part = word.partition("/")
        if not slash and len(game.families) == 1:
            family_id, part = game.families[0].id, word
        known = [family.id for family in game.families]
        found = _match_name(family_id, known)
        if not found:
            hint = suggestion(family_id, known) if slash else f"write {game.families[0].id}/{word}"
            message = (
                f'there is no family "{family_id}"' if slash else f'"{word}" does not say of which family'
            )
            wrong.append(Diagnostic(game.place, "no-family", message, hint=hint))
            continue
        ids = [item.id for item in game.family(found).items if item.part == 1]
        numbers = _item_range(part, ids)
        if not numbers:
            message = f'there is no component "{part}" in {found}'
            hint = suggestion(part, ids) or f"{found} has {len(ids)}: write {found}/1-{len(ids)} or an id"
            wrong.append(Diagnostic(game.family(found).place, "no-item", message, hint=hint))
        chosen.setdefault(found, set()).update(ids[number] for number in numbers)
    if wrong:
        raise Failure(wrong)
    return replace(game, families=tuple(_chosen_families(game, chosen if wanted else None, copies)))


def _chosen_families(
    game: Game, chosen: Mapping[str, set[str]] | None, copies: int | None
) -> Iterator[Family]:
    """Yield the families with their chosen components; with all of them if `chosen` is None."""
    for family in game.families:
        items = [one for one in family.items if chosen is None or one.listed_id in chosen.get(family.id, ())]
        if copies is not None:
            items = [replace(one, copies=copies if one.copies or chosen is not None else 0) for one in items]
        if items:
            yield replace(family, items=tuple(items))


def _item_range(part: str, ids: Sequence[str]) -> range:
    """Indices of the components named by `part`: an id, a number from 1, or two joined by "-"."""
    if part in ids:
        return range(ids.index(part), ids.index(part) + 1)
    if part.isdecimal():
        number = int(part) if len(part) <= MOST_DIGITS else 0
        return range(number - 1, number) if 1 <= number <= len(ids) else range(0)
    for at in (k for k, sign in enumerate(part) if sign == "-"):
        first, last = _range_end(part[:at], ids), _range_end(part[at + 1 :], ids)
        if first is not None and last is not None and first <= last:
            return range(first, last + 1)
    return range(0)


def _range_end(part: str, ids: Sequence[str]) -> int | None:
    found = _item_range(part, ids) if "-" not in part or part in ids else range(0)
    return found[0] if found else None


def find_project(here: Path) -> Path | None:
    """The nearest folder above `here` that contains games, as a relative path; None if there is none."""
    way = Path()
    for folder in here.resolve().parents:
        way /= ".."
        if any(folder.glob("components/*/game.yaml")):
            return way
    return None


def choose_paper(project: Path, name: str) -> Paper:
    """The paper called `name`, the project's own before the shipped ones, or of a size; raises Failure."""
    return _paper(known_papers(project), name)


def known_papers(project: Path) -> Mapping[str, Paper]:
    """All papers by name, the project's own and the shipped ones; raises Failure."""
    return catalogue.load_papers(_sheet_folders(project))


def known_profiles(project: Path) -> Mapping[str, Profile]:
    """All sheet profiles by name, the project's own and the shipped ones; raises Failure."""
    folders = _sheet_folders(project)
    return catalogue.load_profiles(folders, catalogue.load_papers(folders))


def choose_sheet(order: Order) -> tuple[Paper, Profile]:
    """The paper, with the printer's margin, and the sheet profile of an order; raises Failure."""
    paper, profile = _choose_sheet(order)
    printer = order.printer
    if printer is None:
        return paper, profile
    if printer.paper not in ("", paper.name):
        message = f'the printer "{printer.name}" was calibrated with paper {printer.paper}, not {paper.name}'
        hint = f"use --paper {printer.paper}, or: prancha calibrate --paper {paper.name}"
        raise Failure([Diagnostic(Place(""), "wrong-paper", message, hint=hint)])
    if printer.margin is not None:
        paper = replace(paper, margin=printer.margin, reach=printer.margin)
        if not profile.cells:
            profile = replace(profile, margin=None)
    return paper, profile


def _choose_sheet(order: Order) -> tuple[Paper, Profile]:
    folders = _sheet_folders(order.project)
    papers = catalogue.load_papers(folders)
    # PLAIN equals the shipped default profile; a project may have its own of that name.
    if not order.sheet and folders[0].resolve() == program_folders.SHEETS:
        return _paper(papers, order.paper or DEFAULT_PAPER), PLAIN
    profiles = catalogue.load_profiles(folders, papers)
    sheet = _match_name(order.sheet or DEFAULT_SHEET, profiles)
    if not sheet:
        hint = suggestion(order.sheet, profiles)
        message = f'there is no sheet profile "{order.sheet}"'
        raise Failure([Diagnostic(Place(""), "no-sheet", message, hint=hint)])
    profile = profiles[sheet] if order.sheet else replace(profiles[sheet], name="")
    if profile.paper and order.paper and _match_name(order.paper, papers) not in ("", profile.paper):
        message = f'the sheet "{sheet}" is for paper {profile.paper}, not {order.paper}'
        raise Failure([Diagnostic(Place(""), "wrong-paper", message, hint=f"use --paper {profile.paper}")])
    return _paper(papers, order.paper or profile.paper or DEFAULT_PAPER), profile


def _sheet_folders(project: Path) -> list[Path]:
    own = project / "components" / "_sheets"
    return [folder for folder in dict.fromkeys((own, program_folders.SHEETS)) if folder.is_dir()]


def _paper(papers: Mapping[str, Paper], name: str) -> Paper:
    found = _match_name(name, papers)
    if not found:
        own = catalogue.paper_of_size(name)
        if own is not None:
            return own
        hint = suggestion(name.lower(), papers)
        raise Failure([Diagnostic(Place(""), "no-paper", f'there is no paper "{name}"', hint=hint)])
    return papers[found]


def _match_name(name: str, known: Iterable[str]) -> str:
    """The known name that equals `name`, ignoring case; "" if none does, or more than one."""
    alike = [one for one in known if one.casefold() == name.casefold()]
    return name if name in alike else alike[0] if len(alike) == 1 else ""
