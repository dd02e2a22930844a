"""Pictures of faces: exact pixels, the same as on the sheets, whole or not at all."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from prancha.cli import command_line
from tests.unit.export.exported_folder import PrintedSheets, folder_problems, png_chunks, unlike, written


def export(project: Path, *options: str, game: str = "lume", to: str = "images") -> int:
    return command_line.main(["export", game, "--to", to, "--project", str(project), *options])


def out(project: Path, name: str = "images") -> Path:
    return project / "output" / "lume" / "export" / name


def test_each_face_once_in_exact_pixels_and_as_it_is_on_the_sheet(lume: Path) -> None:
    assert export(lume) == 0
    folder = out(lume)
    assert folder_problems(folder) == []
    names = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*.png"))
    assert names == [
        "cards/common-back.png", "cards/moon-front.png", "cards/sun-front.png",
        "hexes/land-front.png", "hexes/sea-front.png", "tokens/one-front.png",
    ]  # fmt: skip
    sheets = PrintedSheets(lume, "lume")
    sizes = {"cards": (744, 1039), "hexes": (472, 546), "tokens": (236, 236)}
    for name in names:
        picture = Image.open(folder / name)
        family, _, rest = name.partition("/")
        assert (picture.size, picture.mode) == (sizes[family], "RGB"), name
        key, _, side = rest.removesuffix(".png").partition("-")
        item = f"{family}/{'sun' if key == 'common' else key}"
        # Near an outline that is no box, sheets show cut lines.
        rim = 2 if family == "cards" else picture.width // 4
        assert unlike(picture, sheets.piece(item, side, picture.size), rim) <= 2, name
    assert len({(folder / name).read_bytes() for name in names}) == len(names)


def test_a_png_says_its_size_and_colours_and_no_time(lume: Path) -> None:
    assert export(lume, "--only", "tokens", "--dpi", "600") == 0
    path = out(lume, "images-only-tokens-dpi-600") / "tokens" / "one-front.png"
    chunks = png_chunks(path)
    assert chunks["pHYs"] == bytes.fromhex("00005c46" * 2) + b"\1"  # 23622 to the metre
    assert chunks["sRGB"] == b"\0"
    assert set(chunks) == {"IHDR", "sRGB", "pHYs", "IDAT", "IEND"}
    assert Image.open(path).size == (472, 472)


@pytest.mark.parametrize("form", ["jpeg", "webp", "pdf"])
def test_the_other_formats_show_the_same(form: str, lume: Path) -> None:
    import pypdfium2

    assert export(lume, "--format", form, "--only", "cards") == 0
    assert export(lume, "--only", "cards") == 0
    picture = Image.open(out(lume, "images-only-cards") / "cards" / "sun-front.png")
    ending = "jpg" if form == "jpeg" else form
    path = out(lume, f"images-only-cards-{form}") / "cards" / f"sun-front.{ending}"
    if form == "pdf":
        page = pypdfium2.PdfDocument(path)[0]
        assert [round(v * 25.4 / 72, 3) for v in page.get_size()] == [63, 88]
        assert page.get_textpage().get_text_range().startswith("Coração do sol")
        return
    other = Image.open(path)
    assert other.mode == "RGB"
    assert unlike(picture, other) <= (0 if form == "webp" else 6)
    if form == "jpeg":
        assert other.info["dpi"] == (300, 300)
        assert not other.info.get("progressive")
        assert [layer[1:3] for layer in other.layer] == [(1, 1)] * 3  # type: ignore[attr-defined]


def test_bleed_is_around_the_trim_and_made_where_there_is_none(lume: Path) -> None:
    assert export(lume, "--area", "bleed") == 0
    assert export(lume) == 0
    wide = Image.open(out(lume, "images-bleed") / "cards" / "sun-front.png")
    assert wide.size == (815, 1110)
    inner = Image.open(out(lume) / "cards" / "sun-front.png")
    gap = ImageChops.difference(wide.crop((35, 35, 35 + 744, 35 + 1039)), inner)  # half a pixel off
    assert max(ImageStat.Stat(gap).mean) < 2
    back = Image.open(out(lume, "images-bleed") / "cards" / "common-back.png")
    assert {back.getpixel(at) for at in ((0, 555), (814, 555), (407, 0), (407, 1109))} == {(27, 27, 31)}


def test_outside_the_outline_it_is_transparent(lume: Path) -> None:
    assert export(lume, "--area", "rounded", "--dpi", "150") == 0
    folder = out(lume, "images-rounded-dpi-150")
    card = Image.open(folder / "cards" / "common-back.png")
    assert card.mode == "RGBA"
    assert [card.getpixel(at)[3] for at in ((0, 0), (3, 3), (18, 0), (186, 260))] == [0, 0, 255, 255]  # type: ignore[index]
    coin = Image.open(folder / "tokens" / "one-front.png").getchannel("A")
    area = sum(value * count for value, count in enumerate(coin.histogram())) / 255
    assert abs(area / (3.14159 * (coin.width / 2) ** 2) - 1) < 0.003
    # No light rim: just inside the outline the art goes on.
    ring = Image.open(folder / "tokens" / "one-front.png")
    for x in range(ring.width):
        *colour, alpha = ring.getpixel((x, ring.height // 2))  # type: ignore[misc]
        assert not alpha or colour == [192, 57, 43], (x, colour)


def test_twice_the_same_bytes(lume: Path) -> None:
    assert export(lume, "--only", "tokens,hexes") == 0
    folder = out(lume, "images-only-hexes+tokens")
    first = written(folder)
    assert export(lume, "--only", "tokens,hexes") == 0
    assert written(folder) == first


def test_names_are_as_the_pattern_says(lume: Path) -> None:
    assert export(lume, "--names", "{lang}_{title}_{side}", "--only", "cards", "--lang", "pt-BR") == 0
    (folder,) = out(lume).parent.glob("images-only-cards-*")
    assert {p.name for p in folder.glob("*.png")} == {
        "pt-BR_Coracao-do-sol_front.png", "pt-BR_Lua_front.png", "pt-BR_common_back.png",
    }  # fmt: skip


WRONG = {
    ("--names", "{side}"): 'two files would be called "front.png"',
    ("--names", "{nothing}"): 'there is no field "nothing"',
    ("--names", "{id"): "is no pattern",
    ("--names", "../{id}"): "has signs that no file may have",
    ("--names", "{id}-{side}/"): "begins or ends with a folder",
    ("--names", "con/{id}-{side}"): "Windows keeps this name",
    ("--area", "rounded", "--format", "jpeg"): "cannot be transparent outside the outline",
    ("--dpi", "1200", "--items", "cards/huge"): 'no component "huge" in cards',
}


@pytest.mark.parametrize("options", list(WRONG))
def test_what_cannot_be_is_refused_and_nothing_written(
    options: Sequence[str], lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(lume, *options) in (1, 2)
    assert WRONG[tuple(options)] in capsys.readouterr().err
    assert not list((lume / "output").rglob("*.png"))


def test_names_that_are_one_on_a_case_blind_disk_are_refused(
    lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = lume / "components" / "lume" / "cards.yaml"
    cards.write_text(cards.read_text().replace("pt-BR: Lua", "pt-BR: CORACAO do sol"))
    assert export(lume, "--only", "cards", "--names", "{title}-{side}") == 2
    assert (
        '"Coracao-do-sol-front.png" would be the same file as "CORACAO-do-sol-front.png" on a disk that is '
        "blind to capitals"
    ) in capsys.readouterr().err


def test_targets_and_options_that_are_none(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert export(lume, to="imagse") == 2
    assert 'there is no target "imagse"' in (said := capsys.readouterr().err)
    assert 'did you mean "images"' in said
    assert command_line.main(["export", "--project", str(lume)]) == 2
    assert "name a target with --to" in capsys.readouterr().err
    assert command_line.main(["export", "--list"]) == 0
    assert "--area (usual: trim)" in capsys.readouterr().out


def test_a_folder_of_anything_else_is_left_alone(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert export(lume, "--only", "tokens") == 0
    folder = out(lume, "images-only-tokens")
    (folder / "notes.txt").write_text("mine")
    (folder / ".DS_Store").write_text("")
    before = written(folder)
    assert export(lume, "--only", "tokens") == 2
    assert "holds notes.txt, which no export wrote" in capsys.readouterr().err
    assert written(folder) == before
    (folder / "notes.txt").unlink()
    record = folder / "export.json"
    record.write_text(record.read_text().replace('"game": "lume"', '"game": "sombra"'))
    assert export(lume, "--only", "tokens") == 2
    assert "holds an export of sombra to images" in capsys.readouterr().err
    record.unlink()
    assert export(lume, "--only", "tokens") == 2
    assert "holds other files" in capsys.readouterr().err
    shutil.rmtree(folder)
    folder.write_text("")
    assert export(lume, "--only", "tokens") == 2
    assert "is no folder" in capsys.readouterr().err


def test_a_disk_that_fills_up_leaves_the_old_folder(
    lume: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from prancha.system import atomic_files

    assert export(lume, "--only", "tokens") == 0
    before = written(out(lume).parent)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic_files.FolderWriter, "write", full)
    assert export(lume, "--only", "tokens") == 2
    assert "cannot write: No space left on device" in capsys.readouterr().err
    assert written(out(lume).parent) == before


def test_the_reader_of_folders_finds_faults(lume: Path) -> None:
    assert export(lume, "--only", "hexes") == 0
    folder = out(lume, "images-only-hexes")
    land, sea = folder / "hexes" / "land-front.png", folder / "hexes" / "sea-front.png"
    kept = land.read_bytes()
    land.write_bytes(sea.read_bytes())  # one front everywhere
    assert folder_problems(folder) == ["hexes/land-front.png has other bytes"]
    sheets = PrintedSheets(lume, "lume")
    picture = Image.open(land)
    assert unlike(picture, sheets.piece("hexes/land", "front", picture.size), 120) > 20
    land.unlink()
    assert folder_problems(folder) == ["hexes/land-front.png is named and not there"]
    land.write_bytes(kept)
    (folder / "hexes" / "LAND-front.png").write_bytes(kept)
    assert "names collide" in folder_problems(folder)
    told = json.loads((folder / "export.json").read_text())
    assert told["copies"] == 8
