"""Which texts of a list mean markup, which signs to escape, and which letters need another font."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from msgspec import Struct

from prancha.catalogue.spreadsheet.cells import Formatted, add_markup, apply_replacements
from prancha.faces.text.markup_line import InlineIcon, Span, Term
from prancha.faces.text.text_markup import notes_of, read
from prancha.graphics.fonts import FontBook, FontError
from prancha.graphics.fonts.installed import family_with
from prancha.graphics.fonts.letters import STAND_INS
from prancha.graphics.fonts.missing_letters import describe_scripts, family_to_add, letters_by_script, script
from prancha.model.diagnostic import Failure, excerpt, first_of
from prancha.setup.font_adding import family_files
from prancha.setup.new_game.list_meanings import WORDS, row_names, texts_in
from prancha.setup.new_game.list_pictures import IconsAtHand
from prancha.setup.new_game.proposal import Proposed

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


_OddSign = tuple[str, str, int, str]
"""A sign that is no markup: as it is, as to be written, in which card, and what is wrong."""


def settle_markup(one: Proposed, icons: IconsAtHand, rows: Sequence[str]) -> list[str]:
    """Set what the texts of a field need to print as they are meant; returns notes.

    Signs of other programs are replaced.  Where some signs are markup, those that are none are escaped;
    where all are none, the field is plain.
    """
    if one.role != "text" and any(cell.__class__ is Formatted for cell in one.cells):
        one.plain = True
        return [f'markup: none in "{one.heading}" (its bold and italics would need fonts of that look)']
    texts = [(card, add_markup(text)) for card, cell in enumerate(one.cells) for text in texts_in(cell)]
    told = _respelled(one, [text for _, text in texts], icons)
    if one.role == "title":
        told += _unmarked(one, [text for _, text in texts])
    written = apply_replacements(one.replace)
    texts = [(card, written(text)) for card, text in texts]
    odd = [found for card, text in texts if _SIGNS & set(text) for found in _odd_in(text, card, icons)]
    unclosed = next((card for card, text in texts if notes_of(text)), None)
    if not any(_is_meant(text, icons) for _, text in texts):
        if odd:
            sign, _, card, why = odd[0]
            told.append(_plain(one, rows[card], f"{sign} {why}"))
        elif unclosed is not None:
            told.append(_plain(one, rows[unclosed], "what opens there closes nowhere"))
        return told
    escaped = {sign: spelled for sign, spelled, _, _ in odd}
    one.replace.update(escaped)
    written = apply_replacements(escaped)
    for card, text in texts:
        if read(written(text), lists=True).faults:
            return [*told, _plain(one, rows[card], f"{excerpt(text)} cannot be read, so tags print too")]
    for sign in escaped:
        mine = [(rows[card], why) for other, _, card, why in odd if other == sign]
        where = row_names([row for row, _ in mine])
        told.append(f'markup: {sign} in "{one.heading}" ({where}) {mine[0][1]}, and prints as it stands')
    return told


def _plain(one: Proposed, row: str, why: str) -> str:
    one.plain = True
    return f'markup: none in "{one.heading}" ({row}: {why}; stars, braces and brackets print as they stand)'


def _is_meant(text: str, icons: IconsAtHand) -> bool:
    """Return whether a text has markup: bold letters, an icon, a tag."""
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


def _odd_in(text: str, card: int, icons: IconsAtHand) -> Iterator[_OddSign]:
    """Return braces that hold no icon, and names of keywords, which a new game has none of."""
    doubled = [found.span() for found in _DOUBLE.finditer(text)]
    for begin, end in doubled:
        inside = text[begin + 2 : end - 2]
        yield (text[begin:end], f"\\{{\\{{{inside}}}}}", card, "is no icon")
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
        yield (f"{head}{found[0]}", f"{head}\\{found[0]}", card, "is no icon")
    if any(isinstance(part, Term) for _, line in read(text, lists=True).entries for part in line):
        for named in _TERM.finditer(text):
            yield (named[0], f"\\[\\{named[0][1:]}", card, "is no keyword of the game")


_STYLES = {"__": "**", "==": "**", "[b]": "**", "[/b]": "**", "[i]": "*", "[/i]": "*"}
"""Signs for bold and italics in Markdown, Obsidian and forums, and the signs of this program for them."""


def _pairs(sign: str, text: str) -> bool:
    """Return whether all of a `sign` enclose words: `__bold__`, and no gap to fill in."""
    if sign.startswith("["):
        name = sign.strip("[/]")
        return text.count(f"[{name}]") == text.count(f"[/{name}]")
    enclosed = rf"(?<!\w){re.escape(sign)}\S(?:[^\n]*?\S)?{re.escape(sign)}(?!\w)"
    rest = re.sub(enclosed, "", text)
    return sign not in rest


def _respelled(one: Proposed, texts: Sequence[str], icons: IconsAtHand) -> list[str]:
    """Replace signs of other programs: names of icons, entities, line ends; returns notes."""
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
    for sign, style in _STYLES.items():
        gaps = {run for text in texts for run in re.findall(rf"{re.escape(sign[0])}{{3,}}", text)}
        apart = [apply_replacements(dict.fromkeys(gaps, " "))(text) for text in texts if sign in text]
        if any(sign in text for text in apart) and all(_pairs(sign, text) for text in apart):
            new |= {sign: style, **{run: run for run in gaps}}
    if one.role == "text":
        new |= {sign: "\n" for sign in _BREAKS if any(sign in text for text in texts)}
    one.replace.update(new)
    if not new:
        return []
    shown = [
        f"{sign} as {'a line break' if said == chr(10) else said}"
        for sign, said in new.items()
        if sign != said
    ]
    return [f'replaced in "{one.heading}": {first_of(shown)} (as other programs write it)']


_MARKERS = (
    *_STYLES,
    "***",
    "**",
    "*",
    *(f"<{end}{tag}>" for tag in ("b", "strong", "i", "em") for end in ("", "/")),
)
"""Signs and tags for bold and italics, of this program and of others."""


def _unmarked(one: Proposed, texts: Sequence[str]) -> list[str]:
    """Take bold and italics out of titles, whose font has one style; returns notes.

    A star or tag that marks nothing in another title stays: there the styled words are replaced whole.
    """
    written = apply_replacements(one.replace)
    styled = [text for text in texts if any(_is_styled(part) for part in _parts_of(written(text)))]
    if not styled:
        return []
    loose = any(
        "*" in part.text for text in texts for part in _parts_of(written(text)) if isinstance(part, Span)
    )
    if loose:
        one.replace.update(
            {
                text: "".join(part.text for part in _parts_of(written(text)) if isinstance(part, Span))
                for text in styled
            }
        )
    else:
        found = [sign for sign in _MARKERS if any(sign in text for text in styled)]
        one.replace.update(dict.fromkeys(found, ""))
    return [
        f'left out of "{one.heading}": bold and italics, such as in {excerpt(styled[0])} (titles are bold)'
    ]


def _parts_of(text: str) -> Iterator[object]:
    return (part for _, line in read(text, lists=True).entries for part in line)


def _is_styled(part: object) -> bool:
    return isinstance(part, Span) and (part.bold or part.italic)


TITLE, BODY = "Josefin Sans", "Alegreya Sans"
_AS_ICON = {letter: f"{{{icon}}}" for icon, letters in WORDS["icons"].items() for letter in letters}
_SPELLED = WORDS["signs"]
_BETTER = _AS_ICON.keys() | _SPELLED.keys()


class PrintableLetters:
    """The letters that the fonts of a new game have."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Look for fonts in `folders`, each with its `fonts/`."""
        self._book = FontBook(folders)
        stand_ins = [family for family in STAND_INS if family in self._book.families()]
        self._fonts = [self._book.nearest(family, 400, False) for family in (BODY, *stand_ins)]
        self._known: set[str] = set()

    def lacking(self, texts: Iterable[str]) -> list[str]:
        """Return the letters of `texts` that no font has, by code point.

        Signs that look better as icons or spelled, and spaces, are for the font of texts alone.
        """
        letters = {letter for text in texts for letter in text if letter >= "\u00a0"} - self._known
        lost = {
            letter
            for letter in letters
            if not any(
                font.covers(letter)
                for font in self._fonts[: 1 if letter in _BETTER or letter.isspace() else None]
            )
        }
        self._known |= letters - lost
        return sorted(lost)

    def family_with(self, letters: str) -> str:
        """Return a family of the project that has `letters`; "" for none."""
        for family in self._book.families():
            try:
                if self._book.nearest(family, 400, False).covers(letters):
                    return family
            except FontError:
                continue  # a font that cannot be used is told where it is asked for
        return ""

    def add(self, letters: str) -> None:
        """Add `letters` that can be printed as well."""
        self._known |= set(letters)


