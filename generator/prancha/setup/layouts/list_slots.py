"""Find the field of a list for each slot of a layout, and the layout that suits the list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from prancha.model.game import Family, Game
from prancha.setup.layouts.filled_layout import LayoutFields
from prancha.setup.new_game.field_roles import NONE, Wishes, give_roles
from prancha.setup.new_game.proposal import Proposed, fields_of

TINT = "tint"
"""The field that holds the colour of each card, in a game that began with a list."""
_COST = re.compile(
    r"(?:mana_?)?cost|price|mana|value|level|rank|points|kosten|preis|wert|stufe|custo|preço|preco|valor|nível|"
    r"coste|precio|nivel|coût|cout|prix|valeur|niveau|costo|prezzo|livello|koszt|cena|cijena|kostnad|pris"
)
_MOOD = re.compile(
    r"flavou?r(?:_text)?|quotes?|lore|zitat|stimmung|citation|cita|citazione|cytat|ambientação"
)
_SHORT = 8
"""Maximum length of a word that is put among the numbers."""
_FEW = 4
"""With at least so many numbers a list is mainly one of numbers."""
_LITTLE = 100
"""Maximum length of a text that looks lost where it has most of a card."""
_SMALL = 40.0
"""The side in mm below which a component is a token."""


class ListSlots(Struct, frozen=True):
    """The fields that fill slots or are put among the numbers, and those `left`, which no slot is for.

    `longest` is the length of the longest text.
    """

    fields: LayoutFields
    left: tuple[str, ...] = ()
    longest: int = 0


def slots_of(
    game: Game,
    family: Family,
    icons: frozenset[str],
    pictures: frozenset[str] = frozenset(),
    roles: Mapping[str, str] = {},
) -> ListSlots:
    """Return what the fields of a family are for, guessed as for a new list.

    `pictures` are the names of its pictures without their endings, `roles` what was asked for, by fields.
    """
    names = list(dict.fromkeys(name for item in family.items for name in item.fields if name != TINT))
    rows = [[item.fields.get(name, "") for name in names] for item in family.items]
    fields = fields_of(names, rows, game.languages)
    bare = [one for one in fields if one.values and {str(value) for value in one.values} <= pictures]
    if bare:
        bare[0].role = "art"
        for one in fields:
            one.role = "focus" if one.name == "focus" else one.role
    asked = {name: role for name, role in roles.items() if name in names}
    give_roles(fields, icons, Wishes(copies=NONE, roles=asked))
    given = {one.role for one in fields}
    for one in fields:
        # An object icon: draws icons by their exact names; words that only resemble them are words.
        if one.role == "icon" and ("title" not in given or not {str(value) for value in one.values} <= icons):
            one.role = "title" if "title" not in given else "line" if "type" in given else "type"
    shown = [one for one in fields if one.role not in ("id", "copies", "focus") and not one.out]
    slots = dict(_main_slots(shown))
    if "rules" in slots and ("answer" in slots or set(slots) == {"rules"}):
        # A question is the largest on its card, beside a topic, and so is a text that is all there is.
        topic = {"type": slots["title"]} if "title" in slots and "type" not in slots else {}
        slots = {**slots, **topic, "title": slots["rules"]}
        del slots["rules"]
    focus = [one.heading for one in fields if one.role == "focus"]
    if "art" in slots and focus:
        slots["focus"] = focus[0]
    if any(TINT in item.fields for item in family.items):
        slots["colour"] = TINT
    free = [one for one in shown if one.heading not in slots.values()]
    stats = [one for one in free if one.role == "number" or (one.role == "line" and one.longest <= _SHORT)]
    others = [one for one in free if one not in stats]
    if others and "footer" not in slots and others[0].role in ("line", "text"):
        slots["footer"] = others.pop(0).heading
    return ListSlots(
        LayoutFields(slots, tuple((one.heading, _heading(game, one)) for one in stats)),
        tuple(one.heading for one in others),
        max((one.longest for one in shown if one.heading == slots.get("rules")), default=0),
    )


def _main_slots(shown: Sequence[Proposed]) -> Iterator[tuple[str, str]]:
    """Yield the slots that a card has once each, with the fields that fill them."""
    left = list(shown)

    def take(slot: str, fitting: Sequence[Proposed]) -> Iterator[tuple[str, str]]:
        if fitting:
            left.remove(fitting[0])
            yield slot, fitting[0].heading

    answers = [one for one in left if one.says("back") and not one.says("title")]
    yield from take("answer", answers if len(left) > 1 else [])
    for slot in ("title", "art", "icon", "type"):
        yield from take(slot, [one for one in left if one.role == slot])
    numbers = [one for one in left if one.role == "number"]
    costs = [one for one in numbers if _COST.fullmatch(one.heading.casefold())]
    yield from take("cost", costs)  # others stand among the numbers, with their headings
    yield from take("flavour", [one for one in left if _MOOD.fullmatch(one.heading.casefold())])
    texts = [one for one in left if one.role == "text"]
    texts = texts or [one for one in left if one.role == "line" and one.longest > _SHORT]
    yield from take("rules", sorted(texts, key=lambda one: (not one.says("text"), -one.average)))
    yield from take("flavour", [one for one in left if one.role == "text"])


def _heading(game: Game, one: Proposed) -> str:
    """Return the words below a number: a text of the game, which is in every language, if it has one."""
    if one.heading in game.texts and one.heading.isidentifier():
        return f"{{{{ texts.{one.heading} }}}}"
    return one.label[:1].upper() + one.label[1:]


def fitting_layout(
    slots: Mapping[str, str], numbers: int, size: tuple[float, float], longest: int = 0
) -> str:
    """Return the name of the layout that suits a list with these slots and so many other numbers.

    `longest` is the length of its longest text.
    """
    if "answer" in slots:
        return "quiz"
    if min(size) < _SMALL and "rules" not in slots:
        return "token"
    if "art" in slots:
        if numbers >= _FEW - 1:
            return "hero"
        return "classic" if "rules" in slots else "full-art"
    if "icon" in slots and "cost" in slots and "rules" not in slots:
        return "hand"
    if "rules" not in slots and "flavour" not in slots and not numbers:
        return "quiz"
    if numbers <= _FEW and longest <= _LITTLE:
        return "hero"
    return "economy" if "cost" in slots or "icon" in slots or numbers else "minimal"
