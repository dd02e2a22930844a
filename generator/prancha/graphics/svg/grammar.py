"""The table of what a drawing may contain (grammar.toml), and queries for one name or value."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from prancha.graphics.svg.attribute_values import WIDE, value_fault
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.diagnostic import KNOWN, suggestion

SHORTHANDS = ("font", "marker")
"""Properties that stand for several, and are read in style sheets alone (SVG 2, 6.6)."""
_PLACES = ("x", "y", "width", "height")
_OF_MARKERS = ("refX", "refY")


class Grammar(Struct, frozen=True):
    """Names of elements, attributes and properties by what is to be done with them.

    `elements` are those drawn, with their attributes; `inside` what some may hold, `only_inside` where some
    may stand; `values` the types of attributes (those of one element as `element.attribute`) and drawn
    properties; `initial` properties drawn only at certain values: these, what others ask for, and what to do
    instead; `textual` properties of text alone; `leftovers` undefined attributes that programs write.
    """

    elements: Mapping[str, frozenset[str]]
    effects: frozenset[str]
    inside: Mapping[str, frozenset[str]]
    only_inside: Mapping[str, frozenset[str]]
    unseen: frozenset[str]
    told: Mapping[str, str]
    refused: Mapping[str, str]
    values: Mapping[str, str]
    properties: frozenset[str]
    everywhere: frozenset[str]
    prefixes: tuple[str, ...]
    initial: Mapping[str, tuple[frozenset[str], str, str]]
    textual: frozenset[str]
    harmless: frozenset[str]
    harmless_prefixes: tuple[str, ...]
    geometry: frozenset[str]
    leftovers: Mapping[str, frozenset[str]]

    def leftovers_of(self, tag: str, attributes: Mapping[str, str]) -> frozenset[str]:
        """Return undefined attributes that exporting programs write and ignore.

        Programs note the whole box of an element, or corners of 0; a person who means a place writes less.
        """
        names = self.leftovers.get(tag, frozenset())
        noted = all(attributes.get(name) == "0" for name in self.leftovers["told-by"]) or all(
            name in attributes for name in _PLACES
        )
        return names if noted else frozenset()

    def is_of_others(self, tag: str, name: str) -> bool:
        """Return whether an attribute is of other elements and programs leave it on this one.

        Who writes a place or size there meant it, and is told that it means nothing.
        """
        meant = name in self.elements.get(tag, ()) or name in (*_PLACES, "href")
        if meant or tag not in self.leftovers["sideless"]:
            return False
        return any(name in own for other, own in self.elements.items() if other not in self.effects) and (
            name not in self.everywhere and name not in self.properties
        )

    def element_fault(self, tag: str) -> DrawingFault | None:
        """The fault of an element's name; None for one that is drawn."""
        if tag in self.elements:
            return None
        if tag in self.refused:
            return DrawingFault(f"<{tag}> cannot be printed truly", self.refused[tag])
        near = _nearest(tag, self.elements)
        return DrawingFault(f"there is no element <{tag}> in SVG", near)

    def place_fault(self, tag: str, parent: str) -> DrawingFault | None:
        """The fault of an element in `parent` ("" for the root); None if it may stand there."""
        inside, around = self.inside.get(parent), self.only_inside.get(tag)
        if tag in self.effects and tag != "filter" and tag not in self.only_inside:
            around = frozenset(("filter",))
        if inside is not None and tag not in inside:
            hint = (
                f"a <{parent}> holds {', '.join(sorted(inside))} alone"
                if inside
                else f"close <{parent}> before it"
            )
            return DrawingFault(f"a <{tag}> cannot stand in a <{parent}>", hint)
        if around is not None and parent not in around:
            return DrawingFault(
                f"a <{tag}> means nothing here", f"put it into a <{'> or <'.join(sorted(around))}>"
            )
        return None

    def attribute_fault(self, tag: str, name: str, value: str, texts: bool) -> DrawingFault | None:
        """The fault of an attribute of a drawn element; `texts` means that it contains text."""
        if name in _OF_MARKERS and tag == "marker" and value.strip().endswith("%"):
            return DrawingFault(f"{name} in per cent means something else to each program", "write a number")
        if name in self.elements[tag]:
            kind = self.values.get(f"{tag}.{name}") or self.values.get(name, "any")
            if tag in self.effects:  # a library draws them, and reads all but their places itself
                kind = "length" if name in _PLACES else "any"
            return value_fault(name, value.strip(), kind)
        if name in ("transform", "xml:space"):
            return value_fault(name, value.strip(), self.values[name])
        if name in SHORTHANDS:
            hint = f'write it in style="{name}: ...", or write the properties that it stands for'
            return DrawingFault(f"{name} as an attribute means nothing to some programs", hint)
        if name in self.everywhere or name.startswith(self.prefixes):
            return None
        fault = self.property_fault(name, value, texts)
        if fault is not None and fault.like == _UNKNOWN:
            near = _nearest(name, {*self.elements[tag], *self.properties, *self.initial, "transform"})
            if near.startswith(KNOWN) or any(name in known for known in self.elements.values()):
                near = suggestion(name, self.elements[tag] or self.properties)
            return DrawingFault(f'<{tag}> has no attribute "{name}"', near)
        return fault

    def property_fault(self, name: str, value: str, texts: bool, sheet: bool = False) -> DrawingFault | None:
        """The fault of a property; `sheet` means that it is CSS, which may set geometry, too."""
        if name in self.values and "." not in name and name in self.properties:
            return value_fault(name, value.strip(), self.values[name])
        if name in self.initial:
            harmless, what, hint = self.initial[name]
            if value.lower() in harmless or value in WIDE or (name in self.textual and not texts):
                return None
            return DrawingFault(f'{what} ({name}="{value}") cannot be printed truly', hint)
        if name in self.harmless or name.startswith(self.harmless_prefixes):
            return None
        if sheet and name in self.geometry:
            kind = "css-transform" if name == "transform" else self.values[name]
            return None if name == "d" else value_fault(name, value.strip(), kind)
        known = {*self.properties, *self.initial, *(self.geometry if sheet else ())}
        return DrawingFault(f'there is no property "{name}"', _nearest(name, known), _UNKNOWN)


