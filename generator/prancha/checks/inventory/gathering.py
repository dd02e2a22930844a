"""Gather an inventory from the catalogue, the sheets and the PDF, reconcile it, and compare lists with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from prancha.checks.inventory.inventory import (
    NO_INK,
    Assumption,
    CountedComponent,
    InkPages,
    Inventory,
    Purchase,
    SheetCount,
    Total,
    cartridges,
    in_pages,
    ink_uses,
)
from prancha.model.diagnostic import NOWHERE, Diagnostic, Failure, Place, suggestion
from prancha.model.game import Game
from prancha.model.localised_text import resolve_texts
from prancha.model.packing import takes_sleeves

Painted = tuple[int, str, int]
"""A page, an item (`family/id`) on it, and which copy of the item."""


def gather(
    game: Game,
    lang: str,
    manifest: Mapping[str, Any],
    found: Collection[Painted],
    forms: Collection[str],
    ink: Mapping[str, InkPages],
) -> Inventory:
    """The inventory of a built kit, from its manifest.json and from what its PDF holds.

    Of the PDF, `found` are the fronts that pages paint, `forms` the CRC-32 of all faces that are
    in it, and `ink` is the mm² that each item covers with each colour.
    """
    placed = manifest["placed"]
    fronts = [sheet for sheet in placed["sheets"] if sheet["side"] == "front"]
    at, copy = (placed["columns"].index(name) for name in ("item", "copy"))
    imposed = [(sheet["page"], row[at], row[copy]) for sheet in fronts for row in sheet["pieces"]]
    posters = _posters(fronts, at, copy)
    counts = [_drawn(game, placed, forms), _counted(imposed, posters), _counted(found, posters)]
    sheets = tuple(_sheets(fronts))
    uses = tuple(ink_uses(game.families, lang, placed["sheets"], at, ink))
    return Inventory(
        game.id,
        game.title,
        paper=str(manifest["paper"]),
        components=tuple(_components(game, counts, ink)),
        totals=tuple(_totals(game, lang, fronts, at)),
        sheets=sheets,
        supplied=tuple(
            Purchase(str(resolve_texts(one["name"], lang, game.languages)), int(one["count"]), "pieces")
            for one in game.supplied
        ),
        shopping=(*_shopping(game, manifest, fronts, sheets), *cartridges(uses[-1])),
        ink=uses,
        assumptions=tuple(_assumptions(game, lang)),
    )


def _drawn(game: Game, placed: Mapping[str, Any], forms: Collection[str]) -> Counter[str]:
    """The copies of every item whose own face is in the file."""
    mine = {item: placed["faces"][position] for item, position in placed["fronts"].items()}
    items = (item for family in game.families for item in family.items)
    return Counter({item.key: item.copies for item in items if mine.get(item.key) in forms})


def _posters(fronts: Sequence[Mapping[str, Any]], at: int, copy: int) -> dict[tuple[str, int], set[int]]:
    """The pages that each piece larger than the paper is spread over."""
    pages: dict[tuple[str, int], set[int]] = {}
    for sheet in fronts:
        for row in sheet["pieces"] if "window" in sheet else ():
            pages.setdefault((row[at], row[copy]), set()).add(sheet["page"])
    return pages


def _counted(copies: Collection[Painted], posters: Mapping[tuple[str, int], set[int]]) -> Counter[str]:
    """Copies found of each item; a poster counts by the page that occurs too often or too seldom."""
    count: Counter[str] = Counter()
    parts: dict[tuple[str, int], Counter[int]] = {}
    for page, item, copy in copies:
        if (item, copy) in posters:
            parts.setdefault((item, copy), Counter())[page] += 1
        else:
            count[item] += 1
    for (item, copy), pages in parts.items():
        times = [pages[page] for page in posters[item, copy] | set(pages)]
        count[item] += max(times) if max(times) > 1 else min(times)
    return count


def _components(
    game: Game, counts: Sequence[Counter[str]], ink: Mapping[str, InkPages]
) -> Iterator[CountedComponent]:
    for family in game.families:
        size = (round(family.outline.width, 2), round(family.outline.height, 2))
        for item in family.items:
            assumed = item.source == "assumed" or "copies" in item.assumed
            drawn, placed, found = (count.pop(item.key, 0) for count in counts)
            yield CountedComponent(
                item.key,
                family.id,
                size=size,
                stock=family.stock,
                source=item.source,
                assumed=assumed,
                designed=item.copies,
                drawn=drawn,
                placed=placed,
                found=found,
                ink=in_pages(ink.get(item.key, NO_INK)),
            )
    family_of = {key: key.partition("/")[0] for count in counts for key in count}
    for key in sorted(family_of):  # nobody designed these
        drawn, placed, found = (count[key] for count in counts)
        yield CountedComponent(
            key,
            family_of[key],
            size=(0, 0),
            stock="paper",
            source="stated",
            assumed=False,
            designed=0,
            drawn=drawn,
            placed=placed,
            found=found,
        )


def _totals(game: Game, lang: str, fronts: Sequence[Mapping[str, Any]], at: int) -> Iterator[Total]:
    for family in game.families:
        keys = {item.key for item in family.items}
        sheets = sum(any(row[at] in keys for row in sheet["pieces"]) for sheet in fronts)
        designs = len(family.items)
        yield Total(
            family.id, family.title[lang], family.stock, designs=designs, copies=family.copies, sheets=sheets
        )


def _sheets(fronts: Sequence[Mapping[str, Any]]) -> Iterator[SheetCount]:
    groups: dict[tuple[Any, str], list[int]] = {}
    for sheet in fronts:
        groups.setdefault((sheet["stock"], sheet["group"]), []).append(len(sheet["pieces"]))
    for (stock, group), pieces in groups.items():
        yield SheetCount(stock, group, tuple(pieces))


def _shopping(
    game: Game, manifest: Mapping[str, Any], fronts: Sequence[Mapping[str, Any]], sheets: Sequence[SheetCount]
) -> Iterator[Purchase]:
    """Paper by stock, sleeves by the size of cards, straight cuts."""
    papers: Counter[str] = Counter()
    for each in sheets:
        papers[each.stock] += len(each.pieces)
    for stock, number in sorted(papers.items()):
        thick = f" of {game.stocks[stock]:g} mm" if stock in game.stocks else ""
        yield Purchase(f"{stock}{thick}, {str(manifest['paper']).upper()}", number, "sheets")
    sleeves: Counter[tuple[float, float]] = Counter()
    for family in game.families:
        if takes_sleeves(family):
            short, long = sorted((family.outline.width, family.outline.height))
            sleeves[round(short, 1), round(long, 1)] += family.copies
    for (short, long), number in sorted(sleeves.items()):
        yield Purchase(f"sleeves for {short:g} x {long:g} mm", number, "sleeves")
    plans = manifest["placed"].get("plans", ())
    cuts = sum(len(plans[sheet["plan"]][0]) for sheet in fronts if "plan" in sheet)
    if cuts:
        yield Purchase("straight cuts", cuts, "cuts")


def _assumptions(game: Game, lang: str) -> Iterator[Assumption]:
    def said(why: Any) -> str:
        return str(resolve_texts(why, lang, game.languages))

    for subject, why in sorted(game.assumed.items()):
        yield Assumption(subject, said(why))
    for family in game.families:
        whys: dict[tuple[str, str], list[str]] = {}
        for item in family.items:
            if item.source == "assumed":
                whys.setdefault(("", said(item.why)), []).append(item.id)
            for name, reason in sorted(item.assumed.items()):
                whys.setdefault((name, said(reason)), []).append(item.id)
        for (name, text), ids in whys.items():
            which = "" if len(ids) == len(family.items) else f" {', '.join(ids)}"
            yield Assumption(f"{family.id}{which}" + (f": {name}" if name else ""), text)


def reconcile(inventory: Inventory, places: Mapping[str, Place]) -> Iterator[Diagnostic]:
    """Yield a finding per component whose counts differ; `places` tells where each item is written."""
    for one in inventory.components:
        if not one.agrees:
            message = (
                f"expected {one.designed} of it at every step, found {one.drawn} drawn, {one.placed} placed "
                f"and {one.found} in the PDF"
            )
            hint = "build the kit again; if it stays so, this is our fault: please send us the catalogue"
            yield Diagnostic(places.get(one.key, NOWHERE), "not-reconciled", message, one.key, hint)


NAMES = ("id", "key", "item", "name", "component", "nome", "componente", "peça", "carta")
COUNTS = ("count", "copies", "quantity", "qty", "number", "quantidade", "qtd", "cópias", "número")
MOST_DIGITS = 9
"""The most digits of a count; no list of components has more pieces."""
Rows = Sequence[tuple[int, Sequence[str]]]
"""Numbers of rows with their cells, the heading first."""


class _Known(Struct, frozen=True):
    """Something the catalogue counts: an item, or a whole family."""

    name: str
    copies: int
    place: Place
    item: str


def compare(game: Game, given: Rows, file: str) -> tuple[Diagnostic, ...]:
    """Differences between the rows `given` of a `file` and the catalogue, in row order.

    A row names an item (`family/id`, or its id or name where only one has it) or a whole family.
    Raises Failure when no column of names and one of counts can be told.
    """
    rows, name, count = _columns(given, file)
    known = _names(game)
    seen: dict[str, int] = {}
    found: list[Diagnostic] = []
    for number, row in rows:
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        place = Place(file, number)
        asked = cells[name] if name < len(cells) else ""
        counted = cells[count] if count < len(cells) else ""
        found += _row(place, asked, counted, known, seen)
    found += _missing(game, seen, file)
    return tuple(found)


def _row(
    place: Place, asked: str, given: str, known: Mapping[str, _Known | None], seen: dict[str, int]
) -> Iterator[Diagnostic]:
    one = known.get(asked.casefold())
    if one is None:
        several = asked.casefold() in known
        message = f'row {place.line}: the catalogue has {"several" if several else "no component"} "{asked}"'
        hint = "write it as family/id" if several else suggestion(asked.casefold(), known)
        yield Diagnostic(place, "list-extra", message, "", hint)
        return
    if one.name in seen:
        message = f'row {place.line}: "{asked}" is in row {seen[one.name]} already'
        yield Diagnostic(place, "list-extra", message, one.item, "add the counts up in one row")
        return
    seen[one.name] = place.line
    if not given.isdecimal() or len(given) > MOST_DIGITS:
        message = f'row {place.line}: the count of "{asked}" is "{given}", not a whole number'
        yield Diagnostic(place, "list-bad-count", message, one.item, "write a number")
    elif int(given) != one.copies:
        message = f'row {place.line}: the list has {given} of "{asked}", the catalogue {one.copies}'
        yield Diagnostic(place, "list-count", message, one.item, f"see {one.place}")


def _missing(game: Game, seen: Mapping[str, int], file: str) -> Iterator[Diagnostic]:
    for family in game.families:
        if family.id in seen or (family.items and all(item.key in seen for item in family.items)):
            continue
        if not any(item.key in seen for item in family.items):
            message = f'the list lacks the family "{family.id}" of {family.copies} pieces'
            yield Diagnostic(Place(file), "list-missing", message, family.id, f"see {family.place}")
            continue
        for item in family.items:
            if item.key not in seen:
                message = f'the list lacks "{item.key}", {item.copies} pieces'
                yield Diagnostic(Place(file), "list-missing", message, item.key, f"see {item.place}")


def _names(game: Game) -> dict[str, _Known | None]:
    """Components by folded name; None for names that several have."""
    exact: dict[str, _Known | None] = {}
    loose: dict[str, _Known | None] = {}
    for family in game.families:
        whole = _Known(family.id, family.copies, family.place, family.id)
        exact[family.id.casefold()] = whole
        for title in family.title.values():
            _add(loose, title, whole)
        for item in family.items:
            one = _Known(item.key, item.copies, item.place, item.key)
            exact[item.key.casefold()] = one
            name = item.fields.get("name")
            names = name.values() if isinstance(name, Mapping) else [name]
            for word in {item.id, *(str(each) for each in names if isinstance(each, str))}:
                _add(loose, word, one)
    return {**loose, **exact}


def _add(names: dict[str, _Known | None], word: str, one: _Known) -> None:
    other = names.get(word.casefold(), one)
    names[word.casefold()] = one if other is not None and other.name == one.name else None


def _columns(rows: Rows, file: str) -> tuple[Rows, int, int]:
    """The rows below the heading, and the columns of names and counts."""
    heads = [cell.strip().casefold() for cell in rows[0][1]] if rows else []
    name = next((heads.index(word) for word in NAMES if word in heads), None)
    count = next((heads.index(word) for word in COUNTS if word in heads), None)
    if name is None or count is None:
        lacking = "a column of names" if name is None else "a column of counts"
        message = f"the list has no heading for {lacking}; it has {', '.join(heads) or 'none'}"
        hint = f"call the columns {NAMES[0]} (or {NAMES[3]}) and {COUNTS[0]}"
        raise Failure([Diagnostic(Place(file, 1), "list-unreadable", message, hint=hint)])
    return rows[1:], name, count
