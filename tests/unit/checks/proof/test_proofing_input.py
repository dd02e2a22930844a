"""Files that cannot be proved are refused with what to do."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from conftest_proof import Built, only

from prancha.checks.proof.proofing import proof
from prancha.cli.command_line import main
from prancha.model.diagnostic import Failure


def test_no_such_file(tmp_path: Path, kit: Built) -> None:
    with pytest.raises(Failure, match="there is no such file"):
        proof(tmp_path / "none.pdf")
    for folder in (tmp_path, Path()):
        with pytest.raises(Failure, match="this is no file"):
            proof(folder)
    alone = tmp_path / "alone.pdf"
    shutil.copy(kit.pdf, alone)
    with pytest.raises(Failure, match=r"no manifest lies beside it: .* or a build was broken off"):
        proof(alone)


def test_the_manifest_of_another_paper_is_not_taken(tmp_path: Path, kit: Built) -> None:
    shutil.copy(kit.manifest, tmp_path / "manifest.json")
    shutil.copy(kit.pdf, tmp_path / kit.pdf.name)
    other = tmp_path / "other-letter.pdf"
    other.write_bytes(kit.pdf.read_bytes() + b"\n")
    with pytest.raises(Failure, match=rf"tells of {kit.pdf.name}, not of other-letter\.pdf"):
        proof(other)
    assert not proof(other, kit.manifest).faults


def test_the_manifest_of_another_build_is_not_taken(tmp_path: Path, kit: Built) -> None:
    shutil.copy(kit.manifest, tmp_path / "manifest.json")
    changed = tmp_path / kit.pdf.name
    changed.write_bytes(kit.pdf.read_bytes() + b"\n")
    with pytest.raises(Failure, match=rf"not written with this {kit.pdf.name}, which was changed since or"):
        proof(changed)
    assert not proof(changed, kit.manifest).faults


def test_a_copy_under_another_name_is_known_again(tmp_path: Path, kit: Built) -> None:
    for file in (kit.pdf, kit.manifest):
        shutil.copy(file, tmp_path)
    shutil.copy(kit.pdf, tmp_path / "to-the-printer.pdf")
    assert not proof(tmp_path / "to-the-printer.pdf").faults


def test_a_manifest_of_its_own_name_is_taken_first(tmp_path: Path, kit: Built) -> None:
    (tmp_path / "manifest.json").write_text("{", encoding="utf-8")
    shutil.copy(kit.manifest, tmp_path / "again-a4-changes.json")
    shutil.copy(kit.pdf, tmp_path / "again-a4-changes.pdf")
    assert not proof(tmp_path / "again-a4-changes.pdf").faults


def test_no_pdf(tmp_path: Path, kit: Built) -> None:
    path = tmp_path / "note.pdf"
    path.write_text("not a PDF", encoding="utf-8")
    with pytest.raises(Failure, match=r"cannot be read as a PDF.*\n    build it again"):
        proof(path, kit.manifest)


def locked(kit: Built, path: Path) -> None:
    with pikepdf.open(kit.pdf) as document:
        document.save(path, encryption=pikepdf.Encryption(owner="o", user="u"))


def stranger(_: Built, path: Path) -> None:
    with pikepdf.new() as document:
        document.add_blank_page()
        document.save(path)


def of_another_game(kit: Built, path: Path) -> None:
    with pikepdf.open(kit.pdf) as document:
        for page in document.pages:
            page.Contents.write(page.Contents.read_bytes().replace(b"/Item (", b"/Item (other"))
        document.save(path)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda kit, path: path.write_bytes(b""), "cannot be read as a PDF: it is empty"),
        (locked, "cannot be read as a PDF: it is locked with a password"),
        (
            lambda kit, path: path.write_bytes(b"junk\n" * 60 + kit.pdf.read_bytes()),
            "cannot be read as a PDF: something stands before its header",
        ),
        (
            lambda kit, path: path.write_bytes(bytes(2000) + kit.pdf.read_bytes()),
            "cannot be read as a PDF: it does not begin as one",
        ),
        (
            lambda kit, path: path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(200)),
            "cannot be read as a PDF: it does not begin as one",
        ),
        (lambda kit, path: path.write_bytes(kit.pdf.read_bytes()[:-5000]), "cannot be read as a PDF: "),
        (lambda kit, path: path.write_bytes(kit.pdf.read_bytes()[:200]), "cannot be read as a PDF: "),
        (lambda kit, path: path.mkdir(), "there is no export.json in it"),
        (stranger, "this PDF is no kit: it has no components that a manifest tells of"),
        (of_another_game, "this PDF is not of this manifest: of 48 components it has 0"),
    ],
)
def test_what_cannot_be_proved_is_told_in_one_line(
    tmp_path: Path, kit: Built, capsys: pytest.CaptureFixture[str], make: Any, message: str
) -> None:
    path = tmp_path / "odd.pdf"
    make(kit, path)
    assert main(["proof", str(path), "--manifest", str(kit.manifest)]) == 1
    out, err = capsys.readouterr()
    assert "itself failed" not in out + err
    lines = [line for line in (out + err).splitlines() if ": error " in line]
    assert len(lines) == 1, out + err
    assert message in lines[0]
    assert len(out.splitlines()) + len(err.splitlines()) <= 4


def test_a_file_that_pdfium_does_not_open(kit: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise pypdfium2.PdfiumError("no such page tree")

    monkeypatch.setattr(pypdfium2, "PdfDocument", refuse)
    with pytest.raises(Failure, match="pdfium cannot read it as a PDF: no such page tree"):
        proof(kit.pdf)


def test_a_file_that_was_only_saved_again_raises_no_alarm(tmp_path: Path, kit: Built) -> None:
    path = tmp_path / "saved.pdf"
    for options in ({}, {"linearize": True}, {"object_stream_mode": pikepdf.ObjectStreamMode.disable}):
        with pikepdf.open(kit.pdf) as document:
            document.save(path, **options)  # type: ignore[arg-type]
        assert proof(path, kit.manifest).faults == ()


def test_a_manifest_of_other_layout_raises_no_alarm(tmp_path: Path, kit: Built) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(json.loads(kit.manifest.read_text(encoding="utf-8")), indent=2))
    assert proof(kit.pdf, path).faults == ()


def test_a_manifest_that_is_not_the_build_s_own(kit: Built) -> None:
    digest = hashlib.sha256(kit.manifest.read_bytes()).hexdigest()
    assert proof(kit.pdf, kit.manifest, digest).faults == ()
    (fault,) = proof(kit.pdf, kit.manifest, "0" * 64).faults
    assert (fault.code, fault.message) == (
        "manifest-changed",
        "the manifest was changed since the kit was written",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "cannot read the manifest"),
        ("{}", "does not list where pieces lie: Object missing required field"),
    ],
)
def test_no_design(tmp_path: Path, kit: Built, text: str, message: str) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Failure, match=message):
        proof(kit.pdf, path)


@pytest.mark.parametrize("colour", ["#00#000", "#0000000", "black", ""])
def test_a_colour_of_marks_is_six_digits(tmp_path: Path, kit: Built, colour: str) -> None:
    tree = json.loads(kit.manifest.read_text(encoding="utf-8"))
    tree["placed"]["sheets"][0]["pen"][1] = colour
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(tree), encoding="utf-8")
    with pytest.raises(Failure, match="does not list where pieces lie: Expected `str` matching regex"):
        proof(kit.pdf, path)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6))])
def test_a_damaged_manifest_is_refused_or_measured(tmp_path: Path, kit: Built, seed: int) -> None:
    chance, text = random.Random(seed), kit.manifest.read_text(encoding="utf-8")
    values = (None, True, 0, -1, 1e308, "", [], [[]], {}, {"a": 1}, 10**30, "\ud800")
    path = tmp_path / "manifest.json"
    for _ in range(12):
        tree: Any = json.loads(text)
        at: Any = tree["placed"] if chance.random() < 0.8 else tree
        # Down to some place, and another value there.
        while True:
            keys = list(at) if isinstance(at, dict) else range(min(3, len(at)))
            key = chance.choice(keys)
            if isinstance(at[key], dict | list) and at[key] and chance.random() < 0.8:
                at = at[key]
            else:
                at[key] = chance.choice(values)
                break
        path.write_text(json.dumps(tree), encoding="utf-8")
        with suppress(Failure):
            proof(kit.pdf, path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b" Do", b" Xo"), (b" cm\n", b" Do\n"), (b" Tf", b" cm"), (b"/BBox", b"/BBux"),
        (b"/Resources", b"/Resourses"),
    ],
)  # fmt: skip
def test_a_damaged_pdf_is_refused_or_measured(tmp_path: Path, kit: Built, old: bytes, new: bytes) -> None:
    path = tmp_path / "torn.pdf"
    with pikepdf.open(kit.pdf) as document:
        for thing in document.objects:
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") != "/Image":
                thing.write(thing.read_bytes().replace(old, new))
        document.save(path, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    path.write_bytes(path.read_bytes().replace(old, new))
    with suppress(Failure):
        assert proof(path, kit.manifest).faults


def changed(kit: Built, path: Path, item: str, copies: int) -> Path:
    """A manifest whose catalogue wants another number of copies of a card."""
    tree = json.loads(kit.manifest.read_text(encoding="utf-8"))
    for family in tree["families"]:
        for entry in family["items"]:
            if f"{family['id']}/{entry['id']}" == item:
                entry["copies"] = copies
    path.write_text(json.dumps(tree), encoding="utf-8")
    return path


def test_sheets_that_hold_too_few_copies(tmp_path: Path, kit: Built) -> None:
    report = proof(kit.pdf, changed(kit, tmp_path / "manifest.json", "cards/c7", 2))
    fault = only(report, "copy-count", 0, "cards/c7")
    assert (fault.found, fault.expected) == ("1 copies", "2 copies")


def test_a_component_that_the_catalogue_lacks(tmp_path: Path, kit: Built) -> None:
    tree = json.loads(kit.manifest.read_text(encoding="utf-8"))
    tree["families"] = [family for family in tree["families"] if family["id"] != "coins"]
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(tree), encoding="utf-8")
    fault = only(proof(kit.pdf, path), "copy-unknown", 0, "coins/one")
    assert fault.message == "the catalogue has no such component"


def test_what_a_library_logs_reaches_nobody(tmp_path: Path, kit: Built) -> None:
    """pikepdf logs a traceback for XMP that is XML and no XMP."""
    changed = tmp_path / kit.pdf.name
    with pikepdf.open(kit.pdf) as document:
        document.Root.Metadata = document.make_stream(b"<a>no XMP</a>")
        document.save(changed)
    command = [sys.executable, "-m", "prancha", "proof", str(changed), "--manifest", str(kit.manifest)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "XMP" not in done.stderr.replace("xmp", "")
