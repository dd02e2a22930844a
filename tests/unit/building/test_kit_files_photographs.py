"""Photographs stay in their files until the PDF is written, and are those that were looked at."""

from __future__ import annotations

import hashlib
import io
import json
import os
import random
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from prancha.building import steps
from prancha.cli.command_line import main
from prancha.export.pdf import WrittenPdf, write_listed
from prancha.model.diagnostic import Failure
from prancha.model.face import FileContent
from prancha.system.file_contents import Chunks, bytes_of, sha256_of

PHOTO = "photo.jpg"


def photograph(seed: int) -> bytes:
    out = io.BytesIO()
    pixels = random.Random(seed).randbytes(200 * 200 * 3)
    Image.frombytes("RGB", (200, 200), pixels).save(out, "JPEG", quality=90)
    return out.getvalue()


@pytest.fixture
def photo(lume: Path) -> Path:
    """A photograph on every card."""
    path = lume / "templates/lume/art" / PHOTO
    path.parent.mkdir()
    path.write_bytes(photograph(1))
    template = lume / "templates/lume/card.svg.j2"
    template.write_text(template.read_text() + f"{{{{ art('{PHOTO}', 10, 40, 12, 12) }}}}")
    return path


def build(project: Path, *more: str) -> Path:
    assert main(["build", "--project", str(project), *more]) == 0
    return project / "output/lume/lume-a4.pdf"


def test_the_file_holds_the_photograph_as_it_is(lume: Path, photo: Path) -> None:
    pdf = build(lume)
    with pikepdf.open(pdf) as document:
        shown = [one for one in document.objects if getattr(one, "get", {}.get)("/Filter") == "/DCTDecode"]
        assert photo.read_bytes() in [one.read_raw_bytes() for one in shown]
    told = json.loads((pdf.parent / "manifest.json").read_text())["files"][pdf.name]
    data = pdf.read_bytes()
    assert told == {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def test_the_cache_keeps_no_photograph_and_finds_it_again(
    lume: Path, photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRANCHA_CACHE", str(tmp_path / "cache"))
    first = build(lume).read_bytes()
    middle = photo.read_bytes()[2000:2100]
    assert all(middle not in entry.read_bytes() for entry in (tmp_path / "cache").iterdir())
    cards = lume / "components/lume/cards.yaml"
    text = cards.read_text()
    cards.write_text(text.replace("Lua", "Luar"))
    changed = build(lume).read_bytes()
    assert changed != first
    assert changed == build(lume, "--no-cache").read_bytes()
    cards.write_text(text)
    photo.write_bytes(photograph(2))
    assert build(lume).read_bytes() == build(lume, "--no-cache").read_bytes()


@pytest.mark.parametrize("harm", ["saved anew", "removed", "a pipe"])
def test_a_photograph_that_changes_meanwhile_is_not_printed(
    lume: Path, photo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], harm: str
) -> None:
    before = build(lume).read_bytes()
    (lume / "components/lume/cards.yaml").write_text(
        (lume / "components/lume/cards.yaml").read_text().replace("Lua", "Luar")
    )

    def meanwhile(*args: Any, **options: Any) -> WrittenPdf:
        photo.unlink()
        if harm == "saved anew":
            photo.write_bytes(photograph(3))
        elif harm == "a pipe":
            os.mkfifo(photo)
        return write_listed(*args, **options)

    monkeypatch.setattr(steps, "write_listed", meanwhile)
    assert main(["build", "--project", str(lume)]) == 1
    said = capsys.readouterr().err
    assert f'{PHOTO}: error picture-changed: the picture "art/{PHOTO}" changed or disappeared' in said
    assert "build again" in said
    assert (lume / "output/lume/lume-a4.pdf").read_bytes() == before


def test_a_build_without_a_cache_digests_no_files_of_the_game(
    lume: Path, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digested: list[str] = []
    monkeypatch.setattr("prancha.system.cache.inputs.file_digest", lambda path: digested.append(path) or b"")
    build(lume, "--no-cache")
    assert not digested
    assert photo.exists()


def test_what_was_read_for_another_digest_is_not_read_again(tmp_path: Path) -> None:
    path = tmp_path / PHOTO
    path.write_bytes(b"fox")
    file = FileContent(str(path), PHOTO, 3, sha256_of(b"fox"))
    chunks = Chunks([b"<", file, b">"], (hashlib.sha256(b"<fox"), 2))
    path.unlink()
    assert chunks.sha256 == hashlib.sha256(b"<fox>").hexdigest()
    with pytest.raises(Failure):
        b"".join(chunks)


def test_parts_are_read_one_after_another(tmp_path: Path) -> None:
    path = tmp_path / PHOTO
    path.write_bytes(b"fox")
    file = FileContent(str(path), PHOTO, 3, sha256_of(b"fox"))
    chunks = Chunks([b"<", file, b">", file])
    assert len(chunks) == 8
    assert b"".join(chunks) == b"<fox>fox"
    assert chunks.sha256 == hashlib.sha256(b"<fox>fox").hexdigest()
    path.write_bytes(b"owl")
    with pytest.raises(Failure):
        bytes_of(file)
