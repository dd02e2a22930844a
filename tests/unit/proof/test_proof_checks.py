"""Every check has a rationale and codes that nobody else reports; every code has a test that sees it."""

from __future__ import annotations

from pathlib import Path

from generator.proof.checks import CHECKS

DOCS = Path(__file__).parents[3] / "docs" / "proof.md"


def test_codes_are_unique_and_reasoned() -> None:
    codes = [code for check in CHECKS for code in check.codes]
    assert len(codes) == len(set(codes)) > 20
    assert all(len(check.rationale) > 40 for check in CHECKS)


def test_every_code_is_in_the_docs_and_in_a_test() -> None:
    docs = DOCS.read_text(encoding="utf-8")
    tests = "".join(
        path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_proof_*.py")
    )
    for check in CHECKS:
        for code in check.codes:
            assert f"`{code}`" in docs, code
            assert f'"{code}"' in tests, code


def test_modules_read_nothing_of_the_writer() -> None:
    folder = Path(__file__).parents[3] / "generator" / "proof"
    sources = list(folder.rglob("*.py"))
    assert len(sources) > 20
    for path in sources:
        text = path.read_text(encoding="utf-8")
        assert "generator.export" not in text
        assert "generator.sheets" not in text
