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


def codes(folder: Path, files: dict[str, str], only: str) -> list[str]:
    """Build a family of a game and return the codes of what proof finds in it."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    kit = pipeline.build_game(Order(folder, cover=False, only=(only,)), "g")
    assert kit.pages > 1
    return [fault.code for fault in proof(kit.pdf, kit.manifest).faults]


def test_bleed_goes_on_on_the_next_page_of_a_poster(tmp_path: Path) -> None:
    """A slanted flap of a box of 221 x 200 mm ends at the edge of the first part, and its bleed with it."""
    card = "title: C\nstock: card\nsize: 63 x 88 mm\noutline: rectangle\ntemplate: c.svg.j2\n"
    files = {
        "components/g/game.yaml": "title: G\nlanguages: [en]\nfamilies: [c, b]\nfonts: {body: Cinzel}\n",
        "components/g/c.yaml": f"{card}items: [{{id: a, copies: 119}}]\n",
        "components/g/b.yaml": "title: B\nkind: tuck-box\nholds: c\nitems: [{id: b, fill: '#1d2b3a'}]\n",
        "templates/g/c.svg.j2": "<g/>",
    }
    assert codes(tmp_path, files, "b") == []


def test_letters_cut_by_the_seam_of_a_poster_are_no_fault(tmp_path: Path) -> None:
    """A letter that began on the page before was drawn a pixel aside, and told as altered."""
    board = "title: B\nstock: board\nsize: 200 x 200 mm\noutline: rectangle\ntemplate: b.svg.j2\n"
    rows = "".join(f'<text x="{2 * k}" y="{12 * k + 12}">{"OMWQ" * 12}</text>' for k in range(15))
    files = {
        "components/g/game.yaml": "title: G\nlanguages: [en]\nfamilies: [b]\nfonts: {body: Cinzel}\n",
        "components/g/b.yaml": f"{board}items: [{{id: a}}]\n",
        "templates/g/b.svg.j2": f'<g font-family="Cinzel" font-size="7">{rows}</g>',
    }
    assert codes(tmp_path, files, "b") == []
