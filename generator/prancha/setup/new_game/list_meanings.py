"""What a list means: what its cells hold, and what the names of its columns say they are for."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import pairwise, product
from typing import Any

from msgspec import Struct

from prancha.catalogue.spreadsheet.table_columns import field_name, split_language
from prancha.graphics.svg.css_colours import luminance, rgba
from prancha.model.diagnostic import first_of
from prancha.setup.new_game.headings import Part, languages_of, rank_of

CONVERTED = (".gif", ".tif", ".tiff", ".bmp")
"""Endings of pictures that are stored as PNG."""
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".svg", *CONVERTED)

COMMA = re.compile(r"-?(?:0|[1-9][0-9]*),[0-9]+\Z")
POINT = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+\Z")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:[.,][0-9]+)?\Z")
_ADDRESS = re.compile(r"(?:https?|ftp)://\S+\Z", re.I)
CODES = (
    "en pt-BR pt-PT pt es fr de it nl pl ru uk cs sk sv da nb nn fi el tr hu ro bg hr sl lt lv et ca eu gl "
    "ja ko zh zh-CN zh-TW ar he hi ka hy th vi id fa be sr"
).split()
"""Languages looked for in the names of columns."""
_FOLDED = {code.lower() for code in CODES}
_HEX = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})\Z", re.I)
WORDS: Mapping[str, Mapping[str, str]] = tomllib.loads(
    files(__package__ or "").joinpath("list_words.toml").read_text(encoding="utf-8")
)
_TINT_OF = {word: tint for tint, words in WORDS["colours"].items() for word in words.split()}
TINTS = tuple(WORDS["colours"])
"""Colours on which light letters can be read."""
_DARK = 0.18
"""Relative luminance beyond which a colour is darkened, so that light letters can be read on it."""


def is_number(value: object) -> bool:
    """Return whether a cell is a number, or a text that is one."""
    if isinstance(value, bool):
        return False
    return isinstance(value, int | float) or (isinstance(value, str) and bool(_NUMBER.match(value)))


def is_whole(value: object) -> bool:
    """Return whether a cell prints as a whole number."""
    return bool(re.match(r"-?\d+\Z", str(value)))


def counts_up(counts: Sequence[float]) -> bool:
    """Return whether each number is one more than the one before, as numbers of cards are."""
    return all(after == before + 1 for before, after in pairwise(counts))


def is_address(value: object) -> bool:
    """Return whether a cell is a web address."""
    return isinstance(value, str) and bool(_ADDRESS.match(value.strip()))


_FORMS = {
    "identifiers of a program": r"\{?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?|[0-9a-f]{24}|[0-9a-f]{32}"
    r"|[0-9a-f]{40}|rec[A-Za-z0-9]{14}",
    "web addresses, which are never opened": r"(?:https?|ftp)://\S+|www\.\S+|mailto:\S+|data:\w+/\S+",
    "addresses of people": r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    "colours as programs write them": r"#(?:[0-9a-f]{3,4}){1,2}|(?:rgb|hsl)a?\([\d\s,.%/]+\)",
    "paths of files": r"(?:[a-z]:)?[/\\][^\s:]+|~?\.{0,2}/\S+|[\w.-]+(?:[/\\][\w. -]+)+\.(?!\d)[a-z0-9]{2,5}",
    "names of files": r"[\w-][\w. -]*\.(?:mp3|wav|ogg|flac|json|ya?ml|xml|html?|csv|xlsx?|pdf|psd|ai|xcf|kra"
    r"|ttf|otf|woff2?|obj|stl|blend|txt|md|docx?|js|css|py|cs|lua|j2|prefab|asset|tres|tscn|zip)",
    "times when rows were written": r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[ T]\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?"
    r"(?: ?[AP]M)?(?:Z|[+-]\d\d:?\d\d)?",
}
"""What programs write for themselves, by what it is called."""
_MACHINE = {why: re.compile(form, re.I) for why, form in _FORMS.items()}


def is_for_machines(values: Sequence[Any]) -> str:
    """Return what `values` are if all are written for programs, not for players; "" if one is not."""
    texts = [text.strip() for value in values for text in texts_in(value)]
    if not texts or all(map(is_picture, values)):
        return ""
    return next((why for why, form in _MACHINE.items() if all(map(form.fullmatch, texts))), "")


def is_picture(value: object) -> bool:
    """Return whether a cell looks like the name of a picture file."""
    return isinstance(value, str) and value.lower().endswith(ENDINGS) and "\n" not in value


def is_translated(values: Sequence[Any]) -> bool:
    """Return whether cells are texts by language."""
    return bool(values) and all(
        isinstance(one, dict)
        and one
        and all(isinstance(key, str) and key.lower() in _FOLDED for key in one)
        and all(part is None or isinstance(part, str) for part in one.values())
        for one in values
    )


def tint_of(value: object) -> str:
    """Return the tint a word or `#rrggbb` asks for, dark enough for light letters; "" for no colour."""
    text = str(value).strip().lower()
    if not _HEX.match(text):
        return _TINT_OF.get(text, "")
    parts = [round(255 * part) for part in rgba(text)[:3]]
    while luminance((parts[0] / 255, parts[1] / 255, parts[2] / 255)) > _DARK:
        parts = [part * 9 // 10 for part in parts]
    return "#" + "".join(f"{part:02x}" for part in parts)


def normalized_name(name: str) -> str:
    """Return the name of a file or icon without case and signs: `Art_Log` is `artlog`."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(sign for sign in plain if sign.isalnum())


