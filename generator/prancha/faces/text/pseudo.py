"""A language nobody speaks: texts a third longer, accented and in brackets, that show which boxes are tight.

Letters of scripts without small vowels are lengthened by their last letters again, which their font has.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from prancha.faces.text.markup_line import Entry, Paragraph, Span

GROWTH = 0.35
"""How much longer a translation is: German of English, rounded up."""
SHORTEST = 3
"""What is shorter is an initial or a sign, and no word to translate."""
_ACCENTS = str.maketrans("aeiouyncAEIOUNC", "áéíóúýñçÁÉÍÓÚÑÇ")
_VOWELS = frozenset("aeiouAEIOU")
OPEN, CLOSE = "[", "]"


def pseudo_translate(entries: Iterable[Entry]) -> list[Entry]:
    """Paragraphs as they might be after translation: markup, icons and figures stay as they are."""
    return [(mark, _paragraph(line)) for mark, line in entries]


def _paragraph(line: Paragraph) -> Paragraph:
    spans = {k: each for k, each in enumerate(line) if isinstance(each, Span)}
    if sum(len(span.text) for span in spans.values()) < SHORTEST:
        return line
    spans = {k: span for k, span in spans.items() if any(map(str.isalpha, span.text))}
    texts = {k: lengthen(span.text) for k, span in spans.items()}
    for k in list(texts)[:1]:
        texts[k] = OPEN + texts[k]
    for k in list(texts)[-1:]:
        texts[k] += CLOSE
    return tuple(replace(spans[k], text=texts[k]) if k in spans else each for k, each in enumerate(line))


def lengthen(text: str) -> str:
    """`text` with accents, and letters doubled until it is longer by `GROWTH`, the brackets with it."""
    letters = [k for k, c in enumerate(text) if c.isalpha()]
    more = max(round(len(text) * GROWTH) - len(OPEN + CLOSE), 0)
    vowels = [k for k in letters if text[k] in _VOWELS] or letters[-1:]
    times = {k: more // len(vowels) + (n < more % len(vowels)) for n, k in enumerate(vowels)}
    return "".join(c * (1 + times.get(k, 0)) for k, c in enumerate(text)).translate(_ACCENTS)
