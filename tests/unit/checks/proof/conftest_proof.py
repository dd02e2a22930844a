"""A small kit with all that a proof measures, and a way to spoil its PDF."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.checks.proof.inline_faces import unfold
from prancha.checks.proof.proof_report import ProofFault, ProofReport
from prancha.checks.proof.proofing import proof

GAME = """\
title: Prova
languages: [en]
designers: [Ana]
rulebook: Rules
players: [2]
revision: "1"
families: [cards, hexes, coins, board]
palette: {ink: "#203040"}
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
HEXES = """\
title: Hexes
stock: board
size: 40 mm
outline: hexagon
gutter: 3 mm
bleed: 1.5 mm
template: plain.svg.j2
back: plain.svg.j2
items: [{id: land, copies: 7}]
"""
COINS = """\
title: Coins
stock: paper
size: 25 mm
outline: circle
gutter: 3 mm
bleed: 1.5 mm
template: plain.svg.j2
items: [{id: one, copies: 9}]
"""
BOARD = """\
title: Board
stock: paper
size: 300 x 220 mm
outline: rectangle
template: plain.svg.j2
items: [{id: map}]
"""
CARD = """\
<rect x="-3" y="-3" width="69" height="94" fill="hsl({{ item.hue }}, 60%, 50%)"/>
{{ label(item.id, width / 2, 20, size=14, align='center') }}
"""
PICTURE = '<image href="sky.png" x="10" y="40" width="20" height="20"/>\n'
BACK = '<rect x="-3" y="-3" width="69" height="94" fill="{}"/>{{{{ label(item.id, 9, 20) }}}}\n'
PLAIN = '<path d="{{ shape(bleed) }}" fill="{{ palette.ink }}"/>\n'


def write_project(folder: Path) -> Path:
    """Twelve cards, all different on both sides; the first has a picture of 305 pixels per inch."""
    catalogue, templates = folder / "components" / "prova", folder / "templates" / "prova"
    catalogue.mkdir(parents=True)
    templates.mkdir(parents=True)
    items = "".join(f'  - {{id: c{k}, tint: "#{40 + 15 * k:02x}5080"}}\n' for k in range(1, 13))
    texts = {"game": GAME, "cards": CARDS + items, "hexes": HEXES, "coins": COINS, "board": BOARD}
    for stem, text in texts.items():
        (catalogue / f"{stem}.yaml").write_text(text, encoding="utf-8")
    card = CARD.replace("hsl({{ item.hue }}, 60%, 50%)", "{{ item.tint }}")
    card += "{% if item.id == 'c1' %}" + PICTURE + "{% endif %}"
    for stem, text in (
        ("card", card), ("card-back", BACK.format("{{ darken(item.tint) }}")), ("plain", PLAIN),
    ):  # fmt: skip
        (templates / f"{stem}.svg.j2").write_text(text, encoding="utf-8")
    picture = Image.new("RGB", (240, 240), (90, 140, 220))
    picture.paste((250, 240, 120), (60, 60, 180, 180))
    picture.save(templates / "sky.png")
    return folder


@dataclass(frozen=True)
class Built:
    """A finished kit; `page` numbers of sheets by first item and side."""

    pdf: Path
    manifest: Path

    def page(self, item: str, side: str = "front") -> int:
        """The first page with a face of an item."""
        sheets = json.loads(self.manifest.read_text(encoding="utf-8"))["placed"]["sheets"]
        return next(s["page"] for s in sheets if s["side"] == side and any(p[0] == item for p in s["pieces"]))


def build(project: Path, out: Path, **changes: str) -> Built:
    """Build the kit; `changes` are fields of the order."""
    order = Order(project, out=out, **changes)  # type: ignore[arg-type]
    kit = pipeline.build_game(order, "prova")
    return Built(kit.pdf, kit.manifest)


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_project(tmp_path_factory.mktemp("prova"))


@pytest.fixture(scope="session")
def kit(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(project, tmp_path_factory.mktemp("kit"))


Edit = Callable[[pikepdf.Pdf], None]
Spoil = Callable[[Edit], ProofReport]


@pytest.fixture
def spoil(kit: Built, tmp_path: Path) -> Spoil:
    """Change the finished PDF, and prove what became of it."""

    def spoiled(edit: Edit) -> ProofReport:
        path = tmp_path / "spoiled.pdf"
        with pikepdf.open(kit.pdf) as document:
            unfold(document)  # edits know faces as forms; test_inline_faces.py spoils those in pages
            edit(document)
            document.save(path)
        return proof(path, kit.manifest)

    return spoiled


def only(report: ProofReport, code: str, page: int, item: str = "") -> ProofFault:
    """The fault with this code on this page, of this component if one is named."""
    assert not report.clean
    hits = [f for f in report.faults if f.code == code and f.page == page and item in ("", f.item)]
    assert hits, "\n".join(map(str, report.faults))
    return hits[0]
