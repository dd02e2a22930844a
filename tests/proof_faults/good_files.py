"""Good kits of many makes, over which `proof` is to raise no alarm.

Three games of one project: the sample of the faults, one family of each outline, one family of each kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sample_kit import write_sample

from prancha.building import pipeline
from prancha.building.order import Kit, Order
from prancha.export.colour.press_inks import shipped_profile
from prancha.model.printing import Press, Printer

_APART = "gutter: 3 mm\nbleed: 1.5 mm"
_CARD = "stock: card\ntemplate: shape.svg.j2"
_BACK = "back: shape.svg.j2"
OUTLINES: Mapping[str, str] = {
    "slips": "size: 50 x 20 mm\noutline: rectangle\nbleed: 0 mm",
    "minis": f"size: 44 x 63 mm\noutline: rounded\nradius: 2 mm\n{_BACK}",
    "coins": f"size: 20 mm\noutline: circle\n{_APART}\n{_BACK}",
    "eggs": f"size: 40 x 25 mm\noutline: ellipse\n{_APART}",
    "flats": f"size: 35 mm\noutline: hexagon\norientation: flat\n{_APART}\n{_BACK}",
    "stops": f"size: 30 mm\noutline: octagon\n{_APART}",
    "wedges": f"size: 40 mm\noutline: triangle\n{_APART}",
    "hats": f"size: 45 mm\noutline: hat\n{_APART}\n{_BACK}",
    "arrows": f"size: 30 x 45 mm\noutline: arrow\n{_APART}",
    "blocks": f"size: 18 mm\noutline: polyomino\ncells: [XX., .XX]\n{_APART}\n{_BACK}",
    "kites": f"outline: polygon\npoints: [[20, 0], [40, 20], [20, 50], [0, 20]]\n{_APART}",
    "leaves": f"outline: path\npath: M20 0C40 10 40 40 20 50C0 40 0 10 20 0Z\n{_APART}",
}
"""A family of each outline, by its name: what it says beside its title."""
KINDS: Mapping[str, str] = {
    "deck": "size: poker\noutline: rounded\nradius: 3 mm\nstock: card\ntemplate: shape.svg.j2\n"
    "items: [{id: one, copies: 5}, {id: two, copies: 4}]",
    "box": "kind: tuck-box\nholds: deck\nitems: [{id: box, title: The Show, icon: crown, fill: '#243b53'}]",
    "d6": "kind: die\nsize: 18 mm\nitems: [{id: plain}, {id: signs, faces: [star, coin, heart, Pass, 5, 6]}]",
    "d4": "kind: die\nsides: 4\nsize: 30 mm",
    "d8": "kind: die\nsides: 8\nsize: 28 mm",
    "d12": "kind: die\nsides: 12\nsize: 16 mm",
    "heroes": "kind: standee\nsize: 24 x 40 mm\nfoot: 8 mm\nitems: [{id: ana, title: Ana, icon: crown}]",
    "names": "kind: tent\nsize: 90 x 45 mm\nitems: [{id: ana, title: Ana, text: Plays first., icon: crown}]",
    "wheel": "kind: spinner\nsize: 90 mm\nitems: [{id: wheel, sectors: [1, 2, star, 4, 6]}]",
    "needle": "kind: pointer\nsize: 48 mm",
    "walls": "kind: screen\nsize: 150 x 110 mm\nwing: 70 mm\n"
    "items: [{id: red, icon: castle, title: Walls, text: [Draw., Play., End.]}]",
    "pad": "kind: score-pad\nsize: 100 x 140 mm\n"
    "items: [{id: pad, copies: 2, rows: [Stars, Coins], total: Total}]",
    "sheet": "kind: leaflet\nsize: 74 x 105 mm",
}
"""A family of each kind, and the deck that the box is for."""
SHAPE = """\
<path d="{{ shape(bleed) }}" fill="#243b53"/>
<circle cx="{{ width / 2 }}" cy="{{ height / 2 }}" r="3.5" fill="#e0b050"/>
{{ label(item.id, width / 2, height / 2 + 1, size=7, align='center', fill='#ffffff') }}
"""


@dataclass(frozen=True)
class Good:
    """A kit to be built: which game, and the fields of its order."""

    game: str
    changes: Mapping[str, object]

    @property
    def name(self) -> str:
        told = (
            f"press={value.standard or 'cmyk'}-{value.limit}" if isinstance(value, Press)
            else f"{key}={value.name if isinstance(value, Printer) else value}"
            for key, value in self.changes.items()
        )  # fmt: skip
        return " ".join((self.game, *told))


def write_project(folder: Path) -> Path:
    """Write the three games; returns the project's folder."""
    write_sample(folder)
    _write_game(folder, "outlines", {
        name: f"{_CARD}\nsafe: 2 mm\n{body}\nitems: [{{id: a, copies: 3}}, {{id: b}}]"
        for name, body in OUTLINES.items()
    })  # fmt: skip
    _write_game(folder, "kinds", KINDS)
    for lang in ("pt-BR", "en"):
        text = "# A\n\n{{ count('deck') }} cards {{ picture('deck/one') }}\n\n{{ page_break() }}\n\n## B\n"
        (folder / "components" / "kinds" / f"sheet.{lang}.md").write_text(text, encoding="utf-8")
    return folder


