"""Colours in the inks of a press: black text and greys in black, no ink above the limit; RGB as it was."""

from __future__ import annotations

import io
import random
import shutil
import subprocess
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageCms

from prancha.cli import command_line
from prancha.export.colour import read_profile, shipped_profile
from prancha.model.diagnostic import Failure
from tests.conftest import write_project
from tests.programs import use

CARD = """\
<rect x="-3" y="-3" width="69" height="94" fill="#ffffff"/>
<rect x="10" y="10" width="20" height="20" fill="#000000"/>
<rect x="34" y="10" width="20" height="20" fill="#808080"/>
<rect x="10" y="34" width="20" height="20" fill="#c0392b"/>
<rect x="34" y="34" width="20" height="20" fill="#00009a"/>
{{ label('black', 31, 70, size=14, align='center', fill='#000000') }}
"""


@pytest.fixture
def lume(tmp_path: Path) -> Path:
    project = write_project(tmp_path / "project")
    (project / "templates/lume/card.svg.j2").write_text(CARD)
    return project


def build(project: Path, *options: str) -> Path:
    out = project / "out"
    shutil.rmtree(out, ignore_errors=True)
    given = ["build", "lume", "--only", "cards", "--no-cover", "--out", str(out), "--project", str(project)]
    assert command_line.main([*given, *options]) == 0
    (found,) = (out / "lume").glob("*.pdf")
    return found


def plates(pdf: Path, tmp_path: Path) -> dict[str, Image.Image]:
    """What Ghostscript lays down with each ink on the first page, 255 being all of it, 4 pixels a mm."""
    command = [
        use("gs"), "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", "-r101.6", "-dLastPage=1",
        f"-sOutputFile={tmp_path}/plate.tif", str(pdf),
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    found = {}
    for path in sorted(tmp_path.glob("plate(*).tif")):
        with Image.open(path) as plate:
            found[path.stem[6:-1]] = Image.eval(plate.convert("L"), lambda value: 255 - value)
    return found


def inks(found: dict[str, Image.Image], x: float, y: float) -> tuple[int, ...]:
    """Percent of each ink, x and y in mm from the corner of the first card."""
    at = (round((left_of_card + x) * 4), round((top_of_card + y) * 4))
    return tuple(
        round(value / 2.55)
        for name in ("Cyan", "Magenta", "Yellow", "Black")
        if isinstance(value := found[name].getpixel(at), int)
    )


left_of_card, top_of_card = (210 - 3 * 63) / 2, (297 - 3 * 88) / 2


def test_each_colour_has_the_inks_that_it_should(lume: Path, tmp_path: Path) -> None:
    found = plates(build(lume, "--colour", "cmyk"), tmp_path)
    assert inks(found, 20, 20) == (0, 0, 0, 100)
    cyan, magenta, yellow, black = inks(found, 44, 20)
    assert (cyan, magenta, yellow) == (0, 0, 0)
    assert 45 < black < 70  # as light on paper as on the screen, not half of the ink
    assert inks(found, 5, 5) == (0, 0, 0, 0)
    # Another program's conversion by the same profile.
    engine = ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"), ImageCms.ImageCmsProfile(_profile(tmp_path)), "RGB", "CMYK",
        renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC, flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )  # fmt: skip
    for place, colour in (((20, 44), (0xC0, 0x39, 0x2B)), ((44, 44), (0, 0, 0x9A))):
        expected = ImageCms.applyTransform(Image.new("RGB", (1, 1), colour), engine).getpixel((0, 0))
        assert inks(found, *place) == pytest.approx([part / 2.55 for part in expected], abs=2)


def _profile(tmp_path: Path) -> str:
    path = tmp_path / "profile.icc"
    path.write_bytes(shipped_profile().data)
    return str(path)


def test_no_ink_is_above_the_limit(lume: Path, tmp_path: Path) -> None:
    full = plates(build(lume, "--colour", "cmyk", "--ink-limit", "300"), tmp_path)
    assert sum(inks(full, 44, 44)) > 165
    less = plates(build(lume, "--colour", "cmyk", "--ink-limit", "160"), tmp_path)
    assert 150 < sum(inks(less, 44, 44)) <= 161


