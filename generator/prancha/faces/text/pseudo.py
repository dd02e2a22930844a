"""A language nobody speaks: texts a third longer, accented and in brackets, that show which boxes are tight.

Letters of scripts without small vowels are lengthened by their last letters again, which their font has.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from prancha.faces.text.markup import Entry, Inline, Paragraph, Span

GROWTH = 0.35
"""How much longer a translation is: German of English, rounded up."""
SHORTEST = 3
"""What is shorter is an initial or a sign, and no word to translate."""
_ACCENTS = str.maketrans("aeiouyncAEIOUNC", "áéíóúýñçÁÉÍÓÚÑÇ")
_VOWELS = frozenset("aeiouAEIOU")
OPEN, CLOSE = "[", "]"


def pseudo(entries: Iterable[Entry]) -> list[Entry]:
    """Paragraphs as they might be after translation: markup, icons and figures stay as they are."""
    return [(mark, _paragraph(line)) for mark, line in entries]


def _paragraph(line: Paragraph) -> Paragraph:
    if sum(len(each.text) for each in line if isinstance(each, Span)) < SHORTEST:
        return line
    places = [k for k, each in enumerate(line) if isinstance(each, Span) and any(map(str.isalpha, each.text))]
    found: list[Inline] = [
        replace(each, text=lengthened(each.text)) if k in places and isinstance(each, Span) else each
        for k, each in enumerate(line)
    ]
    for k, before, after in ((places[0], OPEN, ""), (places[-1], "", CLOSE)) if places else ():
        span = found[k]
        if isinstance(span, Span):
            found[k] = replace(span, text=before + span.text + after)
    return tuple(found)


def lengthened(text: str) -> str:
    """`text` with accents, and letters doubled until it is longer by `GROWTH`, the brackets with it."""
    letters = [k for k, c in enumerate(text) if c.isalpha()]
    more = max(round(len(text) * GROWTH) - len(OPEN + CLOSE), 0)
    vowels = [k for k in letters if text[k] in _VOWELS] or letters[-1:]
    times = {k: more // len(vowels) + (n < more % len(vowels)) for n, k in enumerate(vowels)}
    return "".join(c * (1 + times.get(k, 0)) for k, c in enumerate(text)).translate(_ACCENTS)
