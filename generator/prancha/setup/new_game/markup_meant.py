"""Which signs of markup in a list are meant so, and what has to be written otherwise where others are not."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct

from prancha.catalogue.spreadsheet.cells import Formatted, as_marked, replaced
from prancha.faces.text.markup_line import InlineIcon, Span, Term
from prancha.faces.text.text_markup import notes_of, read
from prancha.model.excerpt import excerpt
from prancha.setup.new_game.cell_values import texts_in
from prancha.setup.new_game.icons_at_hand import IconsAtHand
from prancha.setup.new_game.proposal import Proposed
from prancha.setup.new_game.rows import listed

_SIGNS = frozenset("*{}[]<&")
_TAG = re.compile(r"</?(?:b|strong|i|em|br|p|div|ul|ol|li)\b[^<>]*>", re.I)
_BRACES = re.compile(r"(?<!\\)\{([^{}\n]*)\}")
_DOUBLE = re.compile(r"(?<![\\{])\{\{([^{}\n]*)\}\}")
_LINK = re.compile(r"(?<!\\)\[[^\[\]]+\]\((?:https?://|mailto:|www\.)[^()\s]*\)")
_NAMED = re.compile(r"(?<![\w:]):([A-Za-z][\w-]*):(?![\w:])")
_TERM = re.compile(r"\[\[[^\[\]{}\n]*\]\]")
_ENTITY = re.compile(r"&[A-Za-z]{2,31};")
_KNOWN_ENTITIES = frozenset("&nbsp; &amp; &lt; &gt; &quot; &apos; &hellip; &ndash; &mdash;".split())
_BREAKS = (r"\r\n", r"\n", r"\13" + "\\")
"""Line ends as other programs write them with signs: Squib, and nanDECK."""
_OWN_LOOKS = frozenset((".smallcaps", ".ink", ".paper", ".pale", ".accent"))
_MOST = 5


class _Odd(Struct, frozen=True):
    """A sign that is no markup: as it stands, as it is to be written, in which card, and what is wrong."""

    sign: str
    escaped: str
    card: int
    why: str


def settle_markup(one: Proposed, icons: IconsAtHand, rows: Sequence[str]) -> list[str]:
    """Set what the texts of a field need to print as they are meant; returns what is told of it.

    Signs of other programs are replaced.  Where some signs are markup, those that are none are escaped;
    where all are none, the field is plain.
    """
    if one.role != "text" and any(cell.__class__ is Formatted for cell in one.cells):
        one.plain = True
        return [f'markup: none in "{one.heading}" (its bold and italics would need fonts of that look)']
    texts = [(card, as_marked(text)) for card, cell in enumerate(one.cells) for text in texts_in(cell)]
    told = _respelled(one, [text for _, text in texts], icons)
    written = replaced(one.replace)
    texts = [(card, written(text)) for card, text in texts]
    odd = [found for card, text in texts if _SIGNS & set(text) for found in _odd_in(text, card, icons)]
    unclosed = next((card for card, text in texts if notes_of(text)), None)
    if not any(_is_meant(text, icons) for _, text in texts):
        if odd:
            told.append(_plain(one, rows[odd[0].card], f"{odd[0].sign} {odd[0].why}"))
        elif unclosed is not None:
            told.append(_plain(one, rows[unclosed], "what opens there closes nowhere"))
        return told
    one.replace.update({found.sign: found.escaped for found in odd})
    written = replaced({found.sign: found.escaped for found in odd})
    for card, text in texts:
        if read(written(text), lists=True).faults:
            return [*told, _plain(one, rows[card], f"{excerpt(text)} cannot be read, so tags print too")]
    for sign in dict.fromkeys(found.sign for found in odd):
        mine = [found for found in odd if found.sign == sign]
        where = listed([rows[found.card] for found in mine])
        told.append(f'markup: {sign} in "{one.heading}" ({where}) {mine[0].why}, and prints as it stands')
    return told


def _plain(one: Proposed, row: str, why: str) -> str:
    one.plain = True
    return f'markup: none in "{one.heading}" ({row}: {why}; stars, braces and brackets print as they stand)'


def _is_meant(text: str, icons: IconsAtHand) -> bool:
    """Whether a text has something that prints otherwise than it stands: bold letters, an icon, a tag."""
    if not _SIGNS & set(text):
        return False
    if _TAG.search(text) or _LINK.search(text):
        return True
    parts = [part for _, line in read(text, lists=True).entries for part in line]
    return any(
        (isinstance(part, Span) and (part.bold or part.italic or part.fill or part.caps))
        or (isinstance(part, InlineIcon) and part.name in icons.names)
        for part in parts
    )


def _odd_in(text: str, card: int, icons: IconsAtHand) -> Iterator[_Odd]:
    """Braces that hold no icon, and names of keywords, which a new game has none of."""
    doubled = [found.span() for found in _DOUBLE.finditer(text)]
    for begin, end in doubled:
        inside = text[begin + 2 : end - 2]
        yield _Odd(text[begin:end], f"\\{{\\{{{inside}}}}}", card, "is no icon")
    for found in _BRACES.finditer(text):
        if any(begin < found.start() < end for begin, end in doubled):
            continue
        inside, after = found[1], text[: found.start()].endswith("]")
        if after and (inside in _OWN_LOOKS or re.match(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})\Z", inside, re.I)):
            continue
        if not after and inside.partition(":")[0] in icons.names:
            alone = read(found[0])
            if alone.entries and not alone.faults:
                continue
        head = "]" if after else ""
        yield _Odd(f"{head}{found[0]}", f"{head}\\{found[0]}", card, "is no icon")
    if any(isinstance(part, Term) for _, line in read(text, lists=True).entries for part in line):
        for named in _TERM.finditer(text):
            yield _Odd(named[0], f"\\[\\{named[0][1:]}", card, "is no keyword of the game")


def _respelled(one: Proposed, texts: Sequence[str], icons: IconsAtHand) -> list[str]:
    """Replace signs of other programs: names of icons, entities, line ends; returns what is told of it."""
    new: dict[str, str] = {}
    for text in texts:
        for found in chain.from_iterable(signs.finditer(text) for signs in (_DOUBLE, _BRACES, _NAMED)):
            name = icons.name_of(found[1])
            if name:
                one.icons.add(name)
                if found[0] != f"{{{name}}}":
                    new[found[0]] = f"{{{name}}}"
        for found in _ENTITY.finditer(text):
            letters = html.unescape(found[0])
            if found[0] not in _KNOWN_ENTITIES and len(letters) == 1:
                new[found[0]] = letters
    if one.role == "text":
        new |= {sign: "\n" for sign in _BREAKS if any(sign in text for text in texts)}
    one.replace.update(new)
    return [_told(one, new)] if new else []


def _told(one: Proposed, new: Mapping[str, str]) -> str:
    shown = [f"{sign} as {'a line break' if said == chr(10) else said}" for sign, said in new.items()]
    more = f" and {len(shown) - _MOST} more" if len(shown) > _MOST else ""
    return f'replaced in "{one.heading}": {", ".join(shown[:_MOST])}{more} (as other programs write it)'
