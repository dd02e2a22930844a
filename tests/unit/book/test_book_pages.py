"""Pages of a rulebook: nothing overlaps or is cut, what belongs together stays so, all text can be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from prancha.book import book_pages
from prancha.book.book_style import BookStyle, TextLook
from prancha.book.page_filling import Filler
from prancha.book.strips import Strip
from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.rulebook import Tag
from tests.unit.book.book_project import EN, faults, laid, write_book

HERE = Place("rules.en.md", 1, 1)


LINE = TextLook(10.0 * 72 / 25.4, 1.0)
PAGE = BookStyle(
    120.0, 120.0, margin=10.0, foot=10.0, columns=1, gap=0.0, body=LINE, colours={}, templates={}, heads={}
)
"""A page of ten lines in one column."""


def filled(strips: list[Strip]) -> list[list[Strip]]:
    found: list[Diagnostic] = []
    pages = [[one.strip for column in page for one in column] for page in Filler(strips, PAGE, found).pages()]
    assert not found
    return pages


def strip(**about: Any) -> Strip:
    return Strip(10.0, (), HERE, **about)


def test_kept_strips_go_to_the_next_page_together() -> None:
    strips = [strip() for _ in range(9)] + [strip(), strip(kept=True), strip(kept=True)]
    assert [len(page) for page in filled(strips)] == [9, 3]


def test_what_is_kept_and_taller_than_a_page_is_broken_all_the_same() -> None:
    strips = [strip(kept=k > 0) for k in range(25)]
    assert [len(page) for page in filled(strips)] == [10, 10, 5]


def test_the_head_of_a_table_is_repeated_where_a_page_ends() -> None:
    head = strip(mark="head")
    rows = [strip(head=head) for _ in range(14)]
    pages = filled([head, *rows])
    assert [len(page) for page in pages] == [10, 6]
    assert pages[1][0] is head


def test_columns_of_a_last_page_are_about_as_high() -> None:
    strips = [strip() for _ in range(8)]
    (page,) = Filler(strips, replace(PAGE, columns=2), []).pages()
    assert [len(column) for column in page] == [4, 4]


def test_a_book_has_its_text_links_outline_and_tags(lume: Path) -> None:
    book = laid(write_book(lume))
    layout = book.layout
    assert [(one.text, one.level) for one in layout.outline] == [
        ("Lume", 0), ("In the box", 1), ("Turn", 1), ("End", 1),
    ]  # fmt: skip
    assert [link.target for page in layout.pages for link in page.links] == ["#end"]
    roles = [tag.role for tag in layout.root.walk()]
    for role in "H1 H2 P L LI Lbl LBody Figure Caption Link Div Table TR TH TD".split():
        assert role in roles, role
    alts = [tag.alt for tag in layout.root.walk() if tag.role == "Figure"]
    assert alts == ["[star]", "Cards: Heart of the sun", "Cards: Moon"]


def test_every_marked_content_belongs_to_one_tag(lume: Path) -> None:
    layout = laid(write_book(lume)).layout
    owned = [kid for tag in layout.root.walk() for kid in tag.kids if not isinstance(kid, Tag)]
    drawn = [
        (number, mark.number)
        for number, page in enumerate(layout.pages)
        for mark in page.marks
        if mark.number >= 0
    ]
    assert sorted(owned) == sorted(drawn)
    assert len(set(owned)) == len(owned)


def test_contents_have_the_pages_of_their_headings(lume: Path) -> None:
    text = "# Lume\n\n{{ contents() }}\n\n{{ page_break() }}\n\n## One\n\nSee page {{ page('two') }}.\n\n"
    text += "{{ page_break() }}\n\n## Two\n\nEnd\n"
    layout = laid(write_book(lume, english=text)).layout
    assert {anchor: page for anchor, (page, _) in layout.anchors.items()} == {"lume": 0, "one": 1, "two": 2}
    assert [link.target for link in layout.pages[0].links] == ["#one", "#one", "#two", "#two"]
    assert [link.target for link in layout.pages[1].links] == ["#two"]


def test_headings_of_the_same_words_are_told_apart(lume: Path) -> None:
    text = "# Lume\n\n{{ contents(3) }}\n\n## One\n\n### Example\n\nx\n\n{{ page_break() }}\n\n"
    layout = laid(write_book(lume, english=text + "## Two\n\n### Example\n\ny\n")).layout
    pages = {anchor: page for anchor, (page, _) in layout.anchors.items()}
    assert pages == {"lume": 0, "one": 0, "example": 0, "two": 1, "example-1": 1}
    targets = [link.target for link in layout.pages[0].links]
    assert targets == [f"#{one}" for one in ("one", "example", "two", "example-1") for _ in range(2)]
    assert [(one.text, one.page) for one in layout.outline][-1] == ("Example", 1)


def test_a_list_stays_with_its_introduction_and_no_entry_is_alone(lume: Path) -> None:
    split = 0
    for lines in range(6, 16):
        text = "# A\n\n" + "a\\\n" * lines + "a\n\nChoose:\n\n- a\n- b\n- c\n- d\n"
        layout = laid(write_book(lume, english=text, design="{page: 100 x 90 mm}")).layout
        words = [tag for tag in layout.root.walk() if tag.role in ("P", "Lbl")]
        pages = [next(kid[0] for kid in tag.kids if isinstance(kid, tuple)) for tag in words]
        introduction, first, second, third, last = [
            pages[k] for k, tag in enumerate(words) if tag.role == "Lbl" or tag is words[1]
        ]
        assert introduction == first == second, lines
        assert third == last, lines
        split += second != third
    assert split


def test_words_in_the_colour_of_links_are_no_links(lume: Path) -> None:
    text = "# A\n\n[red]{#a8441c} [words](#a) [red]{#a8441c}\n"
    layout = laid(write_book(lume, english=text, design='{colours: {accent: "#a8441c"}}')).layout
    assert [link.target for link in layout.pages[0].links] == ["#a"]


def test_empty_columns_of_tables_are_to_be_filled_in_by_hand(lume: Path) -> None:
    layout = laid(write_book(lume, english="# A\n\n| | |\n|---|---|\n| Ana | |\n| Rui | |\n")).layout
    assert [tag.role for tag in layout.root.walk()].count("TD") == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("| a | b |\n|---|---|\n| " + "x" * 60 + " | " + "y" * 60 + " |", "book-layout: the table needs "),
        ("{{ page('nowhere') }}", 'book-link: there is no heading "#nowhere"'),
        ("{nothing}", 'there is no icon "nothing"'),
        ("x" * 200, "mm in width"),
        (
            " ".join(f"[{k}](https://a.org/{k})" for k in range(64)),
            "a paragraph has 64 links, and may have 63",
        ),
    ],
)
def test_what_does_not_fit_is_told(text: str, told: str, lume: Path) -> None:
    found = faults(write_book(lume, english=f"# A\n\n{text}\n"))
    assert any(told in line for line in found), found
    assert all(line.startswith(("3:", "5:", "1:")) for line in found)


@pytest.mark.parametrize("text", ["", "<!-- later -->", "{{ page_break() }}", "> \n"])
def test_an_empty_book_is_told(text: str, lume: Path) -> None:
    assert faults(write_book(lume, english=text)) == [
        "1:1 book-layout: the rulebook is empty | write its rules"
    ]


def test_page_numbers_that_never_become_right_are_told(lume: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "# A\n\nSee {{ page('end') }}.\n\n{{ page_break() }}\n\n## End\n\nb\n"
    assert not faults(write_book(lume, english=text))
    monkeypatch.setattr(book_pages, "_PASSES", 1)
    assert faults(lume) == [
        "7:1 book-layout: this heading moves to another page whenever the text names its page"
        " | write {{ page_break() }} above it"
    ]


def test_a_picture_taller_than_a_page_is_told(lume: Path) -> None:
    text = "# A\n\n{{ pictures('cards', width='70 mm') }}\n"
    assert not faults(write_book(lume, english=text))
    found = faults(write_book(lume, english=text, design="{page: 100 x 90 mm}"))
    assert any("mm in height, a page has" in line for line in found), found


def test_a_changed_paragraph_redraws_itself_alone(lume: Path) -> None:
    parts = [f"\n## Part {k}\n\n{k} is the first. {'Some words of a rule. ' * 20}\n" for k in range(12)]
    before = laid(write_book(lume, english=EN + "".join(parts)))
    parts[7] = parts[7].replace("7 is the first.", "X is the first.")
    after = laid(write_book(lume, english=EN + "".join(parts)))
    known = {face.digest for face in before.faces}
    assert len(known) > 30
    new = [face for face in after.faces if face.digest not in known]
    assert len(new) == 1
    assert "first" in new[0].svg
