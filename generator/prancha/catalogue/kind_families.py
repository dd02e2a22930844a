"""Families of a component kind: check their keys, make their net, and check the lists in their items."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Literal

from msgspec.structs import replace

from prancha.catalogue.file_keys import BookLook, FamilyFile, FileName, Length
from prancha.catalogue.game_file import read_leaflet
from prancha.catalogue.outlines import LARGEST, SMALLEST, read_size
from prancha.catalogue.translations import Translations
from prancha.catalogue.yaml_document import Findings, describe, read_length
from prancha.model.component_kinds import KINDS, LEAFLET, ComponentKind, KindSizes, ListEntry
from prancha.model.diagnostic import Diagnostic, suggestion
from prancha.model.game import Family, Item
from prancha.model.outline import Net, Shape
from prancha.model.packing import least_depth, smallest_tuck_box, stack_of
from prancha.model.rulebook import BookDesign
from prancha.model.units import Mm
from prancha.model.values import is_number

if TYPE_CHECKING:
    KindName = str  # a type checker cannot read the table
else:
    KindName = Literal[tuple(KINDS)]
LEAST_DEPTH: Mm = 8.0
"""Depth of the smallest box: its flaps need it."""
TEMPLATES = "_library/kinds"
PAGE = "_library/book/page.svg.j2"
"""Template of the pages of a leaflet, drawn beside their text."""
SHEET = "kinds"
"""Sheet shared by all kinds: most are made once or twice and would waste a sheet of their own."""
MOST_SHARE = 1000


class KindFile(FamilyFile):
    """A family file with `kind:`, which replaces outline, stock and template."""

    kind: KindName
    stock: Literal["card", "board", "paper"] = "card"
    outline: Shape = "rectangle"
    template: FileName = ""
    sides: int | None = None
    foot: Length | None = None
    wing: Length | None = None
    holds: Any = None
    thickness: Length | None = None
    slack: Length | None = None
    sleeves: Length | None = None
    book: BookLook | None = None


def keys_class(data: Any) -> type[FamilyFile]:
    """Return the class of keys for a family file with this `data`."""
    return KindFile if isinstance(data, dict) and "kind" in data else FamilyFile


def value_or_default(family: FamilyFile, key: str) -> Any:
    """Return the value of `key`, or the default of the kind if the file has no such key."""
    if not isinstance(family, KindFile) or key in family.written:
        return getattr(family, key)
    kind = KINDS[family.kind]
    of_kind: dict[str, Any] = {
        "stock": kind.stock,
        "make": list(kind.make),
        "safe": kind.safe,
        "gutter": kind.gutter,
        "sheet": SHEET,
        "template": own_template(family.kind),
    }
    return of_kind.get(key, getattr(family, key))


def back_template(family: FamilyFile, items: Iterable[Item]) -> str | None:
    """Return the template of the back: that of the file, or that of the kind if it draws one for `items`."""
    if not isinstance(family, KindFile) or not family.written.isdisjoint(("back", "template")):
        return family.back
    when = KINDS[family.kind].back
    asked = when == "always" or (when == "text" and any(item.fields.get("text") for item in items))
    return own_template(family.kind) if asked else None


def own_template(kind: str) -> str:
    """Return the library template of `kind`."""
    return PAGE if kind == LEAFLET else f"{TEMPLATES}/{kind}.svg.j2"


def read_book(
    findings: Findings, family: KindFile, items: Sequence[Item], net: Net, palette: Mapping[str, str]
) -> BookDesign | None:
    """Return the look of a leaflet that is made of Markdown; None for all else, and after some errors."""
    if family.kind != LEAFLET:
        return None
    other = next((key for key in ("template", "back") if key in family.written), "")
    if other:
        if other == "back" or family.book is not None:
            message = f'"{other}" does not go with a leaflet that is made of Markdown'
            hint = f"delete {other}, or draw both sides with template: and back:, without book:"
            findings.error((other,), "unused-key", message, hint, key=True)
        return None
    text = PurePath(findings.document.file).with_suffix(".<language>.md")
    for item in items:
        if "pages" in item.fields:
            message = '"pages" is no longer read: the text of a leaflet is Markdown'
            hint = f"write it into {text}, each title as a heading, and delete pages; prancha help components"
            findings.found.append(Diagnostic(item.where("pages"), "unused-key", message, item.key, hint))
    for item in items[1:]:
        message = f"a family is one leaflet, whose text is {text.name}"
        hint = "give each leaflet a family of its own"
        findings.found.append(Diagnostic(item.place, "unused-key", message, item.key, hint))
    return read_leaflet(findings, family.book, palette, net.outline.width / 2, net.outline.height)


def read_net(
    findings: Findings, family: KindFile, others: Mapping[str, Family | None], stocks: Mapping[str, Mm]
) -> Net | None:
    """Return the net of a family of a kind; None after reporting what is wrong with its keys.

    `others` are the families read so far, None for one with errors; `stocks` has the thickness of each
    stock.
    """
    kind = KINDS[family.kind]
    if not _check_keys(findings, family, kind):
        return None
    if kind.size == "held":
        sizes = _sizes_around(findings, family, others, stocks)
        return None if sizes is None else kind.net(sizes)
    sizes = _read_sizes(findings, family, kind)
    net = None if sizes is None else kind.net(sizes)
    if net is not None and max(net.outline.width, net.outline.height) > LARGEST:
        message = f"this {family.kind} is {net.outline.width:.5g} x {net.outline.height:.5g} mm"
        findings.error(("size",), "out-of-range", message, f"the maximum is {LARGEST:g} mm")
        return None
    return net


def _check_keys(findings: Findings, family: KindFile, kind: ComponentKind) -> bool:
    """Report missing keys and keys that the kind does not take; return whether there are none."""
    before = len(findings.found)
    for key in ("outline", "radius", "orientation", "points", "cells", "path"):
        if key in family.written:
            message = f'"{key}" does not go with kind: {family.kind}, which has an outline of its own'
            findings.error((key,), "unused-key", message, f"delete {key}", key=True)
    for key in sorted({key for each in KINDS.values() for key in each.own_keys} - set(kind.own_keys)):
        if getattr(family, key) is not None:
            owners = " or ".join(name for name, each in KINDS.items() if key in each.own_keys)
            message = f'"{key}" is only for kind: {owners}, and this is {family.kind}'
            findings.error((key,), "unused-key", message, f"delete {key}", key=True)
    for key in kind.needs:
        if getattr(family, key) is None:
            hint = f"add a line such as {key}: cards: the family it is for"
            findings.error((), "missing-key", f'kind: {family.kind} needs the key "{key}"', hint)
    if kind.size == "held" and family.size is not None:
        message = f'"size" does not go with kind: {family.kind}, whose cards give its size'
        findings.error(("size",), "unused-key", message, "delete size", key=True)
    return len(findings.found) == before


def _read_sizes(findings: Findings, family: KindFile, kind: ComponentKind) -> KindSizes | None:
    """Return the sizes a family gives, with the defaults of its kind; None after reporting errors."""
    if family.size is None:
        example = "40 mm" if kind.size == "one" else "63 x 88 mm"
        findings.error((), "missing-key", 'the key "size" is missing', f"add a line such as size: {example}")
        return None
    size = read_size(findings, family.size, "circle" if kind.size == "one" else "rectangle")
    if size is None:
        return None
    sizes = KindSizes(size[0], size[1] or 0.0)
    if kind.sides:
        sides = kind.sides[0] if family.sides is None else family.sides
        if sides not in kind.sides:
            message = f"there is no net of a {family.kind} with {sides} sides"
            *few, last = sorted(kind.sides)
            hint = f"write one of {', '.join(map(str, few))} and {last}"
            findings.error(("sides",), "out-of-range", message, hint)
            return None
        sizes = replace(sizes, sides=sides)
    for key, usual_length in kind.lengths.items():
        length = read_length(
            findings, (key,), getattr(family, key) or usual_length(sizes.width), SMALLEST, LARGEST
        )
        if not length:
            return None
        sizes = replace(sizes, **{key: length})
    return sizes


def _sizes_around(
    findings: Findings, family: KindFile, others: Mapping[str, Family | None], stocks: Mapping[str, Mm]
) -> KindSizes | None:
    """Return the inner sizes of a box around all copies of the families it holds."""
    thickness: Mm | None = 0.0
    if family.thickness is not None:
        thickness = read_length(findings, ("thickness",), family.thickness, 0.01, 20)
    slack = read_length(findings, ("slack",), family.slack or "1 mm", 0, 20)
    named = family.holds if isinstance(family.holds, list) else [family.holds]
    held: list[Family] = []
    for number, name in enumerate(named):
        path = ("holds", number) if isinstance(family.holds, list) else ("holds",)
        if not isinstance(name, str):
            message = f"a box holds a family, not {describe(name)}"
            findings.error(path, "wrong-type", message, "write the name of its file without .yaml")
        elif name not in others:
            findings.error(path, "unknown-family", f'there is no family "{name}"', suggestion(name, others))
        elif (one := others[name]) is not None:
            held.append(one)
        elif name == PurePath(findings.document.file).stem:
            findings.error(path, "out-of-range", "a box does not hold itself", "name the family of its cards")
    if thickness is None or slack is None or len(held) < len(named):
        return None
    copies = sum(each.copies for each in held)
    if not copies:
        message = "the families in this box have no copies"
        findings.error(("holds",), "out-of-range", message, "a box needs at least one card")
        return None
    if thickness:
        stocks = dict.fromkeys(stocks, thickness)
    stacks = [stack_of(stocks, each) for each in held if each.copies]
    # Cards lie upright in the box, whichever way they are printed.
    width, height, _ = smallest_tuck_box(stacks, 0.0)
    if family.sleeves is not None:
        sleeve = _read_sleeve(findings, family.sleeves, width, height)
        if sleeve is None:
            return None
        stacks = [stack_of(stocks, each, sleeve) for each in held if each.copies]
        width, height = sleeve
    depth = max(LEAST_DEPTH, least_depth(tuple(stacks), (width, height)) + slack)
    width, height = width + slack, height + slack
    if max(height, depth) > LARGEST / 4:
        message = f"the box for {copies} pieces would be {width:.4g} x {height:.4g} x {depth:.4g} mm"
        hint = "split them into several boxes, or check the thickness of their stock"
        findings.error(("holds",), "out-of-range", message, hint)
        return None
    return KindSizes(width, height, depth)


def _read_sleeve(findings: Findings, written: Length, width: Mm, height: Mm) -> tuple[Mm, Mm] | None:
    """Return the short and long side of a sleeve; report one too small for cards of `width` x `height`."""
    parts = re.fullmatch(r"\s*([\d.]+)(?:\s*mm)?\s*[x×]\s*([\d.]+\s*mm)\s*", str(written))
    if parts is None:
        message = f'"{written}" is not a sleeve size'
        findings.error(("sleeves",), "bad-length", message, "write it as sleeves: 66 x 91 mm")
        return None
    written_sides = (f"{parts[1]} mm", parts[2])
    sides = [read_length(findings, ("sleeves",), each, SMALLEST, LARGEST) for each in written_sides]
    if sides[0] is None or sides[1] is None:
        return None
    short, long = sorted((sides[0], sides[1]))
    if short <= width or long <= height:
        message = f"cards of {width:g} x {height:g} mm do not go into sleeves of {short:g} x {long:g} mm"
        hint = "write the outer size of the sleeves; those for 63 x 88 mm are about 66 x 91 mm"
        findings.error(("sleeves",), "out-of-range", message, hint)
        return None
    return short, long


def _is_text_or_number(value: Any) -> bool:
    return isinstance(value, str) or is_number(value)


_VALUES: Mapping[str, tuple[Callable[[Any], bool], str, str]] = {
    "words": (_is_text_or_number, "a text or a number", ""),
    "share": (
        lambda value: is_number(value) and 0 < value <= MOST_SHARE,
        f"a number above 0, {MOST_SHARE} at most",
        "write share: 2 for twice the usual part",
    ),
    "colour": (
        lambda value: isinstance(value, str),
        "a colour",
        'write it in quotes, such as fill: "#7a2e2e"',
    ),
}
"""Checks of values in lists, with what each expects and a hint."""


def check_fields(kind: str, items: Iterable[Item], findings: Findings, translations: Translations) -> None:
    """Report list entries that the kind's library template cannot draw."""
    for item in items:
        for field, entry in KINDS[kind].lists.items():
            listed = item.fields.get(field)
            for number, one in enumerate(listed) if isinstance(listed, list) else ():
                name = f'entry {number + 1} of "{field}"'
                for step, *told in _check_entry(entry, one, name, translations):
                    _report(findings, item, f"{field}.{number}{step}", *told)


