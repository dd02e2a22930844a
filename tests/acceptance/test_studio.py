"""`prancha studio` as it is used: a real browser, a real game, files that are saved meanwhile."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import Told, chromium, looking, running, serious
from tests.unit.studio.test_session import until

ROOT = Path(__file__).parents[2]
SHOWN = "svg.face[data-shown]"
Opened = tuple[Any, Told, Path]


@pytest.fixture
def kits(tmp_path: Path) -> Path:
    """The games of the project, to change at will."""
    for name in ("components", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("_library"))
    return tmp_path


def pixels(page: Any, selector: str) -> bytes:
    data: bytes = page.locator(selector).first.screenshot()
    return data


def test_a_saved_card_is_seen_and_ctrl_c_ends_it(lume: Path) -> None:
    chromium()
    with running(lume) as (address, process):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{32}", address)
        with looking(address) as (page, told):
            page.locator(SHOWN).nth(3).wait_for()
            assert "token" not in page.url
            assert page.locator(".cell").count() == 5
            land = '[data-item="hexes/land"] svg.face'
            before = page.locator(land).get_attribute("data-shown")
            file = lume / "components" / "lume" / "hexes.yaml"
            file.write_text(file.read_text().replace("#7a5", "#a57"))
            page.locator(f'{land}:not([data-shown="{before}"])').wait_for()
            page.locator('[data-item="cards/sun"]').click()
            page.get_by_role("heading", name="Coração do sol").wait_for()
            page.keyboard.press("f")
            page.get_by_role("button", name="back").wait_for()
            assert told.wrong == []
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert time.monotonic() - began < 0.5


def test_a_taken_port_and_a_game_that_is_none_are_told(lume: Path) -> None:
    with running(lume) as (address, _):
        port = address.split(":")[2].partition("/")[0]
        command = [
            sys.executable,
            "-m",
            "prancha",
            "studio",
            "--no-open",
            "--project",
            str(lume),
            "--port",
            port,
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2
        assert f"error no-port: port {port} cannot be used: Address already in use" in done.stderr
        assert "another studio may be open there; leave --port out for one that is free" in done.stderr
    command = [*command[:-2], "lum"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert 'there is no game "lum"' in done.stderr
    assert done.stdout == ""


@pytest.fixture
def automato(kits: Path) -> Iterator[Opened]:
    with running(kits, "automato") as (address, _), looking(address) as (page, told):
        page.locator(SHOWN).first.wait_for()
        yield page, told, kits


@pytest.mark.slow
def test_search_filter_and_sort(automato: Opened) -> None:
    page, told, _ = automato
    count = page.locator(".count")
    assert "25 designs" in count.inner_text()
    page.keyboard.press("/")
    page.keyboard.type("action-2")
    page.get_by_text("1 of 25 designs").first.wait_for()
    page.get_by_role("searchbox").fill("number>7")
    page.get_by_text(re.compile(r"\d of 25 designs")).first.wait_for()
    page.get_by_role("searchbox").fill("nothing like this")
    page.get_by_role("button", name="Clear filters").click()
    page.get_by_role("button", name="Cartas de movimento").click()
    page.get_by_text("9 of 25 designs").first.wait_for()
    page.get_by_label("Sort").select_option("copies")
    assert told.wrong == []


@pytest.mark.slow
def test_a_card_is_zoomed_flipped_overlaid_and_seen_in_grey(automato: Opened) -> None:
    page, told, _ = automato
    page.locator(".cell").first.click()
    page.locator(f".faces {SHOWN}").wait_for()
    for key in ("b", "s"):
        page.keyboard.press(key)
    assert page.locator(".faces .line").count() == 3
    page.locator(f".faces {SHOWN}").wait_for()
    coloured = pixels(page, ".faces")
    page.get_by_label("Seen").select_option("grey")
    assert pixels(page, ".faces") != coloured
    page.keyboard.press("1")
    page.get_by_text("100 %").wait_for()
    for _ in range(14):
        page.keyboard.press("+")
    page.get_by_text("1,600 %").wait_for()
    page.locator("image[data-at]:not(.coming)").nth(3).wait_for()
    page.keyboard.press("0")
    page.keyboard.press("l")
    page.locator(f".faces {SHOWN}").nth(1).wait_for()
    page.keyboard.press("j")
    page.get_by_role("heading", name="action-2").wait_for()
    page.keyboard.press("Escape")
    page.locator(".cell").first.wait_for()
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    assert told.wrong == []


@pytest.mark.slow
def test_what_is_wrong_is_listed_leads_to_its_card_and_goes(automato: Opened) -> None:
    page, told, kits = automato
    file = kits / "components" / "automato" / "action.yaml"
    text = file.read_text()
    file.write_text(text.replace("number: 2", "number: [", 1))
    page.locator("#notice:not([hidden])").wait_for()
    assert "action.yaml" in page.locator("#notice").inner_text()
    file.write_text(text.replace("{do: build, terrain: field}", "{do: build, terrain: nowhere}", 1))
    page.locator("#notice[hidden]").wait_for(state="attached")
    page.locator('nav a[data-view="findings"] .badge').wait_for()
    page.get_by_role("link", name="Findings").click()
    page.locator(".found li").first.wait_for()
    assert re.search(r"\.(yaml|j2):\d+:\d+", page.locator(".found .file").first.inner_text())
    file.write_text(text)
    page.get_by_text("0 errors").wait_for()
    assert [one for one in told.wrong if "422" not in one] == []


@pytest.mark.slow
def test_sheets_follow_and_a_kit_is_printed(automato: Opened) -> None:
    page, told, kits = automato
    page.get_by_role("link", name="Sheets").click()
    page.locator(f".stage {SHOWN}").wait_for()
    pages = page.locator(".thumb").count()
    assert pages >= 5
    page.keyboard.press("j")
    page.get_by_text(f"2 / {pages}").wait_for()
    page.get_by_role("link", name="Print").click()
    page.get_by_placeholder("everything").fill("action/1-3")
    assert page.locator(".command").inner_text().endswith("--items action/1-3 --proof")
    page.get_by_role("button", name="Make the PDF").click()
    page.get_by_text("Measured: all is well.").wait_for()
    [name] = page.locator(".result code").all_inner_texts()
    assert (kits / "output" / "automato" / name).read_bytes()[:5] == b"%PDF-"
    assert told.wrong == []


@pytest.mark.slow
def test_the_manifest_tells_what_to_buy(automato: Opened) -> None:
    page, told, kits = automato
    page.get_by_role("link", name="Manifest").click()
    bought = page.get_by_role("region", name="Shopping list")
    bought.get_by_role("row", name="sleeves for 63 × 88 mm 22 sleeves").wait_for()
    bought.get_by_role("row", name="card, A4 4 sheets").wait_for()
    bought.get_by_label("Paper").select_option("letter")
    bought.get_by_role("row", name="card, LETTER 4 sheets").wait_for()
    assert bought.get_by_role("heading", name="Assumed").count() == 1
    template = kits / "templates/automato/action.svg.j2"
    template.write_text("{% if %}" + template.read_text())
    bought.get_by_text("action.svg.j2:1").first.wait_for()
    assert told.wrong == []


@pytest.mark.slow
def test_nothing_moves_for_who_asked_for_less_of_it(kits: Path) -> None:
    with (
        running(kits, "automato") as (address, _),
        looking(address, reduced_motion="reduce") as (page, told),
    ):
        page.locator(SHOWN).first.wait_for()
        busy = "document.body.append(Object.assign(document.createElement('i'), {className: 'busy'}))"
        moving = """[...document.querySelectorAll('*')]
            .flatMap((one) => [null, '::before', '::after'].map((part) => getComputedStyle(one, part)))
            .filter((one) => one.animationName !== 'none'
                || (one.transitionProperty !== 'none' && parseFloat(one.transitionDuration) > 0)).length"""
        for view in ("Gallery", "Print", "Table", "Statistics", "Sheets"):
            page.get_by_role("link", name=view).click()
            page.evaluate(busy)
            assert page.evaluate(moving) == 0, view
        assert told.wrong == []


@pytest.mark.slow
def test_statistics_and_odds_are_a_page(automato: Opened) -> None:
    page, told, _ = automato
    page.get_by_role("link", name="Statistics").click()
    marks = page.get_by_role("region", name="mark", exact=True)
    assert marks.locator("tr").first.inner_text().split() == ["none", "5"]
    cross = page.get_by_role("region", name="Two fields against each other").first
    cross.get_by_role("button", name="Count").click()
    cross.get_by_role("rowheader", name="feather").wait_for()
    odds = page.get_by_role("region", name="Odds of a draw")
    odds.get_by_label("pieces drawn").fill("2")
    odds.get_by_role("button", name="Work out").click()
    odds.get_by_text("5 of 9").wait_for()
    assert "83.33 %" in odds.inner_text()  # 1 - (4 of 9 and 3 of 8)
    odds.get_by_label("pieces drawn").fill("10")
    odds.get_by_role("button", name="Work out").click()
    odds.get_by_text("So many cannot be drawn; there are 9.").wait_for()
    assert [one for one in told.wrong if "404" not in one] == []


@pytest.mark.slow
def test_a_note_is_kept_in_the_game_s_folder(automato: Opened) -> None:
    page, told, kits = automato
    page.locator(".cell").first.click()
    page.get_by_label("Note to this card").fill('too "strong" <b>')
    page.get_by_role("button", name="Keep the note").click()
    page.locator(".notes li").wait_for()
    kept = (kits / "components" / "automato" / "notes.yaml").read_text()
    assert kept.endswith('"action/action-1":\n  - "too \\"strong\\" <b>"\n')
    page.get_by_role("link", name="Notes").click()
    page.get_by_text('too "strong" <b>').wait_for()
    page.get_by_role("link", name="Gallery").click()
    page.locator('.cell.noted[data-item="action/action-1"]').wait_for()
    page.get_by_label("Only").select_option("with notes")
    page.get_by_text("1 of 25 designs").first.wait_for()
    assert told.wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_keeps_anybody_out(kits: Path, theme: str) -> None:
    with (
        running(kits, "automato") as (address, _),
        looking(address, color_scheme=theme, bypass_csp=True) as (page, _),
    ):
        page.locator(SHOWN).first.wait_for()
        assert serious(page) == []
        page.locator(".cell").first.click()
        page.locator(f".faces {SHOWN}").wait_for()
        assert serious(page) == []
        for view in ("Findings", "Print", "Table", "Statistics", "Notes", "Manifest", "Sheets"):
            page.get_by_role("link", name=view).click()
            page.wait_for_timeout(300)
            assert serious(page) == [], view


@pytest.mark.slow
def test_it_speaks_portuguese_and_fits_a_tablet_at_twice_the_size(kits: Path) -> None:
    with running(kits, "dual") as (address, _), looking(address, (640, 400)) as (page, told):
        page.locator(SHOWN).first.wait_for()
        page.get_by_role("button", name="Views").click()
        page.get_by_label("Language of this page").select_option("pt-BR")
        page.locator("#bar .fold", has_text="Galeria").wait_for()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 640
        assert told.wrong == []


@pytest.mark.slow
def test_before_and_after_are_compared_and_only_these_printed(kits: Path) -> None:
    command = [sys.executable, "-m", "prancha", "snapshot", "v1", "automato", "--project", str(kits)]
    subprocess.run(command, check=True, capture_output=True)
    file = kits / "components" / "automato" / "action.yaml"
    file.write_text(file.read_text().replace("terrain: forest", "terrain: coast", 1))
    with running(kits, "automato") as (address, _), looking(address) as (page, told):
        page.locator(SHOWN).first.wait_for()
        page.get_by_role("link", name="Changes").click()
        page.get_by_role("button", name="changed action/action-1").wait_for()
        page.locator(f".stage {SHOWN}").nth(1).wait_for()
        before = pixels(page, ".stage")
        page.get_by_role("button", name="Swipe").click()
        page.get_by_role("slider", name="Swipe").fill("20")
        page.locator(f".stage {SHOWN}").nth(1).wait_for()
        assert pixels(page, ".stage") != before
        page.get_by_role("button", name="Blink").click()
        page.locator(".blinking.old").wait_for()
        page.get_by_role("link", name="Print only these").click()
        assert "--changed-since v1" in page.locator(".command").inner_text()
        page.get_by_role("button", name="Make the PDF").click()
        page.locator(".result .open").wait_for()
        assert told.wrong == []


@pytest.mark.slow
def test_a_value_is_edited_beside_its_picture(kits: Path) -> None:
    file = kits / "components" / "automato" / "action.yaml"
    before = file.read_text()
    with running(kits, "automato", "--edit") as (address, _), looking(address) as (page, told):
        page.locator(SHOWN).first.wait_for()
        page.locator(".cell").first.click()
        shown = page.locator(f".faces {SHOWN}").get_attribute("data-shown")
        page.get_by_label("arrow", exact=True).fill("3")
        page.keyboard.press("Tab")
        page.locator(f'.faces {SHOWN}:not([data-shown="{shown}"])').wait_for()
        assert file.read_text() == before.replace("arrow: 2", "arrow: 3", 1)
        # From defaults: it is read only, with a way to where it stands.
        assert page.get_by_label("mark", exact=True).count() == 0
        page.locator(".editing .file").first.wait_for()
        page.get_by_role("button", name="Undo").click()
        until(lambda: file.read_text() == before)
        assert [one for one in told.wrong if "422" not in one] == []


@pytest.mark.slow
def test_markup_in_names_of_cards_and_files_is_text_and_a_cell_is_edited(lume: Path) -> None:
    evil = "<img src=x onerror=alert(1)>"
    components = lume / "components" / "lume"
    family = (components / "cards.yaml").read_text()
    (components / "cards.yaml").write_text(f"{family.partition('items:')[0]}from: '{evil}.csv'\n")
    file = components / f"{evil}.csv"
    rows = f'id,copies,cost,name\r\nsun,8,1,"{evil}"\r\nmoon,4,2,<script>alert(2)</script>\r\n'
    file.write_text(rows, newline="")
    with running(lume, "--edit") as (address, _), looking(address) as (page, told):
        page.locator(SHOWN).nth(3).wait_for()
        assert page.locator(".cell .name").first.inner_text() == evil
        page.locator(".cell").first.click()
        page.get_by_role("heading", name=evil).wait_for()
        page.get_by_label("copies", exact=True).fill("9")
        page.keyboard.press("Tab")
        page.get_by_text("× 9").wait_for()
        assert file.read_bytes().decode() == rows.replace("sun,8", "sun,9")
        file.write_text(rows.replace("moon,4", "moon,many"), newline="")
        page.locator("#notice:not([hidden])").wait_for()
        assert evil in page.locator("#notice").inner_text()
        page.get_by_role("link", name="Findings").click()
        page.get_by_text(f"components/lume/{evil}.csv:3:2").first.wait_for()
        for view in ("Table", "Statistics", "Manifest", "Notes", "Gallery"):
            page.get_by_role("link", name=view).click()
            page.wait_for_timeout(150)
        assert page.locator("img, script:not([src])").count() == 0
        assert told.wrong == []


def test_a_card_is_shown_as_it_is_when_the_cut_is_off(lume: Path, tmp_path: Path) -> None:
    chromium()
    frame = '<rect x="1" y="1" width="61" height="86" rx="2" fill="#c0392b"/>\n'
    back = lume / "templates/lume/card-back.svg.j2"
    back.write_text(back.read_text() + frame)
    with running(lume) as (address, _), looking(address) as (page, told):
        page.locator('[data-item="cards/sun"]').click()
        page.keyboard.press("f")
        page.locator(SHOWN).first.wait_for()
        picture = "svg.face g[clip-path] > g:first-child"
        assert page.locator(picture).get_attribute("transform") is None
        straight = pixels(page, ".faces svg.face")
        seen = {straight}
        for by in (3, 1):
            page.get_by_role("button", name=f"Cut off by {by} mm").click()
            page.locator(SHOWN).first.wait_for()
            assert page.locator(picture).get_attribute("transform") == f"translate({-by} {-by})"
            seen.add(pixels(page, ".faces svg.face"))
            (tmp_path / f"off-{by}.png").write_bytes(pixels(page, ".faces svg.face"))
        assert len(seen) == 3
        assert page.get_by_role("button", name="Cut off by 3 mm").get_attribute("aria-pressed") == "false"
        page.get_by_role("button", name="Cut off by 1 mm").click()
        page.locator(SHOWN).first.wait_for()
        assert page.locator(picture).get_attribute("transform") is None
        assert told.wrong == []
