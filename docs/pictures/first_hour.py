"""The pictures of docs/first-hour.md: a game of 54 cards made in the browser alone, step by step."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import FloatRect
from studio import DRAWN, ROOT, save

sys.path.insert(0, str(ROOT))

from tests.browser import looking, running
from tests.journey import STEPS, write_list

FOLDER = Path(__file__).parent
SIZE = (1080, 680)
HEIGHTS = {"begin": 600, "print": 630}
"""Pixels down to which a step is shown: below it is nothing, or how long the build took."""


def main() -> None:
    """Go the whole way, and take a picture after each step."""
    with tempfile.TemporaryDirectory() as name:
        given = Path(name)
        write_list(given)
        (given / "project").mkdir()
        with running(given / "project") as (address, _), looking(address, SIZE) as (page, told):
            for number, (step, do) in enumerate(STEPS, 1):
                do(page, given)
                page.wait_for_function(DRAWN, timeout=120_000)
                page.mouse.move(1, 1)  # nothing is seen as pointed at
                page.wait_for_timeout(1500)
                width, height = SIZE[0], HEIGHTS.get(step, SIZE[1])
                clip: FloatRect = {"x": 0, "y": 0, "width": width, "height": height}
                save(
                    page.screenshot(clip=clip, animations="disabled"),
                    FOLDER / f"first-hour-{number}-{step}.png",
                )
            assert not told.wrong, told.wrong


if __name__ == "__main__":
    main()
