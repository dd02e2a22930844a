"""What each field is for, and why: copies, title, icon, art, type, colour, text, or a word at the foot.

The column of copies is trusted, guessed within bounds, or asked for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from msgspec import Struct

from prancha.catalogue.file_keys import MOST_COPIES
from prancha.catalogue.spreadsheet import unnamed_column
from prancha.catalogue.spreadsheet.cells import count_of, is_count, parse_count
from prancha.model.diagnostic import Diagnostic, Failure, Place, as_typed, suggestion
from prancha.model.units import Mm
from prancha.setup.new_game.headings import Rank, normalized_heading, rank_of
from prancha.setup.new_game.list_meanings import (
    ICONS,
    OF_PROGRAMS,
    PICTURES,
    PRIVATE,
    SHAPES,
    TINTED,
    counts_up,
    few,
    icon_name,
    is_address,
    is_for_machines,
    is_number,
    is_picture,
    texts_in,
    tint_of,
)
from prancha.setup.new_game.proposal import MOST_KINDS, Proposed, fits_badge, give_asked, kinds_of
from prancha.setup.new_game.starter_kinds import Size

_LENGTH = r"\d+(?:[.,]\d+)?\s*(?:mm|cm|in|inch|inches|\"|″)"
_MEASURE = re.compile(rf"(?:{_LENGTH}|\d+(?:[.,]\d+)?)(?:\s*[x×]\s*{_LENGTH})+\Z|{_LENGTH}\Z", re.I)
_NAMES = frozenset(
    "size width height diameter length größe breite höhe durchmesser länge tamanho largura altura diâmetro "
    "comprimento tamaño ancho alto diámetro taille largeur hauteur diamètre longueur larghezza altezza "
    "diametro".split()
)


def is_measure(one: Proposed) -> bool:
    """Return whether all values of a field are lengths or sizes with a unit: `15 mm`, `2 x 3 in`."""
    return bool(one.values) and all(bool(_MEASURE.match(str(value).strip())) for value in one.values)


def note_measures(fields: Sequence[Proposed], size: Size, cards: bool) -> Iterator[str]:
    """Return notes on columns of sizes; `cards` may have numbers of that name that are none."""
    for one in fields:
        numbers = not cards and _NAMES & set(one.name.split("_")) and all(map(is_number, one.values))
        if one.out or not one.values or not (numbers or is_measure(one)):
            continue
        some = few(list(dict.fromkeys(map(str, one.values))))
        whole = f"{size.width:g} x {size.height:g} mm"
        way = "change size:, or make a family for each"
        yield f'size: not from "{one.heading}" ({some}; all of a family have one size, {whole}: {way})'


NONE = "none"
"""What `--copies` takes for a list in which no column says how many."""
MOST_GUESSED, MOST_TIMES = 20, 10
"""The most copies of one card, and cards per row on average, of a column that is not `sure`."""
_NEARLY, _HALF = 0.8, 0.5
"""Share of cells that must be counts: in a `usual` column, and in a `sure` one."""
_LONG_RUN, _SHORT_RUN = 5, 3
"""Cards numbered one after the other that cast doubt on a `usual` column, and on a `guess`."""
_MOST_SHOWN = 3
_LONG, _LONGEST = 28, 34
"""Characters on average, and at most, beyond which a field is a running text."""


class Wishes(Struct, frozen=True):
    """Columns asked for by name: for the copies, the id, the title; "" where it is to be guessed.

    `copies` is "none" where no column says how many.  `command` is what was typed, to be told again where
    there is a choice.  `roles` are those of other columns, by their headings.  `size` is that of the
    component in mm; None for the smallest that its words fit on.  `layout` and `look` are names, "" for the
    layout that suits the columns and the plain look; a `drawing` of one's own replaces both.
    What is `tried` is built, and mended where it does not print.
    """

    copies: str = ""
    id: str = ""
    title: str = ""
    command: str = "prancha new NAME --from FILE"
    roles: Mapping[str, str] = {}
    size: tuple[Mm, Mm] | None = None
    layout: str = ""
    look: str = ""
    drawing: Path | None = None
    tried: bool = True


def give_roles(fields: list[Proposed], icons: Collection[str], wishes: Wishes) -> list[str]:
    """Decide what each field is for; returns notes.  Raises Failure for unknown wishes."""
    _refuse_unknown(fields, wishes)
    give_asked(fields, wishes.roles, icons)
    told = give_copies(fields, wishes.copies, wishes.command)
    fields = [one for one in fields if not one.behind]
    for one in fields:
        if one.out or not _free(one):
            continue
        if one.name == "id":
            one.role = "id"
        elif one is fields[0] and one.heading == unnamed_column(0) and numbers_cards(one):
            one.out = "it has no name, and counts the rows"
        elif one.name.replace("_", "") in OF_PROGRAMS or one.name in OF_PROGRAMS or _is_badge(one):
            one.out = "a program keeps it for itself"
        elif PRIVATE.match(one.name) and one.type in ("text", "auto", "boolean"):
            one.out = "its name says that it is not for the players"
        elif one.name not in TINTED and (why := is_for_machines(one.values)):
            one.out = why
        elif all(any(map(is_address, texts_in(value))) for value in one.values):
            one.out = "web addresses, which are never opened"
        elif fits_badge(one):
            one.role = "number"
        elif one.type == "boolean":
            one.role = "flag"
    _give_art(fields)
    _give_title(fields, wishes, by_name=True)
    for one in fields:
        words = {icon_name(value) for value in one.values}
        plain = _free(one) and one.type == "text" and not one.translated and not any(one.columns.values())
        # Names are words that some icons have by chance.
        plain = plain and not one.says("title") and (len(fields) > 1 or one.name in ICONS)
        if any(other.role == "icon" for other in fields):
            break
        if plain and words <= set(icons) and (len(words) > 1 or one.name in ICONS):
            one.role, one.why = "icon", "all its words are names of icons"
            break
    if not any(one.says("front") and one.role in ("text", "art") for one in fields):
        _give_title(fields, wishes, by_name=False)
    _give_type(fields)
    for one in fields:
        if _free(one) and (one.says("text") or _is_long(one)):
            one.role = "text"
    return told


def _is_badge(one: Proposed) -> bool:
    """Return whether a field is a part of the badges and cover that Trello shows of a card."""
    return one.heading.startswith(("badges.", "cover.", "limits.")) and one.label != one.heading


def _free(one: Proposed) -> bool:
    return one.role == "line" and not one.out and not one.asked


def _refuse_unknown(fields: Sequence[Proposed], wishes: Wishes) -> None:
    known = {name: one for one in fields for name in one.columns}
    wrong = []
    for option, name in (("--copies", wishes.copies), ("--id", wishes.id), ("--title", wishes.title)):
        if option == "--copies" and name == NONE:
            continue
        if name and name not in known:
            message = f'{option}: there is no column "{name}"'
            wrong.append(Diagnostic(Place(""), "unknown-column", message, hint=suggestion(name, known)))
        elif name and option == "--copies" and not all(map(is_count, known[name].values)):
            odd = next(value for value in known[name].values if not is_count(value))
            message = f'--copies: the column "{name}" holds "{odd}", which is no whole number'
            hint = "fix the cell, or name another column"
            wrong.append(Diagnostic(Place(""), "wrong-type", message, hint=hint))
    if wrong:
        raise Failure(wrong)


def _give_art(fields: list[Proposed]) -> None:
    """Decide which field names pictures, and which their focus point."""
    if not any(one.role == "art" and one.asked for one in fields):
        arts = [one for one in fields if _free(one) and one.values and _names_pictures(one)]
        if not arts:
            return
        arts[0].role, arts[0].why = "art", "names of pictures"
    give_focus(fields)


def _names_pictures(one: Proposed) -> bool:
    """Return whether all values name pictures; of a field that is called so, most: a row may have slipped."""
    known = sum(map(is_picture, one.values))
    return known == len(one.values) or (one.name in PICTURES and 2 * known > len(one.values))


def give_focus(fields: Sequence[Proposed]) -> None:
    """Decide which field names the focus point of pictures."""
    from prancha.faces.art_places import read_focus  # loading faces takes long, and only art needs them

    for one in fields:
        if one.name == "focus":
            with suppress(ValueError):
                for value in one.values:
                    read_focus(value)
                one.role, one.type = "focus", "text"


def _give_title(fields: list[Proposed], wishes: Wishes, by_name: bool) -> None:
    """Choose the title: the one asked for or called so, else the first that fits."""
    if any(one.role == "title" for one in fields):
        return
    texts = [one for one in fields if _free(one) and one.type in ("text", "auto")]
    title = next((one for one in fields if wishes.title and wishes.title in one.columns), None)
    why = "asked for"
    if title is None:
        called = sorted((one for one in texts if one.says("title")), key=lambda one: one.place("title"))
        title = next((one for one in called if kinds_of(one) > 1), None)
        title = title or (called[0] if called else None)
        why = "its name says so"
    if title is None and not by_name:
        title, why = _fit_title(fields, texts)
    if title is not None:
        title.role, title.why, title.out = "title", why, ""


def _fit_title(fields: Sequence[Proposed], texts: Sequence[Proposed]) -> tuple[Proposed | None, str]:
    """Return the field to name a card by where none is called so, and why: short, on every card, unique."""
    if any(one.role in ("icon", "art") for one in fields):
        texts = [one for one in texts if not _is_look(one)]
    texts = sorted(texts, key=lambda one: (one.says("id"), _is_look(one)))
    short = [one for one in texts if one.average < _LONG]
    whole = [one for one in short if not one.gaps and not one.says("type")]
    telling = [one for one in whole if len(one.label) > 1 and kinds_of(one) * 2 >= len(one.values)]
    if telling:
        return telling[0], "the first short text that every card has"
    if any(one.says("text") for one in texts):
        whole = [one for one in short if one.says("type") and not one.gaps] or whole
    if whole:
        return whole[0], "a short text that every card has"
    named = [one for one in fields if one.role == "id"] or short
    named = named or [one for one in fields if one.role == "number"]
    return (named[0], "no column has such a name, and none fits better") if named else (None, "")


def _is_look(one: Proposed) -> bool:
    """Return whether a field describes the look of a piece, which beside a picture is no name."""
    return is_measure(one) or (one.name in TINTED and not one.says("type")) or one.name in SHAPES


def _give_type(fields: list[Proposed]) -> None:
    """Decide which field tints the card, by the colours it names, or else by its few words."""
    if any(one.role in ("type", "colour") for one in fields):
        return
    texts = [one for one in fields if _free(one) and one.type in ("text", "auto") and not _is_long(one)]
    lines = [one for one in texts if not one.translated and not any(one.columns.values())]
    for one in lines:
        if one.name in TINTED and all(map(tint_of, one.values)):
            one.role, one.why = "colour", "its words are colours; they tint the band of the title"
            one.type = "text"
            return
    for one in lines:
        if one.says("type") and kinds_of(one) <= MOST_KINDS:
            one.role, one.type = "type", "text"
            one.why = f"its name says so; a tint of the band for each of {kinds_of(one)}"
            return


def _is_long(one: Proposed) -> bool:
    """Return whether values are long, or have several lines."""
    if one.average >= _LONG or one.longest > _LONGEST:
        return True
    return any("\n" in text or "<br" in text.lower() for value in one.values for text in texts_in(value))


def give_copies(fields: list[Proposed], wanted: str = "", command: str = "") -> list[str]:
    """Choose the column of copies, if there is one; returns notes on the others.

    `wanted` is the heading asked for, or NONE.  Raises Failure where a column may say how many or number
    the cards, with the `command` lines to choose from.
    """
    told: list[str] = []
    chosen = next((one for one in fields if wanted not in ("", NONE) and wanted in one.columns), None)
    why = "asked for"
    if chosen is None and wanted == NONE:
        told.append("copies: one of each (asked for)")
    elif chosen is None:
        chosen, why, told = _find(fields, command)
    for one in fields:
        if one.name == "copies" and one is not chosen:
            one.name = "copies_field"
    if chosen is not None:
        chosen.name, chosen.role, chosen.type, chosen.out = "copies", "copies", "auto", ""
        # A cell that is no count becomes 1.
        chosen.replace.update({str(value): "1" for value in chosen.values if not is_count(value)})
        chosen.why = f"{why}; {_total(chosen)} cards of {len(chosen.cells)} designs"
    return told


def _find(fields: Sequence[Proposed], command: str) -> tuple[Proposed | None, str, list[str]]:
    """Return the column of copies and why it is taken, None for none; and notes."""
    ranks = {id(one): _rank(one) for one in fields}

    def called(wanted: Rank) -> list[Proposed]:
        return [one for one in fields if ranks[id(one)] == wanted and one.values and not one.asked]

    told = []
    sure = sorted(called("sure"), key=_all_differ)
    fit = [one for one in sure if not _unfit(one, _HALF)]
    for one in sure:
        if why := _unfit(one, _HALF):
            told.append(f'copies: not "{one.heading}" ({why}; {_way(one)})')
    if fit:
        others = ", ".join(f'"{one.heading}"' for one in fit[1:])
        also = f"; there is also {others}: --copies COLUMN" if others else ""
        return fit[0], f"its name says so{also}", told
    coordinates = {word for one in fields for word in normalized_heading(one.heading).split()} >= {"x", "y"}
    for level in ("usual", "guess", "nested"):
        few: list[Proposed] = []
        doubts: list[tuple[Proposed, str]] = []
        for one in called(level):
            if coordinates and normalized_heading(one.heading) == "x":
                continue
            no = _unfit(one, _NEARLY if level == "usual" else 1.0) or _something_else(one, level)
            if no:
                if all(map(is_count, one.values)) and not one.out:
                    told.append(f'copies: one of each (not "{one.heading}": {no}; {_way(one)})')
            elif doubt := _doubt(one, fields, level):
                doubts.append((one, doubt))
            else:
                few.append(one)
        if len(few) == 1 and not doubts:
            why = "its name says so" if level == "usual" else "its name may say so, and its numbers recur"
            return few[0], f"{why}; --copies {NONE} takes one of each" if level != "usual" else why, told
        doubts += [(one, "another column may say so too") for one in few]
        if doubts:
            raise _question(doubts, command)
    return None, "", told


def _way(one: Proposed) -> str:
    fit = all(map(is_count, one.values)) and not one.out and _most(one) <= MOST_COPIES
    return f"--copies {as_typed(one.heading)} takes it anyway" if fit else "fix it and start again"


def _unfit(one: Proposed, share: float) -> str:
    """Return why cells are no counts of cards: fewer than a `share` of them are; "" where they are."""
    if one.out:
        return one.out
    counts = [value for value in one.values if is_count(value)]
    if not counts or len(counts) < share * len(one.values):
        return f'it holds "{next(value for value in one.values if not is_count(value))}"'
    return f"it holds {_most(one)}" if _most(one) > MOST_COPIES else ""


def _something_else(one: Proposed, level: str) -> str:
    """Return why counts are most likely no copies; "" where they are, or where it is not certain."""
    counts = [count_of(value) for value in one.values if is_count(value)]
    why = "its numbers count the cards"
    if level == "usual":
        return why if len(counts) > 1 and counts[0] in (0, 1) and counts_up(counts) else ""
    if 0 in counts:
        return "it holds 0"
    in_order = counts == sorted(counts) and len(set(counts)) > 1
    return why if level == "guess" and (_all_differ(one) or in_order or one.gaps) else ""


def _doubt(one: Proposed, fields: Sequence[Proposed], level: str) -> str:
    """Return why it is not certain that a column holds copies; "" where it is."""
    if level == "nested":
        return "" if _most(one) == 1 else f"it is a part of {as_typed(one.heading.rpartition('.')[0])}"
    runs = _runs_in_groups(one, fields, _LONG_RUN if level == "usual" else _SHORT_RUN)
    if runs:
        return f"it runs {runs}"
    if _most(one) > MOST_GUESSED:
        return f"one card would be there {_most(one)} times"
    if _total(one) > MOST_TIMES * len(one.cells):
        return "that would be more than ten times the rows"
    return ""


def _runs_in_groups(one: Proposed, fields: Sequence[Proposed], longest: int) -> str:
    """Return the runs of numbers in a column: `1 to 30 (Dragon), 1 to 12 (Cave)`; "" for none.

    They are those of the cards of each type, in any order, or start again and again.  One of them has at
    least the length `longest`.
    """
    counts = [parse_count(cell) for cell in one.cells]
    if None in counts:
        return ""
    whole = [count for count in counts if count is not None]
    for field in fields:
        words = [str(cell) for cell in field.cells]
        kinds = len(set(words))
        if field is one or field.gaps or not 1 < kinds <= len(words) / 2:
            continue
        groups: dict[str, list[int]] = {}
        for word, count in zip(words, whole, strict=True):
            groups.setdefault(word, []).append(count)
        # Numbered: 1, 2, 3 in any order, or many different numbers.
        numbered = all(
            len(set(group)) == len(group)
            and (max(group) - min(group) == len(group) - 1 or len(group) >= _LONG_RUN)
            for group in groups.values()
        )
        if numbered and max(map(len, groups.values())) >= longest:
            return _shown({f" ({word})": group for word, group in groups.items()})
    starts = [0, *(at for at, (before, after) in enumerate(pairwise(whole), 1) if after != before + 1)]
    runs = [whole[begin:end] for begin, end in zip(starts, [*starts[1:], len(whole)], strict=True)]
    if (
        all(run[0] in (0, 1) for run in runs)
        and max(map(len, runs)) > _SHORT_RUN
        and len(whole) >= _SHORT_RUN * len(runs)
    ):
        return _shown({" " * number: run for number, run in enumerate(runs)})
    return ""


def _shown(runs: Mapping[str, Sequence[int]]) -> str:
    shown = [f"{min(run)} to {max(run)}{name.rstrip()}" for name, run in runs.items()]
    more = f" and {len(shown) - _MOST_SHOWN} more times" if len(shown) > _MOST_SHOWN else ""
    return ", ".join(shown[:_MOST_SHOWN]) + more


def _question(doubts: Sequence[tuple[Proposed, str]], command: str) -> Failure:
    """Return the Failure that asks which column holds the copies."""
    wrong = []
    for one, why in doubts:
        message = (
            f'"{one.heading}" may say how many there are of each card, or something else: {why}; '
            f"taken for copies it gives {_total(one)} cards of {len(one.cells)} designs"
        )
        choices = [f"{command} --copies {as_typed(heading)}" for heading in (one.heading, NONE)]
        hint = f"for copies: {choices[0]}\nfor one of each: {choices[1]}"
        wrong.append(Diagnostic(Place(""), "unclear-copies", message, hint=hint))
    return Failure(wrong)


def _total(one: Proposed) -> int:
    return sum(count_of(cell) if is_count(cell) else 1 for cell in one.cells)


def _most(one: Proposed) -> int:
    return max((count_of(value) for value in one.values if is_count(value)), default=0)


def _all_differ(one: Proposed) -> bool:
    return kinds_of(one) == len(one.values) > 1


def numbers_cards(one: Proposed) -> bool:
    """Return whether values are 0, 1, 2 or 1, 2, 3, on every card."""
    counts = [count for value in one.values if (count := parse_count(value)) is not None]
    return len(counts) == len(one.cells) and counts[:1] in ([0], [1]) and counts_up(counts)


def _rank(one: Proposed) -> Rank:
    """Return how surely the heading of a column means copies, by its name or its label."""
    found = rank_of(one.label if one.heading.startswith("column ") else one.heading)
    head, dot, part = one.heading.rpartition(".")
    if found or not (dot and head and part.strip()) or " " in one.heading:
        return found or rank_of(one.label)
    return "nested" if rank_of(part) in ("sure", "usual") else ""
