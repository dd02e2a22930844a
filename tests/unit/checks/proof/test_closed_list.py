"""Whatever the closed list of a kit's file does not hold is a fault."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from prancha.checks.proof.closed_list import KINDS, LISTS
from prancha.checks.proof.proofing import proof
from tests.unit.checks.proof.conftest_proof import Built, Spoil

Name, Dictionary, Array = pikepdf.Name, pikepdf.Dictionary, pikepdf.Array
Edit = Callable[[pikepdf.Pdf], None]
GREEN = Array([Name.CalRGB, Dictionary(WhitePoint=Array([1, 1, 1]), Gamma=Array([4, 4, 4]))])


def _page(document: pikepdf.Pdf) -> pikepdf.Dictionary:
    return document.pages[2].obj


def _form(document: pikepdf.Pdf) -> pikepdf.Object:
    return next(one for one in _page(document).Resources.XObject.values() if one.Subtype == "/Form")


def _put(key: str, value: object, where: Callable[[pikepdf.Pdf], pikepdf.Object]) -> Edit:
    def edit(document: pikepdf.Pdf) -> None:
        where(document)[f"/{key}"] = value

    return edit


def _state(**entries: object) -> Edit:
    """A graphics state that is in a page's resources, used or not."""
    return _put("ExtGState", Dictionary(X=Dictionary(**entries)), lambda document: _page(document).Resources)


def _root(document: pikepdf.Pdf) -> pikepdf.Dictionary:
    return document.Root


UNKNOWN: dict[str, tuple[Edit, str]] = {
    "colours of the screen with another meaning on a page": (
        _put("ColorSpace", Dictionary(DefaultRGB=GREEN), lambda d: _page(d).Resources), "resource-wrong",
    ),
    "and in a drawing": (
        _put("ColorSpace", Dictionary(DefaultGray=GREEN), lambda d: _form(d).Resources), "resource-wrong",
    ),
    "an ArtBox": (_put("ArtBox", Array([0, 0, 9, 9]), _page), "page-box"),
    "other configurations of layers": (
        _put("Configs", Array([Dictionary(OFF=Array())]), lambda d: d.Root.OCProperties), "layer-hidden",
    ),
    "layers that go by zoom": (
        _put("Usage", Dictionary(Zoom=Dictionary(min=9)), lambda d: d.Root.OCProperties.OCGs[0]),
        "layer-hidden",
    ),
    "overprint": (_state(OP=True, op=True, OPM=1), "state-altered"),
    "a halftone": (_state(HT=Dictionary(HalftoneType=1, Frequency=9)), "state-altered"),
    "a transfer function": (_state(TR2=Name.Identity), "state-altered"),
    "black generation": (_state(BG2=Name.Default), "state-altered"),
    "removal of colours under black": (_state(UCR2=Name.Default), "state-altered"),
    "smoothness": (_state(SM=0.9), "state-altered"),
    "a state that sets a font": (_state(Font=Array([Dictionary(), 9])), "state-altered"),
    "a group with a knockout": (
        _put("Group", Dictionary(S=Name.Transparency, CS=Name.DeviceRGB, K=True), _form), "face-entry",
    ),
    "a drawing that another replaces": (_put("OPI", Dictionary(), _form), "face-entry"),
    "procedure sets": (_put("ProcSet", Array([Name.PDF]), lambda d: _page(d).Resources), "resource-wrong"),
    "a thumbnail": (_put("Thumb", Dictionary(), _page), "document-extra"),
    "beads of an article": (_put("B", Array(), _page), "document-extra"),
    "a page transition": (_put("Trans", Dictionary(S=Name.Wipe), _page), "document-extra"),
    "a version of its own": (_put("Version", Name("/1.7"), _root), "document-extra"),
    "a structure tree": (_put("StructTreeRoot", Dictionary(), _root), "document-extra"),
    "rights that were granted": (_put("Perms", Dictionary(), _root), "document-extra"),
    "an address": (_put("URI", Dictionary(Base="http://x"), _root), "document-action"),
    "an output intent without a press": (_put("OutputIntents", Array(), _root), "document-extra"),
    "another trapping": (_put("Trapped", Name.true, lambda d: d.trailer.Info), "document-name"),
    "a program of its own": (_put("Creator", "x", lambda d: d.trailer.Info), "document-name"),
    "other authors": (_put("Author", "Bia", lambda d: d.trailer.Info), "document-name"),
    "a bookmark that leads elsewhere": (
        lambda d: d.Root.Outlines.First.__setitem__("/Dest", Array([d.pages[-1].obj, Name.Fit])),
        "document-extra",
    ),
    "a bookmark at another zoom": (
        _put("Dest", Array([Name.Fit]), lambda d: d.Root.Outlines.First), "document-extra",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_no_kit_holds_is_told(spoil: Spoil, name: str) -> None:
    edit, code = UNKNOWN[name]
    found = {fault.code for fault in spoil(edit).faults}
    assert code in found


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.replace(b"%PDF-1.6", b"%PDF-1.3", 1), "of another PDF than kits are"),
        (lambda data: data + b"PK\3\4 something else", "something stands behind the end"),
    ],
)
def test_first_and_last_line(
    kit: Built, tmp_path: Path, change: Callable[[bytes], bytes], message: str
) -> None:
    path = tmp_path / "k.pdf"
    path.write_bytes(change(kit.pdf.read_bytes()))
    faults = proof(path, kit.manifest).faults
    assert [fault.code for fault in faults] == ["document-extra"]
    assert message in faults[0].message


def test_an_object_that_nothing_refers_to(kit: Built, tmp_path: Path) -> None:
    """Saved again it would be dropped: it is written into the file by hand, as an update of it."""
    path, data = tmp_path / "k.pdf", kit.pdf.read_bytes()
    with pikepdf.open(kit.pdf) as document:
        document.save(path, object_stream_mode=pikepdf.ObjectStreamMode.disable)
        size = int(document.trailer.Size)
    data = path.read_bytes()
    before = int(re.findall(rb"startxref\s+(\d+)", data)[-1])
    with pikepdf.open(path) as document:
        size = int(document.trailer.Size)
        root, info = (document.trailer[key].objgen[0] for key in ("/Root", "/Info"))
    added = b"%d 0 obj\n<</Hidden (words)>>\nendobj\n" % size
    table = b"xref\n%d 1\n%010d 00000 n \ntrailer\n" % (size, len(data))
    trailer = b"<</Size %d /Root %d 0 R /Info %d 0 R /Prev %d /ID [(a) (a)]>>\n" % (
        size + 1,
        root,
        info,
        before,
    )
    end = b"startxref\n%d\n%%%%EOF\n" % (len(data) + len(added))
    path.write_bytes(data + added + table + trailer + end)
    told = {(fault.message, fault.found) for fault in proof(path, kit.manifest).faults}
    assert ("the file holds an object that nothing refers to", "<</Hidden>>") in told
    assert any("/Prev" in found for _, found in told)


def test_every_kind_in_the_list_is_described() -> None:
    words = {"number", "text", "name", "subset", "plain", "any", "true", "false"}
    entries = (text for kind in KINDS.values() for text in kind.entries.values())
    told = " ".join((*entries, *LISTS.values()))
    told = re.sub(r"\".*?\"", "", told)
    named = set(re.findall(r"(?<![/\w@])[A-Z]\w+", told))
    assert named | {"Trailer"} == KINDS.keys() | LISTS.keys()
    plain = set(re.findall(r"(?<![/\w@\"-])[a-z]\w+", re.sub(r"@\w+", "", told)))
    assert plain <= words
