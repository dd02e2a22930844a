"""Read a family file into a Family; expand its matrix: each combination of its axes becomes an item."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Collection, Mapping
from contextlib import suppress
from itertools import product
from math import prod
from typing import Any

from prancha.catalogue.file_keys import FamilyFile, Matrix
from prancha.catalogue.game_file import read_tables
from prancha.catalogue.items import (
    PLACEHOLDER,
    RESERVED,
    SOURCES,
    Inherited,
    ItemReader,
    check_field_name,
    escape_markup,
    fill_placeholders,
    is_per_language,
    read_assumed,
    sort_items,
)
from prancha.catalogue.kind_families import (
    KindFile,
    back_template,
    check_fields,
    keys_class,
    own_template,
    read_book,
    read_net,
    value_or_default,
)
from prancha.catalogue.outlines import LARGEST, read_outline
from prancha.catalogue.source_files import DataFolder
from prancha.catalogue.translations import Translations
from prancha.catalogue.validation_messages import copies_fault, is_copies, validate
from prancha.catalogue.yaml_document import Findings, KeyPath, Places, describe, read_length
from prancha.model.diagnostic import Failure, Place, suggestion
from prancha.model.game import Family, Item, Reason
from prancha.model.outline import Net, Outline
from prancha.model.units import Mm
from prancha.model.values import plain

MOST_CELLS = 100_000
_IN_ID = r"[a-z0-9-]+\Z"


def expand_matrix(matrix: Matrix, reader: ItemReader) -> list[Item]:
    """Return one item per combination, the last axis varying fastest; [] after reporting errors."""
    findings, translations = reader.findings, reader.translations
    before = len(findings.found)
    used = _pattern_axes(matrix, findings)
    for axis, values in matrix.axes.items():
        _check_name(findings, "axes", axis)
        _check_axis(findings, axis, values, axis in used)
    for name, value in matrix.fields.items():
        _check_name(findings, "fields", name)
        if name in matrix.axes:
            message = f'"{name}" is an axis and cannot be a field as well'
            findings.error(("matrix", "fields", name), "duplicate-key", message, "delete one", key=True)
        if translations is not None:
            translations.check(("matrix", "fields", name), value)
    cells = prod(len(values) for values in matrix.axes.values())
    if cells > MOST_CELLS:
        message = f"the axes make {cells} items; the maximum is {MOST_CELLS}"
        findings.error(("matrix", "axes"), "too-large", message)
    if len(findings.found) > before:
        return []
    document = findings.document
    shared: dict[str, Place] = dict(reader.inherited.places)
    for name in matrix.fields:
        shared[name] = document.place(("matrix", "fields", name), key=True)
    for name in ("id", "copies"):
        if name in document.data["matrix"]:
            shared[name] = document.place(("matrix", name), key=True)
    axes = {
        axis: [(value, document.place(("matrix", "axes", axis, k))) for k, value in enumerate(values)]
        for axis, values in matrix.axes.items()
    }
    items = []
    for combination in product(*axes.values()):
        cell = {axis: value for axis, (value, _) in zip(axes, combination, strict=True)}
        places = {**shared, **{axis: at for axis, (_, at) in zip(axes, combination, strict=True)}}
        name = fill_placeholders(matrix.id, cell)
        raw: dict[str, Any] = {"id": name}
        if "copies" in document.data["matrix"]:
            raw["copies"] = matrix.copies
        own = {**matrix.fields, **cell}
        items.append(reader.build(("matrix", "id"), raw, own, f"{reader.inherited.family}/{name}", places))
    return items


def _pattern_axes(matrix: Matrix, findings: Findings) -> set[str]:
    """Return the axes named in the id pattern; report unknown and missing ones and stray characters."""
    path = ("matrix", "id")
    used = set(PLACEHOLDER.findall(matrix.id))
    for name in sorted(used - matrix.axes.keys()):
        message = f"the id uses {{{name}}}, which is not an axis"
        findings.error(path, "unknown-axis", message, suggestion(name, matrix.axes))
    for name, values in matrix.axes.items():
        if name not in used and len(values) > 1:
            message = f"the id lacks {{{name}}}, so items would share ids"
            findings.error(path, "missing-axis", message, f"add -{{{name}}} to the id")
    rest = PLACEHOLDER.sub("", matrix.id)
    if rest and not re.match(_IN_ID, rest):
        hint = "use lower-case letters, digits, - and {axis}"
        findings.error(path, "bad-id", f'"{matrix.id}" is not a pattern for ids', hint)
    return used


def _check_axis(findings: Findings, axis: str, values: list[Any], in_id: bool) -> None:
    seen: set[Any] = set()
    for number, value in enumerate(values):
        path = ("matrix", "axes", axis, number)
        if type(plain(value)) is not str and type(plain(value)) is not int:
            message = f"a value of an axis must be text or a whole number, not {describe(value)}"
            findings.error(path, "wrong-type", message, 'put it in quotes, such as "yes"')
            continue
        if value in seen:
            findings.error(path, "duplicate-id", f'{describe(value)} occurs twice in the axis "{axis}"')
        elif in_id and not re.match(_IN_ID, str(value)):
            hint = "use lower-case letters, digits and -; keep what is printed in tables:"
            findings.error(path, "bad-id", f"{describe(value)} cannot be part of an id", hint)
        seen.add(value)


def _check_name(findings: Findings, kind: str, name: str) -> None:
    path = ("matrix", kind, name)
    if name in RESERVED:
        message = f'"{name}" is reserved and cannot be among {kind}'
        findings.error(path, "reserved-key", message, "choose another name", key=True)
    else:
        check_field_name(findings, path, name)


_FAMILY_LEVEL = ("id", "source", "why")
MOST_BLEED: Mm = 50.0
MOST_GUTTER: Mm = 100.0

MANY_CORNERS = 150


def read_family(
    name: str,
    findings: Findings,
    languages: tuple[str, ...] | None,
    folder: DataFolder,
    shared: Mapping[str, Any],
    others: Mapping[str, Family | None],
    stocks: Mapping[str, Mm],
    palette: Mapping[str, str],
) -> Family | None:
    """Return the family in the document of `findings`; None after reporting what is wrong.

    Without `languages` (game.yaml itself is wrong) texts are not checked.
    Data files come from `folder`; `shared` are the tables of the game; `others` the families already
    read, which a box may hold; `stocks` has the thickness of pieces, `palette` the colours of the game.
    """
    head = validate(keys_class(findings.document.data), findings)
    if not isinstance(findings.document.data, dict):
        return None
    translations = Translations(findings, languages) if languages else None
    tables = read_tables(head.tables, ("tables",), findings, folder, languages or ()) if head else {}
    tables_seen = {**shared, **tables}
    items = _read_items(
        name, findings, head=head, translations=translations, folder=folder, tables=tables_seen
    )
    if head is None:
        return None
    if head.sort is not None and languages:
        items = sort_items(items, head.sort, findings, languages)
    net: Net | None = None
    if isinstance(head, KindFile):
        net = read_net(findings, head, others, stocks)
        outline = net.outline if net else None
    else:
        outline = read_outline(findings, head)
    bleed, safe, gutter = _read_margins(findings, head, outline)
    _check_reason_and_make(head, findings, translations)
    _check_continue(head, findings)
    if translations is None:
        return None
    title = translations.text(("title",), head.title)
    note = translations.text(("note",), head.note, optional=True)
    translations.check(("tables",), tables)
    if isinstance(head, KindFile) and value_or_default(head, "template") == own_template(head.kind):
        check_fields(head.kind, items, findings, translations)
    book = read_book(findings, head, items, net, palette) if isinstance(head, KindFile) and net else None
    if findings.found or outline is None:
        return None
    return Family(
        name,
        title,
        stock=value_or_default(head, "stock"),
        outline=outline,
        bleed=bleed,
        safe=safe,
        gutter=gutter,
        template=value_or_default(head, "template"),
        back=back_template(head, items),
        sheet=value_or_default(head, "sheet") or name,
        items=items,
        place=findings.document.place(),
        note=note,
        tables=tables,
        places=Places(findings.document, (), findings.document.data),
        make=tuple(value_or_default(head, "make")),
        kind=head.kind if isinstance(head, KindFile) else "",
        net=net,
        continues=head.continue_,
        worked=_query_words(findings.document.data),
        plain_fields=_plain_fields(head),
        book=book,
    )


def _query_words(data: Mapping[str, Any]) -> frozenset[str]:
    """Return the field names used in `sort:`, `where:` and `fields:`; names with - also with _."""
    sources = data.get("from")
    parts = [
        source for source in (sources if isinstance(sources, list) else [sources]) if isinstance(source, dict)
    ]
    texts = [data.get("sort"), *(source.get(key) for source in parts for key in ("where", "sort", "fields"))]
    words = frozenset(re.findall(r"[\w-]+", " ".join(str(text) for text in texts if text is not None)))
    return words | {word.lstrip("-") for word in words} | {word.replace("_", "-") for word in words}


def _plain_fields(head: FamilyFile | None) -> frozenset[str]:
    """Return the fields whose texts are printed without reading markup."""
    return frozenset(name for name, how in head.markup.items() if how == "none") if head else frozenset()


def _check_reason_and_make(head: FamilyFile, findings: Findings, translations: Translations | None) -> None:
    """Report an assumed family without a reason, a reason that is not text, and duplicates in `make:`."""
    if not isinstance(head.why, str):
        if not is_per_language(translations, ("why",), head.why):
            findings.error(("why",), "wrong-type", f'"why" must be text, not {describe(head.why)}')
    elif head.source == "assumed" and not head.why.strip():
        message = "an assumed family needs a reason"
        findings.error(("source",), "no-reason", message, 'add why: "..."')
    for number, work in enumerate(head.make):
        if work in head.make[:number]:
            findings.error(("make", number), "duplicate-entry", f'"{work}" is listed twice', "delete one")


def _check_continue(head: FamilyFile, findings: Findings) -> None:
    """Report `continue:` where texts cannot continue."""
    if head.continue_ is None:
        return
    if isinstance(head, KindFile):
        message = f'"continue" does not go with kind: {head.kind}, whose faces are folded or few'
        findings.error(("continue",), "unknown-key", message, "enlarge its text boxes", key=True)
    elif head.continue_ == "back" and head.back is None:
        message = "texts cannot continue on backs: these components have none"
        hint = "add back: with a template, or write continue: card"
        findings.error(("continue",), "bad-value", message, hint)


def _read_margins(findings: Findings, head: FamilyFile, outline: Outline | None) -> tuple[Mm, Mm, Mm]:
    """Return bleed, safe and gutter in mm; 0 after reporting what is wrong."""
    bleed = read_length(findings, ("bleed",), head.bleed, 0, MOST_BLEED)
    gutter = read_length(findings, ("gutter",), value_or_default(head, "gutter"), 0, MOST_GUTTER)
    most = min(outline.width, outline.height) / 2 if outline else LARGEST
    written, below = value_or_default(head, "safe"), "half the shorter side"
    safe = read_length(findings, ("safe",), text=written, low=0, high=most, below=below)
    if safe and outline and not outline.is_box and not outline.polygon(-safe):
        message = f'"{written}" leaves nothing of this {outline.shape}'
        # Finding the largest possible value takes seconds for outlines with many corners.
        many = len(outline.points) > MANY_CORNERS
        less = "less" if many else f"at most safe: {_largest_inset(outline, most):.1f} mm"
        hint = f"write {less}, or make the piece larger"
        findings.error(("safe",), "out-of-range", message, hint)
    return bleed or 0.0, safe or 0.0, gutter or 0.0


def _largest_inset(outline: Outline, most: Mm) -> Mm:
    """Return how far an outline can shrink before it vanishes, in mm, rounded down to 0.1."""
    return bisect(range(1, int(most * 10) + 1), 0, key=lambda tenth: not outline.polygon(-tenth / 10)) / 10


def _read_items(
    name: str,
    findings: Findings,
    head: FamilyFile | None,
    translations: Translations | None,
    folder: DataFolder,
    tables: Mapping[str, Any],
) -> tuple[Item, ...]:
    """Read the items, even of a family whose other keys are wrong, to report all errors at once."""
    data = findings.document.data
    plain_fields = _plain_fields(head)
    inherited = _read_inherited(name, findings, data, translations, plain_fields)
    reader = ItemReader(findings, inherited, translations, plain_fields)
    raw = data.get("items")
    entries = raw if isinstance(raw, list) else []
    items = [reader.read(("items", number), entry) for number, entry in enumerate(entries)]
    sourced = data.get("from")
    if head is not None and sourced is not None:
        items += _read_data_files(sourced, reader, folder, tables)
    if head is not None and head.matrix is not None:
        items += expand_matrix(head.matrix, reader)
    elif isinstance(head, KindFile) and "items" not in data and sourced is None:
        items.append(reader.read(("items", 0), {"id": head.kind}))
    elif head is not None and not entries and sourced is None:
        hint = "add items: with at least one - id: ..., from: a spreadsheet, or a matrix:"
        findings.error((), "no-items", "this family has no items", hint)
    return tuple(item for item in items if item is not None)


def _read_data_files(
    sourced: Any, reader: ItemReader, folder: DataFolder, tables: Mapping[str, Any]
) -> list[Item | None]:
    """Read the items of one data file, or of each file in a list."""
    from prancha.catalogue.spreadsheet import ListRequest, read_items  # most games do not need it

    findings, languages = reader.findings, reader.translations.languages if reader.translations else ()
    parts: list[tuple[KeyPath, Any]] = [(("from",), sourced)]
    if isinstance(sourced, list) and sourced:
        parts = [(("from", number), one) for number, one in enumerate(sourced)]
    items: list[Item | None] = []
    for path, one in parts:
        request = ListRequest(path, findings, folder, languages, reader.plain_fields)
        rows = read_items(one, request, tables, reader.inherited.fields)
        if rows is None:
            continue
        told = Translations(rows, languages) if languages else None
        rows_reader = reader.for_document(rows, told, rows.records.spelled)
        with suppress(Failure):  # too many findings; those found so far are reported
            for number, raw in enumerate(rows.records.data["items"]):
                items.append(rows_reader.read(("items", number), raw))
        findings.found += rows.found
        findings.lacks += rows.lacks
    return items


def _read_inherited(
    name: str,
    findings: Findings,
    data: dict[Any, Any],
    translations: Translations | None,
    plain_fields: Collection[str],
) -> Inherited:
    """Read what items inherit from `defaults:`, `source:` and `why:` of their family."""
    raw = data.get("defaults")
    defaults = raw if isinstance(raw, dict) else {}
    fields = {key: value for key, value in defaults.items() if key not in ("copies", "assumed")}
    for key in defaults:
        path = ("defaults", key)
        if key in _FAMILY_LEVEL:
            message = f'"{key}" cannot be among the defaults'
            hint = "give every item its own id" if key == "id" else f"write {key}: beside defaults:"
            findings.error(path, "reserved-key", message, hint, key=True)
        elif key in fields:
            check_field_name(findings, path, key)
    if translations is not None:
        translations.check(("defaults",), fields)
    assumed: Mapping[str, Reason] = {}
    if "assumed" in defaults:
        assumed = read_assumed(findings, ("defaults", "assumed"), defaults["assumed"], fields, translations)
    copies = plain(defaults.get("copies", 1))
    if not is_copies(copies):
        findings.error(("defaults", "copies"), "out-of-range", copies_fault(copies))
        copies = 1
    source, why = data.get("source", "stated"), data.get("why", "")
    return Inherited(
        name,
        source if source in SOURCES else "stated",
        why=why if isinstance(why, str | dict) else "",
        fields=escape_markup(fields, plain_fields),
        copies=copies,
        assumed=assumed,
        places=Places(findings.document, ("defaults",), defaults),
    )
