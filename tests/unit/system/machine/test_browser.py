"""The program's home in a browser: what a desk settled is read, and what it did not is told."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from prancha.model.diagnostic import UserError
from prancha.system.machine import browser, desk, settle_pictures

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><rect width="1" height="2"/></svg>'


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    settle_pictures(tmp_path)
    yield tmp_path
    settle_pictures(None)


def webp() -> bytes:
    out = io.BytesIO()
    Image.new("RGBA", (3, 2), (200, 30, 40, 120)).save(out, "WEBP", lossless=True)
    return out.getvalue()


def test_what_a_desk_drew_is_read_by_a_page(folder: Path) -> None:
    pytest.importorskip("resvg_py")
    decoded = desk.as_png(webp(), "WEBP")
    drawn, nothing = desk.draw_svg(SVG), desk.draw_svg(SVG.replace('width="1"', 'width="0"'), 2)
    with Image.open(io.BytesIO(decoded)) as picture:
        assert (picture.format, picture.mode, picture.size) == ("PNG", "RGBA", (3, 2))
        assert picture.getpixel((0, 0)) == (200, 30, 40, 120)
    assert len(list(folder.iterdir())) == 3
    assert browser.as_png(webp(), "WEBP") == decoded
    assert drawn is not None
    assert drawn[1] == (0, 0, 1, 2)
    assert browser.draw_svg(SVG) == drawn
    assert nothing is browser.draw_svg(SVG.replace('width="1"', 'width="0"'), 2) is None


def test_what_no_desk_drew_is_refused_with_the_reason(folder: Path) -> None:
    with pytest.raises(
        UserError, match=r"prints no WEBP of this kind that was not there when the page was"
    ) as told:
        browser.as_png(webp(), "WEBP")
    assert told.value.hint == "build this kit with the program that is installed"
    with pytest.raises(
        UserError, match=r"prints no filter \(shadow, blur\) that was not drawn when the page was"
    ):
        browser.draw_svg(SVG)
    settle_pictures(None)
    with pytest.raises(UserError, match=r"the page was made"):
        browser.draw_svg(SVG)


def test_a_second_name_is_a_copy(tmp_path: Path) -> None:
    (tmp_path / "kit.pdf").write_bytes(b"old")
    browser.second_name(tmp_path / "kit.pdf", tmp_path / "kept")
    (tmp_path / "kit.pdf").write_bytes(b"new")
    assert (tmp_path / "kept").read_bytes() == b"old"
    with pytest.raises(FileNotFoundError):
        browser.second_name(tmp_path / "none", tmp_path / "kept")
