"""The studio in a real browser while something is wrong: cards that are gone, mistakes, damaged games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser import looking, running
from tests.conftest import CARDS
from tests.unit.studio.test_session import until

SHOWN = "svg.face[data-shown]"
ROWS = "id,copies,cost,name\nsun,8,1,Sun\nmoon,4,2,Moon\n"


def rows(project: Path, text: str = ROWS) -> Path:
    """The cards of lume in a CSV file beside their family."""
    components = project / "components" / "lume"
    (components / "cards.yaml").write_text(CARDS.partition("items:")[0] + "from: cards.csv\n")
    (components / "cards.csv").write_text(text)
    return components / "cards.csv"


def unexpected(told: Any) -> list[str]:
    """What the console said but of requests that are refused on purpose."""
    return [one for one in told.wrong if "422" not in one and "404" not in one]


@pytest.mark.slow
def test_a_renamed_card_is_followed_and_no_value_goes_into_another(lume: Path) -> None:
    file = rows(lume)
    with running(lume, "--edit") as (address, _), looking(address) as (page, told):
        page.locator('[data-item="cards/moon"]').click()
        page.get_by_role("heading", name="Moon").wait_for()
        file.write_text(ROWS.replace("moon,", "luna,"))
        page.get_by_text("cards/luna · × 4").wait_for()
        assert "cards%2Fluna" in page.url
        page.get_by_label("cost", exact=True).fill("7")
        page.keyboard.press("Tab")
        until(lambda: file.read_text() == ROWS.replace("moon,4,2", "luna,4,7"))
        # Another name and another value at once: nobody knows which card it is.
        page.get_by_label("copies", exact=True).focus()
        file.write_text(ROWS.replace("moon,4,2", "selene,4,9"))
        page.get_by_text("There is no card of this id any more").wait_for()
        assert page.locator(".panel input").count() == 0
        assert page.locator(".faces svg").count() == 0
        for key in "fjkbl":
            page.keyboard.press(key)
        assert file.read_text() == ROWS.replace("moon,4,2", "selene,4,9")
        page.keyboard.press("Escape")
        page.locator('[data-item="cards/selene"]').wait_for()
        page.goto(page.url.partition("#")[0] + "#card/lume/pt-BR/cards%2Fnobody/front")
        page.get_by_text("There is no card of this id any more").wait_for()
        assert unexpected(told) == []
