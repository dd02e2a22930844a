"""Faces in the streams of their pages: proof reads them as forms, and tells each that is no longer whole."""

from __future__ import annotations

import re
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from prancha.checks.proof.inline_faces import unfold
from prancha.checks.proof.proofing import proof
from prancha.model.diagnostic import Failure
from tests.unit.checks.proof.conftest_proof import Built, build

FACE = re.compile(rb"/Face BMC q (\S+ \S+) (\S+ \S+) re W n\n(.*?)\nQ EMC\n", re.DOTALL)
Change = Callable[[bytes], bytes]


def codes(kit: Built, folder: Path, change: Change) -> set[str]:
    """What proof tells of the kit with the stream of the page of cards/c1 changed."""
    page = kit.page("cards/c1")
    path = folder / "spoiled.pdf"
    with pikepdf.open(kit.pdf) as document:
        contents = document.pages[page - 1].Contents
        before = contents.read_bytes()
        after = change(before)
        assert after != before
        contents.write(after)
        document.save(path)
    report = proof(path, kit.manifest)
    return {fault.code for fault in report.faults if fault.page == page}


def first(new: Callable[[re.Match[bytes]], bytes]) -> Change:
    """Write the first face of a page anew."""
    return lambda stream: FACE.sub(new, stream, count=1)


def test_faces_placed_once_are_in_their_pages_and_others_are_forms(kit: Built) -> None:
    with pikepdf.open(kit.pdf) as document:
        fronts = document.pages[kit.page("cards/c1") - 1]
        coins = document.pages[kit.page("coins/one") - 1]
        assert len(FACE.findall(fronts.Contents.read_bytes())) == 9 + 1, "cards and label"
        assert b"/Face" not in re.sub(FACE, b"", coins.Contents.read_bytes())
        assert len(re.findall(rb"/f\d+ Do", coins.Contents.read_bytes())) >= 9
        assert fronts.Resources.Font.objgen == document.pages[0].Resources.Font.objgen, "one for all pages"


def test_a_page_names_what_it_shows_alone(kit: Built) -> None:
    """Other programs take out pages with all that they name: no form of another page goes with one."""
    with pikepdf.open(kit.pdf) as document:
        for page in document.pages:
            shown = set(re.findall(rb"/(f\d+) Do", page.Contents.read_bytes()))
            things = dict(page.Resources.get("/XObject", {}).items())
            named = {name[1:].encode() for name in things}
            assert {name for name in named if re.fullmatch(rb"f\d+", name)} == shown
            for form in (page.Resources.XObject[f"/{name.decode()}"] for name in shown):
                listed = form.Resources.get("/XObject", {}).keys()
                assert not any(re.fullmatch(r"/f\d+", name) for name in listed)


def test_the_content_of_a_face_is_what_its_form_was(kit: Built) -> None:
    with pikepdf.open(kit.pdf) as document:
        stream = document.pages[kit.page("cards/c1") - 1].Contents.read_bytes()
        drawn = {zlib.crc32(found[3]) for found in FACE.finditer(stream)}
        assert unfold(document)
        page = document.pages[kit.page("cards/c1") - 1]
        forms = [thing for thing in page.Resources.XObject.values() if thing.get("/Subtype") == "/Form"]
        assert drawn <= {zlib.crc32(form.read_bytes()) for form in forms}
        assert b"/Face" not in page.Contents.read_bytes()
        assert not unfold(document), "nothing is left"


def test_streams_in_parts_are_read_as_one(kit: Built, tmp_path: Path) -> None:
    """A page may have several streams; other programs add one before and one after (ISO 32000-1, 7.8.2)."""
    path = tmp_path / "parts.pdf"
    with pikepdf.open(kit.pdf) as document:
        for page in document.pages:
            page.contents_add(b"q", prepend=True)
            page.contents_add(b"Q")
        document.save(path)
    assert proof(path, kit.manifest).clean