def ready(
    fields: Sequence[Proposed], letters: PrintableLetters, icons: IconsAtHand, rows: Sequence[str]
) -> list[str]:
    """Set what the texts of `fields` need: markup, letters written otherwise; returns notes, with `rows`."""
    told = []
    for one in fields:
        if letters.lacking([one.label]):
            one.label = ""
        if one.out or one.role in ("art", "icon", "id", "copies", "focus", "number"):
            continue
        told += settle_markup(one, icons, rows)
        written = apply_replacements(one.replace)
        told += _rewritten(
            one, letters.lacking(written(text) for value in one.values for text in texts_in(value))
        )
    return told


def _rewritten(one: Proposed, lacking: Sequence[str]) -> list[str]:
    """Give signs that no font has an icon or other letters; letters of a script stay: they need a font."""
    foreign = any(unicodedata.category(letter)[0] == "L" for letter in lacking)
    signs = []
    for letter in lacking:
        kind = unicodedata.category(letter)
        # Punctuation and digits of a script come with its font.
        parts = "LMPN" if foreign and not "\u2000" <= letter < "\u2e00" else "LM"
        if letter in "\ufe0f\ufe0e" or kind[0] not in parts:
            signs.append(letter)
            gap = {"Zs": " ", "Zl": "\n", "Zp": "\n"}.get(kind, "")
            one.replace[letter] = _AS_ICON.get(letter) or _SPELLED.get(letter) or gap
    shown = [letter for letter in signs if letter.isprintable() and not unicodedata.combining(letter)]
    written = [f"{letter} as {one.replace[letter]}" for letter in shown if one.replace[letter]]
    dropped = [letter for letter in shown if not one.replace[letter] and letter not in "\ufe0f\ufe0e"]
    told = []
    if written:
        told.append(f'replaced in "{one.heading}": {", ".join(written)} (no font here has them)')
    if dropped:
        told.append(f'left out of "{one.heading}": {" ".join(dropped)} (no font here has them; see replace:)')
    script = [letter for letter in lacking if letter not in one.replace]
    if script:
        names, way = describe_scripts(script, "")
        what = f"is in {names} letters" if names else f"has {' '.join(script)}"
        told.append(f'"{one.heading}" {what}, which no font here has{": " if way else ""}{way}')
    return told


