"""Tabletop Club: an asset pack with cards, tokens, boards, pieces, stand-ups and dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from PIL import Image

from prancha.export.face_pictures import FacePictures
from prancha.export.mark_operators import outline_points
from prancha.export.pixels_and_bytes import Size, pixels, png
from prancha.export.target import Export, Plan, Steps, Target, steps_in_words
from prancha.export.targets.designs import (
    Make,
    TableDesign,
    TableFace,
    draw_box,
    families_of,
    is_flattened,
    plan_files,
    role,
    shrunk_families,
    slug,
    table_designs,
)
from prancha.export.targets.picture_sheets import WHITE, draw_panel, panel_of
from prancha.export.targets.solids import (
    DIE_TURNS,
    EDGE,
    Solid,
    cube,
    flat_piece,
    stand_up,
)
from prancha.model.kit_components import Component, ComponentFace, ComponentFamily, ComponentKit
from prancha.model.outline import Net, Panel
from prancha.model.units import Mm, number
from prancha.system.words import words


def _steps(pack: str, loose: bool) -> Steps:
    def steps(lang: str) -> Sequence[str]:
        texts = words(lang, "exports")["tabletop_club"]
        common = steps_in_words("tabletop_club", pack=pack)(lang)
        return (*common, *([texts["loose"]] if loose else []), texts["unsure"])

    return steps


Vector = tuple[float, ...]
"""Two numbers or three."""
Setting = str | bool | float | Vector | list[str] | Mapping[int, Vector]


def config_file(sections: Iterable[tuple[str, Mapping[str, Setting]]]) -> bytes:
    """Write the sections in their order, each with its keys."""
    lines: list[str] = []
    for name, keys in sections:
        lines.append(f"[{name}]\n")
        lines += (f"{key} = {_written(value)}" for key, value in keys.items())
        lines.append("")
    return "\n".join(lines).encode()


def _written(value: Setting) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"Vector{len(value)}({', '.join(_number(each) for each in value)})"
    if isinstance(value, list):
        return "[" + ",".join(f"\n\t{_quoted(each)}" for each in value) + "\n]"
    if isinstance(value, Mapping):
        return "{\n" + ",\n".join(f"\t{key}: {_written(each)}" for key, each in value.items()) + "\n}"
    return _number(value)


def _number(value: float) -> str:
    """Format a number with a point: a whole number has another type, and is refused."""
    text = number(round(value, 4))
    return text if "." in text else f"{text}.0"


def _quoted(text: str) -> str:
    plain = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'


class EntryNames:
    """Names by which entries are found, unique in their folder, without characters that end a name."""

    def __init__(self) -> None:
        self._given: dict[str, set[str]] = {}

    def give(self, folder: str, wanted: str, others: Sequence[str]) -> str:
        """Return `wanted`, made unique by the first of `others` that does, in brackets, or by a number."""
        given = self._given.setdefault(folder, set())
        tried = [wanted, *(f"{wanted} ({other})" for other in others)]
        tried += (f"{wanted} {k}" for k in range(2, len(given) + 3))
        name = next(made for made in map(_plain, tried) if made.casefold() not in given)
        given.add(name.casefold())
        return name


def _plain(name: str) -> str:
    kept = "".join(" " if sign in '[]/\\"*' else sign for sign in name)
    return " ".join(kept.split()) or "?"


MOST_PIXELS = 4096
"""The longer side of a picture."""
THICK: Mapping[str, Mm] = {"board": 2.0, "card": 0.3, "paper": 0.2}
GRAMS: Mapping[str, float] = {"board": 0.0014, "card": 0.0003, "paper": 0.0001}
"""Mass of a square millimetre."""
FOOT: tuple[Mm, Mm, Mm] = (0.0, 3.0, 14.0)
"""Least width of a foot, its height and its depth."""
BLANK = "blank.png"
_ROUND_STEPS = 48
"""Sides of a round board."""
_OWN_CORNERS = 512
"""Most corners of an outline drawn as they are; of finer ones every second, and so on."""


class AssetPack:
    """Gathers entries and files by folder: `cards`, `tokens/cylinder`, `pieces`, `boards`, `dice/d6`."""

    def __init__(self, kit: ComponentKit, dpi: float) -> None:
        self.files: dict[str, Make | bytes] = {}
        self.loose: dict[str, int] = {}
        """Families whose pieces are taken one by one, and how many pieces they have."""
        self._kit, self._dpi, self._names = kit, dpi, EntryNames()
        self._sections: dict[str, dict[str, dict[str, Setting]]] = {}
        self._stacks: dict[str, dict[str, dict[str, Setting]]] = {}
        for family in kit.families:
            if role(family) != "box":
                self._family(family)
        for folder, sections in self._sections.items():
            self.files[f"{folder}/config.cfg"] = config_file(sections.items())
        for folder, stacks in self._stacks.items():
            self.files[f"{folder}/stacks.cfg"] = config_file(stacks.items())

    def _family(self, family: ComponentFamily) -> None:
        kind, designs = role(family), table_designs(family, self._dpi, MOST_PIXELS)
        if kind in ("die", "standee"):
            assert family.net is not None
            make = self._die if kind == "die" else self._standee
            if kind == "standee" or len(family.net.panels) == len(DIE_TURNS):
                for one, design in zip(family.components, designs, strict=True):
                    make(family, one, design, family.net)
        elif family.outline.is_box and kind != "board":
            self._stack("cards", family, [(each, self._card(family, each)) for each in designs])
        elif family.outline.shape == "circle" and kind != "board":
            self._stack("tokens/cylinder", family, [(each, self._disc(family, each)) for each in designs])
        else:
            for each in designs:
                self._solid_piece("boards" if kind == "board" else "pieces", family, each)

    # Entries.

    def _entry(
        self,
        folder: str,
        file: str,
        family: ComponentFamily,
        one: TableDesign,
        scale: tuple[float, ...],
        **more: Setting,
    ) -> str:
        """Add an entry; return the name by which it is found."""
        name = self._names.give(folder, one.title, (family.title, f"{family.id} {one.id}"))
        described = f"{family.title}: {one.title}" + (f". {one.words}" if one.words else "")
        area = family.outline.width * family.outline.height
        keys: dict[str, Setting] = {
            "name": name,
            "desc": f"{described} ({one.copies} x)",
            "mass": max(0.1, area * GRAMS[family.stock]),
            "scale": scale,
        }
        if self._kit.licence:
            keys["license"] = self._kit.licence
        self._sections.setdefault(folder, {})[file] = keys | more
        return name

    def _stack(self, folder: str, family: ComponentFamily, made: Sequence[tuple[TableDesign, str]]) -> None:
        items = [name for design, name in made for _ in range(design.copies)]
        if len(items) > 1:  # one alone is no stack
            title = self._names.give(folder, family.title, (family.id,))
            keys: dict[str, Setting] = {"desc": f"{family.title}: {len(items)}", "items": items}
            self._stacks.setdefault(folder, {})[title] = keys

    def _card(self, family: ComponentFamily, one: TableDesign) -> str:
        self._picture("cards", one.front)
        if one.back is not None:
            self._picture("cards", one.back)
        back = one.back.name if one.back is not None else self._blank("cards")
        self._hidden("cards", back)
        size = family.outline.width / 10, family.outline.height / 10
        return self._entry("cards", one.front.name, family, one, size, back_face=back)

    def _disc(self, family: ComponentFamily, one: TableDesign) -> str:
        across, name = family.outline.width / 10, f"{slug(family.id)}-{one.id}.png"
        self.files[f"tokens/cylinder/{name}"] = lambda pictures: _disc_picture(pictures, one, self._dpi)
        scale = across, THICK[family.stock] / 10, across
        return self._entry("tokens/cylinder", name, family, one, scale)

    def _solid_piece(self, folder: str, family: ComponentFamily, one: TableDesign) -> None:
        outline = family.outline
        points = (
            outline.polygon(steps=_ROUND_STEPS) if outline.shape == "circle" else outline_points(outline, 0.0)
        )
        points = points[:: 1 + len(points) // _OWN_CORNERS]
        back = "back" if one.back is not None else EDGE
        solid = flat_piece(points, outline.width, outline.height, thick=THICK[family.stock], back=back)
        shown = {side: face.name for side, face in zip(("front", "back"), one.faces, strict=False)}
        for face in one.faces:
            self._picture(folder, face)
        self._solid(folder, family, one, solid, shown)

    def _standee(self, family: ComponentFamily, one: Component, design: TableDesign, net: Net) -> None:
        shown: dict[str, str] = {}
        for side in ("front", "back"):
            panel = panel_of(net, side)
            size = pixels(panel.width, self._dpi), pixels(panel.height, self._dpi)
            shown[side] = f"{slug(family.id)}-{design.id}-{side}.png"
            self.files[f"pieces/{shown[side]}"] = _panel_drawn(one.front, panel, size, self._dpi)
        panel = panel_of(net, "front")
        foot = max(FOOT[0], panel.width), FOOT[1], FOOT[2]
        solid = stand_up(panel.width, panel.height, 2 * THICK[family.stock], foot)
        self._solid("pieces", family, design, solid, shown)

    def _die(self, family: ComponentFamily, one: Component, design: TableDesign, net: Net) -> None:
        panels, folder = net.panels, f"dice/d{len(net.panels)}"
        edge: Size = (pixels(panels[0].width, self._dpi), pixels(panels[0].height, self._dpi))
        shown: dict[str, str] = {}
        for value in DIE_TURNS:
            shown[f"side{value}"] = f"{slug(family.id)}-{design.id}-{value}.png"
            draw = _panel_drawn(one.front, panels[value - 1], edge, self._dpi)
            self.files[f"{folder}/{shown[f'side{value}']}"] = draw
        self._solid(folder, family, design, cube(panels[0].width), shown, face_values=DIE_TURNS)

    def _solid(
        self,
        folder: str,
        family: ComponentFamily,
        one: TableDesign,
        solid: Solid,
        shown: Mapping[str, str],
        **more: Setting,
    ) -> None:
        stem = f"{slug(family.id)}-{one.id}"
        self.files[f"{folder}/{stem}.obj"] = solid.obj(f"{stem}.mtl")
        self.files[f"{folder}/{stem}.mtl"] = solid.mtl(shown)
        self._entry(folder, f"{stem}.obj", family, one, (1.0, 1.0, 1.0), **more)
        if one.copies > 1:
            self.loose[family.title] = family.copies

    # Files.

    def _picture(self, folder: str, face: TableFace) -> None:
        self.files[f"{folder}/{face.name}"] = lambda pictures: draw_box(pictures, face, self._dpi)

    def _blank(self, folder: str) -> str:
        self.files[f"{folder}/{BLANK}"] = lambda _: png(Image.new("RGB", (64, 64), WHITE), self._dpi)
        return BLANK

    def _hidden(self, folder: str, file: str) -> None:
        """Mark the picture of a back, so that it makes no card of its own."""
        self._sections.setdefault(folder, {})[file] = {"ignore": True}


def _panel_drawn(face: ComponentFace, panel: Panel, size: Size, dpi: float) -> Make:
    return lambda pictures: png(draw_panel(pictures, face, panel, size), dpi)


def _disc_picture(pictures: FacePictures, one: TableDesign, dpi: float) -> bytes:
    """Draw rim above, front below left and back below right, each as wide as the piece."""
    edge = one.front.size[0]
    made = Image.new("RGB", (2 * edge, 2 * edge), WHITE)
    for column, face in enumerate(one.faces):
        made.paste(pictures.draw(face.face, (0.0, 0.0), (edge, edge)), (column * edge, edge))
    return png(made, dpi)


def plan(export: Export) -> Plan:
    """Plan a folder named after the game, to be copied as it is."""
    kit, dpi = export.kit, export.options["dpi"]
    pack, name = AssetPack(kit, dpi), slug(kit.game) or "game"
    return plan_files(
        [(f"{name}/{file}", made) for file, made in pack.files.items()],
        _steps(name, bool(pack.loose)),
        told=_told(kit, dpi, pack),
        left_out=(*(family.id for family in _strange_dice(kit)), *families_of(kit, "box")),
    )


def _strange_dice(kit: ComponentKit) -> Iterator[ComponentFamily]:
    """Return dice that do not have the six sides whose places are known."""
    for family in kit.families:
        if role(family) == "die" and family.net is not None and len(family.net.panels) != len(DIE_TURNS):
            yield family


def _told(kit: ComponentKit, dpi: float, pack: AssetPack) -> Iterator[str]:
    for family in _strange_dice(kit):
        sides = len(family.net.panels) if family.net is not None else 0
        yield f"{family.title}: a d{sides} is left out; the program's own is there"
    for family in kit.families:
        if role(family) == "box":
            yield f"{family.title}: left out; its net is no piece"
        if is_flattened(family):
            yield f"{family.title}: a {family.kind} lies unfolded on this table"
        if role(family) == "card" and any(one.back is None for one in family.components):
            yield f"{family.title}: these cards have no back; on the table theirs is white"
    yield from shrunk_families(kit.families, dpi, MOST_PIXELS)
    for title, count in pack.loose.items():
        yield f"{title}: models do not stack; its {count} pieces are taken one by one, each says how often"


TARGET = Target(
    "tabletop-club",
    "Tabletop Club: an asset pack with stacks of cards and tokens, models of all else",
    {"dpi": 200.0},
    plan,
)