def _report(findings: Findings, item: Item, where: str, code: str, message: str, hint: str = "") -> None:
    findings.found.append(Diagnostic(item.where(where), code, message, item.key, hint))


def _check_entry(
    entry: ListEntry, value: Any, name: str, translations: Translations
) -> Iterator[tuple[str, ...]]:
    """Yield where in the entry called `name` something is wrong, with code, message and perhaps a hint."""
    if translations.is_meant(value) or _is_text_or_number(value):
        return
    known = ", ".join(entry.keys)
    if not isinstance(value, dict) or not entry.keys:
        more = f", or keys and values ({known})" if known else ""
        yield "", "wrong-type", f"{name} must be a text or a number{more}, not {describe(value)}"
        return
    good = True
    for key, part in value.items():
        if key not in entry.keys:
            good = False
            message = f'unknown key "{key}" in {name}'
            yield f".{key}", "unknown-key", message, suggestion(str(key), entry.keys)
        elif not translations.is_meant(part):
            fits, wanted, hint = _VALUES[entry.keys[key]]
            if not fits(part):
                good = False
                message = f'"{key}" in {name} must be {wanted}, not {describe(part)}'
                yield f".{key}", "out-of-range" if is_number(part) else "wrong-type", message, hint
    given = [key for key in entry.one_of if key in value]
    if len(given) > 1:
        message = f"{name} has {' and '.join(given)}"
        yield f".{given[1]}", "unused-key", message, f"delete {given[0]} or {given[1]}"
    elif entry.one_of and not given and good:
        message = f'the key "{entry.one_of[0]}" is missing in {name}'
        yield "", "missing-key", message, f"add {entry.one_of[0]}: with what to draw"
