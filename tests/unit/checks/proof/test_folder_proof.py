"""Every fault put into a folder for a print shop is told by `proof`, by its file."""

# ruff: noqa: E501 - messages stand as they are read

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from prancha.checks.proof.folder_proof import folder_as_json, proof_folder
from prancha.cli import command_line
from tests.conftest import write_project

FRONT = "cards/cards-sun-front.png"


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """An order of pictures with an order file, one with a plan, and one of PDFs."""
    project = write_project(tmp_path_factory.mktemp("shops") / "project")
    found = {}
    for shop, options in (
        ("mpc", ["--product", "cards=poker"]), ("tgc", []), ("dtc", ["--colour", "rgb"]), ("grafica", []),
    ):  # fmt: skip
        out = project / shop
        given = ["export", "lume", "--to", shop, "--only", "cards", "--fit", *options]
        assert command_line.main([*given, "--project", str(project), "--out", str(out)]) == 0
        (found[shop],) = (out / "lume" / "export").iterdir()
    return found


def record(folder: Path, change: Callable[[Any], None]) -> None:
    path = folder / "export.json"
    told = json.loads(path.read_bytes())
    change(told)
    path.write_text(json.dumps(told))


def owned(folder: Path, name: str) -> None:
    """Let the record say that the file was written as it is: only what it holds is wrong."""
    data = (folder / name).read_bytes()
    record(folder, lambda told: told["files"][name].update(bytes=len(data), sha256=sha256(data).hexdigest()))


def picture(
    name: str, change: Callable[[Image.Image], Image.Image], dpi: int = 300
) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        with Image.open(folder / name) as found:
            change(found).save(folder / name, dpi=(dpi, dpi))
        owned(folder, name)

    return act


def text(name: str, old: str, new: str) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        before = (folder / name).read_bytes()
        assert old.encode() in before
        (folder / name).write_bytes(before.replace(old.encode(), new.encode(), 1))
        owned(folder, name)

    return act


def pdf(change: Callable[[pikepdf.Pdf], Any]) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        with pikepdf.open(folder / "cards.pdf", allow_overwriting_input=True) as file:
            change(file)
            file.save(folder / "cards.pdf")
        owned(folder, "cards.pdf")

    return act


def blank(file: pikepdf.Pdf) -> None:
    file.pages[3].Contents = file.make_stream(b"q Q")


def swapped(one: str, other: str) -> Callable[[Path], None]:
    """Each of two files under the name of the other."""

    def act(folder: Path) -> None:
        first, second = (folder / one).read_bytes(), (folder / other).read_bytes()
        (folder / one).write_bytes(second)
        (folder / other).write_bytes(first)
        owned(folder, one)
        owned(folder, other)

    return act


def ringed(side: str) -> Callable[[Image.Image], Image.Image]:
    """A coloured face whose bleed is white on all sides, or but on one."""

    def act(found: Image.Image) -> Image.Image:
        made = Image.new("RGB", found.size, "white")
        box = {"left": 36, "top": 36, "right": found.width - 36, "bottom": found.height - 36}
        if side:
            box[side] = 0 if side in ("left", "top") else 10_000
        made.paste("#2a5d3a", (box["left"], box["top"], box["right"], box["bottom"]))
        made.paste("#d9a", (200, 200, 400, 400))
        return made

    return act


def inked(file: pikepdf.Pdf) -> None:
    """All four inks on a page."""
    page = file.pages[0]
    page.contents_add(b"q 1 1 1 1 k 20 20 90 90 re f Q", prepend=False)


def turned_pages(file: pikepdf.Pdf) -> None:
    """The back before the front."""
    pages = list(file.pages)
    for place, page in enumerate((pages[1], pages[0])):
        file.pages[place] = page


def pieces(change: Callable[[Any], None]) -> Callable[[Path], None]:
    return lambda folder: record(folder, lambda told: change(told["order"]["pieces"]))


