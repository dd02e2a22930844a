"""What the cells of a list hold: numbers, pictures, colours, texts in languages, nested values."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

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
