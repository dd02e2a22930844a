"""Cards, kinds of objects, and pictures of the disk are dragged and dropped in Firefox."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from tests.acceptance.test_studio_cards import STAR, SUN
from tests.acceptance.test_studio_setup import ART
from tests.browser import running
from tests.conftest import CARDS
from tests.firefox import Firefox, firefox
from tests.unit.setup.beginning.test_additions import png
from tests.unit.studio.test_layout_desk import write_foxes
from tests.unit.studio.test_session import until

pytestmark = pytest.mark.slow
WAIT = 120.0
OVER = """(() => {
    window.over = [];
    const note = (event) => { if (event.isTrusted) over.push([event.type, event.defaultPrevented]); };
    for (const name of ["dragstart", "dragover"]) addEventListener(name, note);
})()"""
"""Remember the events of a drag that Firefox itself sends, and whether the page takes them."""


def wait(page: Firefox, script: str) -> None:
    until(lambda: page.evaluate(script), WAIT)


def there(page: Firefox, *selectors: str) -> None:
    for selector in selectors:
        wait(page, f"Boolean(document.querySelector({json.dumps(selector)}))")


def carry(page: Firefox, dragged: str, target: tuple[int, int]) -> None:
    """Drag an element over a place, and wait until the page takes it there."""
    page.evaluate(OVER)
    x, y = page.middle(dragged)
    across, down = target[0] - x, target[1] - y
    page.drag((x, y), [(4, 3), (12, 5), (across - 18, down - 8), (2, 0)], drops=False)
    wait(page, "window.over.some(([type, taken]) => type === 'dragover' && taken)")
    assert page.evaluate("window.over[0]") == ["dragstart", False]


def test_a_card_is_dragged_behind_another_in_firefox(lume: Path) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    file.write_text(CARDS + STAR)
    moon = CARDS[CARDS.index("  - {id: moon") :]
    head = CARDS.removesuffix(SUN + moon)
    sun, star = ('[data-item="cards/sun"]', '[data-item="cards/star"]')
    with running(lume, "--edit") as (address, _), firefox() as page:
        page.open(address)
        there(page, f"{sun} svg.face[data-shown]", f"{star} svg.face[data-shown]")
        x, y = page.middle(star)
        carry(page, sun, (x + 25, y))
        there(page, '[data-drop="behind"]')
        page.let_go(sun, star, (x + 25, y))
        until(lambda: file.read_text() == head + moon + STAR + SUN, WAIT)
        wait(
            page, f"document.querySelector({json.dumps(sun)}).closest('[aria-posinset]').ariaPosInSet === '3'"
        )
        assert page.evaluate("document.querySelectorAll('[data-drop]').length") == 0
        assert page.wrong == []


def test_an_object_is_dragged_into_a_drawing_in_firefox(tmp_path: Path) -> None:
    project = write_foxes(tmp_path)
    file = project / "templates" / "foxes" / "card.svg"
    with running(project, "--edit") as (address, _), firefox() as page:
        page.open(address)
        there(page, "svg.face[data-shown]")
        page.click('nav a[data-view="layout"]')
        there(page, ".faces svg.face[data-shown]", ".handles .object")
        target = page.middle(".faces svg.face")
        carry(page, '[data-add="rect"]', target)
        page.let_go('[data-add="rect"]', ".faces svg.face", target, "data.setData('text/x-object', 'rect')")
        until(lambda: file.read_text().count("<rect ") == 3, WAIT)
        there(page, '.layout-view[aria-busy="false"] .grip.turner')
        assert page.wrong == []


def test_a_picture_is_dropped_on_a_card_in_firefox(lume: Path) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    file.write_text(ART)
    data = base64.b64encode(png()).decode()
    picture = f"Uint8Array.from(atob('{data}'), (sign) => sign.charCodeAt(0))"
    with running(lume, "--edit") as (address, _), firefox() as page:
        page.open(address)
        there(page, "svg.face[data-shown]")
        page.click('[data-item="cards/sun"]')
        there(page, "#picture-file", ".stage svg.face[data-shown]")
        given = f"data.items.add(new File([{picture}], 'fox.png', {{type: 'image/png'}}))"
        page.let_go("#none", ".stage", page.middle(".stage"), given)
        until(lambda: file.read_text() == ART.replace("art: none.png", "art: fox.png", 1), WAIT)
        assert (lume / "templates" / "lume" / "art" / "fox.png").read_bytes() == png()
        assert page.wrong == []
