"""Folders and zips of pictures: what is read, converted, left out and refused."""

from __future__ import annotations

import io
import stat
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from prancha.model.diagnostic import Failure
from prancha.setup.new_game import given_pictures
from prancha.setup.new_game.given_pictures import are_pictures, read_pictures


def png(size: tuple[int, int] = (75, 105)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, "teal").save(out, "PNG")
    return out.getvalue()


def packed(path: Path, members: dict[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def test_a_zip_is_read_in_the_order_of_numbers(tmp_path: Path) -> None:
    hidden = {"__MACOSX/._a.png": b"x", ".DS_Store": b"x"}
    members = {"deck/card 10.png": png(), "deck/card 2.png": png(), "deck/ {x} .png": png(), **hidden}
    found, notes = read_pictures([packed(tmp_path / "deck.zip", members)])  # type: ignore[arg-type]
    assert [one.name for one in found] == ["deck/card 2.png", "deck/card 10.png", "deck/x.png"]
    assert notes == []


def test_other_formats_become_png_and_keep_their_resolution(tmp_path: Path) -> None:
    for ending in ("gif", "bmp", "tif"):
        Image.new("RGB", (75, 105), "teal").save(tmp_path / f"{ending}.{ending}", dpi=(150, 150))
    Image.new("I;16", (75, 105), 40_000).save(tmp_path / "deep.tiff")
    (tmp_path / "broken.bmp").write_bytes(b"BMxx")
    (tmp_path / "link.png").symlink_to(tmp_path / "gif.gif")
    found, notes = read_pictures([tmp_path])
    assert [one.name for one in found] == ["bmp.png", "deep.png", "gif.png", "tif.png"]
    assert [round(one.ppi) for one in found] == [150, 0, 0, 150]
    with Image.open(io.BytesIO(found[1].data)) as deep:
        assert (deep.mode, deep.getpixel((0, 0))) == ("RGB", (156, 156, 156))
    assert len(notes) == 1
    assert notes[0].startswith('left out: "broken.bmp" cannot be read as GIF or TIFF or BMP')


def link() -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("fox.png")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"../fox.png": b""}, 'leads outside of it: "../fox.png"'),
        ({"/etc/fox.png": b""}, "leads outside of it"),
        ({"a\\..\\fox.png": b""}, "leads outside of it|holds no picture"),
        ({"c:/fox.png": b""}, "leads outside of it"),
        ({link(): b"/etc/passwd"}, 'holds a link: "fox.png"'),
        ({"fox.png": b"\0" * 2_000_000}, "unpacks to 1 file of 2 MB"),
        ({"list.doc": b"x"}, "holds no picture that can be read .left out: 1 file of other kinds: list.doc."),
        ({"fox.HEIC": b"x"}, "1 file of other kinds: fox.HEIC; save those as PNG"),
    ],
)
def test_a_zip_that_means_harm_is_refused_before_it_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, members: dict[str | zipfile.ZipInfo, bytes], message: str
) -> None:
    monkeypatch.setattr(given_pictures, "MOST_UNPACKED", 1_000_000)
    with pytest.raises(Failure, match=message):
        read_pictures([packed(tmp_path / "deck.zip", members)])


def test_a_damaged_or_large_zip_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = packed(tmp_path / "deck.zip", {"fox.png": png()})
    cut = tmp_path / "cut.zip"
    cut.write_bytes(whole.read_bytes()[:-30])
    with pytest.raises(Failure, match="is damaged"):
        read_pictures([cut])
    monkeypatch.setattr(given_pictures, "MOST_PICTURES", 0)
    with pytest.raises(Failure, match="unpacks to 1 file of"):
        read_pictures([whole])
    monkeypatch.setattr(given_pictures, "MOST_UNPACKED", 50)
    with pytest.raises(Failure, match="is larger than 0 MB"):
        read_pictures([whole])


def test_lists_are_no_pictures(tmp_path: Path) -> None:
    assert are_pictures([tmp_path, Path("a.PNG"), Path("b.zip")])
    assert not are_pictures([tmp_path, Path("deck.csv")])
    assert not are_pictures([])
    with pytest.raises(Failure, match="there is no such file or folder"):
        read_pictures([tmp_path / "none.png"])
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "fox.png").write_bytes(png())
    (tmp_path / "b/deck.csv").write_text("Name\nFox\n")
    found, notes = read_pictures([tmp_path / "a", tmp_path / "b"])
    assert [one.name for one in found] == ["fox-2.png", "fox.png"]
    assert notes[1] == "deck.csv is a list: --from and its path make cards of its rows"


@pytest.mark.parametrize("name", ["fox.gif", "fox.tif"])
def test_a_file_of_several_pictures_is_told(tmp_path: Path, name: str) -> None:
    pages = [Image.new("RGB", (63, 88), colour) for colour in ("teal", "red")]
    pages[0].save(tmp_path / name, save_all=True, append_images=pages[1:])
    pages[0].save(tmp_path / f"one-{name}")
    pictures, notes = read_pictures([tmp_path])
    assert len(pictures) == 2
    assert notes == [f"only the first picture prints of {name}; save the others as files of their own"]
