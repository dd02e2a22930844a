"""Words of a new project, in the languages the program speaks; English serves the others."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from prancha.catalogue.splice import quoted

_PLAIN = re.compile(r"[^\W\d_][\w ();.!/+%-]*\Z")
"""Words that mean themselves between braces too, where a comma ends them and some readers refuse a "?"."""
_COMMENTS = 32
"""Characters before a comment."""
_MEANT = frozenset("true false null yes no on off y n".split())

Sample = tuple[str, str, int, Mapping[str, str], Mapping[str, str]]
SAMPLES: Sequence[Sample] = (
    (
        "fox", "mask", 2, {"en": "The fox", "pt": "A raposa"},
        {"en": "Take one goose beside you.", "pt": "Pegue uma gansa ao seu lado."},
    ),
    (
        "goose", "feather", 4, {"en": "A goose", "pt": "Uma gansa"},
        {
            "en": "Stand still, or step beside another {feather}.",
            "pt": "Fique parada ou vá até outra {feather}.",
        },
    ),
    (
        "barn", "house", 1, {"en": "The barn", "pt": "O celeiro"},
        {"en": "**Safe.** The fox cannot enter.", "pt": "**A salvo.** A raposa não entra."},
    ),
)  # fmt: skip
"""Id, icon, copies, name and text."""


def align_comments(text: str) -> str:
    """Return YAML with the comments at the ends of its lines below each other, where there is room."""
    lines = []
    for line in text.splitlines():
        written, _, comment = line.partition("  #")
        if written.strip() and comment and written.count('"') % 2 == 0:
            line = f"{written.rstrip():{_COMMENTS}}  # {comment.strip()}"
        lines.append(line + "\n")
    return "".join(lines)


def in_languages(words: Mapping[str, str], languages: Sequence[str]) -> str:
    """Return a YAML mapping of `words` for each of `languages`."""
    parts = (f"{language}: {scalar(word_in(words, language))}" for language in languages)
    return "{" + ", ".join(parts) + "}"


def word_in(words: Mapping[str, str], language: str) -> str:
    """Return the word in `language`, else in its base, else in English."""
    return words.get(language) or words.get(language.split("-")[0]) or words["en"]


def scalar(text: str) -> str:
    """Return `text` as YAML, in quotes where it would mean something else without."""
    if _PLAIN.match(text) and text == text.strip() and text.lower() not in _MEANT:
        return text
    return quoted(text)
