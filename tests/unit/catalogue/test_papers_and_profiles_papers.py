from __future__ import annotations

from pathlib import Path

import pytest

from prancha.catalogue import load_papers
from prancha.model.sheet import Paper

from .projects import only, refused, told

SHIPPED = Path(__file__).parents[3] / "components" / "_sheets"


def sheets(project: Path, text: str) -> Path:
    folder = project / "components" / "_sheets"
    folder.mkdir(parents=True)
    (folder / "papers.yaml").write_text(text)
    return folder


def test_shipped_papers() -> None:
    papers = load_papers([SHIPPED])
    assert list(papers) == ["a3", "a4", "legal", "letter", "tabloid"]
    assert papers["a4"] == Paper("a4", 210, 297, 8)
    assert papers["letter"] == Paper("letter", 215.9, 279.4, 7.5)
    assert {name: paper.margin for name, paper in papers.items() if name != "letter"} == dict.fromkeys(
        ("a3", "a4", "legal", "tabloid"), 8
    )


def test_the_first_folder_wins(tmp_path: Path) -> None:
    own = sheets(tmp_path, "papers: {a4: {size: 210 x 297 mm, margin: 5 mm}, b5: {size: 176 x 250 mm}}\n")
    papers = load_papers([own, tmp_path / "none", SHIPPED])
    assert (papers["a4"].margin, papers["b5"].margin, papers["a3"].margin) == (5, 8, 8)


ERRORS = [
    ("papers: {a4: {size: 210 x 297}}\n", "1:21 bad-length", '"210 x 297" is not a size'),
    ("papers: {a4: {size: 297 x 210 mm}}\n", "1:21 out-of-range", '"297 x 210 mm" must be portrait'),
    ("papers: {a4: {size: 21 x 29 mm}}\n", "1:21 out-of-range", "between 50 mm and 2000 mm"),
    ("papers: {a4: {size: 210 x 297 mm, margin: 90 mm}}\n", "1:43 out-of-range", "between 0 mm and 25 mm"),
    ("margin: 8\npapers: {a4: {size: 210 x 297 mm}}\n", "1:9 wrong-type", '"margin" must be text'),
    ("papers: {A4: {size: 210 x 297 mm}}\n", "1:10 bad-id", 'the text "A4" is not a paper name'),
    ("papers: {a4: {siez: 210 x 297 mm, size: 210 x 297 mm}}\n", "1:15 unknown-key", 'unknown key "siez"'),
    ("papers: {}\n", "1:9 empty", '"papers" is empty'),
    ("a: [\n", "2:1 yaml-syntax", "the file ends while a [ or { is still open"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "where", "message"), ERRORS)
def test_errors(tmp_path: Path, text: str, where: str, message: str) -> None:
    folder = sheets(tmp_path, text)
    told(refused(lambda: load_papers([folder])), f"components/_sheets/papers.yaml:{where}", message)


def test_no_papers_at_all(tmp_path: Path) -> None:
    found = only(refused(lambda: load_papers([tmp_path])))
    assert (found.code, found.message) == ("no-papers", f"there is no papers.yaml in {tmp_path.as_posix()}")