Slow = Callable[[Path, str], None]


class ScriptFonts(Struct, frozen=True):
    """Families behind the usual ones, files of those that were taken, by their names in `fonts/`; and why."""

    families: tuple[str, ...] = ()
    files: Mapping[str, bytes] = {}
    guesses: tuple[str, ...] = ()


def fonts_for(lacking: Sequence[str], letters: PrintableLetters, lang: str, slow: Slow) -> ScriptFonts:
    """Find fonts for the letters of scripts among those `lacking`; `letters` then knows them.

    A script for which no family is found here, or only one that may not be embedded, is left out: the build
    tells how to get one.
    """
    families: list[str] = []
    files: dict[str, bytes] = {}
    guesses = []
    for tag, wanted in letters_by_script("".join(lacking), lang).items():
        if not tag:
            continue
        known = script(tag, lang)
        family, made = letters.family_with(wanted), {}
        if not family and family_with(known.sample, known.family):
            try:
                family, added, _ = family_files(family_to_add(known, wanted), slow)
            except Failure:
                continue
            made = {f"{family}/{name}": data for name, data in added.items()}
        if not family:
            continue
        files |= made
        families.append(family)
        letters.add(wanted)
        where = "installed here; its files are copied into the game" if made else "a font of the project"
        guesses.append(f"font: {family}, for {known.name} letters ({where})")
    return ScriptFonts(tuple(dict.fromkeys(families)), files, tuple(guesses))
