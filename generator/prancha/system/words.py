"""The program's own words for people: one YAML file a language in `prancha/words/`.

Each file has the same sections with the same keys; a value is a text, or a list or mapping of texts:

    words("pt-BR", "paper")["sheets"]                       # "Folhas"
    words(lang, "discards")["revision"].format(old=1, new=2)
    words(lang, "exports")["tts"]["place"]                  # sections may be nested

A text with values to fill in names them in braces, for `str.format`.  Templates have
`printed_words(section)`, in the language of the kit.  To move texts here, add a section to every file, with
the same keys and placeholders (tests/unit/system/test_words.py compares them), and ask for it by `words`.
Findings, help and docs stay English.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import prancha
from prancha.system import machine

_FOLDER = Path(prancha.__file__).resolve().parent / "words"
FALLBACK = "en"
"""The language of those whose own has no file."""


@cache
def languages() -> tuple[str, ...]:
    """Tags of all languages that have a file, such as ("en", "pt-BR")."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.yaml")))


def language_of(lang: str) -> str:
    """The language whose words serve `lang`: the same tag, else the same language elsewhere, else English."""
    tag = lang.casefold()
    for same in (str.casefold, lambda name: name.casefold().partition("-")[0]):
        for known in languages():
            if same(known) == same(tag):
                return known
    return FALLBACK


def words(lang: str, section: str) -> Mapping[str, Any]:
    """All texts of a section in the language that serves `lang`; raises KeyError for an unknown section."""
    return _words_of(language_of(lang))[section]


@cache
def _words_of(known: str) -> Mapping[str, Mapping[str, Any]]:
    """Parse the file of a language."""
    import yaml  # commands that say nothing on paper do without

    text = (_FOLDER / f"{known}.yaml").read_text(encoding="utf-8")
    sections = yaml.load(text, Loader=machine.yaml_loader())
    return {name: MappingProxyType(section) for name, section in sections.items()}
