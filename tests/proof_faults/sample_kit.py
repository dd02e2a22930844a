"""A small kit with all that a proof looks at: pictures, gradients, shared forms, a board in parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PIL import Image

from prancha.building import pipeline
from prancha.building.order import Kit, Order
from prancha.export.colour.press_inks import shipped_profile
from prancha.model.printing import Press

GAME = """\
title: Mostra de faltas
languages: [en]
designers: [Ana]
rulebook: Rules
players: [2, 3]
revision: "1"
families: [cards, notes, hexes, coins, board, effects]
palette: {ink: "#203040", accent: "#b03020"}
fonts: {body: Alegreya Sans}
"""
CARDS = """\
title: Cards
stock: card
size: 63 x 88 mm
outline: rectangle
template: card.svg.j2
back: card-back.svg.j2
items:
"""
NOTES = """\
title: Notes
stock: card
size: 44 x 63 mm
outline: rounded
radius: 3 mm
bleed: 0 mm
template: note.svg.j2
items: [{id: n1, copies: 3}, {id: n2, copies: 2}]
"""
HEXES = """\
title: Hexes
stock: board
size: 40 mm
outline: hexagon
gutter: 3 mm
bleed: 1.5 mm
template: tile.svg.j2
back: tile.svg.j2
items: [{id: land, copies: 4}, {id: sea, copies: 3}]
"""
COINS = """\
title: Coins
stock: paper
size: 25 mm
outline: circle
gutter: 3 mm
bleed: 1.5 mm
template: tile.svg.j2
items: [{id: one, copies: 6}]
"""
BOARD = """\
title: Board
stock: paper
size: 300 x 220 mm
outline: rectangle
template: board.svg.j2
items: [{id: map}]
"""
EFFECTS = """\
title: Effects
stock: card
size: 63 x 88 mm
outline: rectangle
template: effect.svg.j2
items: [{id: dusk}, {id: dawn}]
"""
FRAME = "M2 2H61V86H2Z" + "".join(f"M{4 + 6 * k} 4h4v2h-4z" for k in range(9))
CARD = f"""\
<defs><linearGradient id="sky"><stop offset="0" stop-color="#80a0e0"/><stop offset="1" stop-color="#f0e0c0"/>
</linearGradient></defs>
<rect x="-3" y="-3" width="69" height="94" fill="{{{{ item.tint }}}}"/>
<path d="{FRAME}" fill="none" stroke="#102030" stroke-width="0.4"/>
<rect x="6" y="48" width="51" height="12" fill="url(#sky)"/>
<g opacity="0.7"><circle cx="20" cy="72" r="8" fill="#fff"/><circle cx="26" cy="72" r="8" fill="#f04030"/></g>
<image href="{{{{ item.art }}}}.png" x="10" y="24" width="20" height="20"/>
{{{{ icon('star', 50, 74, 9, fill='#ffe080') }}}}
{{{{ label('**Card ' ~ item.id ~ '**', width / 2, 14, size=14, align='center', fill='#ffffff') }}}}
{{{{ paragraph('When this card is shown, take two stones and pass the boat to your left.', 33, 24, 26, 22,
   size=8, fill='#ffffff') }}}}
{{{{ label('TRACKED', 8, 84, size=8, tracking=0.6, fill='#ffffff') }}}}
"""
BACK = """\
<rect x="-3" y="-3" width="69" height="94" fill="{{ darken(item.tint) }}"/>
{{ icon('star', width / 2, height / 2, 30, fill='#ffffff') }}{{ label(item.id, 9, 20, fill='#ffffff') }}
"""
NOTE = """\
<rect width="44" height="63" fill="#e8d8a0"/>
{{ label("Note " ~ item.id, 6, 20, size=12, fill="#203040") }}
{{ label('Ọ̀rọ̀ tọ́jọ́', 6, 40, size=11, fill='#203040') }}
"""
TILE = """\
<path d="{{ shape(bleed) }}" fill="{{ palette.ink }}"/>
{{ icon("star", width / 2, height / 2, 9, fill="#ffffff") }}
{{ label(item.id, width / 2, 7, size=7, align="center", fill="#ffffff") }}
"""
EFFECT = """\
<defs>
  <linearGradient id="fade"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#000"/>
  </linearGradient>
  <linearGradient id="glow"><stop offset="0" stop-color="#f0c040"/><stop offset="1" stop-color="#c02060"/>
  </linearGradient>
  <mask id="soft"><rect x="5" y="5" width="53" height="20" fill="url(#fade)"/></mask>
  <pattern id="dots" width="4" height="4" patternUnits="userSpaceOnUse">
    <circle cx="2" cy="2" r="1" fill="#406"/>
  </pattern>
  <filter id="blur"><feGaussianBlur stdDeviation="1"/></filter>
