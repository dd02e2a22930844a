"""Pictures of cells by Chromium, for the recording alone: tests need no browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from tests.browser import FLAGS, chromium
from tests.conformance.measure import Picture
from tests.conformance.reference import ROOT
from tests.matrix.axes import LANGUAGE
from tests.matrix.cells import Cell
from tests.matrix.outcomes import PIXELS
from tests.programs import PROGRAMS

if TYPE_CHECKING:
    from playwright.sync_api import Page

FINER = 4
FACES = {
    ("Alegreya Sans", weight): ROOT / f"templates/_library/fonts/Alegreya Sans/{weight}.ttf"
    for weight in (400, 500, 700, 800)
} | {("DejaVu Sans", weight): ROOT / f"tests/fonts/DejaVu Sans/{weight}.ttf" for weight in (400, 700)}
_ORIGIN = "http://fonts.test/"


def available() -> bool:
    """Whether there is a Chromium to ask."""
    return PROGRAMS["browser"].found() is not None


def pictures(numbered: Mapping[int, Cell]) -> Iterator[tuple[int, Picture]]:
    """What Chromium makes of cells; by `~number` those with lengths on paper in a template's units."""
    with _browser() as page:
        for number, cell in numbered.items():
            yield number, _picture(page, cell.svg(), LANGUAGE[cell.language].game)
            if cell.on_paper:
                yield ~number, _picture(page, cell.inline(plain=True), LANGUAGE[cell.language].game)


def _picture(page: Page, svg: str, lang: str) -> Picture:
    page.evaluate(
        "([svg, lang]) => { document.documentElement.lang = lang; document.body.innerHTML = svg; "
        "return document.fonts.ready; }",
        [svg, lang],
    )
    with Image.open(BytesIO(page.screenshot(type="png"))) as shown:
        return np.asarray(shown.convert("RGB").reduce(FINER))


@contextmanager
def _browser() -> Iterator[Page]:
    executable = chromium()
    from playwright.sync_api import sync_playwright

    by_url: dict[str, Path] = {}
    rules = []
    for number, ((family, weight), path) in enumerate(FACES.items()):
        by_url[f"{_ORIGIN}{number}.ttf"] = path
        rules.append(
            f"@font-face {{font-family: '{family}'; font-weight: {weight}; src: url({_ORIGIN}{number}.ttf)}}"
        )
    style = "body {margin: 0} body > svg {display: block; width: 100vw; height: 100vh}"
    # Every face is used once, so that all are loaded before the first cell.
    used = "".join(f"<i style=\"font: {weight} 9px '{family}'\">x</i>" for family, weight in FACES)
    html = (
        f"<!doctype html><html><head><style>{''.join(rules)}{style}</style></head><body>{used}</body></html>"
    )

    def serve(route: Any) -> None:
        url = route.request.url
        if url in by_url:
            route.fulfill(path=by_url[url], headers={"Access-Control-Allow-Origin": "*"})
        else:
            route.fulfill(body=html, content_type="text/html; charset=utf-8")

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        wide, high = PIXELS
        page = browser.new_page(viewport={"width": wide, "height": high}, device_scale_factor=FINER)
        page.route("**/*", serve)
        page.goto(_ORIGIN)
        page.evaluate("document.fonts.ready")
        yield page
        browser.close()
