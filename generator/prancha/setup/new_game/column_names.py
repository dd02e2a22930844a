"""What the name of a column says: what it is for, its language, whether it counts copies."""

# ruff: noqa: E501 - lists of words

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct

from prancha.catalogue.spreadsheet.table_columns import field_name, split_language
from prancha.setup.new_game.cell_values import CODES, is_number, is_translated

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
_NUMBER = re.compile(r"\d+\w?\Z")
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
    numbers = [bool(_NUMBER.match(word)) for word in plain]
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