FAULTS: dict[str, tuple[Change, set[str]]] = {
    "the mark is missing": (
        first(lambda f: b"q %b %b re W n\n%b\nQ\n" % f.groups()), {"stray-paint", "piece-missing"},
    ),
    "its end is missing": (
        first(lambda f: f[0].replace(b"\nQ EMC\n", b"\nQ\n")), {"stray-paint"},
    ),
    "another mark": (first(lambda f: f[0].replace(b"/Face BMC", b"/Fine BMC")), {"stray-paint"}),
    "no clip": (
        first(lambda f: f[0].replace(b"%b %b re W n\n" % f.group(1, 2), b"")), {"stray-paint"},
    ),
    "a smaller clip": (
        first(lambda f: f[0].replace(b"q %b %b re" % f.group(1, 2), b"q 0 0 30 30 re")), {"bleed-short"},
    ),
    "moved within its mark": (
        first(lambda f: f[0].replace(b"re W n\n", b"re W n\n1 0 0 1 0.2 0 cm\n")), {"face-wrong"},
    ),
    "something after its mark": (first(lambda f: f[0] + b"0 0 20 20 re f\n"), {"stray-paint"}),
    "something within its mark": (
        first(lambda f: f[0].replace(b"\nQ EMC\n", b"\n0 0 20 20 re f\nQ EMC\n")), {"face-wrong"},
    ),
    "a letter less": (first(lambda f: f[0].replace(b"Tj", b"").replace(b"TJ", b"", 1)), {"face-wrong"}),
    "twice": (first(lambda f: f[0] + f[0]), {"stray-paint"}),
    "two in one mark": (
        lambda s: re.sub(rb"\nQ EMC\n.{1,200}?/Face BMC q", b"\nQ q", s, count=1, flags=re.S),
        {"piece-missing", "face-wrong"},
    ),
    "faces swapped": (
        lambda s: _swapped(s), {"face-wrong"},
    ),
    "enlarged": (
        lambda s: s.replace(b"\n/Face BMC", b"\n1.01 0 0 1.01 0 0 cm\n/Face BMC", 1), {"piece-size"},
    ),
}  # fmt: skip


def _swapped(stream: bytes) -> bytes:
    one, other = [found[0] for found in FACE.finditer(stream)][:2]
    return stream.replace(one, b"<one>").replace(other, one).replace(b"<one>", other)


@pytest.mark.parametrize("name", FAULTS)
def test_a_face_that_is_not_whole_is_told(kit: Built, tmp_path: Path, name: str) -> None:
    change, expected = FAULTS[name]
    found = codes(kit, tmp_path, change)
    assert found & expected, (found, expected)


def test_a_face_with_a_pattern_stays_a_form(project: Path, tmp_path: Path) -> None:
    """A pattern lies otherwise in a page than in a form (ISO 32000-1, 8.7.3.1)."""
    template = project / "templates/prova/card.svg.j2"
    before = template.read_text(encoding="utf-8")
    gradient = (
        '<linearGradient id="g"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#000"/>'
        '</linearGradient><path d="M1 1h9v9" fill="none" stroke="url(#g)"/>'
    )
    template.write_text(before + gradient, encoding="utf-8")
    try:
        made = build(project, tmp_path)
    finally:
        template.write_text(before, encoding="utf-8")
    with pikepdf.open(made.pdf) as document:
        page = document.pages[made.page("cards/c1") - 1]
        assert len(FACE.findall(page.Contents.read_bytes())) == 1, "the label"
        name = re.search(rb"/f\d+(?= Do)", page.Contents.read_bytes())
        assert name
        assert "/Pattern" in page.Resources.XObject[name[0].decode()].Resources
    assert proof(made.pdf, made.manifest).clean


def test_resources_of_the_tree_above_are_a_pages_own(kit: Built, tmp_path: Path) -> None:
    """A page may inherit them (ISO 32000-1, 7.7.3.4)."""
    path = tmp_path / "above.pdf"
    with pikepdf.open(kit.pdf) as document:
        page = document.pages[kit.page("cards/c1") - 1].obj
        document.Root.Pages.Resources = page.Resources
        del page.Resources
        document.save(path)
    assert proof(path, kit.manifest).clean


def test_marks_that_never_end_are_read_in_one_go() -> None:
    """As many as a page can hold, which took the square of their number."""
    with pikepdf.new() as document:
        page = document.add_blank_page()
        page.obj.Contents = document.make_stream(b"\n/Face BMC q 0 0 1 1 re W n\n" * 200_000)
        page.obj.Resources = pikepdf.Dictionary()
        started = time.process_time()
        assert unfold(document) == 0
        assert time.process_time() - started < 2


@pytest.mark.parametrize("clip", [b"0 0 1e400 1", b"0 0 1", b"(a) 0 1 1", b"0 0 " + b"9" * 400 + b" 1"])
def test_a_clip_that_is_none_is_no_face(kit: Built, tmp_path: Path, clip: bytes) -> None:
    change = first(lambda f: f[0].replace(b"%b %b re" % f.group(1, 2), clip + b" re"))
    try:
        found = codes(kit, tmp_path, change)
    except Failure as failure:  # nothing that is drawn can be read behind it
        found = {one.code for one in failure.diagnostics}
    assert found & {"stray-paint", "not-a-pdf"}
