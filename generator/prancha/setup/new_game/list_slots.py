"""The slot of a layout for each field of a list: one of its own, a cell for numbers, or words in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from prancha.model.units import Mm
from prancha.setup.layouts import MOST_LETTERS, Frame, LayoutFields, Places, places_in
from prancha.setup.new_game.proposal import Proposed

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
"""Least count of numbers in a list that is mainly one of numbers."""
_LITTLE = 100
"""Maximum length of a text that looks lost where it has most of a card."""
_SMALL: Mm = 40.0
"""The side below which a component is a token."""
_LABELLED = 3
"""Running texts in one from which on each is called by its name."""
_FOOT_LETTERS = 0.95
"""Letters for each mm of a line at the foot of a card."""
_WITH_ART = ("classic", "full-art", "hero", "economy", "minimal")
_WITHOUT_ART = ("economy", "classic", "minimal", "hero")
"""Layouts that are tried one after the other, the ones with most room for texts early."""


class ListSlots(Struct, frozen=True):
    """The fields that fill slots of their own, those among the numbers, more texts, and other short words."""

    slots: Mapping[str, Proposed]
    stats: tuple[Proposed, ...] = ()
    texts: tuple[Proposed, ...] = ()
    others: tuple[Proposed, ...] = ()
    is_asked: bool = False
    """True if the side has a question alone, whose answer is on the other side."""


Paragraphs: TypeAlias = tuple[tuple[Proposed, ...], ...]
"""The fields in one text: in a paragraph each, or several short ones in one."""


class SlotPlan(Struct, frozen=True):
    """Fields in a layout: `fields` for its drawing, those in each of its texts, and those that are `lost`.

    `texts` are by the field that names the object.  `moved` counts numbers and words that stand in a text,
    for want of a place of their own.
    """

    fields: LayoutFields
    texts: Mapping[str, Paragraphs]
    lost: tuple[Proposed, ...]
    moved: int


def slots_of(fields: Sequence[Proposed], is_answered: bool = False) -> ListSlots:
    """Return the slots for the fields on one side; `is_answered` if a text alone stands on the other."""
    shown = [one for one in fields if one.role not in _UNSEEN and not one.out and not _is_code(one)]
    slots = dict(_main_slots(shown))
    free = [one for one in shown if one not in slots.values()]
    stats = tuple(one for one in free if is_stat(one))
    texts = tuple(one for one in free if one.role == "text")
    asked = is_answered and not stats and not texts and "flavour" not in slots
    if "rules" in slots and (asked or set(slots) == {"rules"}):
        # A question is the largest on its card, beside a topic, and so is a text that is all there is.
        topic = {"type": slots["title"]} if "title" in slots and "type" not in slots else {}
        slots = {**slots, **topic, "title": slots["rules"]}
        del slots["rules"]
    if "art" in slots:
        slots.update(("focus", one) for one in fields if one.role == "focus" and not one.out)
    others = tuple(one for one in free if one not in (*stats, *texts))
    return ListSlots(slots, stats, texts, others, asked and "rules" not in slots)


_UNSEEN = ("id", "copies", "focus", "state")
"""Roles of fields that are no words of a card."""


def _is_code(one: Proposed) -> bool:
    """Return whether a field holds colours as codes, such as #a33: they tint a card, and are no words."""
    return one.role == "colour" and all(str(value).startswith("#") for value in one.values)


def is_stat(one: Proposed) -> bool:
    """Return whether a field fits in a cell for numbers."""
    return one.role == "number" or (one.role == "line" and bool(one.label) and one.longest <= _SHORT)


def _main_slots(shown: Sequence[Proposed]) -> Iterator[tuple[str, Proposed]]:
    """Yield the slots that a card has once each, with the fields that fill them."""
    left = list(shown)

    def take(slot: str, fitting: Sequence[Proposed]) -> Iterator[tuple[str, Proposed]]:
        if fitting:
            left.remove(fitting[0])
            yield slot, fitting[0]

    for slot in ("title", "art", "icon"):
        yield from take(slot, [one for one in left if one.role == slot])
    yield from take("type", [one for role in ("type", "colour") for one in left if one.role == role])
    numbers = [one for one in left if one.role == "number"]
    costs = [one for one in numbers if _COST.fullmatch(one.name.casefold())]
    yield from take("cost", costs)  # others stand among the numbers, with their headings
    moods = [one for one in left if _MOOD.fullmatch(one.name.casefold())]
    plain = [one for one in left if one not in moods]
    texts = [one for one in plain if one.role == "text"]
    texts = texts or [one for one in plain if one.role == "line" and one.longest > _SHORT] or moods
    yield from take("rules", sorted(texts, key=lambda one: (not one.says("text"), -one.average)))
    moods = [one for one in left if one in moods]
    yield from take("flavour", moods or [one for one in left if one.role == "text"])


