"""A drawn game as the components that exports are made of."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from prancha.building.spaces import Spaces
from prancha.building.step_values import DrawnGame
from prancha.graphics.svg.svg_markup import parse
from prancha.model.face import REVISION_MARK, Face
from prancha.model.game import Family, Game, Item
from prancha.model.kit_components import Component, ComponentFace, ComponentFamily, ComponentKit
from prancha.model.localised_text import resolve_texts
from prancha.model.outline import Net

_TITLES = ("title", "name")
"""Fields that name a component, the first that it has."""


def component_kit(game: Game, drawing: DrawnGame, lang: str) -> ComponentKit:
    """The components of `game` that have copies, in `lang`, as they were drawn."""
    families = (_family(family, game, drawing, lang) for family in game.families)

    def text(value: object, lang: str = lang) -> str:
        return str(resolve_texts(value, lang, game.languages) or "")

    return ComponentKit(
        game.id, game.title, subtitle=text(game.subtitle), lang=lang, revision=game.revision,
        licence=text(game.licence), licences={one: text(game.licence, one) for one in game.languages},
        families=tuple(family for family in families if family.components),
    )  # fmt: skip


def _family(family: Family, game: Game, drawing: DrawnGame, lang: str) -> ComponentFamily:
    drawn = drawing.toned
    spaces = Spaces(drawing.maker.symbols, drawing.book)
    components = tuple(
        Component(
            family.id,
            item.id,
            title=_title(item, game, lang),
            copies=item.copies,
            front=_face(drawn.fronts[item.key], family, spaces),
            back=_face(drawn.backs[item.key], family, spaces) if family.back is not None else None,
        )
        for item in family.items
        if item.copies
    )
    return ComponentFamily(
        family.id, family.title[lang], stock=family.stock, kind=family.kind, outline=family.outline,
        bleed=family.bleed, safe=family.safe,
        components=components, net=_net(family),
    )  # fmt: skip


def _title(item: Item, game: Game, lang: str) -> str:
    for name in _TITLES:
        text = resolve_texts(item.fields.get(name), lang, game.languages)
        if isinstance(text, str) and text.strip():
            return " ".join(text.split())
    return item.id


def _net(family: Family) -> Net | None:
    """The folds of a family; of a stand-up that has a template of its own, those its items' `foot` tells."""
    if family.net is not None or not {"fold", "glue"} <= set(family.make):
        return family.net
    feet = {item.fields.get("foot") for item in family.items}
    foot = feet.pop() if len(feet) == 1 else None
    tall = family.outline.height / 2
    if not isinstance(foot, int | float) or not 0 < foot < tall or not family.outline.is_box:
        return None
    from prancha.model.folded_nets import standee

    return standee(family.outline.width, tall - foot, float(foot))


def _face(face: Face, family: Family, spaces: Spaces) -> ComponentFace:
    return ComponentFace(
        face.digest, face.outline, bleed=family.bleed, side=face.side, words=printed_words(face.svg),
        spaces=spaces.on(face.svg, family),
    )  # fmt: skip


def printed_words(svg: str) -> str:
    """The words that stand on a face, in the order they are drawn, without its revision mark."""
    if "<text" not in svg:
        return ""
    found: list[str] = []
    _gather(parse(svg), found)
    return " ".join("".join(found).split())


def _gather(element: Element, found: list[str]) -> None:
    if element.get("id") == REVISION_MARK:
        return
    if element.tag.rpartition("}")[2] == "text":
        words = "".join(element.itertext())
        # What goes on in the same line ends with its space.
        found.append(words if words.endswith(" ") else words + " ")
        return
    for child in element:
        _gather(child, found)
