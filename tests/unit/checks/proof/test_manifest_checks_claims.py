"""What a manifest claims is held against its sheets, the file and the names of files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from conftest_proof import Built, build

from prancha.checks.proof.proofing import proof

Tree = dict[str, Any]


def _sealed(tree: Tree) -> Tree:
    tree.pop("seal", None)
    told = {key: value for key, value in tree.items() if key != "files"}
    tree["seal"] = hashlib.sha256(msgspec.json.encode(msgspec.json.decode(json.dumps(told)))).hexdigest()
    return tree


def _told(kit: Built, edit: Callable[[Tree], object], folder: Path) -> set[tuple[str, str]]:
    """Codes and messages of the errors that a changed manifest, sealed anew, is told of."""
    tree = json.loads(kit.manifest.read_text(encoding="utf-8"))
    edit(tree)
    listing = folder / "told.json"
    listing.write_text(json.dumps(_sealed(tree)), encoding="utf-8")
    return {
        (fault.code, fault.message) for fault in proof(kit.pdf, listing).faults if fault.severity == "error"
    }


def _family(tree: Tree, name: str = "cards") -> Tree:
    return next(family for family in tree["families"] if family["id"] == name)  # type: ignore[no-any-return]


def _sheet(tree: Tree, number: int = 0) -> Tree:
    return tree["placed"]["sheets"][number]  # type: ignore[no-any-return]


def _swap_pages(tree: Tree) -> None:
    """Two backs exchange their pages, and each pair says so."""
    sheets = tree["placed"]["sheets"]
    fronts = [one for one in sheets if one["side"] == "front" and one["pair"]][:2]
    backs = [next(each for each in sheets if each["page"] == one["pair"]) for one in fronts]
    backs[0]["page"], backs[1]["page"] = backs[1]["page"], backs[0]["page"]
    for front, back in zip(fronts, backs, strict=True):
        front["pair"] = back["page"]


CLAIMS: dict[str, tuple[Callable[[Tree], object], str]] = {
    "the stock of a sheet": (lambda t: _sheet(t).update(stock="paper"), "of another stock than the family"),
    "the stock of a family": (lambda t: _family(t).update(stock="paper"), "of another stock than the family"),
    "the outline of a family": (
        lambda t: _family(t).update(outline="rounded"), "another outline than its family",
    ),
    "the corners of a family": (
        lambda t: _family(t).update(radius_mm=3.0), "rounded otherwise than its family's",
    ),
    "the corners of an outline": (
        lambda t: [one.__setitem__(3, 2.0) for one in t["placed"]["outlines"] if one[0] == "rectangle"],
        "rounded otherwise than its family's",
    ),
    "the paper": (lambda t: t.update(paper="letter"), "of another paper than the kit"),
    "a style of marks": (lambda t: _sheet(t).update(style="none"), "marks of several kinds"),
    "all copies": (lambda t: t.update(copies=9), "another number of copies"),
    "copies of a family": (lambda t: _family(t).update(copies=9), "another number of copies"),
    "designs of a family": (lambda t: _family(t).update(designs=9), "another number of designs"),
    "backs of a family": (
        lambda t: _family(t).update(double_sided=False), "to have backs where it has none",
    ),
    "pages of an item": (lambda t: _family(t)["items"][0].update(pages=[9]), "on other pages than it is"),
    "less ink": (lambda t: t.update(ink="low"), "tells of it what its name does not"),
    "a layer": (lambda t: t["placed"]["layers"].append("CutContour"), "tells of it what its name does not"),
    "no backs": (lambda t: t.update(duplex="none"), "no backs are printed, and lists some"),
    "backs in a file of their own": (lambda t: t.update(duplex="fold"), "not where the manifest says"),
    "a printer": (lambda t: t.update(printer={"name": "x", "scale_x": 0.99}), "not made for the printer"),
    "the revision": (lambda t: t["game"].update(revision="77"), "of another revision of the game"),
}  # fmt: skip


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_that_nothing_bears_out(kit: Built, tmp_path: Path, name: str) -> None:
    edit, words = CLAIMS[name]
    told = _told(kit, edit, tmp_path)
    assert any(code == "claim-wrong" and words in message for code, message in told), told


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("designers", ["Bia"], "names other authors"),
        ("licence", "CC BY", "tell another dc:rights"),
        ("title", "X", "title is not"),
    ],
)
def test_people_licence_and_title(kit: Built, tmp_path: Path, field: str, value: object, words: str) -> None:
    told = _told(kit, lambda tree: tree["game"].update({field: value}), tmp_path)
    assert any(code == "document-name" and words in message for code, message in told), told


def test_a_back_that_is_not_on_the_next_page(kit: Built, tmp_path: Path) -> None:
    told = _told(kit, _swap_pages, tmp_path)
    assert ("back-page", "its other side is not on the other side of its paper") in told


def test_fronts_begin_on_odd_pages(project: Path, tmp_path: Path) -> None:
    kit = build(project, tmp_path)

    def shift(tree: Tree) -> None:
        for sheet in tree["placed"]["sheets"]:
            sheet["page"] += 1
            sheet["pair"] += bool(sheet["pair"])

    told = _told(kit, shift, tmp_path)
    assert ("back-page", "it begins a paper, and the printer puts it behind another page") in told
