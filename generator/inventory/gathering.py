"""Gather an inventory from the catalogue, the list of what was placed, and the finished PDF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from generator.inventory.inventory import Assumption, Component, Inventory, Purchase, SheetCount, Total
from generator.model.game import Family, Game
from generator.model.text import resolve_texts

Painted = tuple[int, str, int]
"""A page, an item (`family/id`) on it, and which copy of the item."""
LARGEST_SLEEVE = 130.0
"""No sleeves are sold for cards longer than this, mm."""


def gather(game: Game, lang: str, manifest: Mapping[str, Any], found: Collection[Painted]) -> Inventory:
    """The inventory of a built kit: `manifest` is its manifest.json, `found` the fronts in its PDF."""
    placed = manifest["placed"]
    fronts = [sheet for sheet in placed["sheets"] if sheet["side"] == "front"]
    at, copy, face = (placed["columns"].index(name) for name in ("item", "copy", "face"))
    rows = [(sheet["page"], row) for sheet in fronts for row in sheet["pieces"]]
    imposed = [(page, row[at], row[copy]) for page, row in rows]
    drawn = [(page, row[at], row[copy]) for page, row in rows if placed["faces"][row[face]]]
    posters = {sheet["page"] for sheet in fronts if "window" in sheet}
    counts = [_counted(copies, posters) for copies in (drawn, imposed, found)]
    sheets = tuple(_sheets(fronts))
    return Inventory(
        game.id,
        game.title,
        str(manifest["paper"]),
        tuple(_components(game, counts)),
        tuple(_total(family, lang, fronts, at) for family in game.families),
        sheets,
        tuple(_supplied(game, lang)),
        tuple(_shopping(game, manifest, fronts, sheets)),
        tuple(_assumptions(game, lang)),
    )


def _counted(copies: Collection[Painted], posters: Collection[int]) -> Counter[str]:
    """How often each item is there; a poster is once on all its pages together."""
    whole = {(0, item, copy) for page, item, copy in copies if page in posters}
    single = [one for one in copies if one[0] not in posters]
    return Counter(item for _, item, _ in (*single, *whole))


def _components(game: Game, counts: Sequence[Counter[str]]) -> Iterator[Component]:
    for family in game.families:
        size = (round(family.outline.width, 2), round(family.outline.height, 2))
        for item in family.items:
            assumed = item.source == "assumed" or "copies" in item.assumed
            made = [count.pop(item.key, 0) for count in counts]
            yield Component(item.key, family.id, size, family.stock, item.source, assumed, item.copies, *made)
    family_of = {key: key.partition("/")[0] for count in counts for key in count}
    for key in sorted(family_of):  # nobody designed these
        yield Component(key, family_of[key], (0, 0), "paper", "stated", False, 0, *(c[key] for c in counts))


def _total(family: Family, lang: str, fronts: Sequence[Mapping[str, Any]], at: int) -> Total:
    keys = {item.key for item in family.items}
    sheets = sum(any(row[at] in keys for row in sheet["pieces"]) for sheet in fronts)
    return Total(family.id, family.title[lang], family.stock, len(family.items), family.copies, sheets)


def _sheets(fronts: Sequence[Mapping[str, Any]]) -> Iterator[SheetCount]:
    groups: dict[tuple[Any, str], list[int]] = {}
    for sheet in fronts:
        groups.setdefault((sheet["stock"], sheet["group"]), []).append(len(sheet["pieces"]))
    for (stock, group), pieces in groups.items():
        yield SheetCount(stock, group, tuple(pieces))


def _supplied(game: Game, lang: str) -> Iterator[Purchase]:
    for thing in game.supplied:
        yield Purchase(str(resolve_texts(thing["name"], lang, game.languages)), int(thing["count"]), "pieces")


def _shopping(
    game: Game, manifest: Mapping[str, Any], fronts: Sequence[Mapping[str, Any]], sheets: Sequence[SheetCount]
) -> Iterator[Purchase]:
    """Paper by stock, sleeves by the size of cards, straight cuts."""
    papers: Counter[str] = Counter()
    for each in sheets:
        papers[each.stock] += len(each.pieces)
    for stock, number in sorted(papers.items()):
        yield Purchase(f"{stock}, {str(manifest['paper']).upper()}", number, "sheets")
    sleeves: Counter[tuple[float, float]] = Counter()
    for family in game.families:
        short, long = sorted((family.outline.width, family.outline.height))
        card = family.stock == "card" and family.outline.is_box and family.back is not None
        if card and long <= LARGEST_SLEEVE:
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
