"""All that is wrong with a text, so that whoever wrote it hears of it at once."""

from __future__ import annotations

from collections.abc import Iterator

from generator.faces.faults import FaceError
from generator.faces.glossary import Glossary
from generator.faces.markup import Symbol, read
from generator.faces.text_errors import TextError
from generator.faces.text_pen import DrawIcon


def faults_in(content: str, glossary: Glossary, icon: DrawIcon) -> Iterator[TextError | FaceError]:
    """Yield what is wrong with markers, keywords, colours and icons of `content`, whatever else is."""
    entries, faults = read(content)
    yield from faults
    for each in (part for _, line in entries for part in line):
        try:
            for shown in glossary.resolved((each,), content):
                if isinstance(shown, Symbol):
                    icon(shown.name, 0.0, 0.0, 1.0, "#000000")
        except (TextError, FaceError) as error:
            yield error
