"""A picture's file is opened as often as it has to be."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from prancha.graphics import pictures
from prancha.graphics.pictures import look_and_read, look_at
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.face import Resource
from prancha.render.image_objects import encode


def printed(file: Path) -> list[Resource]:
    data, seen = look_and_read(file, "a.jpg")
    return encode(data, "a.jpg", seen, file=file)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    calls: list[object] = []
    read = pictures.read_header
    monkeypatch.setattr(pictures, "read_header", lambda *given: (calls.append(given), read(*given))[1])
    return calls


def test_a_file_is_measured_once_as_long_as_it_stays_the_same(tmp_path: Path, opened: list[object]) -> None:
    file = tmp_path / "a.jpg"
    Image.new("RGB", (30, 20)).save(file)
    assert [look_at("a.jpg", [tmp_path]).width for _ in range(3)] == [30, 30, 30]
    assert len(opened) == 1
    Image.new("RGB", (40, 20)).save(file)
    assert look_at("a.jpg", [tmp_path]).width == 40
    assert len(opened) == 2
    file.unlink()
    with pytest.raises(DrawingFault, match=r'there is no picture "a\.jpg"'):
        look_at("a.jpg", [tmp_path])


@pytest.mark.parametrize("turn", [1, 6])
def test_a_photograph_is_printed_from_one_look(tmp_path: Path, turn: int, opened: list[object]) -> None:
    exif = Image.Exif()
    exif[0x0112] = turn
    file = tmp_path / "a.jpg"
    Image.new("RGB", (30, 20)).save(file, exif=exif)
    assert look_at("a.jpg", [tmp_path]).stored == (30, 20)
    (picture,) = printed(file)
    assert "/Width 30 /Height 20 " in picture.entries
    assert len(opened) == 1


def test_what_was_placed_is_printed_without_another_look(tmp_path: Path, opened: list[object]) -> None:
    file = tmp_path / "a.jpg"
    Image.new("RGB", (30, 20)).save(file)
    look_at("a.jpg", [tmp_path])
    assert look_and_read(file, "a.jpg") == (file.read_bytes(), look_at("a.jpg", [tmp_path]))
    assert len(opened) == 1
    Image.new("RGB", (40, 20)).save(file)
    assert look_and_read(file, "a.jpg")[1].width == 40


@pytest.mark.parametrize("end", [b"", b"\xff\xd9 and more", b"\xff\xd9\xff\xda"])
def test_a_cut_photograph_is_told(tmp_path: Path, end: bytes) -> None:
    file = tmp_path / "a.jpg"
    Image.new("RGB", (30, 20)).save(file)
    file.write_bytes(file.read_bytes().removesuffix(b"\xff\xd9") + end)
    if b" and more" in end:
        assert printed(file)
        return
    with pytest.raises(DrawingFault, match="truncated"):
        printed(file)
