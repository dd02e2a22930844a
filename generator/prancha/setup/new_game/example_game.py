"""`prancha new --like`: a complete game under a new name, or with the rows of a list in a family of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from prancha.building.game_loading import check_rules, read_game
from prancha.catalogue import load_game
from prancha.catalogue.splice import add_keys, quote
from prancha.model.diagnostic import Diagnostic, Failure, first_of, suggestion
from prancha.model.game import Game
from prancha.setup.new_game.drawn_family import from_key
from prancha.setup.new_game.example_fit import Fit, best_fit, table_keys
from prancha.setup.new_game.field_roles import Wishes
from prancha.setup.new_game.given_list import GivenList
from prancha.setup.new_game.list_families import FamilyPlan, lists_of, tell_where, where_they_lie
from prancha.setup.new_game.list_pictures import Beside
from prancha.setup.new_game.list_texts import PrintableLetters
from prancha.setup.new_game.project import Started, try_build
from prancha.setup.new_game.project_files import (
    GameFiles,
    game_id,
    game_title,
    new_folders,
    ready_file,
    refusal,
    refuse_taken,
    scalar,
)
from prancha.setup.new_game.proposed_family import FamilyDraft, Remedy, draft_family
from prancha.setup.new_game.starter_kinds import KINDS
from prancha.system import program_folders

EXAMPLES = ("trick-taking", "hex-tiles", "roll-and-write", "storytelling", "wargame", "party")
"""The names of their folders; what each is stands in the words of the program."""
_SHOWN_ELSEWHERE = "layout label title type icon art size continue field colour languages".split()
"""First words of guesses about the draft's own template, which the example replaces."""

_FEW = 4
"""How many words a note names."""


def start_like(project: Path, name: str, example: str) -> Started:
    """Write the game `example` into `project`, called `name`; raises Failure and then writes nothing."""
    files, pictures = _files_of(example, name)
    place = _new_place(project, name)
    ready = {(where, file): ready_file(file, text) for (where, file), text in files.items()}
    with place.undone():
        return Started(game_id(name), tuple(place.write(ready, pictures)), ())


def start_like_with_lists(
    project: Path, name: str, example: str, sources: Sequence[Path], wishes: Wishes, sheet: str = ""
) -> Started:
    """Write the game `example` with the rows of lists in the family that they fit, and build it once.

    The other families, the templates, the palette and the rules that hold stay.  Raises Failure where no
    family fits, and then writes nothing.
    """
    files, pictures = _files_of(example, name)
    for file in [file for _, file in files if file == "table.yaml" or file.endswith(".md")]:
        del files["components", file]  # they are about pieces that the list does not have
    place = _new_place(project, name)
    game = place.head.parent.name
    plan = FamilyPlan(sheet, KINDS["cards"])
    lists = where_they_lie(lists_of(plan, sources, False, place.folders["components"]), project, game)
    shown = load_game(
        program_folders.EXAMPLES["components"] / example, program_folders.EXAMPLES["components"].parent
    )
    draft = _draft(lists, shown, wishes, project)
    templates = {file: text for (where, file), text in files.items() if where == "templates"}
    fit = best_fit(shown, templates, draft.fields, example)
    family = fit.family
    lists = [
        one if one.in_place or len(lists) > 1 else replace(one, file=family.id + Path(one.file).suffix)
        for one in lists
    ]
    _rename(draft, fit)
    files["components", f"{family.id}.yaml"] = _family_file(
        files["components", f"{family.id}.yaml"], lists, draft, fit
    )
    text, added = _with_rows(files["components", "game.yaml"], shown, fit, templates[family.template], game)
    files["components", "game.yaml"] = re.sub(r"(?m)^book:.*\n", "", text)
    if draft.ending:
        drawing = re.sub(r"art\((item\.\w+)", rf"art(\1 ~ '{draft.ending}'", templates[family.template])
        files["templates", family.template] = drawing
    ready = {(where, file): ready_file(file, text) for (where, file), text in files.items()}
    ready |= {("components", one.file): one.data for one in lists if not one.in_place}
    ready |= {("templates", f"art/{file}"): data for file, data in draft.taken.items()}
    kept = {
        path: source
        for path, source in pictures.items()
        if not any(one.role == "art" for one in fit.filled.values()) or path == f"art/{fit.given.get('art')}"
    }
    with place.undone():
        written = place.write(ready, {**kept, **draft.pictures})
        broken = _leave_out_broken_rules(project, game)
        wrong, _ = try_build(project, game)
    kind = family.id if family.id in KINDS else ""
    notes = (
        *draft.notes,
        *_lacking(fit, game),
        *_unshown(fit, game),
        *added,
        *broken,
        f"table.yaml and rulebook of {example} are left out: they are about its pieces; "
        "see prancha help table and prancha help rulebook",
        *tell_where(lists, place.folders["components"], kind),
    )
    return Started(game, tuple(written), notes, (*_filled(fit), *_other_guesses(draft)), wrong)