def fitting_layouts(found: ListSlots, size: tuple[Mm, Mm], is_box: bool) -> list[str]:
    """Return the layouts for a list on components of a size, the one that suits it best first."""
    if not is_box:
        return ["token"]
    first = _fitting(found, size)
    if first == "token" or found.is_asked:
        return [first]
    others: tuple[str, ...] = _WITH_ART if "art" in found.slots else _WITHOUT_ART
    if "title" not in found.slots:  # words on the picture need the dark foot that a title has
        others = tuple(name for name in others if name != "full-art")
    return [first, *(name for name in others if name != first)]


def _fitting(found: ListSlots, size: tuple[Mm, Mm]) -> str:
    slots, numbers = found.slots, len(found.stats)
    has_text = "rules" in slots or "flavour" in slots or bool(found.texts)
    longest = max((one.longest for one in (slots.get("rules"), *found.texts) if one is not None), default=0)
    if found.is_asked:
        return "quiz"
    if min(size) < _SMALL and not has_text:
        return "token"
    if "art" in slots:
        if numbers >= _FEW - 1:
            return "hero"
        alone = set(slots) <= {"art", "focus"} and not (numbers or found.others)
        return "full-art" if alone or ("title" in slots and not has_text) else "classic"
    if "icon" in slots and "cost" in slots and not has_text:
        return "hand"
    if not has_text and not numbers:
        return "quiz"
    if numbers <= _FEW and longest <= _LITTLE:
        return "hero"
    return "economy" if "cost" in slots or "icon" in slots or numbers else "minimal"


def plan_slots(
    found: ListSlots, drawing: str, size: tuple[Mm, Mm], tint: str = "", ending: str = ""
) -> SlotPlan:
    """Return where the drawing of a layout shows the fields of a list.

    `tint` is the field of the colour of each card, `ending` that of pictures whose names the list has
    without it; "" for none.
    """
    widest = max((len(short_label(one)) for one in found.stats), default=0)
    places = places_in(drawing, size, widest)
    slots, stats, texts, lost, moved = _placed(found, places)
    said, always = dict[str, str](), set[str]()
    for slot, paragraphs in texts.items():
        parts = [one for each in paragraphs for one in each]
        first = slots[slot] = next((one for one in parts if not one.gaps), parts[0])
        if len(parts) > 1 or words_of(first) != first.name:
            said[first.name] = _joined(paragraphs, slot)
            cards = range(len(first.cells))
            if any(one.holds(card) and not first.holds(card) for one in parts for card in cards):
                always.add(slot)
    alone = [one for slot, one in slots.items() if slot not in texts] + stats
    said |= {one.name: f"{{{{ {words_of(one)} }}}}" for one in alone if words_of(one) != one.name}
    named = {slot: one.name for slot, one in slots.items()}
    if "art" in slots and "focus" not in slots:
        named |= _framing(slots["art"], places.slots["art"], ending)
    named |= {"colour": tint} if tint else {}
    named |= {"ending": ending.removeprefix(".")} if "art" in slots and ending else {}
    fields = LayoutFields(
        named,
        tuple((one.name, f"{{{{ texts.{one.name} }}}}" if one.label else "") for one in stats),
        widest,
        said,
        always=frozenset(always),
        brief=frozenset(slot for slot in slots if slot in _BRIEF and _longest(texts[slot]) <= _BRIEF[slot]),
        dark=frozenset(slot for slot, one in slots.items() if one.dark),
    )
    shown = {slots[slot].name: paragraphs for slot, paragraphs in texts.items()}
    return SlotPlan(fields, shown, tuple(lost), moved)


def _placed(
    found: ListSlots, places: Places
) -> tuple[dict[str, Proposed], list[Proposed], dict[str, Paragraphs], list[Proposed], int]:
    """Return the fields in slots, those in cells, those in texts by slot, and those that are lost.

    The last is how many stand in texts for want of a place of their own.
    """
    slots = {slot: one for slot, one in found.slots.items() if slot in places.slots}
    if "art" in slots and "focus" in found.slots:
        slots["focus"] = found.slots["focus"]
    stats = list(found.stats)
    numbers = [one for one in stats if one.role == "number"]
    if len(numbers) == 1 and "stats" not in places.slots and "cost" in places.slots and "cost" not in slots:
        slots["cost"] = numbers[0]
        stats.remove(numbers[0])
    homeless = [one for slot, one in found.slots.items() if slot not in slots]
    lost = [one for one in homeless if one.role in ("art", "icon", "focus")]
    running = [*found.texts, *(one for one in homeless if one.role == "text")]
    others = [one for one in homeless if one not in lost and one not in running]
    others += [*stats[places.cells :], *found.others]
    texts: dict[str, Paragraphs] = {slot: ((slots[slot],),) for slot in _TEXTS if slot in slots}
    moved = 0
    for some, slot in ((running, _place(places, ())), (others, _place(places, others))):
        if some and not slot:
            lost += some
        elif some:
            more = tuple((one,) for one in some) if some is running else (tuple(some),)
            texts[slot] = (*texts.get(slot, ()), *more)
            moved += len(some) if some is others else 0
    return slots, stats[: places.cells], texts, lost, moved


