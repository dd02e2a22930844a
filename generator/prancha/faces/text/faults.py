"""All that is wrong with a text, gathered to be told at once."""

from __future__ import annotations

from collections.abc import Iterator

from prancha.faces.faults import FaceError
from prancha.faces.text.errors import TextError
from prancha.faces.text.keywords import Keywords
from prancha.faces.text.markup import read
from prancha.faces.text.markup_line import MOST_TOLD
from prancha.faces.text.spans import InlineIcon
from prancha.faces.text.svg import DrawIcon


def faults_in(content: str, glossary: Keywords, icon: DrawIcon) -> Iterator[TextError | FaceError]:
    """Yield what is wrong with markers, keywords, colours and icons of `content`, up to MOST_TOLD."""
    found = read(content)
    yield from found.faults
    left = MOST_TOLD - len(found.faults)
    for each in dict.fromkeys(part for _, line in found.entries for part in line):
        if not left:
            return
        try:
            for shown in glossary.resolved((each,), content):
                if isinstance(shown, InlineIcon):
                    icon(shown.name, 0.0, 0.0, 1.0, "#000000")
        except (TextError, FaceError) as error:
            left -= 1
            yield error
