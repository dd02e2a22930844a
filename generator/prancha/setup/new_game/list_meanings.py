"""What a list means: what its cells hold, and what the names of its columns say they are for."""

# ruff: noqa: E501 - lists of words

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct

from prancha.catalogue.spreadsheet.table_columns import field_name, split_language
from prancha.graphics.svg.css_colours import luminance, rgba

ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".svg")

COMMA = re.compile(r"-?(?:0|[1-9][0-9]*),[0-9]+\Z")
POINT = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+\Z")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:[.,][0-9]+)?\Z")
_ADDRESS = re.compile(r"(?:https?|ftp)://\S+\Z", re.I)
CODES = (
    "en pt-BR pt-PT pt es fr de it nl pl ru uk cs sk sv da nb nn fi el tr hu ro bg hr sl lt lv et ca eu gl "
    "ja ko zh zh-CN zh-TW ar he hi"
).split()
"""Languages looked for in the names of columns."""
_FOLDED = {code.lower() for code in CODES}
_HEX = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})\Z", re.I)
COLOURS = {
    "#9b2226": "red rot rouge rojo vermelho rosso rood czerwony",
    "#1f4e8c": "blue blau bleu azul blu blauw niebieski",
    "#2d6a4f": "green grün grun vert verde groen zielony",
    "#8a6a00": "yellow gold golden gelb jaune amarillo amarelo giallo geel żółty",
    "#a44a12": "orange laranja naranja arancione oranje",
    "#5b2a86": "purple violet lila violett pourpre morado roxo viola paars",
    "#a0386b": "pink rosa rose roze",
    "#5e3b23": "brown braun brun marron marrón marrom bruin",
    "#4a4f57": "grey gray grau gris cinza grigio grijs silver white weiß blanc blanco branco bianco wit",
    "#1b1b1f": "black schwarz noir negro preto nero zwart",
}
"""Tints on which light letters can be read, and the words for them."""
_TINT_OF = {word: tint for tint, words in COLOURS.items() for word in words.split()}
TINTS = tuple(COLOURS)
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


def is_address(value: object) -> bool:
    """Return whether a cell is a web address."""
    return isinstance(value, str) and bool(_ADDRESS.match(value.strip()))


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


_MOST = 5


def row_names(rows: Sequence[str]) -> str:
    """Return `row 2`, `row 2, 5`, or `row 2, 3, 4, 5, 6 and 12 more`."""
    named = list(dict.fromkeys(rows))
    word = named[0].rpartition(" ")[0]
    few = [row.removeprefix(f"{word} ") if number else row for number, row in enumerate(named[:_MOST])]
    more = f" and {len(named) - _MOST} more" if len(named) > _MOST else ""
    return ", ".join(few) + more


def with_noun(number: int, word: str) -> str:
    """Return a number with its noun: `1 entry`, `2 entries`, `3 rows`."""
    plural = f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"
    return f"{number} {word if number == 1 else plural}"


TITLES = (
    "name title card_name card_title cardname card nome título titulo nombre nom titel titre nazwa namn navn naam "
    "karte carte carta kaart item word nickname 名前 名称 "
    "名稱 이름 название имя назва όνομα שם الاسم név nume naziv isim pavadinimas ชื่อ".split()
)
TEXTS = frozenset(
    "text effect effects rule rules rules_text ability abilities description body oracle_text texto efeito regra "
    "regras descrição efecto reglas effet texte wirkung regel effetto testo prompt question tekst "
    "текст эффект описание опис κείμενο טקסט النص szöveg metin tekstas 텍스트 효과 效果 効果 説明 テキスト ข้อความ".split()
)
TYPES = frozenset(
    "type types kind category class suit faction element family group tipo classe categoria naipe palo typ sorte "
    "gruppe genre familie type_line card_type couleur_type art_der_karte".split()
)
TINTED = frozenset(
    "colour color colors colours farbe couleur cor color_identity kleur colore kolor suit naipe".split()
)
PRIVATE = re.compile(
    r"(?:designers?_|dev_|my_|internal_)?(?:notes?|comments?|todo|to_do|remarks?|notas?|notizen?|bemerkung(?:en)?|"
    r"kommentare?|commentaires?|coment[aá]rios?|status|playtest\w*|checked|done)(?:_to_self)?\Z"
    r"|designers?_comments?\Z|designers?_notes?\Z"
)
SHAPES = frozenset("shape form forme forma outline umriss contorno".split())
ICONS = frozenset("icon icons symbol symbols symbole ícone icone icono glyph sign".split())
PICTURES = frozenset(
    "art image images img picture pictures pic illustration artwork bild imagem imagen photo foto".split()
)


