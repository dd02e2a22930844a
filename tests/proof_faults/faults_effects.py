"""Masks, blends, patterns, pictures made of effects, and the text of widened and stacked letters."""

from __future__ import annotations

import re

import pikepdf
from injecting import Case, kind

EFFECTS, DUSK = "masks, blends, patterns", "effects/dusk"


def _states(case: Case, key: str) -> list[pikepdf.Dictionary]:
    """The graphics states that have an entry."""
    return [state for _, state in sorted(case.resources(DUSK).ExtGState.items()) if key in state]


@kind("a soft mask left out", EFFECTS, "resource-wrong")
def _(case: Case) -> None:
    for state in _states(case, "/SMask"):
        state.SMask = pikepdf.Name("/None")


@kind("a soft mask by opacity instead of luminance", EFFECTS, "resource-wrong")
def _(case: Case) -> None:
    for state in _states(case, "/SMask"):
        state.SMask.S = pikepdf.Name.Alpha


@kind("what a soft mask is made of emptied", EFFECTS, "resource-wrong")
def _(case: Case) -> None:
    for state in _states(case, "/SMask"):
        state.SMask.G.write(b"")


@kind("what a soft mask is made of recoloured", EFFECTS, "resource-wrong")
def _(case: Case) -> None:
    for state in _states(case, "/SMask"):
        state.SMask.G.write(b"1 g\n" + state.SMask.G.read_bytes())


@kind("a soft mask on another ground", EFFECTS, "resource-wrong")
def _(case: Case) -> None:
    for state in _states(case, "/SMask"):
        state.SMask.BC = pikepdf.Array([1, 1, 1])


@kind("a soft mask turned round by a function", EFFECTS, "resource-wrong")
def _(case: Case) -> None:
    for state in _states(case, "/SMask"):
        state.SMask.TR = pikepdf.Dictionary(FunctionType=2, Domain=[0, 1], C0=[1], C1=[0], N=1)


@kind("a blend mode exchanged", EFFECTS, "resource-wrong")
def _(case: Case) -> None:
    for state in _states(case, "/BM"):
        state.BM = pikepdf.Name.Screen


@kind("a blend mode left out", EFFECTS, "resource-wrong")
def _(case: Case) -> None:
    for state in _states(case, "/BM"):
        del state["/BM"]


@kind("a group that blends with what lies below", EFFECTS, "resource-wrong")
def _(case: Case) -> None:
    for _, thing in sorted(case.resources(DUSK).XObject.items()):
        if "/Group" in thing and "/I" in thing.Group:
            del thing.Group["/I"]


@kind("a gradient for strokes of other colours", EFFECTS, "resource-wrong")
def _(case: Case) -> None:
    for _, pattern in sorted(case.resources(DUSK).Pattern.items()):
        function = pattern.Shading.Function
        part = function.Functions[0] if "/Functions" in function else function
        part.C0 = pikepdf.Array([0, 1, 0])


@kind("a gradient for strokes moved", EFFECTS, "resource-wrong")
def _(case: Case) -> None:
    for _, pattern in sorted(case.resources(DUSK).Pattern.items()):
        pattern.Matrix = pikepdf.Array([1, 0, 0, 1, 20, 0])


@kind("a gradient for strokes taken out", EFFECTS, "resource-wrong")
def _(case: Case) -> None:
    del case.resources(DUSK)["/Pattern"]


@kind("the picture of an effect whitened", EFFECTS, "resource-wrong")
def _(case: Case) -> None:
    for image in _effects(case):
        image.SMask.write(bytes(image.SMask.Width * image.SMask.Height))


@kind("the picture of an effect without its mask", EFFECTS, "resource-wrong")
def _(case: Case) -> None:
    for image in _effects(case):
        del image["/SMask"]


def _effects(case: Case) -> list[pikepdf.Stream]:
    found = [
        thing for _, thing in sorted(case.resources(DUSK).XObject.items())
        if thing.get("/Subtype") == "/Image" and "/SMask" in thing and thing.Width != 240
    ]  # fmt: skip
    assert found
    return found


@kind("a tile of a pattern emptied", EFFECTS, "resource-wrong")
def _(case: Case) -> None:
    content = _unfolded(case)
    names = re.findall(rb"cm /(\S+) Do Q", content)
    assert names
    case.resources(DUSK).XObject[f"/{names[0].decode()}"].write(b"")


def _unfolded(case: Case) -> bytes:
    """The content of all forms that a face shows, one after the other."""
    found = [case.form(DUSK).read_bytes()]
    forms = case.resources(DUSK).XObject
    return b"\n".join([
        *found, *(thing.read_bytes() for _, thing in sorted(forms.items()) if thing.Subtype == "/Form"),
    ])  # fmt: skip


@kind("widened glyphs as wide as plain ones", EFFECTS, "glyph-wrong", "resource-wrong")
def _(case: Case) -> None:
    for name, font in case.resources(DUSK).Font.items():
        if re.search(r"w\d+\Z", name):
            for entry in font.DescendantFonts[0].W:
                if isinstance(entry, pikepdf.Array):
                    entry[0] = float(entry[0]) - 80


@kind("tracked text in the plain font", EFFECTS, "text-end")
def _(case: Case) -> None:
    _tracked(case, rb"w\d+ (\S+) Tf", rb" \1 Tf")


@kind("tracked text at another spacing", EFFECTS, "text-end")
def _(case: Case) -> None:
    _tracked(case, rb"0\.\d+ Tc", rb"0.3 Tc")


def _tracked(case: Case, old: bytes, new: bytes) -> None:
    """In a card whose text is no part of a group."""
    case.redraw(case.form(), old, new, consistent=True)


@kind("a text that a reader is told, another", EFFECTS, "face-wrong")
def _(case: Case) -> None:
    case.form("cards/c2")  # it is there
    form = _told(case)
    form.write(re.sub(rb"ActualText <feff[0-9a-f]{4}", b"ActualText <feff0041", form.read_bytes()))


@kind("a text that a reader is told, another, and the manifest told so", EFFECTS)
def _(case: Case) -> None:
    case.redraw(
        _told(case), rb"ActualText <feff[0-9a-f]{4}", b"ActualText <feff0041", consistent=True, text=False
    )


def _told(case: Case) -> pikepdf.Stream:
    return case.form("notes/n1")