</defs>
<rect x="-3" y="-3" width="69" height="94" fill="#d8e0d0"/>
<rect x="5" y="5" width="53" height="20" fill="#204060" mask="url(#soft)"/>
<rect x="5" y="28" width="25" height="14" fill="url(#dots)"/>
<circle cx="44" cy="34" r="6" fill="#40a060" style="mix-blend-mode: multiply"/>
<path d="M8 48L30 56L55 46" fill="none" stroke="url(#glow)" stroke-width="3"/>
<circle cx="14" cy="66" r="5" fill="#a02020" filter="url(#blur)"/>
<text x="24" y="70" font-family="Alegreya Sans" font-size="9" fill="url(#glow)">{{ item.id }}</text>
{{ label('Ọ̀rọ̀ tọ́jọ́', 8, 80, size=11, fill='#203040') }}
{{ label('WIDE', 40, 84, size=8, tracking=0.9, fill='#203040') }}
"""
TILES = """\
<path d="{{ shape(bleed) }}" fill="#407050"/>
<path d="M30 40L150 180L260 60" fill="none" stroke="#f0f0d0" stroke-width="4"/>
"""


def write_sample(folder: Path) -> Path:
    """Write the project; returns its folder."""
    catalogue, templates = folder / "components" / "mostra", folder / "templates" / "mostra"
    catalogue.mkdir(parents=True)
    templates.mkdir(parents=True)
    items = ""
    for k in range(1, 7):
        art = "sky" if k % 2 else "sea"
        items += f'  - {{id: c{k}, tint: "#{40 + 15 * k:02x}5080", art: {art}, copies: {1 + k % 2}}}\n'
    texts = {
        "game": GAME, "cards": CARDS + items, "notes": NOTES, "hexes": HEXES, "coins": COINS, "board": BOARD,
        "effects": EFFECTS,
    }  # fmt: skip
    for stem, text in texts.items():
        (catalogue / f"{stem}.yaml").write_text(text, encoding="utf-8")
    drawn = {"card": CARD, "card-back": BACK, "note": NOTE, "tile": TILE, "board": TILES, "effect": EFFECT}
    for stem, text in drawn.items():
        (templates / f"{stem}.svg.j2").write_text(text, encoding="utf-8")
    sky = Image.new("RGB", (240, 240), (90, 140, 220))
    sky.paste((250, 240, 120), (60, 60, 180, 180))
    sky.save(templates / "sky.png")
    sea = Image.new("RGBA", (240, 240), (20, 80, 110, 255))
    sea.paste((255, 255, 255, 90), (40, 100, 200, 140))
    sea.save(templates / "sea.png")
    return folder


Kits = Mapping[str, tuple[Path, Path]]
"""PDF and manifest of the sample kit, by its way in `WAYS`."""
WAYS: Mapping[str, Mapping[str, object]] = {
    "long": {"duplex": "long"},
    "fold": {"duplex": "fold"},
    "separate": {"duplex": "separate"},
    "contour": {"cut_contour": True},
    "cmyk": {"press": Press(shipped_profile())},
    "x4": {"press": Press(shipped_profile(), standard="x4"), "cut_contour": True},
    "x1a": {"press": Press(shipped_profile(), standard="x1a")},
}
"""How the sample kit is ordered, by a name."""


def build_kits(folder: Path, ways: Sequence[str] = ("long", "fold")) -> Kits:
    """The kits that faults are put into."""
    project = write_sample(folder / "project")
    kits = {way: build_sample(project, folder / way, **WAYS[way]) for way in ways}
    return {way: (kit.pdf, kit.manifest) for way, kit in kits.items()}


def build_sample(project: Path, out: Path, **changes: object) -> Kit:
    """Build the kit; `changes` are fields of the order."""
    order = Order(project, out=out, sheet="extended", **changes)  # type: ignore[arg-type]
    return pipeline.build_game(order, "mostra")
