"""Whole builds of a tiny game: what is written, where, and the same every time."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from prancha.cli.command_line import main

ROOT = Path(__file__).resolve().parents[2]


def prancha(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "prancha", *map(str, arguments)],
        capture_output=True, text=True, cwd=ROOT, env={**os.environ, **environment},
    )  # fmt: skip


def built(project: Path, *more: str) -> tuple[bytes, dict[str, object]]:
    """The PDF and the manifest of a successful build."""
    out = project / "kits"
    assert main(["build", "lume", "--project", str(project), "--out", str(out), *more]) == 0
    listing = max((out / "lume").glob("*.json"), key=lambda path: path.stat().st_mtime_ns)
    told = json.loads(listing.read_text(encoding="utf-8"))
    (name,) = told["files"]
    return (out / "lume" / name).read_bytes(), told


def texts(data: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(data)
    return [page.get_textpage().get_text_range() for page in document]


def test_a_kit_is_a_pdf_and_a_manifest(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, listing = built(lume)
    assert sorted(p.name for p in (lume / "kits" / "lume").iterdir()) == ["lume-a4.pdf", "manifest.json"]
    assert listing["files"] == {
        "lume-a4.pdf": {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    }
    told = capsys.readouterr()
    assert re.search(r"Cartas +3 +12 +2 +\d\.\d\d\n", told.out)
    assert "pages in" in told.out
    assert str(lume / "kits" / "lume" / "lume-a4.pdf") in told.out
    assert re.fullmatch(r"lume: \d+ faces and pages drawn\n", told.err)


def test_without_out_it_goes_to_the_project(lume: Path) -> None:
    assert main(["build", "--project", str(lume)]) == 0
    assert (lume / "output" / "lume" / "lume-a4.pdf").is_file()


def test_the_file_is_sound_and_its_texts_are_found(lume: Path) -> None:
    data, _ = built(lume)
    with pikepdf.open(io.BytesIO(data)) as document:
        assert document.check_pdf_syntax() == []
    pages = texts(data)
    assert sum(page.count("Coração do sol") for page in pages) == 8
    assert sum(page.count("custo: 2") for page in pages) == 4


@pytest.mark.parametrize(
    ("lang", "name", "family"), [("pt-BR", "Coração do sol", "Cartas"), ("en", "Heart of the sun", "Cards")]
)
def test_each_language_has_its_kit(lume: Path, lang: str, name: str, family: str) -> None:
    data, listing = built(lume, "--lang", lang)
    assert listing["language"] == lang
    assert listing["families"][0]["title"] == family  # type: ignore[index]
    assert any(name in page for page in texts(data))


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4)), ("a3", (297, 420))]
)
def test_pages_are_of_the_paper_asked_for(lume: Path, paper: str, size: tuple[float, float]) -> None:
    data, listing = built(lume, "--paper", paper)
    assert listing["paper"] == paper
    with pikepdf.open(io.BytesIO(data)) as document:
        for page in document.pages:
            sides = sorted(float(v) * 25.4 / 72 for v in page.MediaBox[2:])
            assert sides == pytest.approx(size, abs=0.01)


def test_blank_backs_keep_the_printer_in_step(lume: Path) -> None:
    data, listing = built(lume)
    pages = texts(data)
    assert len(pages) == listing["pages"]
    assert len(pages) % 2 == 0
    fronts = {page for family in listing["families"] for item in family["items"] for page in item["pages"]}  # type: ignore[attr-defined]
    assert fronts
    assert all(page % 2 == 1 for page in fronts), "fronts are on odd pages"
    for page in fronts:
        back = pages[page]
        assert "Coração" not in back
    hexes = next(f for f in listing["families"] if f["id"] == "hexes")  # type: ignore[attr-defined]
    with pikepdf.open(io.BytesIO(data)) as document:
        behind = document.pages[hexes["items"][0]["pages"][0]]
        drawn = re.findall(rb" Do|/Face BMC", behind.Contents.read_bytes())
        assert len(drawn) == 1, "only a label is behind single-sided pieces"
    assert "página em branco de propósito" in pages[hexes["items"][0]["pages"][0]]


def test_fronts_only_have_no_blank_pages(lume: Path) -> None:
    data, listing = built(lume, "--duplex", "none")
    with pikepdf.open(io.BytesIO(data)) as document:
        assert all(re.search(rb" Do|/Face BMC", page.Contents.read_bytes()) for page in document.pages)
        assert document.Root.ViewerPreferences.Duplex == "/Simplex"
    assert listing["duplex"] == "none"


@pytest.mark.parametrize("duplex", ["long", "none"])
def test_the_cover_names_the_pages_of_each_family(lume: Path, duplex: str) -> None:
    data, listing = built(lume, "--duplex", duplex)
    cover = texts(data)[0]
    for family in listing["families"]:  # type: ignore[attr-defined]
        pages = sorted({page for item in family["items"] for page in item["pages"]})
        backs = duplex == "long" and family["double_sided"]
        last = pages[-1] + backs
        shown = f"{pages[0]}" if pages[0] == last else f"{pages[0]}–{last}"
        line = next(line for line in cover.splitlines() if family["title"] in line)
        start = cover.index(line)
        assert re.search(rf"(?<!\d){shown}(?!\d)", cover[start : start + 300]), (
            family["title"],
            shown,
            cover,
        )


def test_no_cover(lume: Path) -> None:
    with_cover, _ = built(lume)
    without, listing = built(lume, "--no-cover")
    assert len(texts(with_cover)) - len(texts(without)) == 2
    assert listing["families"][0]["items"][0]["pages"][0] == 1  # type: ignore[index]


def test_copies_in_the_pdf_are_those_of_the_manifest(lume: Path) -> None:
    data, listing = built(lume)
    found: dict[str, int] = {}
    with pikepdf.open(io.BytesIO(data)) as document:
        for page in document.pages:
            for name in re.findall(rb"/Item \(([^)]+)\) /Copy \d+ /Side /front", page.Contents.read_bytes()):
                found[name.decode()] = found.get(name.decode(), 0) + 1
    designed = {
        f"{family['id']}/{item['id']}": item["copies"]
        for family in listing["families"]  # type: ignore[attr-defined]
        for item in family["items"]
    }
    assert found == designed


def test_the_same_bytes_with_any_jobs_and_hash_seed(duo: Path) -> None:
    (duo / "templates" / "sombra" / "hex.svg.j2").write_text(
        '<defs><pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse">'
        '<rect width="2" height="4"/></pattern></defs>'
        '<path d="{{ shape(bleed) }}" fill="{{ item.colour }}"/><path d="{{ shape() }}" fill="url(#p)"/>'
        '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
        '<rect width="9" height="9" filter="url(#f)"/>'
    )
    digests = set()
    for k, (jobs, seed) in enumerate((("1", "0"), ("2", "1"))):
        out = duo / f"kits{k}"
        run = prancha("build", "--project", duo, "--out", out, "--jobs", jobs, PYTHONHASHSEED=seed)
        assert run.returncode == 0, run.stderr
        assert "warning svg-told [hexes/land]" in run.stderr
        files = sorted(path for path in out.rglob("*") if path.is_file())
        digests.add(tuple((p.name, hashlib.sha256(p.read_bytes()).hexdigest()) for p in files))
    assert len(digests) == 1


def test_a_failing_game_does_not_stop_the_others(duo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = duo / "kits"
    arguments = ["build", "--project", str(duo), "--out", str(out)]
    assert main(arguments) == 0
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    (duo / "templates" / "lume" / "hex.svg.j2").write_text("{{ item.gone }}")
    (duo / "templates" / "sombra" / "hex.svg.j2").write_text('<path d="{{ shape(bleed) }}" fill="#000"/>')
    capsys.readouterr()
    assert main(arguments) == 1
    told = capsys.readouterr().err
    assert "template-undefined" in told
    changed = {path.parent.name for path, data in before.items() if path.read_bytes() != data}
    assert changed == {"sombra"}
    assert sorted(p for p in out.rglob("*") if p.is_file()) == sorted(before)
