"""Faces of other programs are held to a list of their own, and to what the manifest says of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.checks.proof.proofing import proof
from prancha.setup.new_game import start
from tests.unit.graphics.pdf_art import pages


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit of one card that shows a PDF with a font, a picture, a gradient and transparency."""
    folder = tmp_path_factory.mktemp("foreign")
    (folder / "deck.csv").write_text("name,copies\nFox,2\n")
    start(folder, "deck", "cards", source=folder / "deck.csv")

    def draw(canvas: Any) -> None:
        canvas.setFillColorRGB(0.9, 0.9, 0.7)
        canvas.rect(-9, -9, 400, 400, stroke=0, fill=1)
        canvas.linearGradient(0, 0, 60, 0, ((1, 0, 0), (0, 0, 1)))
        canvas.setFillAlpha(0.5)
        canvas.setFont("Own", 20)
        canvas.drawString(20, 90, "fox")

    art = folder / "templates/deck/art"
    art.mkdir(exist_ok=True)
    (art / "fox.pdf").write_bytes(pages.written(draw, (196, 267)))
    family = folder / "components/deck/cards.yaml"
    family.write_text(family.read_text().replace("cards.svg", "cards.svg.j2"))
    (folder / "templates/deck/cards.svg").unlink()
    (folder / "templates/deck/cards.svg.j2").write_text(
        "{{ art('fox.pdf', -3, -3, 69, 94, fit='stretch') }}{{ label(item.name, 9, 40, size=9) }}\n"
    )
    return pipeline.build_game(Order(folder, cover=False), "deck").pdf


def _faults(kit: Path, change: Callable[[pikepdf.Pdf, Any], None], tmp_path: Path) -> set[tuple[str, str]]:
    """Codes and messages of what a proof finds after a change of the face of the other program."""
    spoilt = tmp_path / kit.name
    with pikepdf.open(kit) as document:
        change(document, next(_foreign(document)))
        document.save(spoilt, linearize=False, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    manifest = next(kit.parent.glob("*.json"))
    return {(fault.code, fault.message) for fault in proof(spoilt, manifest).faults}


def _foreign(document: pikepdf.Pdf) -> Any:
    for thing in document.objects:
        if isinstance(thing, pikepdf.Stream) and str(thing.get("/Subtype")) == "/Form" and "/Matrix" in thing:
            yield thing


def test_a_face_of_another_program_is_no_fault(kit: Path) -> None:
    assert proof(kit).faults == ()


def _content(_: pikepdf.Pdf, form: Any) -> None:
    form.write(form.read_bytes() + b" 0 0 9 9 re f")


def _font(_: pikepdf.Pdf, form: Any) -> None:
    next(iter(form.Resources.Font.values())).Widths[3] = 1


def _layer(_: pikepdf.Pdf, form: Any) -> None:
    form.OC = Dictionary(Type=Name.OCG, Name="x")


def _letters(_: pikepdf.Pdf, form: Any) -> None:
    form.Resources.Font.X = Dictionary(Type=Name.Font, Subtype=Name.Type3)


def _space(document: pikepdf.Pdf, form: Any) -> None:
    form.Resources.ColorSpace = Dictionary(Odd=Array([Name.Indexed, Array([Name.Strange]), 1, "ab"]))


def _script(_: pikepdf.Pdf, form: Any) -> None:
    form.AA = Dictionary(JS="app.alert(1)")


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        (_content, "resource-wrong", "is another one or was changed"),
        (_font, "resource-wrong", "is another one or was changed"),
        (_layer, "face-entry", "a face of another program has an entry that no kit has"),
        (_letters, "face-entry", "a font tells /Subtype as no kit does"),
        (_space, "face-entry", "the colour spaces tells /Odd as no kit does"),
        (_script, "document-action", "a face of another program has an entry that no kit has"),
    ],
)
def test_what_the_list_does_not_hold_is_a_fault(
    change: Callable[[pikepdf.Pdf, Any], None], code: str, message: str, kit: Path, tmp_path: Path
) -> None:
    found = _faults(kit, change, tmp_path)
    assert any(one == code and message in told for one, told in found), found


def test_the_wider_list_is_for_those_that_the_manifest_names_alone(kit: Path, tmp_path: Path) -> None:
    def rename(document: pikepdf.Pdf, form: Any) -> None:
        for thing in document.objects:
            listed = thing.get("/XObject") if isinstance(thing, pikepdf.Dictionary) else None
            if listed is not None and form.objgen in [one.objgen for one in listed.values()]:
                listed["/Pother"] = form

    found = _faults(kit, rename, tmp_path)
    assert any(code == "face-entry" and "a drawing has an entry" in message for code, message in found), found