def _files_of(example: str, name: str) -> tuple[dict[tuple[str, str], str], dict[str, Path]]:
    """Return the files of an example with the title of the game `name`, and its pictures; raises Failure."""
    if example not in EXAMPLES:
        raise refusal("no-example", f'there is no example "{example}"', suggestion(example, EXAMPLES))
    files: dict[tuple[str, str], str] = {}
    pictures: dict[str, Path] = {}
    for where, root in program_folders.EXAMPLES.items():
        folder = root / example
        for path in sorted((*folder.glob("*.yaml"), *folder.glob("*.md"), *folder.glob("*.j2"))):
            text = path.read_text(encoding="utf-8")
            if path.name == "game.yaml":
                old = next(line for line in text.splitlines() if line.startswith("title: "))
                text = text.replace(old, f"title: {scalar(game_title(name))}", 1)
            files[where, path.name] = text
        if where == "templates":
            pictures = {path.relative_to(folder).as_posix(): path for path in sorted(folder.glob("art/*"))}
    return files, pictures


def _new_place(project: Path, name: str) -> GameFiles:
    folders = new_folders(project, game_id(name))
    refuse_taken(folders)
    return GameFiles(project, folders)


def _draft(lists: Sequence[GivenList], shown: Game, wishes: Wishes, project: Path) -> FamilyDraft:
    return draft_family(
        lists,
        KINDS["cards"],
        languages=shown.languages if len(shown.languages) > 1 else (),
        letters=PrintableLetters(program_folders.libraries(project)),
        wishes=wishes,
        remedy=Remedy(),
        beside=Beside(lists[0].source.parent, project),
    )


def _rename(draft: FamilyDraft, fit: Fit) -> None:
    """Rename columns to the fields of the example that they fill, and others that have such a name."""
    for one in fit.left:
        one.name += "_column" if one.name in {*fit.filled, *fit.given} else ""
        is_read = any(f"{{{one.name}}}" in pattern for pattern in draft.patterns) or one.name in draft.where
        one.out = "" if is_read else "the example has no place for it"
    for field, one in fit.filled.items():
        one.name = field


def _family_file(text: str, lists: Sequence[GivenList], draft: FamilyDraft, fit: Fit) -> str:
    """Return the example's file of a family with the rows of lists instead of its items."""
    text = re.sub(r"(?ms)^(?:items|matrix):.*?(?=^\S|\Z)", "", text)
    text = add_keys(text, fit.family.place.file, "defaults", {k: _yaml(v) for k, v in fit.given.items()})
    patterns = [_renamed(pattern, fit, r"\{", r"\}") for pattern in draft.patterns]
    where = _renamed(draft.where, fit, r"\b", r"(?= !=)")
    source = from_key(lists, draft.fields, patterns, where)
    lists_of = (f'{field}: "[{", ".join(one.name for one in parts)}]"' for field, parts in fit.joined.items())
    if computed := ", ".join(lists_of):
        source = re.sub(r"(?m)^( +)columns:", rf"\1fields: {{{computed}}}\n\1columns:", source)
    return text + source


def _renamed(text: str, fit: Fit, before: str, after: str) -> str:
    names = {old: new for new, old in fit.old_names.items()}
    ways = "|".join(map(re.escape, names))
    return re.sub(rf"{before}({ways}){after}", lambda one: one[0].replace(one[1], names[one[1]]), text)


def _yaml(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_yaml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_yaml, value)) + "]"
    return str(value) if isinstance(value, (int, float)) else quote(str(value))