_UNKNOWN = "unknown property"


def _nearest(word: str, known: Iterable[str]) -> str:
    """The nearest name, in any capitals; else the list of known ones."""
    names = sorted(known)
    same = next((name for name in names if name.lower() == word.lower()), None)
    return f'did you mean "{same}"?' if same else suggestion(word, names)


def _sets(rows: Mapping[str, str]) -> dict[str, frozenset[str]]:
    return {name: frozenset(words.split()) for name, words in rows.items()}


@cache
def grammar() -> Grammar:
    """The table, read once."""
    text = (files("prancha.graphics.svg") / "grammar.toml").read_text(encoding="utf-8")
    table: dict[str, dict[str, Any]] = tomllib.loads(text)
    effects = {name: words.split() for name, words in table["effects"].items()}
    boxes = "x y width height result".split()
    elements = _sets(table["elements"])
    elements |= {name: frozenset((*words, *boxes)) for name, words in effects.items()}
    initial = {**table["initial"], **table["initial-text"]}
    everywhere = table["everywhere"]
    return Grammar(
        elements=elements,
        effects=frozenset((*effects, "filter")),
        inside={**_sets(table["inside"]), "filter": frozenset(effects)},
        only_inside=_sets(table["only-inside"]),
        unseen=frozenset(table["unseen"]["names"].split()),
        told=table["told"],
        refused=table["refused"],
        values={**table["properties"], **table["text"], **table["attributes"]},
        properties=frozenset((*table["properties"], *table["text"])),
        everywhere=frozenset(everywhere["read"].split()) | frozenset(everywhere["unseen"].split()),
        prefixes=tuple(everywhere["prefixes"].split()),
        initial={
            name: (frozenset(row["is"].lower().split(" | ")), row["what"], row["hint"])
            for name, row in initial.items()
        },
        textual=frozenset((*table["text"], *table["initial-text"])),
        harmless=frozenset(table["harmless"]["names"].split()),
        harmless_prefixes=tuple(table["harmless"]["prefixes"].split()),
        geometry=frozenset(table["geometry"]["names"].split()),
        leftovers=_sets(table["leftovers"]),
    )