FAULTS: dict[str, tuple[str, Callable[[Path], Any], str, str]] = {
    "a file is missing": ("mpc", lambda at: (at / FRONT).unlink(), "export-files", "it is not there"),
    "other bytes": (
        "mpc", lambda at: (at / FRONT).write_bytes((at / FRONT).read_bytes() + b"0"), "export-files",
        "it has other bytes than were written",
    ),
    "a stranger's file": (
        "mpc", lambda at: (at / "cards/mine.png").write_bytes(b""), "export-files", "nobody wrote it",
    ),
    "a pixel more": (
        "mpc", picture(FRONT, lambda one: one.resize((823, 1122))), "export-picture",
        "it has 823 x 1122 pixels, expected 822 x 1122",
    ),
    "transparent": ("mpc", picture(FRONT, lambda one: one.convert("RGBA")), "export-picture", "RGBA"),
    "another density": ("mpc", picture(FRONT, lambda one: one, 96), "export-picture", "96 x 96 dots per inch"),
    "one colour": (
        "mpc", picture(FRONT, lambda one: Image.new("RGB", one.size, "white")), "export-picture",
        "it is of one colour throughout",
    ),
    "no picture": ("mpc", text(FRONT, "PNG", "GIF"), "export-picture", "cannot be read as a picture"),
    "figures that do not go together": (
        "mpc", lambda at: record(at, lambda told: told["order"]["lots"][0].update(bleed_mm=2.0)),
        "export-picture", "with 2 mm of bleed",
    ),
    "a copy lost": (
        "tgc", pieces(lambda all_: all_[0].update(copies=7)), "export-copies",
        "cards/sun: 7 are ordered, expected 8",
    ),
    "a design lost": ("tgc", pieces(list.pop), "export-copies", "cards/moon: 0 are ordered, expected 4"),
    "a list with other copies": (
        "tgc", text("order.csv", "Lua,4", "Lua,5"), "export-order", "its lines are not the pieces",
    ),
    "a plan with other copies": (
        "tgc", text("tgc.json", '"quantity": 8', '"quantity": 9'), "export-order", "its cards are not the pieces",
    ),
    "a plan without a file": (
        "tgc", text("tgc.json", '"cards/common-back.png",\n  ', ""), "export-order",
        "its files are not those of its cards",
    ),
    "a slot twice": ("mpc", text("order-poker.xml", ">0,1,", ">0,0,"), "export-order", "slots 0 to 11 once each"),
    "another back": (
        "mpc", text("order-poker.xml", "common-back.png</cardback>", "moon-front.png</cardback>"),
        "export-order", "is no piece of the order",
    ),
    "an order that is no XML": ("mpc", text("order-poker.xml", "</order>", ""), "export-order", "it cannot be read: no element found"),
    "a plan that is no JSON": ("tgc", text("tgc.json", "{", ""), "export-order", "it cannot be read: "),
    "a plan of another form": ("tgc", text("tgc.json", '"components"', '"parts"'), "export-order", "cannot be read"),
    "a list without a column": ("tgc", text("order.csv", "copies", "qty"), "export-order", "cannot be read: 'copies'"),
    "a page lost": (
        "dtc", pdf(lambda file: file.pages.__delitem__(0)), "export-pages", "it has 23 pages, expected 24",
    ),
    "another trim": (
        "dtc", pdf(lambda file: file.pages[2].__setitem__("/TrimBox", [0, 0, 180, 252])), "export-pages",
        "page 3: its TrimBox is 0.00, 0.00, 63.50, 88.90 mm",
    ),
    "an empty page": ("dtc", pdf(blank), "export-pages", "page 4: nothing is drawn on it"),
    "a stock that nobody has": (
        "mpc", text("order-poker.xml", "Standard Smooth", "Standart Smooth"), "export-order",
        'there is no stock "(S30) Standart Smooth", expected one of (S27) Smooth',
    ),
    "foil on plastic": (
        "mpc", lambda at: (text("order-poker.xml", "(S30) Standard Smooth", "(P10) Plastic")(at), text("order-poker.xml", "<foil>false", "<foil>true")(at)),
        "export-order", "(P10) Plastic takes no foil",
    ),
    "a foil of neither kind": (
        "mpc", text("order-poker.xml", "<foil>false", "<foil>no"), "export-order", 'its foil is "no"',
    ),
    "too many cards": (
        "mpc", text("order-poker.xml", "<quantity>12", "<quantity>613"), "export-order", "an order 612 at most",
    ),
    "front and back swapped": (
        "mpc", swapped(FRONT, "cards/cards-common-back.png"), "export-order",
        "it shows the back of cards/sun, expected the front of cards/sun",
    ),
    "a white ring": (
        "mpc", picture(FRONT, ringed("")), "export-picture",
        "its bleed is white (left, right, top, bottom), and its art reaches to the cut",
    ),
    "a ring on three sides": (
        "mpc", picture(FRONT, ringed("left")), "export-picture", "its bleed is white (right, top, bottom)",
    ),
    "too much ink": ("grafica", pdf(inked), "ink-limit", "page 1: "),
    "pages swapped": (
        "grafica", pdf(turned_pages), "export-order", "page 1: it shows the back of cards/",
    ),
    "no PDF": (
        "dtc", lambda at: ((at / "cards.pdf").write_bytes(b"%PNG"), owned(at, "cards.pdf")), "export-pages",
        "it cannot be read as a PDF",
    ),
}  # fmt: skip


def test_what_was_written_is_clean(folders: dict[str, Path]) -> None:
    for folder in folders.values():
        report = proof_folder(folder)
        assert report.clean
        # The tiny game's back is plain.
        assert {fault.place.file.rpartition("-")[2] for fault in report.faults} <= {"back.png"}
        assert report.copies == 12
        assert json.loads(folder_as_json(report))["clean"] is True


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told(folders: dict[str, Path], tmp_path: Path, name: str) -> None:
    shop, change, code, said = FAULTS[name]
    folder = tmp_path / shop
    shutil.copytree(folders[shop], folder)
    change(folder)
    found = [fault for fault in proof_folder(folder).faults if fault.code == code]
    assert any(said in fault.message for fault in found), proof_folder(folder).faults


def test_a_folder_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["proof", str(tmp_path)]) == 1
    assert "there is no export.json in it" in capsys.readouterr().err
    (tmp_path / "export.json").write_text("[]")
    assert command_line.main(["proof", str(tmp_path)]) == 1
    assert "it is no record of an export" in capsys.readouterr().err