def _with_rows(text: str, shown: Game, fit: Fit, template: str, game: str) -> tuple[str, list[str]]:
    """Return game.yaml with the list's words in the tables that the template looks up, and notes on these.

    Words that a table lacks get its rows in turn, first those that the list has no use for.  A table by
    numbers, whose rows draw amounts, keeps its rows, and all other words get the first.
    """
    notes: list[str] = []
    for table, field in table_keys(template).items():
        block = re.search(rf"(?m)^  {table}:.*\n((?:    .*\n?)+)", text)
        if field not in fit.filled or block is None or not isinstance(shown.tables[table], Mapping):
            continue
        lines = [line for line in block[1].splitlines() if line.strip()]
        rows = {str(k): line.partition(":")[2] for k, line in zip(shown.tables[table], lines, strict=True)}
        words = list(dict.fromkeys(str(value) for value in fit.filled[field].values))
        if fit.filled[field].gaps or field in fit.given:
            words += [str(fit.given[field])] if str(fit.given[field]) not in words else []
        by_letters = {key.casefold(): row for key, row in rows.items()}
        rows |= {word: by_letters[word.casefold()] for word in words if word.casefold() in by_letters}
        new = [word for word in words if word not in rows]
        amounts = all(key.isdecimal() for key in rows)
        free = [key for key in rows if key not in words]
        turn = [next(iter(rows))] if amounts else [*free, *(key for key in rows if key in words)]
        for number, word in enumerate(new):
            row = rows[turn[number % len(turn)]]
            rows[word] = re.sub(
                r"\bname: (?:\{[^}]*\}|[^,}]+)", lambda _, word=word: f"name: {quote(word)}", row
            )
        kept = rows if amounts else {word: rows[word] for word in words}
        written = "".join(f"    {k if k.isdecimal() else scalar(k)}:{row}\n" for k, row in kept.items())
        text = text[: block.start(1)] + written + text[block.end(1) :]
        if new:
            named = first_of([quote(word) for word in new], _FEW)
            notes.append(f"choose how {named} are drawn, in tables: {table}: of components/{game}/game.yaml")
    return text, notes


def _leave_out_broken_rules(project: Path, game: str) -> list[str]:
    """Turn rules that do not hold for the rows of the list into comments; returns a note on each."""
    file = project / "components" / game / "rules.yaml"
    text = file.read_text(encoding="utf-8")
    head, *rules = re.split(r"(?m)^(?=  - )", text)
    notes: list[str] = []
    kept: list[str] = []
    for rule in rules:
        file.write_text(head + rule, encoding="utf-8")
        broken = _rule_faults(project, game)
        if broken:
            why = broken[0].message.partition(": ")[0]
            notes.append(f"rules.yaml: a rule that the rows break is a comment now ({why})")
            rule = re.sub(r"(?m)^(?=.)", "# ", rule)
        kept.append(rule)
    if rules and len(notes) == len(rules):
        head = head.replace("rules:", "rules: []", 1)
    file.write_text(head + "".join(kept), encoding="utf-8")
    return notes


def _rule_faults(project: Path, game: str) -> list[Diagnostic]:
    try:
        found = check_rules(read_game(project, game))
    except Failure as failure:
        found = failure.diagnostics
    return [one for one in found if one.severity == "error"]


def _filled(fit: Fit) -> Iterator[str]:
    for field, one in fit.filled.items():
        yield f'{field}: "{one.heading}" ({fit.why[field]})'
    for field, parts in fit.joined.items():
        yield f"{field}: {', '.join(quote(one.heading) for one in parts)} (as many numbers)"


def _other_guesses(draft: FamilyDraft) -> Iterator[str]:
    for line in draft.guesses:
        if line.partition(":")[0] not in _SHOWN_ELSEWHERE:
            yield line


def _lacking(fit: Fit, game: str) -> Iterator[str]:
    """Yield a note on each field of the template that the list lacks."""
    file = f"components/{game}/{fit.family.id}.yaml"
    for field, value in fit.given.items():
        if field == "focus":
            continue
        said = _yaml(value) if value not in ("", []) else "nothing"
        who, they = ("some rows have", "these") if field in fit.filled else ("the list has", fit.family.id)
        yield f"{who} no {field}, so {they} show {said}: add a column {field}, or change defaults: in {file}"


def _unshown(fit: Fit, game: str) -> Iterator[str]:
    """Yield a note on the columns that the template does not show, if there are any."""
    if not fit.left:
        return
    names, first = ", ".join(quote(one.heading) for one in fit.left), fit.left[0]
    yield (
        f"not on the {fit.family.id}: {names} (the example has no place for it): to print it, write "
        f"{scalar(first.heading)}: {first.name} in columns: of components/{game}/{fit.family.id}.yaml and "
        f"{{{{ label(item.{first.name}, 10, 10, size=10) }}}} in templates/{game}/{fit.family.template}"
    )