def test_black_text_overprints_and_nothing_is_left_in_colours_of_the_screen(lume: Path) -> None:
    with pikepdf.open(build(lume, "--colour", "cmyk")) as file:
        streams = b"\n".join(
            one.read_bytes() for one in file.objects
            if isinstance(one, pikepdf.Stream) and "/Subtype" in one and one.Subtype == "/Form"
        )  # fmt: skip
        assert b" rg" not in streams
        assert b" RG" not in streams
        assert b"0 0 0 1 k" in streams
        states = [one for one in file.objects if isinstance(one, pikepdf.Dictionary) and "/OPM" in one]
        assert any(bool(one.op) and int(one.OPM) == 1 for one in states)


def test_a_rich_black_is_that_of_areas_and_not_of_text(lume: Path) -> None:
    with pikepdf.open(build(lume, "--colour", "cmyk", "--rich-black", "40,30,0,100")) as file:
        streams = b"\n".join(one.read_bytes() for one in file.objects if isinstance(one, pikepdf.Stream)
                             and "/Subtype" in one and one.Subtype == "/Form")  # fmt: skip
    assert b".4 .3 0 1 k" in streams.replace(b"0.", b".")
    assert b"0 0 0 1 k" in streams


def test_builds_for_a_press_are_repeatable_and_of_another_name(lume: Path) -> None:
    screen = build(lume)
    name, before = screen.name, screen.read_bytes()
    press = build(lume, "--colour", "cmyk", "--pdfx", "x4")
    assert press.name == name.replace("-no-cover", "-cmyk-x4-no-cover")
    first = press.read_bytes()
    assert build(lume, "--colour", "cmyk", "--pdfx", "x4").read_bytes() == first
    assert build(lume, "--colour", "rgb").read_bytes() == before


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--profile", "gone.icc"), 2, "--profile goes with --colour cmyk"),
        (("--pdfx", "x4"), 2, "--pdfx goes with --colour cmyk"),
        (("--colour", "cmyk", "--profile", "gone.icc"), 1, "ask the print shop for its CMYK output profile"),
        (("--colour", "cmyk", "--profile", "text.icc"), 1, "this is no ICC profile"),
        (("--colour", "cmyk", "--profile", "screen.icc"), 1, "this profile is of RGB, not of CMYK"),
        (
            ("--colour", "cmyk", "--rich-black", "90,90,90,100"), 2,
            "--rich-black has 370 % of ink, and the limit is 300 %",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_and_nothing_is_written(
    lume: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...], code: int, said: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(lume)
    Path("text.icc").write_text("no profile at all " * 20)
    Path("screen.icc").write_bytes(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    assert command_line.main(["build", "lume", "--out", "out", *options]) == code
    assert said in capsys.readouterr().err
    assert not Path("out").exists()


def test_a_damaged_profile_is_refused_before_anything_is_drawn(tmp_path: Path) -> None:
    """Its tables were first read when all faces were drawn, and the build ended in an unexpected error."""
    whole, chance = shipped_profile().data, random.Random(7)
    path, refused = tmp_path / "press.icc", 0
    for turn in range(60):
        data = bytearray(whole)
        count = int.from_bytes(whole[128:132], "big")
        for _ in range(chance.randrange(1, 4)):  # in the header, the list of tags, or the start of a table
            entry = 132 + 12 * chance.randrange(count)
            table = int.from_bytes(whole[entry + 4 : entry + 8], "big")
            at = chance.choice((chance.randrange(36), chance.randrange(entry, entry + 12), table + turn % 32))
            data[at] = chance.randrange(256)
        path.write_bytes(data[: chance.choice((len(data), len(data), chance.randrange(140, len(data))))])
        try:
            profile = read_profile(path)
        except Failure as failure:
            (one,) = failure.diagnostics
            assert one.code == "colour-profile"
            refused += 1
        else:
            screen, press = ImageCms.createProfile("sRGB"), ImageCms.ImageCmsProfile(io.BytesIO(profile.data))
            ImageCms.buildTransform(screen, press, "RGB", "CMYK")
    assert 20 < refused < 60
