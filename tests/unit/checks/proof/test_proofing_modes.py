"""Every way to print the small kit raises no alarm, and folded or separate backs are held to their fronts."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pytest
from conftest_proof import Built, build, only, write_project

from prancha.checks.proof.proof_report import as_json, as_text
from prancha.checks.proof.proofing import proof


@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.slow)])
@pytest.mark.parametrize("duplex", ["long", "short", "fold", "none"])
def test_good_kits_raise_no_alarm(project: Path, tmp_path: Path, paper: str, duplex: str) -> None:
    kit = build(project, tmp_path, paper=paper, duplex=duplex)
    report = proof(kit.pdf)
    assert report.clean, as_text(report)
    assert report.components > 20
    assert report.vector_deviation is not None
    assert report.vector_deviation < 0.005
    assert (report.back_deviation is None) is (duplex == "none")
    assert (report.back_deviation or 0.0) < 0.005


@pytest.mark.parametrize("sheet", ["full", "lines", "edge", "cross", "bold", "unmarked"])
def test_every_style_of_marks_passes(project: Path, tmp_path: Path, sheet: str) -> None:
    report = proof(build(project, tmp_path, sheet=sheet).pdf)
    assert report.faults == (), as_text(report)
    assert report.marks > 0


def test_bleed_made_of_the_face_itself(tmp_path: Path) -> None:
    project = write_project(tmp_path / "project")
    cards = project / "components" / "prova" / "cards.yaml"
    text = cards.read_text(encoding="utf-8").replace(
        "template: card.svg", "bleed: 0 mm\ngutter: 6 mm\ntemplate: card.svg"
    )
    cards.write_text(text, encoding="utf-8")
    report = proof(build(project, tmp_path / "kit", sheet="extended").pdf)
    # Enlarged for its bleed, the picture has fewer pixels per inch than the template gave it.
    assert [fault.code for fault in report.faults] == ["image-soft"], as_text(report)


def test_white_of_the_arts_own_near_an_edge_is_no_edge(tmp_path: Path) -> None:
    project = write_project(tmp_path / "project")
    card = project / "templates" / "prova" / "card.svg.j2"
    white = '<rect x="20" y="-3" width="23" height="0.3" fill="#ffffff"/>\n'
    text = card.read_text(encoding="utf-8")
    card.write_text(text.replace("{{ label", white + "{{ label", 1), encoding="utf-8")
    report = proof(build(project, tmp_path / "kit").pdf)
    assert [fault.code for fault in report.faults if fault.code == "pixels-off"] == []


def test_a_template_that_paints_too_little_bleed(tmp_path: Path) -> None:
    project = write_project(tmp_path / "project")
    card = project / "templates" / "prova" / "card.svg.j2"
    text = card.read_text(encoding="utf-8").replace('x="-3" y="-3"', 'x="0" y="-3"')
    card.write_text(text, encoding="utf-8")
    kit = build(project, tmp_path / "kit")
    fault = only(proof(kit.pdf), "bleed-blank", kit.page("cards/c4"), "cards/c4 copy 1")
    assert fault.message == "the bleed beyond its left is paper white, its edge is not"


def test_backs_in_a_file_of_their_own(project: Path, tmp_path: Path) -> None:
    kit = build(project, tmp_path, duplex="separate")
    fronts, backs = sorted(kit.pdf.parent.glob("*.pdf"), reverse=True)
    assert backs.stem.endswith("-backs")
    for path in (fronts, backs):
        report = proof(path, kit.manifest)
        assert report.clean, as_text(report)
        assert report.components >= 12
    spoiled = tmp_path / "spoiled.pdf"
    with pikepdf.open(backs) as document:
        page = next(n for n, p in enumerate(document.pages, 1) if b"(cards/c1)" in p.Contents.read_bytes())
        content = document.pages[page - 1].Contents
        content.write(b"1 0 0 1 0 0.42520 cm " + content.read_bytes())
        document.save(spoiled)
    fault = only(proof(spoiled, kit.manifest), "back-off", page, "cards/c1 copy 1")
    assert "+0.000 mm across and -0.150 mm down" in fault.message


def test_a_folded_back_that_is_off(project: Path, tmp_path: Path) -> None:
    kit = build(project, tmp_path, duplex="fold")
    page = kit.page("cards/c1")
    spoiled = tmp_path / "spoiled.pdf"
    with pikepdf.open(kit.pdf) as document:
        part = document.pages[page - 1].Contents
        text = part.read_bytes().decode("latin1")

        def moved(found: re.Match[str]) -> str:
            return f"{found[1]}{float(found[2]) + 0.15:.4f} {found[3]} cm"

        head = r"(/Item \(cards/c1\) /Copy 1 /Side /back>> BDC q\s+(?:\S+ ){4})(\S+) (\S+) cm"
        text, done = re.subn(head, moved, text)
        assert done == 1
        part.write(text.encode("latin1"))
        document.save(spoiled)
    fault = only(proof(spoiled, kit.manifest), "back-off", page, "cards/c1 copy 1")
    assert "+0.150 mm across and +0.000 mm down" in fault.message


def test_pieces_too_large_to_fold_have_papers_for_front_and_back(tmp_path: Path) -> None:
    project = write_project(tmp_path / "project")
    cards = project / "components" / "prova" / "cards.yaml"
    cards.write_text(re.sub(r"size: .*", "size: 150 x 200 mm", cards.read_text(encoding="utf-8")))
    report = proof(build(project, tmp_path / "kit", duplex="fold").pdf)
    assert [one.code for one in report.faults if one.code in ("claim-wrong", "cover-wrong")] == []
    assert report.back_deviation is not None


def test_report_as_text_and_json(kit: Built) -> None:
    report = proof(kit.pdf)
    text = as_text(report)
    for name in ("pages", "components measured", "worst deviation", "fonts", "images", "faults"):
        assert re.search(rf"^  {name} ", text, re.M)
    assert '"clean": true' in as_json(report)
