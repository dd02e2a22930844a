"""What is mistyped in a drawing is refused at its line, with the name that is nearest."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.model.diagnostic import Diagnostic
from tests.conformance.drawings import drawings
from tests.conformance.project import print_all
from tests.conformance.routes import ROUTES

NEAREST = {
    "malformed/element-name": "rect",
    "malformed/element-case": "rect",
    "malformed/element-inside": "linearGradient",
    "malformed/attribute-name": "width",
    "malformed/attribute-case": "viewBox",
    "malformed/attribute-paint": "stroke-width",
    "malformed/attribute-camel": "stroke-width",
    "malformed/attribute-underscore": "stroke-width",
    "malformed/attribute-classname": "class",
    "malformed/clip-path-typo": "clip-path",
    "malformed/gradient-transform-typo": "gradientTransform",
    "malformed/href-typo": "href",
    "malformed/initial-typo": "blue",
    "malformed/sheet-property": "stroke-width",
    "malformed/stray-words-root": "}}",
    "malformed/style-property": "fill",
    "malformed/transform-typo": "transform",
    "malformed/bad-anchor": "middle",
    "malformed/bad-units-word": "userSpaceOnUse",
    "paint/unknown-name": "steelblue",
}
"""What the message or its hint must name."""
LINE = 3
"""Below the root and the comment; what is in <defs> or follows them stands on the next."""


def told(found: Diagnostic, nearest: str) -> bool:
    """Whether a message stands at the drawing's own lines and names what was meant."""
    words = f"{found.message} {found.hint}".replace(found.place.file, "")
    return LINE <= found.place.line <= LINE + 1 and nearest in words


@pytest.mark.xfail(strict=True, reason="not yet: the grammar of SVG is open")
@pytest.mark.parametrize("route", ROUTES)
def test_the_line_and_the_nearest_name_are_told(route: str, tmp_path: Path) -> None:
    templates = {drawings()[name].id: ROUTES[route](drawings()[name]) for name in NEAREST}
    printed = print_all(tmp_path, templates, doubtful=templates)
    missing = []
    for name, nearest in NEAREST.items():
        messages = printed.refused.get(drawings()[name].id, ())
        if not any(told(one, nearest) for one in messages):
            missing.append(f"{name} ({nearest}): {[str(one) for one in messages]}")
    assert not missing, "\n".join(missing)