def _write_game(folder: Path, game: str, families: Mapping[str, str]) -> None:
    catalogue, templates = folder / "components" / game, folder / "templates" / game
    catalogue.mkdir(parents=True)
    templates.mkdir(parents=True)
    (templates / "shape.svg.j2").write_text(SHAPE, encoding="utf-8")
    head = (
        f"title: {game.title()}\nlanguages: [pt-BR, en]\ndesigners: [Ana, Caetano]\nlicence: CC BY 4.0\n"
        f"revision: '3'\nplayers: [2, 3, 4]\nfamilies: [{', '.join(families)}]\n"
    )
    (catalogue / "game.yaml").write_text(head, encoding="utf-8")
    for name, body in families.items():
        title = f"title: {{pt-BR: Família {name}, en: {name.title()}}}\n"
        (catalogue / f"{name}.yaml").write_text(f"{title}{body}\n", encoding="utf-8")


def good_kits() -> Iterator[Good]:
    """All kits, each another combination; none is larger than a few sheets."""
    backs = ("long", "short", "fold", "separate", "board", "none")
    papers = ("a4", "letter", "a3", "legal", "tabloid")
    for k, name in enumerate(OUTLINES):
        way = {"duplex": backs[k % 6], "paper": papers[k % 5], "lang": ("pt-BR", "en")[k % 2]}
        yield Good("outlines", {"only": (name,), **way})
        if k % 2:
            yield Good("outlines", {"only": (name,), "cut_contour": True, "duplex": backs[(k + 3) % 6]})
    for k, name in enumerate(KINDS):
        way = {"duplex": backs[k % 6], "paper": papers[(k + 2) % 5], "lang": ("en", "pt-BR")[k % 2]}
        yield Good("kinds", {"only": (name,), **way, "cut_contour": k % 4 == 1})
    for k, duplex in enumerate(backs):
        yield Good("mostra", {"duplex": duplex, "paper": papers[(k + 1) % 5]})
    for k, sheet in enumerate(("edge", "full", "cross", "bold", "lines", "unmarked", "extended")):
        yield Good("mostra", {"sheet": sheet, "only": ("cards", "notes"), "duplex": backs[k % 4]})
    yield Good("kinds", {"sheet": "poker-9", "paper": "letter", "only": ("deck",)})
    for ink in ("low", "outline", "grey"):
        yield Good("mostra", {"ink": ink, "only": ("cards", "hexes", "effects")})
    profile = shipped_profile()
    yield Good("mostra", {"press": Press(profile), "duplex": "separate"})
    yield Good(
        "mostra", {"press": Press(profile, limit=240, rich=(40, 0, 0, 100)), "only": ("hexes", "coins")}
    )
    yield Good("mostra", {"press": Press(profile, standard="x4"), "duplex": "short", "paper": "letter"})
    yield Good("outlines", {"press": Press(profile, standard="x4"), "cut_contour": True, "only": ("blocks",)})
    yield Good("outlines", {"press": Press(profile, standard="x1a"), "only": ("minis",), "lang": "pt-BR"})
    yield Good("kinds", {"press": Press(profile, standard="x1a"), "only": ("names",)})
    for k, printer in enumerate((
        Printer("scaled", scale_x=0.995, scale_y=1.004),
        Printer("moved", back_dx=1.2, back_dy=-0.8),
        Printer("turned", back_angle=0.4, margin=5.0),
    )):  # fmt: skip
        yield Good("mostra", {"printer": printer, "only": ("cards", "board"), "duplex": backs[2 * (k % 2)]})
    yield Good("mostra", {"show_safe": True, "only": ("cards", "hexes")})
    yield Good(
        "mostra", {"show_safe": True, "cut_contour": True, "duplex": "fold", "only": ("hexes", "board")}
    )
    yield Good("mostra", {"gutter": 6.0, "only": ("cards",)})
    yield Good("mostra", {"cover": False, "only": ("notes",)})
    yield Good("mostra", {"check": False, "only": ("coins", "board")})
    yield Good("mostra", {"items": ("cards/c2", "cards/c5"), "copies": 4})
    yield Good("outlines", {"lang": "pseudo", "longer": True, "only": ("minis",)})
    yield Good("mostra", {"draft": True, "only": ("effects",)})


def build_good(good: Good, project: Path, out: Path) -> Kit:
    """Build one of them."""
    return pipeline.build_game(Order(project, out=out, **good.changes), good.game)  # type: ignore[arg-type]
