"""The page gets its words in the language of the browser, and the names of all others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from prancha.export.targets import load_targets
from prancha.system.words import languages, words
from tests.unit.studio.conftest import Studio

PAGE = Path(__file__).parents[3] / "generator" / "prancha" / "studio" / "page"


@pytest.mark.parametrize(
    ("asked", "served"), [("en-GB", "en"), ("pt", "pt-BR"), ("es-MX", "es"), ("tlh", "en")]
)
def test_the_page_gets_words_of_a_language(shared: Studio, asked: str, served: str) -> None:
    found = shared.get(f"/api/words/{asked}")
    assert found["language"] == served
    assert found["words"] == dict(words(served, "studio"))
    assert found["languages"] == {tag: words(tag, "studio")["language_name"] for tag in languages()}


@pytest.mark.parametrize("lang", languages())
def test_every_target_of_exports_is_described(lang: str) -> None:
    said = {key: text for key, text in words(lang, "studio").items() if key.startswith("about_")}
    told = {f"about_{name}": target.summary for name, target in load_targets().items()}
    assert list(said) == list(told)
    assert (said == told) is (lang == "en")
    options = {f"option_{one}" for target in load_targets().values() for one in target.options}
    assert options - {"option_profile"} <= words(lang, "studio").keys()  # the page names no files


def test_every_word_that_the_page_names_is_there() -> None:
    named = {
        key
        for path in PAGE.glob("*.js")
        for key in re.findall(r'\bt\("(\w+)"\)', path.read_text(encoding="utf-8"))
    }
    assert len(named) > 100
    assert named <= set(words("en", "studio"))