_CODE = {code.lower(): code for code in CODES}
_CALLED = {
    word: code
    for code, words in {
        "en": "english anglais englisch inglés inglês inglese",
        "de": "german deutsch allemand alemán alemão tedesco",
        "fr": "french français francais französisch francés francês francese",
        "es": "spanish español espanol spanisch espagnol espanhol spagnolo",
        "pt": "portuguese português portugues portugiesisch portugais portugués portoghese",
        "it": "italian italiano italienisch italien",
        "nl": "dutch nederlands niederländisch néerlandais",
        "pl": "polish polski polnisch polonais",
        "ja": "japanese 日本語",
        "ru": "russian русский",
    }.items()
    for word in words.split()
}
_LONG, _NAMES = 28, ("name", "title", "card", "card_name")


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
        texts = [str(value) for _, values in found.values() for value in values]
        long = sum(map(len, texts)) > _LONG * len(texts)
        titled = any(field_name(split_language(name, CODES)[0]) in _NAMES for name in header)
        self._field = "text" if long or titled else "name"
        self._header, self._rows = header, rows

    def split(self, name: str, languages: Sequence[str] = CODES) -> tuple[str, str]:
        """Return the field of a column and its language, "" for none of `languages`."""
        code = self._bare.get(name, "")
        if code:
            return (self._field, code) if code in languages else (name, "")
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


Rank = Literal["sure", "usual", "guess", "nested", ""]
"""How far the heading of a column says that it holds copies; the first three are those of copies.toml.

A `nested` column is a part of another value, such as `cost.quantity`; "" says nothing of copies.
"""
_RANKS: Sequence[Rank] = ("sure", "usual", "guess", "nested", "")
_NUMBERED = re.compile(r"\d+\w?\Z")
_UNSPACED = 0x0E00
"""The first character of the scripts without spaces between words: Thai, and those of East Asia."""


def rank_of(heading: str) -> Rank:
    """Return how surely a `heading` means a number of copies, in any language of copies.toml."""
    bare = re.sub(r"[(\[（【].*?[)\]）】]", " ", heading)
    ranks = [_rank_in(normalized_heading(text).split()) for text in dict.fromkeys((heading, bare))]
    return min(ranks, key=_RANKS.index)


def _rank_in(words: Sequence[str]) -> Rank:
    """Return the surest phrase in `words`; all others must be known too or be numbers."""
    table = _table()
    if " ".join(words) in table.ranks:
        return table.ranks[" ".join(words)]
    plain = [_inner_word(word, table) for word in words]
    known = [word in table.beside or word in table.ranks for word in plain]
    numbers = [bool(_NUMBERED.match(word)) for word in plain]
    found: list[Rank] = [""]
    for begin in range(len(plain)):
        for end in range(begin + 1, min(begin + table.longest, len(plain)) + 1):
            level = table.ranks.get(" ".join(plain[begin:end]), "")
            others = (*range(begin), *range(end, len(plain))) if level else ()
            if level and all(known[k] or (level == "sure" and numbers[k]) for k in others):
                found.append(level)
    return min(found, key=_RANKS.index)


class _Table(Struct, frozen=True):
    """The phrases of copies.toml, as `normalized_heading` gives them.

    `ranks` has the surest rank where languages differ, `longest` is the most words of a phrase, `beside` the
    words that change nothing, `joined` those of scripts without spaces, the longest first.
    """

    ranks: Mapping[str, Rank]
    longest: int
    beside: frozenset[str]
    joined: Sequence[str]


@cache
def _table() -> _Table:
    data = files(__package__ or "").joinpath("copies.toml").read_bytes()
    languages = msgspec.toml.decode(data, type=dict[str, dict[str, str]]).values()
    ranks: dict[str, Rank] = {}
    beside = {
        normalized_heading(word) for words in languages for word in words.get("beside", "").split(";")
    } - {""}
    for level in ("sure", "usual", "guess"):
        for words in languages:
            for entry in map(normalized_heading, words.get(level, "").split(";")):
                ranks.setdefault(entry, level)
    ranks.pop("", None)
    joined = sorted(
        (word for word in beside if ord(word[0]) >= _UNSPACED), key=lambda word: (-len(word), word)
    )
    return _Table(ranks, max(len(entry.split()) for entry in ranks), frozenset(beside), joined)


def normalized_heading(heading: str) -> str:
    """Return a heading without capitals, accents and signs: `#_Copies` is `number copies`."""
    text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", unicodedata.normalize("NFKC", heading))
    text = re.sub(r"#|\bn°", " number ", text).casefold().translate(_LETTERS)
    plain = "".join(
        sign for sign in unicodedata.normalize("NFKD", text) if unicodedata.category(sign) != "Mn"
    )
    return " ".join(unicodedata.normalize("NFC", word) for word in re.findall(r"[^\W_]+", plain))


_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "\u0640": ""})
"""Letters that Unicode does not take apart, and the bar that only stretches Arabic words."""


def _inner_word(word: str, table: _Table) -> str:
    """Return a word of a script without spaces, without those beside it: `カード枚数` is `枚数`."""
    if word in table.ranks or not all(ord(sign) >= _UNSPACED and sign.isalnum() for sign in word):
        return word
    for other in table.joined:
        word = word.replace(other, "") or word
        if word in table.ranks:
            break
    return word


_NUMBERS = frozenset(
    "cost costs price value points power attack defense defence health hp strength level mana gold vp "
    "victory_points kosten preis wert punkte custo preço valor pontos ataque defesa coste precio puntos coût "
    "prix points costo prezzo punti koszt".split()
)
_KNOWN = TEXTS | TYPES | TINTED | ICONS | PICTURES | _NUMBERS | frozenset(TITLES)


def names_a_column(label: str) -> bool:
    """Return whether a word names a column in many lists."""
    words = re.findall(r"\w+", label.casefold())
    return bool({" ".join(words), "_".join(words)} & _KNOWN) or rank_of(label) in ("sure", "usual")
