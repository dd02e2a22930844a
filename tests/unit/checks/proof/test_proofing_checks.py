"""Every check has a rationale and codes that nobody else reports; every code has a test that sees it."""

from __future__ import annotations

from pathlib import Path

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.checks.proof.checks import CHECKS
from prancha.checks.proof.proofing import proof

DOCS = Path(__file__).parents[4] / "docs" / "proof.md"


def test_codes_are_unique_and_reasoned() -> None:
    codes = [code for check in CHECKS for code in check.codes]
    assert len(codes) == len(set(codes)) > 20
    assert all(len(check.rationale) > 40 for check in CHECKS)


def test_every_code_is_in_the_docs_and_in_a_test() -> None:
    docs = DOCS.read_text(encoding="utf-8")
    faults = Path(__file__).parents[3] / "proof_faults"
    files = (*Path(__file__).parent.glob("test_*.py"), *faults.glob("faults_*.py"))
    tests = "".join(path.read_text(encoding="utf-8") for path in files)
    for check in CHECKS:
        for code in check.codes:
            assert f"`{code}`" in docs, code
            assert f'"{code}"' in tests, code


def test_modules_read_nothing_of_the_writer() -> None:
    folder = Path(__file__).parents[4] / "generator" / "prancha" / "checks" / "proof"
    sources = list(folder.rglob("*.py"))
    assert len(sources) > 20
    for path in sources:
        text = path.read_text(encoding="utf-8")
        for part in ("export", "sheets", "render", "graphics", "faces", "building"):
            assert f"prancha.{part}" not in text, path


def test_bleed_goes_on_on_the_next_page_of_a_poster(tmp_path: Path) -> None:
    """A slanted flap of a box of 221 x 200 mm ends at the edge of the first part, and its bleed with it."""
    card = "title: C\nstock: card\nsize: 63 x 88 mm\noutline: rectangle\ntemplate: c.svg.j2\n"
    for path, text in {
        "components/g/game.yaml": "title: G\nlanguages: [en]\nfamilies: [c, b]\nfonts: {body: Cinzel}\n",
        "components/g/c.yaml": f"{card}items: [{{id: a, copies: 119}}]\n",
        "components/g/b.yaml": "title: B\nkind: tuck-box\nholds: c\nitems: [{id: b, fill: '#1d2b3a'}]\n",
        "templates/g/c.svg.j2": "<g/>",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    order = Order(tmp_path, cover=False, only=("b",))
    kit = pipeline.build_game(order, "g")
    assert kit.pages > 1
    assert [fault.code for fault in proof(kit.pdf, kit.manifest).faults] == []
