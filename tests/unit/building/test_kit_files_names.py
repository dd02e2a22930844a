"""No option makes a kit that takes the place of another's; the one with no options has the plain name."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from prancha.building.kit_files import KitNames, kit_names, safe_name
from prancha.building.order import Order
from prancha.model.printing import IccProfile, Press, Printer

PLAIN = Order(Path())
FOGRA39 = IccProfile(b"", "FOGRA39", "FOGRA39")
OTHERS = {
    "lang": ("en", "fr"),
    "duplex": ("short", "fold", "separate", "none"),
    "sheet": ("poker-9", "low"),
    "gutter": (0.0, 3.0, 3.175),
    "show_safe": (True,),
    "cover": (False,),
    "plain_cover": (True,),
    "printer": (Printer("office"), Printer("low")),
    "ink": ("low", "outline"),
    "cut_contour": (True,),
    "draft": (True,),
    "longer": (True,),
    "press": (
        Press(FOGRA39),
        Press(IccProfile(b"", "Shop's own")),
        Press(FOGRA39, 240),
        Press(FOGRA39, rich=(40, 0, 0, 100)),
        Press(FOGRA39, standard="x4"),
        Press(FOGRA39, standard="x1a"),
    ),
}
SAME = {"project", "out", "cache", "check", "strict", "rulebook"}
"""What an order says besides changes no byte of a kit."""


IN_PART = {"paper", "only", "items", "copies", "sets"}
"""What is named apart from the order: the paper chosen, and what of the game is printed."""


def names(order: Order, paper: str = "a4", part: str = "", backs: bool = False) -> KitNames:
    return kit_names(order, "dual", ("pt-BR", "en"), paper, part, backs)


def test_every_part_of_an_order_is_in_the_name_or_changes_nothing() -> None:
    assert set(Order.__struct_fields__) == {*OTHERS, *SAME, *IN_PART}


def test_no_two_kits_share_a_file() -> None:
    seen = [
        names(PLAIN),
        names(PLAIN, "letter"),
        names(PLAIN, part="since-v1"),
        names(PLAIN, part="only-cards"),
        names(PLAIN, part="since-v2"),
    ]
    for field, values in OTHERS.items():
        seen += [names(replace(PLAIN, **{field: value})) for value in values]
        seen += [names(replace(PLAIN, gutter=5.0, lang="es", **{field: v})) for v in values[:1]
                 if field not in ("lang", "gutter")]  # fmt: skip
    files = [file for each in seen for file in (*each.pdfs, each.manifest)]
    assert len(files) == len({file.lower() for file in files})


@pytest.mark.parametrize(
    ("order", "pdf", "manifest"),
    [
        ({}, "dual-a4.pdf", "manifest.json"),
        ({"lang": "pt-BR", "out": Path("x"), "check": False}, "dual-a4.pdf", "manifest.json"),
        ({"lang": "en", "ink": "low"}, "dual-a4-en-low.pdf", "dual-a4-en-low.json"),
        ({"duplex": "none"}, "dual-a4-one-sided.pdf", "dual-a4-one-sided.json"),
        ({"duplex": "separate"}, "dual-a4-fronts.pdf", "dual-a4-fronts.json"),
    ],
)
def test_names(order: dict[str, object], pdf: str, manifest: str) -> None:
    assert names(replace(PLAIN, **order)) == KitNames((pdf,), manifest)  # type: ignore[arg-type]


def test_other_paper_has_a_manifest_of_its_own() -> None:
    assert names(PLAIN, "letter") == KitNames(("dual-letter.pdf",), "dual-letter.json")


def test_fronts_and_backs_apart_share_a_manifest() -> None:
    apart = names(replace(PLAIN, duplex="separate"), backs=True)
    assert apart == KitNames(("dual-a4-fronts.pdf", "dual-a4-backs.pdf"), "dual-a4-fronts.json")


@pytest.mark.parametrize(
    ("text", "name"), [("v1.0", "v1.0"), ("HEAD~3", "HEAD-3"), ("origin/main", "origin-main"), ("..", "x")]
)
def test_revisions_as_names(text: str, name: str) -> None:
    assert safe_name(text) == name