_TEXTS = ("title", "rules", "flavour", "footer", "answer")
"""Slots for texts."""
_BRIEF = {"rules": 60, "title": 24}
"""Texts with so many letters at most are set in larger type."""


def _longest(paragraphs: Paragraphs) -> int:
    """Return the most letters that a card has of a text."""
    parts = [one for each in paragraphs for one in each]
    return max(sum(len(str(one.cells[card])) for one in parts) for card in range(len(parts[0].cells)))


_CUT, _SQUARE = 0.75, 1.25
"""Share of a picture's height below which a box cuts heads off, and height over width of square ones."""


def _framing(art: Proposed, box: Frame, ending: str) -> Mapping[str, str]:
    """Return how pictures lie in a box that is less high: drawings whole, of others the upper part."""
    if not art.tallest or box[3] / box[2] / art.tallest >= _CUT:
        return {}
    if art.tallest > _SQUARE:
        return {"focus": "top"}
    drawn = all(f"{value}{ending}".lower().endswith(".svg") for value in art.values)
    return {"fit": "fit"} if drawn else {"focus": "50%,25%"}


def _place(places: Places, short: Sequence[Proposed]) -> str:
    """Return the slot for more texts, or for `short` words; "" for none."""
    foot = places.slots.get("footer")
    if short and foot is not None:
        cards = range(len(short[0].cells))
        longest = max(sum(_letters(one, card) for one in short) for card in cards)
        if longest <= foot[2] * _FOOT_LETTERS:
            return "footer"
    return next((slot for slot in ("rules", "flavour") if slot in places.slots), "")


def _letters(one: Proposed, card: int) -> int:
    """Return the letters of a short word with its name, and of what parts it from the next."""
    return len(one.label) + len(str(one.cells[card])) + 5 if one.holds(card) else 0


def short_label(one: Proposed) -> str:
    """Return the words above a number, cut off where all of them have no room in one line of a cell."""
    words = one.label.split()
    if len(" ".join(words)) <= MOST_LETTERS:
        return " ".join(words)
    most = max((MOST_LETTERS + 1) // len(words) - 1, 2)
    return " ".join(word if len(word) <= most else f"{word[: most - 1]}." for word in words)


def words_of(one: Proposed) -> str:
    """Return the words of a field as an expression."""
    if one.type == "list":
        joined = f'{one.name}|join("{_BREAK if one.role == "text" else ", "}")'
        if all(isinstance(value, list) for value in one.values):
            return joined
        return f"{joined} if {one.name} is sequence and {one.name} is not string else {one.name}"
    if one.type == "boolean":
        return _ticked(one)
    if any(isinstance(value, bool) for value in one.values):
        return f"({_ticked(one)}) if {one.name} is boolean else {one.name}"
    return one.name


def _ticked(one: Proposed) -> str:
    return f'"{{check}}" if {one.name} else "{{cross}}"'


_BREAK = "\\n"


def _joined(paragraphs: Paragraphs, slot: str) -> str:
    """Return the expression of a text of several fields, of which those that are empty leave no gap."""
    texts = [part for part in paragraphs if len(part) == 1 and part[0].role == "text"]
    called = len(texts) >= _LABELLED
    found = []
    for part in paragraphs:
        short = part not in texts
        alone = len(part) == 1 and part[0].type == "text" and (slot == "footer" or not short)
        words = [_called(one, ": " if short else "", not alone if short else called) for one in part]
        found.append(words[0] if len(words) == 1 else f'[{", ".join(words)}]|select|join("  ·  ")')
    if len(found) == 1:
        return f"{{{{ {found[0]} }}}}"
    return f'{{{{ [{", ".join(found)}]|select|join("{_BREAK}") }}}}'


def _called(one: Proposed, sign: str, is_called: bool) -> str:
    """Return the words of a field with its name before them, or nothing on cards whose cell is empty."""
    words = words_of(one)
    if is_called and one.label:
        name = f'texts.{one.name} ~ ": "' if sign else f'"**" ~ texts.{one.name} ~ "** "'
        words = f"{name} ~ ({words})" if " " in words else f"{name} ~ {words}"
    elif one.type not in ("text", "list", "boolean"):
        words = f'{words} ~ ""'
    return f'({words} if {one.name} != "" else "")' if one.gaps or " if " in words else words


def rows_needed(paragraphs: Paragraphs, across: float, card: int) -> int:
    """Return the rows of a text on a card, `across` being the letters of a row."""
    rows = 0
    for part in paragraphs:
        texts = (one.cells[card] for one in part if one.holds(card))
        words = "\n".join(
            "\n".join(map(str, each)) if isinstance(each, list) else str(each) for each in texts
        )
        if len(part) > 1:
            words = "x" * sum(_letters(one, card) for one in part)
        rows += sum(int(len(line) / across) + 1 for line in words.split("\n")) if words else 0
    return rows
