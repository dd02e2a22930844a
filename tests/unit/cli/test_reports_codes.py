"""Every code that is raised anywhere has its rationale."""

from __future__ import annotations

import re

from raised import raised

from prancha.checks.explanations import rationale, rationales, registry


def test_every_code_raised_is_explained() -> None:
    found = raised()
    assert len(found) > 100
    assert {code: where for code, where in found.items() if code not in rationales()} == {}


def test_no_code_of_the_registry_is_dead() -> None:
    passed_on = {
        "face-wrong",
        "not-mirrored",
        "swapped-backs",
        "wrong-flip",
        "shop-resolution",
        "shop-safe-zone",
    }
    assert set(registry()) - set(raised()) - passed_on == set()


def test_rationales_are_paragraphs() -> None:
    for code, text in rationales().items():
        assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", code), code
        assert text[0].isupper(), code
        assert text.rstrip()[-1] in ".)", code
        assert len(text) >= 40, code


def test_rationale_of_one_code() -> None:
    assert rationale("rule-total").startswith("The number of pieces")
    assert rationale("duplicate-id") == registry()["duplicate-id"]
    assert rationale("copy-missing")
    assert rationale("contrast")
    assert rationale("nonsense") == ""
