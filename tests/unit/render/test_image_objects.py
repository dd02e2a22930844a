"""Pictures: what passes untouched, what becomes a mask, and what is never opened."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import base64
import io
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from rendering import BLACK, RED, WHITE, at, drawn, picture, refused, seen

from prancha.graphics.pictures import find, load, look
from prancha.graphics.pixels.png_pixels import read_png
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.diagnostic import Failure
from prancha.render.image_objects import convert_to_grey

BLUE = (0, 0, 255)


def data(content: bytes, kind: str = "image/png") -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def image(href: str, more: str = "") -> str:
    return f'<image x="10" y="10" width="20" height="20" href="{href}" {more}/>'


def encoded(mode: str, colour: object, kind: str = "PNG", **options: object) -> str:
    return data(picture(mode, (8, 8), colour, kind, **options))


def test_a_jpeg_passes_untouched() -> None:
    jpeg = picture("RGB", (16, 8), RED, "JPEG")
    (resource,) = drawn(image(data(jpeg, "image/jpeg"))).resources
    assert resource.content == jpeg
    assert "/Filter /DCTDecode" in resource.entries
    assert "/Width 16 /Height 8 /ColorSpace /DeviceRGB" in resource.entries


def test_a_grey_jpeg_too() -> None:
    (resource,) = drawn(image(data(picture("L", (8, 8), 100, "JPEG")))).resources
    assert "/ColorSpace /DeviceGray" in resource.entries


def test_a_cmyk_jpeg_becomes_rgb() -> None:
    href = encoded("CMYK", (0, 255, 255, 0), "JPEG", quality=95)
    assert at(seen(image(href)), 20, 20) == pytest.approx(RED, abs=8)


@pytest.mark.parametrize(
    ("mode", "colour", "kind", "options", "printed"),
    [
        ("RGB", (255, 0, 0), "PNG", {}, RED),
        ("RGBA", (255, 0, 0, 128), "PNG", {}, (255, 127, 127)),
        ("RGBA", (255, 0, 0, 0), "PNG", {}, WHITE),
        ("LA", (0, 128), "PNG", {}, (127, 127, 127)),
        ("L", 100, "PNG", {}, (100, 100, 100)),
        ("1", 0, "PNG", {}, BLACK),
        ("I;16", 0x8000, "PNG", {}, (128, 128, 128)),
        ("P", 0, "PNG", {"transparency": 0}, WHITE),
        ("RGB", (0, 0, 255), "WEBP", {"lossless": True}, BLUE),
        ("RGBA", (0, 0, 255, 0), "WEBP", {"lossless": True, "exact": True}, WHITE),
    ],
)
def test_each_kind_of_picture_prints_its_colour(
    mode: str, colour: object, kind: str, options: dict[str, object], printed: tuple[int, ...]
) -> None:
    assert at(seen(image(encoded(mode, colour, kind, **options))), 20, 20) == pytest.approx(printed, abs=2)


def test_a_palette_keeps_its_colours() -> None:
    one = Image.new("P", (8, 8), 1)
    one.putpalette([0, 0, 0, 255, 0, 0])
    out = io.BytesIO()
    one.save(out, "PNG")
    assert at(seen(image(data(out.getvalue()))), 20, 20) == RED


def test_sixteen_bits_for_each_colour() -> None:
    rows = b"".join(b"\0" + struct.pack(">HHH", 0xFFFF, 0x8000, 0) * 4 for _ in range(4))
    png = _png(4, 4, 16, 2, rows)
    assert at(seen(image(data(png))), 20, 20) == pytest.approx((255, 128, 0), abs=2)


def _png(width: int, height: int, depth: int, colour: int, rows: bytes) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def test_transparency_is_a_soft_mask() -> None:
    main, soft = drawn(image(encoded("RGBA", (255, 0, 0, 128)))).resources
    assert main.mask == soft.name
    assert "/DeviceGray" in soft.entries
    assert zlib.decompress(soft.content or b"") == b"\x80" * 64


def test_a_picture_on_many_faces_is_stored_once() -> None:
    href = encoded("RGB", RED)
    assert (
        len(drawn(image(href), image(href, 'opacity=".9"') + "<path d='M0 0h1'/>", image(href) * 2).resources)
        < 4
    )
    names = [r.name for r in drawn(image(href), "<path d='M0 0h1'/>" + image(href)).resources]
    assert len([name for name in names if name.startswith("M")]) == 1


def test_a_picture_is_fitted_cut_or_stretched() -> None:
    href = data(picture("RGB", (20, 10), RED))
    fitted, cut, stretched = (
        seen(image(href, f'preserveAspectRatio="{how}"')) for how in ("xMidYMin", "xMidYMid slice", "none")
    )
    assert [at(fitted, 20, y) for y in (12, 18, 22, 28)] == [RED, RED, WHITE, WHITE]
    assert (at(cut, 11, 29), at(cut, 9, 20), at(cut, 31, 20)) == (RED, WHITE, WHITE)
    assert at(stretched, 11, 29) == RED


def test_a_picture_stands_upright() -> None:
    one = Image.new("RGB", (2, 2), WHITE)
    one.putpixel((0, 0), RED)
    one.putpixel((1, 1), (0, 0, 255))
    out = io.BytesIO()
    one.save(out, "PNG")
    shown = seen(image(data(out.getvalue())))
    assert [at(shown, 12, 12), at(shown, 28, 12), at(shown, 28, 28), at(shown, 12, 28)] == [
        RED,
        WHITE,
        (0, 0, 255),
        WHITE,
    ]


@pytest.mark.parametrize("beside", ["", 'class="x"'])
def test_a_file_of_the_project_is_read(tmp_path: Path, beside: str) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "sun.png").write_bytes(picture("RGB", (8, 8), RED))
    assert at(seen(image("art/sun.png", beside), roots=[tmp_path, tmp_path / "none"]), 20, 20) == RED


@pytest.mark.parametrize("beside", ["", 'class="x"'])
def test_of_other_folders_only_what_is_shared_is_read(tmp_path: Path, beside: str) -> None:
    for name in ("_library", "other-game"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "sun.png").write_bytes(picture("RGB", (8, 8), RED))
    roots = [tmp_path / "mine", tmp_path]
    assert at(seen(image("_library/sun.png", beside), roots=roots), 20, 20) == RED
    with pytest.raises(Failure, match=r'there is no picture "other-game/sun\.png"'):
        seen(image("other-game/sun.png", beside), roots=roots)


@pytest.mark.parametrize("beside", ["", 'class="x"'])
@pytest.mark.parametrize(
    ("href", "message"),
    [
        ("http://127.0.0.1:9/x.png", 'the picture "http://127.0.0.1:9/x.png" is not a file of this project'),
        ("//127.0.0.1:9/x.png", "the picture"),
        ("missing.png", 'there is no picture "missing.png"'),
        ("../outside.png", "there is no picture"),
        ("/etc/hostname", 'there is no picture "/etc/hostname"'),
        ("link.png", 'there is no picture "link.png"'),
        ("circle.png", 'there is no picture "circle.png"'),
        ("notes.png", '"notes.png" is not a JPEG, PNG, WebP, SVG or PDF picture'),
        (data(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n"), "is not a JPEG, PNG, WebP, SVG or PDF picture"),
        (data(b"GIF89a" + b"\0" * 20), "is not a JPEG, PNG, WebP, SVG or PDF picture, it is a GIF"),
        (data(b"RIFF\0\0\0\0WAVE"), "is not a JPEG, PNG, WebP, SVG or PDF picture"),
        (data(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/png"), "is not a JPEG, PNG, WebP, SVG or PDF picture"),
        (data(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"), "line 1: the drawing has no size"),
        (data(_png(20_000, 20_000, 1, 0, b"")), "has 20000 x 20000 pixels"),
        (data(_png(10_001, 10_000, 1, 0, b"")), "has 10001 x 10000 pixels"),
        (data(_png(4, 4, 8, 2, b"")[:40]), "cannot be read as PNG"),
    ],
)  # fmt: skip
def test_what_is_no_picture_of_the_project_is_refused(
    tmp_path: Path, href: str, message: str, beside: str
) -> None:
    (tmp_path / "outside.png").write_bytes(picture("RGB", (8, 8), RED))
    root = tmp_path / "templates"
    root.mkdir()
    (root / "link.png").symlink_to(tmp_path / "outside.png")
    (root / "circle.png").symlink_to("circle.png")
    (root / "notes.png").write_text("not a picture")
    found = refused(image(href, beside), roots=[root])
    assert message in found.message
    assert found.code == "svg"
    assert found.item == "cards/one"


@pytest.mark.parametrize(
    "href", [r"\\evil.example\share\a.png", r"/\evil.example/a.png", "C:/a.png", "c:a.png", r"art\a.png"]
)
def test_what_windows_would_seek_elsewhere_is_not_even_looked_for(
    tmp_path: Path, href: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / href.replace("/", "")).write_bytes(picture("RGB", (8, 8), RED))
    monkeypatch.setattr(Path, "resolve", lambda *_: pytest.fail("a look at it asks the other machine"))
    assert find(href, [tmp_path]) is None
    with pytest.raises(DrawingFault, match="is not a file of this project"):
        load(href, [tmp_path])


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        (
            image(data(_png(8, 8, 8, 3, bytes(72)))),
            '"data:image/png;base64,iVBORw0KGgoAAAANSU" cannot be read as PNG: the file is broken',
        ),
        (image("data:image/png"), "a data: picture has no data"),
        (image("data:image/png;base64,abc"), "a data: picture is not base64"),
        ('<image width="5" height="5"/>', "a use or image has no href"),
    ],
)
def test_broken_pictures_are_refused(inside: str, message: str) -> None:
    assert refused(inside).message == f"{message} (template card.svg.j2)"


@pytest.mark.parametrize("word", ["middle", "xMidYMid cover"])
def test_an_alignment_that_is_none_is_refused(word: str) -> None:
    found = refused(image(encoded("RGB", RED), f'preserveAspectRatio="{word}"'))
    assert found.message == f'preserveAspectRatio="{word}" cannot be read (template card.svg.j2)'
    assert found.hint == "expected none, or xMidYMid and its like with meet or slice"


def test_a_picture_of_many_megabytes_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "huge.png").open("wb") as file:
        file.truncate(50_000_001)
    found = refused(image("huge.png"), roots=[tmp_path])
    assert found.message == 'the picture "huge.png" is larger than 50 MB (template card.svg.j2)'
    assert found.hint == "scale it down"


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_half_a_picture_is_refused(kind: str, share: float) -> None:
    noise = Image.effect_noise((64, 64), 80).convert("RGB")
    out = io.BytesIO()
    noise.save(out, kind)
    whole = out.getvalue()
    found = refused(image(data(whole[: int(len(whole) * share)])))
    assert f"cannot be read as {kind}" in found.message


def test_a_png_without_alpha_passes_untouched() -> None:
    for mode, colours in (("RGB", 3), ("L", 1)):
        file = picture(mode, (8, 6), RED if mode == "RGB" else 100)
        (resource,) = drawn(image(data(file))).resources
        assert resource.content == read_png(file).stream
        assert f"/Predictor 15 /Colors {colours} /Columns 8>>" in resource.entries


def photograph(mode: str, kind: str, **options: Any) -> bytes:
    out = io.BytesIO()
    noise = [Image.effect_noise((40, 30), 60 + 20 * k) for k in range(len(mode))]
    Image.merge(mode, noise).save(out, kind, **options)
    return out.getvalue()


@pytest.mark.parametrize("turn", [1, 6])
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_photograph_in_greys_has_the_lightness_that_pillow_sees(kind: str, turn: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = turn
    file = photograph("RGB", kind, exif=exif)
    grey = convert_to_grey(file, "a")
    with Image.open(io.BytesIO(file)) as original, Image.open(io.BytesIO(grey)) as found:
        assert found.mode == "L"
        assert found.tobytes() == original.convert("RGB").convert("L").tobytes()
    assert look(grey, "a").turn == turn


def test_a_translucent_picture_in_greys_keeps_its_alpha() -> None:
    file = photograph("RGBA", "PNG")
    with (
        Image.open(io.BytesIO(file)) as original,
        Image.open(io.BytesIO(convert_to_grey(file, "a"))) as found,
    ):
        assert found.mode == "LA"
        assert found.getchannel("A").tobytes() == original.getchannel("A").tobytes()
        assert found.getchannel("L").tobytes() == original.convert("RGB").convert("L").tobytes()


def test_a_photograph_in_greys_or_inks() -> None:
    grey = photograph("L", "JPEG")
    assert convert_to_grey(grey, "a") == grey
    inks = photograph("CMYK", "JPEG")
    with (
        Image.open(io.BytesIO(inks)) as original,
        Image.open(io.BytesIO(convert_to_grey(inks, "a"))) as found,
    ):
        assert found.tobytes() == original.convert("RGB").convert("L").tobytes()
    with pytest.raises(DrawingFault, match=r'"a" cannot be read as JPEG: the file is truncated'):
        convert_to_grey(photograph("RGB", "JPEG")[:-200], "a")
