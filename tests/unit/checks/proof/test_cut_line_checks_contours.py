"""Lines for a cutting machine: colour, tint, overprint, each outline once.  And other lines of a sheet."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from conftest_proof import Built, Spoil, build

from prancha.checks.proof.proofing import proof

Edit = Callable[[pikepdf.Pdf], None]


@pytest.fixture(scope="module")
def cut(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(project, tmp_path_factory.mktemp("cut"), cut_contour=True)  # type: ignore[arg-type]


def _drawn(old: bytes, new: bytes, count: int = 0) -> Edit:
    def edit(document: pikepdf.Pdf) -> None:
        done = 0
        for page in document.pages:
            content, found = re.subn(old, new, page.Contents.read_bytes(), count=count, flags=re.S)
            done += found
            page.Contents.write(content)
        assert done

    return edit


def _renamed(document: pikepdf.Pdf) -> None:
    for page in document.pages:
        spaces = page.Resources.get("/ColorSpace", {})
        for _, space in spaces.items():
            space[1] = pikepdf.Name.Kiss


FAULTS: dict[str, tuple[Edit, str]] = {
    "the spot colour renamed": (_renamed, "resource-wrong"),
    "magenta of the press instead": (_drawn(rb"/CutContour CS 1 SCN", b"0 1 0 0 K"), "contour-wrong"),
    "no tint": (_drawn(rb"CS 1 SCN", b"CS 0 SCN"), "contour-wrong"),
    "half a tint": (_drawn(rb"CS 1 SCN", b"CS .5 SCN"), "contour-wrong"),
    "overprint gone": (_drawn(rb"/CutContour gs ", b""), "contour-wrong"),
    "an outline missing": (_drawn(rb"(SCN \S+ w\s+)\S+ \S+ m.*?S\n", rb"\1", count=1), "contour-missing"),
    "all outlines missing": (_drawn(rb"/OC /CutContour BDC.*?EMC", b""), "contour-missing"),
    "an outline twice": (_drawn(rb"(SCN \S+ w\s+)(\S+ \S+ m.*?S\n)", rb"\1\2\2", count=1), "contour-wrong"),
    "one that follows no outline": (
        _drawn(rb"(SCN \S+ w\s)", rb"\1 9 9 m 60 60 l S ", count=1), "stray-paint",
    ),
}  # fmt: skip


def test_good_lines_raise_no_alarm(cut: Built) -> None:
    assert proof(cut.pdf).faults == ()


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_a_line_to_cut(cut: Built, tmp_path: Path, name: str) -> None:
    edit, code = FAULTS[name]
    path = tmp_path / "k.pdf"
    with pikepdf.open(cut.pdf) as document:
        edit(document)
        document.save(path)
    assert code in {fault.code for fault in proof(path, cut.manifest).faults}


def _line(ends: str, page: int) -> Edit:
    """A dashed cut line, black and white, in the layer of cuts."""
    line = "0.15 w 1 j [1.2 1.2]"
    drawn = f"/OC /Cut BDC q 0 G {line} 0 d {ends} S Q q 1 G {line} 1.2 d {ends} S Q EMC\n".encode()

    def edit(document: pikepdf.Pdf) -> None:
        content = document.pages[page - 1].Contents
        content.write(content.read_bytes() + drawn)

    return edit


def _corners(kit: Built) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the first two cards of a row."""
    sheets = json.loads(kit.manifest.read_text(encoding="utf-8"))["placed"]["sheets"]
    one, other = next(sheet for sheet in sheets if sheet["page"] == kit.page("cards/c1"))["pieces"][:2]
    return one[2] - 31.5, one[3] - 44, other[2] + 31.5, other[3] + 44


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        ("{0} {1} m {0} {3} l", "drawn where crop marks lead the knife"),
        ("{0} {1} m {2} {3} l", "leaves the outlines between its ends"),
        ("60 60 m 60 80 l", "a line belongs to nothing"),
    ],
)
def test_a_cut_line_that_is_no_cut(spoil: Spoil, kit: Built, ends: str, words: str) -> None:
    """Between two crop marks, across two faces from corner to corner, and on a face."""
    faults = spoil(_line(ends.format(*_corners(kit)), kit.page("cards/c1"))).faults
    assert any(words in fault.message for fault in faults if fault.code == "cut-off")
