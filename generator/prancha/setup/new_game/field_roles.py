"""What each field is for, and why: copies, title, icon, art, type, colour, text, or a word at the foot."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress

from msgspec import Struct

from prancha.catalogue.spreadsheet import unnamed_column
from prancha.catalogue.spreadsheet.cells import is_count
from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.setup.new_game.cell_values import is_address, is_number, is_picture, texts_in, tint_of
from prancha.setup.new_game.column_names import (
    ICONS,
    PRIVATE,
    SHAPES,
    TEXTS,
    TINTED,
    TITLES,
    TYPES,
)
from prancha.setup.new_game.copies_column import NONE, give_copies, numbers_cards
from prancha.setup.new_game.proposal import Proposed
from prancha.setup.new_game.starter_kinds import Size

_LENGTH = r"\d+(?:[.,]\d+)?\s*(?:mm|cm|in|inch|inches|\"|″)"
_MEASURE = re.compile(rf"(?:{_LENGTH}|\d+(?:[.,]\d+)?)(?:\s*[x×]\s*{_LENGTH})+\Z|{_LENGTH}\Z", re.I)
_NAMES = frozenset(
    "size width height diameter length größe breite höhe durchmesser länge tamanho largura altura diâmetro "
    "comprimento tamaño ancho alto diámetro taille largeur hauteur diamètre longueur larghezza altezza "
    "diametro".split()
)
_MOST = 3


def is_measure(one: Proposed) -> bool:
    """Return whether all values of a field are lengths or sizes with a unit: `15 mm`, `2 x 3 in`."""
    return bool(one.values) and all(bool(_MEASURE.match(str(value).strip())) for value in one.values)


def note_measures(fields: Sequence[Proposed], size: Size, cards: bool) -> Iterator[str]:
    """Return notes on columns of sizes; `cards` may have numbers of that name that are none."""
    for one in fields:
        numbers = not cards and _NAMES & set(one.name.split("_")) and all(map(is_number, one.values))
        if one.out or not one.values or not (numbers or is_measure(one)):
            continue
        values = list(dict.fromkeys(str(value) for value in one.values))
        some = ", ".join(values[:_MOST]) + (", ..." if len(values) > _MOST else "")
        whole = f"{size.width:g} x {size.height:g} mm"
        way = "change size:, or make a family for each"
        yield f'size: not from "{one.heading}" ({some}; all of a family have one size, {whole}: {way})'


_LONG, _LONGEST = 28, 34
"""Characters on average, and at most, beyond which a field is a running text."""
_MOST_KINDS = 10
_BADGE, _BADGE_LABEL = 6, 24
"""Characters of a number in a badge, and of the words below it."""


class Wishes(Struct, frozen=True):
    """Columns asked for by name: for the copies, the id, the title; "" where it is to be guessed.

    `copies` is "none" where no column says how many.  `command` is what was typed, to be told again where
    there is a choice.
    """

    copies: str = ""
    id: str = ""
    title: str = ""
    command: str = "prancha new NAME --from FILE"


def give_roles(fields: list[Proposed], icons: Collection[str], wishes: Wishes) -> list[str]:
    """Decide what each field is for; returns notes.  Raises Failure for unknown wishes."""
    _refuse_unknown(fields, wishes)
    told = give_copies(fields, wishes.copies, wishes.command)
    for one in fields:
        if one.out or one.role == "copies":
            continue
        if one.name == "id":
            one.role = "id"
        elif one is fields[0] and one.label == unnamed_column(0) and numbers_cards(one):
            one.out = "it has no name, and counts the rows"
        elif PRIVATE.match(one.name) and one.type in ("text", "auto", "boolean"):
            one.out = "its name says that it is not for the players"
        elif all(any(map(is_address, texts_in(value))) for value in one.values):
            one.out = "web addresses, which are never opened"
        elif one.type in ("whole", "number") and one.longest <= _BADGE and len(one.label) <= _BADGE_LABEL:
            one.role = "number"
        elif one.type == "boolean":
            one.role = "flag"
    _give_art(fields)
    _give_title(fields, wishes, by_name=True)
    for one in fields:
        words = {icon_name(value) for value in one.values}
        plain = _free(one) and one.type == "text" and not one.translated and not any(one.columns.values())
        if plain and words <= set(icons) and (len(words) > 1 or one.name in ICONS):
            one.role, one.why = "icon", "all its words are names of icons"
            break
    _give_title(fields, wishes, by_name=False)
    _give_type(fields)
    for one in fields:
        if _free(one) and (one.name in TEXTS or _is_long(one)):
            one.role = "text"
    return told


def _free(one: Proposed) -> bool:
    return one.role == "line" and not one.out


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
            wrong.append(
                Diagnostic(Place(""), "wrong-type", message, hint="fix the cell, or name another column")
            )
    if wrong:
        raise Failure(wrong)


def _give_art(fields: list[Proposed]) -> None:
    """Decide which field names pictures, and which their focus point."""
    art = next(
        (one for one in fields if _free(one) and one.values and all(map(is_picture, one.values))), None
    )
    if art is None:
        return
    art.role, art.why = "art", "names of pictures"
    from prancha.faces.art_places import read_focus  # loading faces takes long, and only art needs them

    for one in fields:
        if one.name == "focus":
            with suppress(ValueError):
                for value in one.values:
                    read_focus(value)
                one.role, one.type = "focus", "text"


def icon_name(value: object) -> str:
    """Return the name of an icon as its file has it: `Big Feather` is `big-feather`."""
    return re.sub(r"[\s_]+", "-", str(value).strip().lower()).removesuffix(".svg")


def _give_title(fields: list[Proposed], wishes: Wishes, by_name: bool) -> None:
    """Choose the title: the one asked for or called so, else the first that fits."""
    if any(one.role == "title" for one in fields):
        return
    texts = [one for one in fields if _free(one) and one.type in ("text", "auto")]
    title = next((one for one in fields if wishes.title and wishes.title in one.columns), None)
    why = "asked for"
    if title is None:
        called = [one for name in TITLES for one in texts if one.name == name]
        title = next((one for one in called if _kinds(one) > 1), None)
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
    else:
        texts = sorted(texts, key=_is_look)
    short = [one for one in texts if one.average < _LONG]
    whole = [one for one in short if not one.gaps and one.name not in TYPES]
    telling = [one for one in whole if len(one.label) > 1 and _kinds(one) * 2 >= len(one.values)]
    if telling:
        return telling[0], "the first short text that every card has"
    if any(one.name in TEXTS for one in texts):
        whole = [one for one in short if one.name in TYPES and not one.gaps] or whole
    if whole:
        return whole[0], "a short text that every card has"
    named = [one for one in fields if one.role == "id"] or short
    named = named or [one for one in fields if one.role == "number"]
    return (named[0], "no column has such a name, and none fits better") if named else (None, "")


def _is_look(one: Proposed) -> bool:
    """Return whether a field describes the look of a piece, which beside a picture is no name."""
    return is_measure(one) or one.name in TINTED - TYPES or one.name in SHAPES


def _kinds(one: Proposed) -> int:
    """Return how many different values there are."""
    return len({str(value) for value in one.values})


def _give_type(fields: list[Proposed]) -> None:
    """Decide which field tints the card, by the colours it names, or else by its few words."""
    lines = [
        one
        for one in fields
        if _free(one)
        and one.type in ("text", "auto")
        and not one.translated
        and not _is_long(one)
        and not any(one.columns.values())
    ]
    for one in lines:
        if one.name in TINTED and all(map(tint_of, one.values)):
            one.role, one.why = "colour", "its words are colours; they tint the band of the title"
            one.type = "text"
            return
    for one in lines:
        if one.name in TYPES and _kinds(one) <= _MOST_KINDS:
            one.role, one.type = "type", "text"
            one.why = f"its name says so; a tint of the band for each of {_kinds(one)}"
            return


def _is_long(one: Proposed) -> bool:
    """Return whether values are long, or have several lines."""
    if one.average >= _LONG or one.longest > _LONGEST:
        return True
    return any("\n" in text or "<br" in text.lower() for value in one.values for text in texts_in(value))
