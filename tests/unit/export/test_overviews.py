"""Contact sheets, sprites and pictures for rulebooks: the faces that are there, where they are said to be."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops

from tests.unit.export.exported_folder import folder_problems
from tests.unit.export.test_picture_files import export, out


def sprite_problems(folder: Path, faces: Path) -> list[str]:
    """What is wrong with sprites: frames that are not the pictures of their faces, faces that lack."""
    told = json.loads((folder / "sprites.json").read_text())
    wrong, found = [], set()
    for sheet in told["sheets"]:
        whole = Image.open(folder / sheet["image"])
        if list(whole.size) != sheet["size"]:
            wrong.append(f"{sheet['image']} has {whole.size}")
        for frame in sheet["frames"]:
            w, h = sheet["tile"]
            shown = whole.crop((frame["x"], frame["y"], frame["x"] + w, frame["y"] + h))
            face = Image.open(faces / f"{frame['name']}.png")
            if shown.tobytes() != face.tobytes():
                wrong.append(f"{frame['name']} is not there")
            found.add(frame["name"])
    names = {path.relative_to(faces).as_posix().removesuffix(".png") for path in faces.rglob("*.png")}
    return wrong + [f"{name} lacks" for name in sorted(names - found)]


def test_sprites_are_the_faces_and_lie_where_it_is_said(lume: Path) -> None:
    assert export(lume, to="sprites") == 0
    assert export(lume, "--area", "rounded", "--dpi", "100") == 0
    folder, faces = out(lume, "sprites"), out(lume, "images-rounded-dpi-100")
    assert folder_problems(folder) == []
    assert sprite_problems(folder, faces) == []
    index = folder / "sprites.json"
    index.write_text(index.read_text().replace('"x": 248', '"x": 247', 1))
    assert sprite_problems(folder, faces) == ["cards/moon-front is not there"]
    (faces / "cards" / "more.png").write_bytes(b"")
    assert "cards/more lacks" in sprite_problems(folder, faces)


def test_a_contact_sheet_shows_every_face_with_its_id(lume: Path) -> None:
    assert export(lume, to="contact-sheet") == 0
    folder = out(lume, "contact-sheet")
    assert folder_problems(folder) == []
    pages = pypdfium2.PdfDocument(folder / "contact-sheet.pdf")
    texts = [" ".join(page.get_textpage().get_text_range().split()) for page in pages]
    for text, words in zip(
        texts, (("sun × 8", "moon × 4", "verso"), ("land × 5", "sea × 3"), ("one × 6",)), strict=True
    ):
        assert all(word in text for word in words), text
    for page, name in zip(pages, ("cards", "hexes", "tokens"), strict=True):
        width, height = (v * 25.4 / 72 for v in page.get_size())
        assert round(width, 2) == 210
        assert height < 297 / 2  # a page of few pieces is cut below them
        picture = Image.open(folder / f"{name}.png").convert("RGB")
        assert picture.size == (1240, round(height * 150 / 25.4))
        ink = ImageChops.invert(picture).getbbox()
        assert ink is not None
        assert 10 <= (picture.height - ink[3]) * 25.4 / 150 <= 12  # the margin, and what letters hang below
    hexes = Image.open(folder / "hexes.png").convert("RGB")
    colours = {colour for _, colour in hexes.getcolors(1 << 20) or ()}
    assert {(0x77, 0xAA, 0x55), (0x55, 0x77, 0xAA)} <= colours


def test_a_full_page_of_a_contact_sheet_is_a_paper(lume: Path) -> None:
    path = lume / "components" / "lume" / "cards.yaml"
    text = path.read_text().partition("items:")[0] + "items:\n"
    text += "".join(f'  - {{id: c{k:02}, copies: 1, cost: {k}, name: "C {k}"}}\n' for k in range(22))
    path.write_text(text)
    assert export(lume, "--no-check", "--only", "cards", to="contact-sheet") == 0
    pages = pypdfium2.PdfDocument(out(lume, "contact-sheet-only-cards") / "contact-sheet.pdf")
    heights = [round(page.get_size()[1] * 25.4 / 72, 1) for page in pages]
    assert heights[0] == 297
    assert len(heights) == 2
    assert heights[1] < 150


def test_a_picture_for_a_rulebook_is_the_face_with_a_shadow_around(lume: Path) -> None:
    assert export(lume, "--dpi", "150", to="cut-outs") == 0
    assert export(lume, "--dpi", "150", "--area", "rounded") == 0
    assert (
        export(lume, "--dpi", "150", "--shadow", "0", "--crop", "0,0,30,20", "--only", "cards", to="cut-outs")
        == 0
    )
    face = Image.open(out(lume, "images-rounded-dpi-150") / "cards" / "sun-front.png")
    shown = Image.open(out(lume, "cut-outs-dpi-150") / "cards" / "sun-front.png")
    rim = (shown.width - face.width) // 2
    assert rim == (shown.height - face.height) // 2 == round(1.5 * 1.5 * 150 / 25.4)
    inner = shown.crop((rim, rim, rim + face.width, rim + face.height))
    whole = face.getchannel("A").point(lambda value: 255 if value == 255 else 0)
    gap = ImageChops.difference(inner.convert("RGB"), face.convert("RGB"))
    assert not ImageChops.composite(gap, Image.new("RGB", gap.size), whole).getbbox()
    alpha = shown.getchannel("A")
    assert [alpha.getpixel(at) for at in ((0, 0), (shown.width - 1, 0))] == [0, 0]
    low = alpha.getpixel((shown.width // 2, shown.height - rim + 1))
    assert 10 < low < 128, low  # type: ignore[operator]
    (folder,) = out(lume).parent.glob("cut-outs-only-cards-*")
    part = Image.open(folder / "cards" / "sun-front.png")
    assert part.size == (177, 118)
    assert part.tobytes() == face.crop((0, 0, 177, 118)).tobytes()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("cut-outs", "--crop", "0,0,30,90"), "Cartas: --crop 0,0,30,90 reaches beyond the 63 x 88 mm"),
        (("cut-outs", "--crop", "0,0,30"), '"0,0,30" is not LEFT,TOP,WIDTH,HEIGHT in mm'),
        (("sprites", "--dpi", "1200"), "Cartas: 2976 x 4157 pixels at 1200 dpi; a sheet has 4096"),
        (("cut-outs", "--dpi", "1200", "--names", "{no}"), 'there is no field "no"'),
    ],
)
def test_what_cannot_be_is_refused(
    options: tuple[str, ...], told: str, lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to, *rest = options
    with suppress(SystemExit):  # of what is no number
        assert export(lume, *rest, to=to) in (1, 2)
    assert told in capsys.readouterr().err
    assert not list((lume / "output").rglob("*.png"))
