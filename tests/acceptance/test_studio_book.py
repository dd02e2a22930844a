"""The rulebook in the studio: spreads, each paragraph at its line, problems at theirs, live after a save."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.browser import looking, running, serious
from tests.unit.book.book_project import EN, PT, write_book

BLOCK = ".book .block"
MORE = "\n## Mais\n\n" + "Umas palavras de uma regra. " * 400 + "\n"


@pytest.mark.slow
def test_the_book_is_shown_as_spreads_and_leads_to_its_text(lume: Path) -> None:
    write_book(lume, portuguese=PT + MORE)
    rules = lume / "components/lume/rules.pt-BR.md"
    with running(lume, "--editor", "vscode") as (address, _), looking(address) as (page, told):
        page.locator('nav a[data-view="book"]').click()
        page.locator(BLOCK).first.wait_for()
        assert page.locator(".book svg.face").count() == 1  # page 1 stands alone, at the right
        title = page.locator(f'{BLOCK}[data-line="1"]')
        assert title.get_attribute("aria-label").endswith("rules.pt-BR.md:1")
        page.evaluate(
            "() => { HTMLAnchorElement.prototype.click = function () { this.dataset.clicked = this.href; } }"
        )
        page.locator(f'{BLOCK}[data-line="3"]').click()
        link = page.locator(".book .spot a")
        assert link.get_attribute("data-clicked") == f"vscode://file/{rules.resolve()}:3:1"
        page.keyboard.press("ArrowRight")
        page.locator(".book .where", has_text="2–3").wait_for()
        assert page.locator(".book svg.face").count() == 2
        page.keyboard.press("ArrowLeft")
        # A saved paragraph is seen without a reload, with what is wrong with it at its place.
        rules.write_text(PT.replace("{{ count('cards') }} cartas.", "12 cartas e mais."), encoding="utf-8")
        page.locator(f'{BLOCK}.warning[data-line="3"]').wait_for()
        assert "is written by hand" in (
            page.locator(f'{BLOCK}[data-line="3"]').get_attribute("aria-label") or ""
        )
        # A text that cannot be laid out leaves the pages as they were, and says why.
        rules.write_text(PT + "\n{nothing}\n", encoding="utf-8")
        page.locator('.book [role="alert"] li.error', has_text='no icon "nothing"').wait_for()
        assert page.locator(BLOCK).count() > 5
        rules.write_text(PT, encoding="utf-8")
        page.locator('.book [role="alert"] li').wait_for(state="detached")
        page.locator(f"{BLOCK}.warning, {BLOCK}.error").first.wait_for(state="detached")
        assert serious(page) == []
        assert told.wrong == []


@pytest.mark.slow
def test_a_game_without_a_rulebook_has_no_view_of_it(lume: Path) -> None:
    with running(lume) as (address, _), looking(address) as (page, _told):
        page.locator('nav a[data-view="gallery"]').wait_for()
        assert page.locator('nav a[data-view="book"]').count() == 0


def test_blocks_of_a_page_are_its_paragraphs_with_their_lines(lume: Path) -> None:
    from tests.unit.book.book_project import laid

    book = laid(write_book(lume))
    lines = EN.splitlines()
    shown = [lines[place.line - 1] for blocks in book.blocks for _, place in blocks]
    assert shown[:4] == ["# Lume", lines[2], "## In the box", lines[6]]
    assert json.dumps(shown).count("Example: Ana") == 1
    for page, blocks in zip(book.layout.pages, book.blocks, strict=True):
        for (left, top, width, height), _ in blocks:
            assert left >= 10
            assert top >= 10
            assert left + width <= page.width - 10
            assert top + height <= page.height - 10