def icon_name(value: object) -> str:
    """Return the name of an icon as its file has it: `Big Feather` is `big-feather`."""
    return re.sub(r"[\s_]+", "-", str(value).strip().lower()).removesuffix(".svg")


def texts_in(value: Any) -> Iterator[str]:
    """Yield the texts of a cell, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from texts_in(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts_in(part)


NAMES = ("name", "title", "label", "text", "value", "nom", "nombre", "nome", "titel", "titre")
MOST_PARTS = 6
"""Parts of an object that become columns of their own."""
DEEPEST = 3


class Cells(Struct, frozen=True):
    """One column: `name` as `columns:` has it (`stats.attack`), its values, and why it is left out if so."""

    name: str
    values: list[Any]
    left_out: str = ""


def unfold(name: str, values: Sequence[Any], depth: int = 0) -> list[Cells]:
    """Return the columns that one column of a file becomes."""
    kept = ["" if value is None or value == {} else value for value in values]
    filled = [value for value in kept if value not in ("", [])]
    objects: list[Any] = [one for value in filled for one in (value if isinstance(value, list) else [value])]
    if not any(isinstance(one, dict | list) for one in objects):
        return [Cells(name, kept)]
    if is_translated(filled):
        return [Cells(name, kept)]
    if not all(isinstance(one, dict) for one in objects) or depth == DEEPEST:
        return [Cells(name, kept, "it holds lists within lists, or values of several kinds")]
    keys = list(dict.fromkeys(key for one in objects for key in one))
    row_names = any(isinstance(value, list) for value in filled)
    plain = (str, int, float, type(None))
    named = [key for key in NAMES if key in keys and all(isinstance(one.get(key), plain) for one in objects)]
    if named:
        keys = named[: 2 if row_names else 1]
    elif len(keys) > MOST_PARTS:
        few = ", ".join(map(str, keys[:3]))
        return [Cells(name, kept, f"its objects have {len(keys)} parts ({few}, ...)")]
    found: list[Cells] = []
    for key in keys:
        if isinstance(key, str) and "." not in key and key.strip():
            found += unfold(f"{name}.{key}", [_part(value, key) for value in kept], depth + 1)
    return found


def _part(value: Any, key: str) -> Any:
    if isinstance(value, list):
        return [one[key] for one in value if isinstance(one, dict) and one.get(key) not in (None, "")]
    return value.get(key, "") if isinstance(value, dict) else ""


def row_names(rows: Sequence[str]) -> str:
    """Return `row 2`, `row 2, 5`, or `row 2, 3, 4, 5, 6 and 12 more`."""
    named = list(dict.fromkeys(rows))
    word = named[0].rpartition(" ")[0]
    return first_of([row.removeprefix(f"{word} ") if number else row for number, row in enumerate(named)])


def few(names: Sequence[str], most: int = 3) -> str:
    """Return the first of some names for a message: `a, b, c, ...`."""
    return ", ".join(names[:most]) + (", ..." if len(names) > most else "")


TINTED = frozenset(
    "colour color colors colours farbe couleur cor color_identity kleur colore kolor suit naipe".split()
)
PRIVATE = re.compile(
    r"(?:designers?_|dev_|my_|internal_)?(?:notes?|comments?|todo|to_do|remarks?|notas?|notizen?|bemerkung(?:en)?|"
    r"kommentare?|commentaires?|coment[aá]rios?|status|playtest\w*|checked|done)(?:_to_self)?\Z"
    r"|designers?_comments?\Z|designers?_notes?\Z|timestamp\Z|zeitstempel\Z|carimbo_de_data_hora\Z|marca_temporal\Z"
    r"|(?:last_)?(?:modified|edited|updated|created|added)(?:_at|_on|_by|_time|_date)?\Z|date_(?:added|created|modified)\Z"
    r"|(?:card_)?(?:template|layout)(?:_name|_file|_id)?\Z|version_history\Z|e_?mail(?:_address)?\Z"
)
OF_PROGRAMS = frozenset(
    "pos idshort idboard idlist idlabels idmembers idmembersvoted shortlink subscribed duecomplete "
    "duereminder istemplate manualcoverattachment idattachmentcover list_id board_id board_name "
    "attachment_count attachment_links checklist_item_total_count checklist_item_completed_count "
    "vote_count comment_count".split()
)
"""Columns of Trello that say where and how a card lies on its board."""
SHAPES = frozenset("shape form forme forma outline umriss contorno".split())
ICONS = frozenset("icon icons symbol symbols symbole ícone icone icono glyph sign".split())
PICTURES = frozenset(
    "art image images img picture pictures pic illustration artwork bild imagem imagen photo foto figura "
    "ilustração ilustracao ilustración ilustracion".split()
)


_CODE = {code.lower(): code for code in CODES}
_CALLED = {word: code for code, words in WORDS["languages"].items() for word in words.split()}
_LONG, _NAMES = 28, ("name", "title", "card", "card_name")


def _translations(header: Sequence[str], rows: Sequence[Sequence[Any]]) -> Mapping[str, tuple[str, str]]:
    """Return the field and language of columns of one meaning in two languages: `Nome, Name, Texto, Text`.

    A column may be of one part of a card alone, and no heading be of both languages. "Art" beside "Type" is
    a picture, and the German word for a type only where other columns are German too.
    """
    pairs: list[tuple[str, str, Part]] = []
    for part in SPOKEN:
        called = [name for name in header if languages_of(name, part)]
        if len(called) == 2 and not set(languages_of(called[0], part)) & set(languages_of(called[1], part)):
            pairs.append((called[0], called[1], part))
    if all(PICTURES & {name.strip().casefold() for name in pair[:2]} for pair in pairs):
        return {}
    for at in (header.index(name) for pair in pairs for name in pair[:2]):
        cells = [row[at] for row in rows if at < len(row) and row[at] not in ("", None)]
        if not cells or not all(isinstance(cell, str) and not is_number(cell) for cell in cells):
            return {}
    both = [(languages_of(first, part), languages_of(second, part)) for first, second, part in pairs]
    for one, other in product(*both[0]) if both else ():
        if all(one in mine and other in theirs for mine, theirs in both):
            found = {first: (first, one) for first, _, _ in pairs}
            return found | {second: (first, other) for first, second, _ in pairs}
    return {}


SPOKEN: Sequence[Part] = ("title", "text", "type")


class ColumnLanguages:
    """The field and the language of each column of a list."""

    def __init__(self, header: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Look for columns called by nothing but a language, of which there must be two."""
        found = {}
        for index, name in enumerate(header):
            code = _CODE.get(name.strip().replace("_", "-").lower()) or _CALLED.get(name.strip().lower(), "")
            values = [row[index] for row in rows if index < len(row) and row[index] not in ("", None)]
            if code and values and all(isinstance(value, str) and not is_number(value) for value in values):
                found[name] = code, values
        self._bare: Mapping[str, str] = {}
        if len({code for code, _ in found.values()}) == len(found) > 1:
            self._bare = {name: code for name, (code, _) in found.items()}
        self._alike = {} if self._bare else _translations(header, rows)
        texts = [str(value) for _, values in found.values() for value in values]
        long = sum(map(len, texts)) > _LONG * len(texts)
        titled = any(field_name(split_language(name, CODES)[0]) in _NAMES for name in header)
        self._field = "text" if long or titled else "name"
        self._header, self._rows = header, rows

    def split(self, name: str, languages: Sequence[str] = CODES) -> tuple[str, str]:
        """Return the field of a column and its language, "" for none of `languages`."""
        field, code = self._alike.get(name, (self._field, self._bare.get(name, "")))
        if code:
            same = (one for one in languages if one.partition("-")[0] == code.partition("-")[0])
            code = code if code in languages else next(same, "")
            return (field if code else name), code
        return split_language(name, languages)

    def all(self) -> list[str]:
        """The languages in which some field has columns, or objects of texts, in order."""
        fields: dict[str, list[str]] = {}
        for index, name in enumerate(self._header):
            bare, language = self.split(name)
            if language:
                fields.setdefault(field_name(bare), []).append(language)
            values = [row[index] for row in self._rows if index < len(row) and isinstance(row[index], dict)]
            if values and is_translated(values):
                fields.setdefault(field_name(name), []).extend(key for value in values for key in value)
        found: dict[str, None] = {}
        for codes in fields.values():
            if len(set(codes)) > 1:
                found.update(dict.fromkeys(codes))
        return list(found)


_NUMBERS = frozenset(
    "cost costs price value points power attack defense defence health hp strength level mana gold vp "
    "victory_points kosten preis wert punkte custo preço valor pontos ataque defesa coste precio puntos coût "
    "prix points costo prezzo punti koszt".split()
)
_KNOWN = TINTED | ICONS | PICTURES | _NUMBERS


def names_a_column(label: str) -> bool:
    """Return whether a word names a column in many lists."""
    words = re.findall(r"\w+", label.casefold())
    known = bool({" ".join(words), "_".join(words)} & _KNOWN) or rank_of(label) in ("sure", "usual")
    return known or any(languages_of(label, part) for part in SPOKEN)
