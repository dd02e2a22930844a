"""Texts in capitals, of scripts that have none or whose fonts lack them."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from prancha.faces.templates.loader import FolderLoader
from prancha.faces.templates.sandbox import FaceEnvironment
from prancha.model.capitals import capitals

GEORGIAN = "\u10e5\u10d0\u10e0\u10d7\u10e3\u10da\u10d8"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("straße", "STRASSE"), (GEORGIAN, GEORGIAN), (f"a {GEORGIAN} é", f"A {GEORGIAN} É"), ("ς", "Σ")],
)
def test_georgian_letters_stay_for_few_fonts_have_their_capitals(text: str, expected: str) -> None:
    assert capitals(text) == expected
    environment = FaceEnvironment(FolderLoader(()))
    assert environment.filters["upper"](text) == expected
    assert isinstance(environment.filters["upper"](Markup(text)), Markup)
