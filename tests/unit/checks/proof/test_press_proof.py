"""`proof --pdfx`: every fault put into a file for a press is told, and what was written has none."""

# ruff: noqa: E501 - a fault is a line

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from prancha.checks.proof.pdfx import prove_press
from prancha.checks.proof.pdfx.press_walk import PressWalk
from prancha.checks.proof.proofing import proof
from prancha.cli import command_line
from tests.conftest import write_project


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The tiny game for a press, in each standard."""
    project = write_project(tmp_path_factory.mktemp("press") / "project")
    card = project / "templates/lume/card.svg.j2"
    card.write_text(
        card.read_text()
        + '<rect x="20" y="64" width="22" height="8" fill="#e67e22"/>\n'
        + "{{ label('overprinted', 31, 70, size=9, align='center', fill='#000000') }}\n"
        + '<rect x="5" y="75" width="20" height="5" fill="#c0392b" opacity="0.5"/>\n'
    )
    found = {}
    for standard in ("x4", "x1a"):
        out = project / standard
        given = ["build", "lume", "--colour", "cmyk", "--pdfx", standard, "--no-cover", "--out", str(out)]
        assert command_line.main([*given, "--project", str(project)]) == 0
        (found[standard],) = (out / "lume").glob("*.pdf")
    return found


@pytest.mark.parametrize("standard", ["x4", "x1a"])
def test_what_was_written_has_no_fault(kits: dict[str, Path], standard: str) -> None:
    report = prove_press(kits[standard])
    assert report.faults == ()
    assert (report.standard, report.limit) == (standard, 300)
    assert 100 < report.most_ink <= 300
    assert report.texts > 0


def info(change: Callable[[Any], None]) -> Callable[[pikepdf.Pdf], None]:
    return lambda file: change(file.trailer.Info)


def metadata(pattern: bytes, new: bytes = b"") -> Callable[[pikepdf.Pdf], None]:
    def act(file: pikepdf.Pdf) -> None:
        before = file.Root.Metadata.read_bytes()
        after = re.sub(pattern, new, before)
        assert after != before
        file.Root.Metadata.write(after)

    return act


def paint(content: bytes, **resources: Any) -> Callable[[pikepdf.Pdf], None]:
    """Paint something more on the first page, in its millimetres."""

    def act(file: pikepdf.Pdf) -> None:
        page = file.pages[0]
        made = {
            key: Dictionary({f"/{name}": one(file) if callable(one) else one for name, one in given.items()})
            for key, given in resources.items()
        }
        form = file.make_stream(
            content, Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 500, 800]),
            Resources=Dictionary({f"/{key}": one for key, one in made.items()}),
        )  # fmt: skip
        name = page.add_resource(form, Name.XObject)
        page.contents_add(f"q {name} Do Q".encode())

    return act


def picture(space: Any, data: bytes, **more: Any) -> Callable[[pikepdf.Pdf], Any]:
    return lambda file: file.make_stream(
        data, Type=Name.XObject, Subtype=Name.Image, Width=1, Height=1, BitsPerComponent=8, ColorSpace=space,
        **{key: one(file) if callable(one) else one for key, one in more.items()},
    )  # fmt: skip


def packed(file: pikepdf.Pdf) -> None:
    def made(file: pikepdf.Pdf) -> pikepdf.Stream:
        stream = picture(Name.DeviceGray, b"")(file)
        stream.write(b"\x80\x0b\x60\x50", filter=Name.LZWDecode)
        return stream

    paint(b"q 9 0 0 9 99 99 cm /P Do Q", XObject={"P": made})(file)


def shown(*given: Any, **more: Any) -> Callable[[pikepdf.Pdf], None]:
    return paint(b"q 90 0 0 90 99 99 cm /P Do Q", XObject={"P": picture(*given, **more)})


def text(colour: str, size: int = 12, state: str = "") -> Callable[[pikepdf.Pdf], None]:
    def act(file: pikepdf.Pdf) -> None:
        font = next(
            one for one in file.objects
            if isinstance(one, Dictionary) and one.get("/Type") == "/Font" and one.get("/Subtype") == "/Type0"
        )  # fmt: skip
        states = {"ExtGState": {"G": Dictionary(OP=False, op=False, OPM=0)}}
        paint(f"{state} BT {colour} /F {size} Tf 90 90 Td (ab) Tj ET".encode(), Font={"F": font}, **states)(
            file
        )

    return act


def unembedded(file: pikepdf.Pdf) -> None:
    for one in file.objects:
        if isinstance(one, Dictionary) and "/FontFile2" in one:
            del one["/FontFile2"]
            return
    raise AssertionError("no font")


def box(name: str, value: list[float] | None) -> Callable[[pikepdf.Pdf], None]:
    def act(file: pikepdf.Pdf) -> None:
        page = file.pages[0].obj
        if value is None:
            del page[name]
        else:
            page[name] = Array(value)

    return act


def layered(file: pikepdf.Pdf) -> None:
    group = file.make_indirect(Dictionary(Type=Name.OCG, Name="Cut"))
    file.Root.OCProperties = Dictionary(OCGs=Array([group]), D=Dictionary(Order=Array([group])))


def intent(change: Callable[[Any], None]) -> Callable[[pikepdf.Pdf], None]:
    return lambda file: change(file.Root.OutputIntents[0])


def link(file: pikepdf.Pdf) -> None:
    note = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([90, 90, 200, 200]))
    file.pages[0].obj.Annots = Array([file.make_indirect(note)])


def _bent(data: bytes, at: int = 9000) -> bytes:
    """One byte of a profile changed."""
    return data[:at] + bytes([data[at] ^ 255]) + data[at + 1 :]


FAULTS: dict[str, tuple[str, Callable[[pikepdf.Pdf], None], str]] = {
    "no claim": ("x4", metadata(rb"GTS_PDFXVersion", b"GTS_PDFXOther"), "pdfx-claim"),
    "no output intent": ("x4", lambda file: file.Root.__delitem__("/OutputIntents"), "pdfx-intent"),
    "an intent without a profile": ("x4", intent(lambda one: one.__delitem__("/DestOutputProfile")), "pdfx-intent"),
    "an intent of another profile": (
        "x1a", intent(lambda one: one.DestOutputProfile.write(b"0" * 200)), "pdfx-intent",
    ),
    "not said whether it is trapped": ("x1a", info(lambda one: one.__delitem__("/Trapped")), "pdfx-metadata"),
    "trapped unknown": ("x4", info(lambda one: one.__setitem__("/Trapped", Name.Unknown)), "pdfx-metadata"),
    "no title": ("x4", info(lambda one: one.__delitem__("/Title")), "pdfx-metadata"),
    "no date": ("x1a", info(lambda one: one.__delitem__("/ModDate")), "pdfx-metadata"),
    "no document id": ("x4", metadata(rb"xmpMM:DocumentID", b"xmpMM:Other"), "pdfx-metadata"),
    "a font that is not embedded": ("x4", unembedded, "pdfx-font"),
    "a picture of the screen": ("x4", shown(Name.DeviceRGB, b"\xff\0\0"), "pdfx-colour"),
    "a fill of the screen": ("x1a", paint(b"1 0 0 rg 9 9 90 90 re f"), "pdfx-colour"),
    "320 % of ink": ("x4", paint(b"1 1 1 .2 k 9 9 90 90 re f"), "ink-limit"),
    "a line of 320 %": ("x4", paint(b"1 1 1 .2 K 9 9 m 99 99 l S"), "ink-limit"),
    "a picture of 400 %": ("x1a", shown(Name.DeviceCMYK, b"\xff\xff\xff\xff"), "ink-limit"),
    "black over dark": (
        "x4", lambda file: (
            paint(b"1 .9 .4 .3 k 9 9 190 190 re f")(file),
            paint(b"/O gs 0 0 0 1 K 9 9 m 99 99 l S", ExtGState={"O": Dictionary(OP=True, op=True, OPM=1)})(file),
        ), "ink-overprint",
    ),
    "black text knocked out": ("x4", text("0 0 0 1 k", state="/G gs"), "black-knockout"),
    "black text of a grey": ("x4", text("0 g", state="/G gs"), "black-knockout"),
    "small text in four inks": ("x4", text(".5 .5 .5 .5 k", 2), "text-inks"),
    "no trim": ("x4", box("/TrimBox", None), "pdfx-box"),
    "a trim beyond the bleed": ("x4", box("/TrimBox", [-9, -9, 900, 900]), "pdfx-box"),
    "art and trim": ("x1a", box("/ArtBox", [9, 9, 90, 90]), "pdfx-box"),
    "a layer": ("x1a", layered, "pdfx-layer"),
    "a soft mask": (
        "x1a", shown(Name.DeviceCMYK, b"\0\0\0\0", SMask=picture(Name.DeviceGray, b"\x80")), "pdfx-transparency",
    ),
    "seen through": (
        "x1a", paint(b"/G gs 0 0 0 1 k 9 9 90 90 re f", ExtGState={"G": Dictionary(ca=0.5)}), "pdfx-transparency",
    ),
    "a blend": (
        "x4", paint(b"/G gs 0 0 0 1 k 9 9 90 90 re f", ExtGState={"G": Dictionary(BM=Name.Multiply)}),
        "ink-unknown",
    ),
    "a transfer curve": (
        "x4", paint(b"/G gs 9 9 90 90 re f", ExtGState={"G": Dictionary(TR=Name.Identity)}), "pdfx-state",
    ),
    "a halftone": ("x4", paint(b"/G gs 9 9 90 90 re f", ExtGState={"G": Dictionary(HT=Name.Default)}), "pdfx-state"),
    "black generation": (
        "x1a", paint(b"/G gs 9 9 90 90 re f", ExtGState={"G": Dictionary(BG2=Name.Default)}), "pdfx-state",
    ),
    "white that overprints": (
        "x4", paint(b"/G gs 0 0 0 0 k 9 9 90 90 re f", ExtGState={"G": Dictionary(OP=True, op=True, OPM=1)}),
        "overprint-wrong",
    ),
    "a byte of the profile": (
        "x4", intent(lambda one: one.DestOutputProfile.write(_bent(one.DestOutputProfile.read_bytes()))),
        "pdfx-intent",
    ),
    "another condition than the profile's": (
        "x1a", intent(lambda one: one.__setitem__("/OutputConditionIdentifier", "FOGRA27")), "pdfx-intent",
    ),
    "a table outside the profile": (
        "x4", intent(lambda one: one.DestOutputProfile.write(_bent(one.DestOutputProfile.read_bytes(), 136))),
        "pdfx-intent",
    ),
    "large black text in four inks": ("x4", text(".75 .68 .67 .9 k", 30), "text-inks"),
    "a link": ("x4", link, "pdfx-annotation"),
    "something done at opening": (
        "x4", lambda file: file.Root.__setitem__("/OpenAction", Dictionary(S=Name.Named, N=Name.Print)),
        "pdfx-action",
    ),
    "an inline picture": ("x4", paint(b"q BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q"), "pdfx-object"),
    "a picture packed by LZW": ("x4", packed, "pdfx-object"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told(kits: dict[str, Path], tmp_path: Path, name: str) -> None:
    standard, change, code = FAULTS[name]
    spoiled = tmp_path / "spoiled.pdf"
    with pikepdf.open(kits[standard]) as file:
        change(file)
        file.save(spoiled, stream_decode_level=pikepdf.StreamDecodeLevel.none, compress_streams=False)
    assert code in {fault.code for fault in prove_press(spoiled, standard=standard).faults}


def test_the_command_tells_and_ends_with_1(kits: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["proof", str(kits["x4"]), "--pdfx"]) == 0
    said = capsys.readouterr().out
    assert "says that it is          PDF/X-4" in said
    assert "the limit is 300 %" in said
    assert (
        command_line.main(["proof", str(kits["x4"]), "--pdfx", "--ink-limit", "150", "--format", "json"]) == 1
    )
    told = json.loads(capsys.readouterr().out)
    assert not told["clean"]
    assert {fault["code"] for fault in told["faults"]} == {"ink-limit", "ink-overprint"}
    assert command_line.main(["proof", str(kits["x4"]), "--pdfx", "x1a"]) == 1
    assert "pdfx-claim" in capsys.readouterr().out
    assert command_line.main(["proof", str(kits["x4"]), "--ink-limit", "200"]) == 2
    assert "--ink-limit goes with --pdfx" in capsys.readouterr().err
    assert command_line.main(["proof", str(kits["x4"].parent), "--pdfx"]) == 2
    assert "--pdfx looks at one PDF, and this is a folder" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["white that overprints", "a byte of the profile", "an inline picture"])
def test_plain_proof_of_a_file_that_claims_a_standard(
    kits: dict[str, Path], tmp_path: Path, name: str
) -> None:
    standard, change, code = FAULTS[name]
    spoiled = tmp_path / "spoiled.pdf"
    with pikepdf.open(kits[standard]) as file:
        change(file)
        file.save(spoiled)
    told = {fault.code for fault in proof(spoiled, kits[standard].with_suffix(".json")).faults}
    assert code in told
    if name == "a byte of the profile":
        assert "press-other" in told


def test_backs_in_a_file_of_their_own_have_the_limit_that_their_fronts_manifest_tells(
    kits: dict[str, Path], tmp_path: Path
) -> None:
    backs = tmp_path / "lume-a4-backs.pdf"
    shutil.copy(kits["x4"], backs)
    manifest = {"files": {backs.name: {}}, "press": {"ink_limit": 250}}
    (tmp_path / "lume-a4-fronts.json").write_text(json.dumps(manifest))
    assert prove_press(backs).limit == 250


def test_build_walks_the_inks_of_each_file_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walked = []

    def count(self: PressWalk, number: int, page: pikepdf.Page) -> Iterator[Any]:
        walked.append(number)
        return marks(self, number, page)

    marks = PressWalk.marks
    monkeypatch.setattr(PressWalk, "marks", count)
    project = write_project(tmp_path / "project")
    given = ["build", "lume", "--colour", "cmyk", "--no-cover", "--out", str(tmp_path / "out"), "--proof"]
    command_line.main([*given, "--project", str(project)])  # its cards have no bleed, which proof tells
    assert walked == sorted(set(walked)) != []
