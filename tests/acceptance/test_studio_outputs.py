"""Ways out of the page: ticked cards, sets, exports, shops, snapshots."""

from __future__ import annotations

import re
from pathlib import Path

from tests.browser import looking, running, serious


def test_ticked_cards_are_printed_in_sets_and_kept_over_views(lume: Path) -> None:
    with running(lume, "--edit") as (address, _), looking(address) as (page, told):
        for key in ("cards/sun", "hexes/sea"):
            page.locator(f'li:has([data-item="{key}"])').hover()
            page.get_by_role("checkbox", name=re.compile("Tick ")).and_(
                page.locator(f'li:has([data-item="{key}"]) input')
            ).click()
        page.get_by_text("2 ticked").wait_for()
        assert serious(page) == []
        page.locator('[data-item="cards/moon"]').focus()
        page.keyboard.press("m")
        page.get_by_text("3 ticked").wait_for()
        page.keyboard.press("m")
        page.get_by_text("2 ticked").wait_for()
        page.get_by_role("link", name="Print these…").click()
        page.get_by_text("2 designs, 11 pieces").wait_for()
        page.get_by_label("Whole sets").fill("2")
        command = page.locator(".command").inner_text()
        assert command == "prancha build lume --sets 2 --items cards/sun,hexes/sea --proof"
        page.get_by_role("button", name="Make the PDF").click()
        page.get_by_role("link", name="Open the PDF").wait_for()
        assert told.wrong == []


PERCENT = """() => {
    window.shares = [];
    new MutationObserver(() => {
        const now = document.querySelector(".running .percent")?.textContent;
        if (now !== undefined && now !== window.shares.at(-1)) window.shares.push(now);
    }).observe(document.querySelector(".result"), { subtree: true, childList: true, characterData: true });
}"""
"""Collect what the page says of how far an export is."""


def test_an_export_is_described_and_refused_in_the_language_of_the_page(lume: Path) -> None:
    with running(lume, "--edit") as (address, _), looking(address) as (page, _told):
        page.get_by_label("Language of this page").select_option("es")
        page.locator('nav a[data-view="export"]').click()
        page.locator(".export select").first.select_option("mpc")
        page.get_by_text("MakePlayingCards: imágenes y archivos de pedido").wait_for()
        page.locator(".export select").first.select_option("images")
        page.get_by_label("Nombres de los archivos").fill("x" * 201)
        page.locator(".export .acts .main").click()
        page.get_by_text("Nombres de los archivos: este valor no se acepta").wait_for()


def test_an_export_is_chosen_run_and_says_what_to_do(lume: Path) -> None:
    with running(lume, "--edit") as (address, _), looking(address) as (page, told):
        page.get_by_role("link", name="Export").click()
        page.get_by_label("Where it goes").select_option("images")
        page.get_by_label("Pixels per inch").fill("72")
        page.get_by_label("File format").select_option("jpeg")
        page.evaluate(PERCENT)
        page.get_by_role("button", name="Export", exact=True).click()
        page.get_by_text("Ready").wait_for()
        shares = [int(one.removesuffix(" %")) for one in page.evaluate("window.shares") if one]
        assert shares == sorted(shares)
        assert len(shares) > 2
        page.get_by_text("What to do with it").wait_for()
        folder = lume / "output" / "lume" / "export"
        assert len([*folder.rglob("*.jp*g")]) == 6
        # Families and cards are named as they are to be printed, and what is not there is told beside them.
        page.get_by_label("What", exact=True).fill("cards, hexes/sea")
        page.get_by_text("3 designs, 15 pieces").wait_for()
        page.get_by_role("button", name="Export", exact=True).click()
        page.get_by_text("Ready").wait_for(state="detached")
        page.get_by_text("Ready").wait_for()
        [some] = folder.glob("images-items-*")
        assert {one.parent.name for one in some.rglob("*.jp*g")} == {"cards", "hexes"}
        page.get_by_label("What", exact=True).fill("nothing")
        page.get_by_text("does not say of which family").wait_for()
        assert page.get_by_role("button", name="Export", exact=True).is_disabled()
        assert serious(page) == []
        page.get_by_label("Where it goes").select_option("mpc")
        page.get_by_role("button", name="Check for this shop").click()
        page.get_by_text(re.compile("mpc: ")).wait_for()
        assert [one for one in told.wrong if "422" not in one] == []


def test_what_was_printed_is_remembered_and_what_changed_is_printed(lume: Path) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    with running(lume, "--edit") as (address, _), looking(address) as (page, told):
        page.get_by_role("link", name="Changes").click()
        page.get_by_role("button", name="I have printed this").click()
        page.get_by_text("No difference.").wait_for()
        file.write_text(file.read_text().replace("Coração do sol", "Alma do sol"))
        page.get_by_role("link", name="Print only these…").wait_for()
        page.get_by_role("button", name="Snapshot…").click()
        page.get_by_label("Name, such as v1.0").fill("test-1")
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="hidden")
        page.get_by_role("button", name="Snapshot…").click()
        page.get_by_label("Name, such as v1.0").fill("test-1")
        page.keyboard.press("Enter")
        page.get_by_text("No difference.").wait_for()
        assert (lume / "components" / "lume" / ".snapshots" / "test-1.json").is_file()
        page.get_by_label("Compare with").select_option("printed")
        page.get_by_role("link", name="Print only these…").click()
        assert page.locator(".command").inner_text().endswith("--changed-since printed --proof")
        assert told.wrong == []
