"""Convert cells to values: numbers only where they are plainly numbers, texts as their column says."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from prancha.catalogue.yaml_document import describe
from prancha.model.diagnostic import UserError
from prancha.model.localised_text import each_text, escape_text
from prancha.model.values import as_written, plain

Convert = Callable[[Any], Any]

_POINT = re.compile(r"-?(?:0|[1-9][0-9]{0,99})(\.[0-9]{1,99})?\Z")
_COMMA = re.compile(r"-?(?:0|[1-9][0-9]{0,99})(,[0-9]{1,99})?\Z")
_TRUTHS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_ANSWERS = {"true": True, "yes": True, "x": True, "1": True, "false": False, "no": False, "0": False}
_ERRORS = frozenset(
    "#REF! #DIV/0! #N/A #NAME? #NULL! #NUM! #VALUE! #ERROR! #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! "
    "#BUSY! #UNKNOWN! #GETTING_DATA #PYTHON! #EXTERNAL! #BEZUG! #WERT! #NV #ZAHL! #LEER! #N/D #N/V #NOM? "
    "#NOME? #NOMBRE? #¿NOMBRE? #VALOR! #¡VALOR! #VALEUR! #NOMBRE! #NÚM! #¡NUM! #NUL! #NULO! #¡NULO! #REF "
    "#¡REF! #¡DIV/0!".split()
)
"""Error values of spreadsheet programs, in several languages."""
_LIBRE_ERROR = re.compile(r"Err:\d{3}\Z")
_NUMBER_STARTS = frozenset("-0123456789")
GUESSED = _NUMBER_STARTS | frozenset("#E") | {word[0] for word in _TRUTHS}
"""First characters of texts that may be numbers, errors or booleans."""


Run: TypeAlias = tuple[str, bool, bool]
"""A part of a text, and whether it is bold and italic."""
_PIECES = (
    "pcs?|pieces?|cop(?:y|ies|ias?|ie)|cópias?|stück|stk|ex|exemplaires?|exemplare?|ejemplar(?:es)?|un|unid|"
    "unidades?|uds?|szt|шт|ks|枚|张|張|个|個|장"
)
_TIMES = re.compile(rf"[x×]?\s*(\d{{1,4}})(?:[.,]0{{1,2}})?\s*(?:[x×]|(?:{_PIECES})\.?)?\Z", re.I)
"""A count as people write it: `2`, `2x`, `x2`, `2 pcs.`, `02`, `2.0`; digits of any script."""


class Formatted(str):
    """The text of a cell with bold or italic parts (`runs`)."""

    __slots__ = ("runs",)
    runs: tuple[Run, ...]

    def __new__(cls, runs: Sequence[Run]) -> Formatted:
        """Join the texts of `runs`."""
        made = super().__new__(cls, "".join(text for text, _, _ in runs))
        made.runs = tuple(runs)
        return made

    def strip(self, chars: str | None = None) -> str:
        """Return the text unchanged: spaces at its ends are kept."""
        return self if chars is None else super().strip(chars)

    def marked(self, change: Callable[[str], str] = str) -> str:
        """Return the text with markup for bold and italics, `change` applied to each part."""
        return "".join(_marked(change(text), bold, italic) for text, bold, italic in self.runs).strip()


def add_markup(cell: Any) -> Any:
    """Return a cell, with markup if it is formatted."""
    return cell.marked() if cell.__class__ is Formatted else cell


def _marked(text: str, bold: bool, italic: bool) -> str:
    for tag, wanted in (("i", italic), ("b", bold)):
        if wanted and text.strip():
            inner = text.strip()
            start = text.index(inner)
            text = f"{text[:start]}<{tag}>{inner}</{tag}>{text[start + len(inner) :]}"
    return text


class CellError(UserError):
    """A cell that does not fit the type of its column; `hint` is the likely fix."""


def make_converter(kind: str, decimal: str, separator: str, typed: bool) -> Convert:
    """Return the converter of a (stripped, not empty) cell to a value; it raises CellError.

    `typed`: numbers have their type, and a text of digits is text.
    """
    number = _guess(_COMMA if decimal == "comma" else _POINT)
    if kind == "text":
        return _text
    if kind == "list":
        return lambda cell: _list(cell, separator, number)
    if kind == "boolean":
        return _truth
    if kind in ("number", "whole"):
        return lambda cell: plain(_number(number(cell), kind == "whole", decimal))
    return _typed if typed else number


def _typed(cell: Any) -> Any:
    if cell.__class__ is str and (cell in _ERRORS or (cell[:4] == "Err:" and _LIBRE_ERROR.match(cell))):
        raise CellError(f"the formula gives {cell}", "correct the formula")
    return cell


def _guess(pattern: re.Pattern[str]) -> Convert:
    def guess(cell: Any) -> Any:
        if cell.__class__ is not str:
            return cell
        if cell[0] in _NUMBER_STARTS:
            found = pattern.match(cell)
            if found is None:
                return cell
            return as_written(float(cell.replace(",", ".")) if found[1] else int(cell), cell)
        if cell[0] in "#E":
            return _typed(cell)
        return _TRUTHS.get(cell, cell)

    return guess


def _text(cell: Any) -> str:
    _typed(cell)
    return str(cell).lower() if isinstance(cell, bool) else str(cell)


def _list(cell: Any, separator: str, item: Convert) -> list[Any]:
    if isinstance(cell, list):
        return cell
    parts = (part.strip() for part in _text(cell).split(separator))
    return [item(part) for part in parts if part]


def _truth(cell: Any) -> bool:
    answer = _ANSWERS.get(_text(cell).lower())
    if answer is None:
        raise CellError(f"expected true or false, found {describe(cell)}", "write true, yes, x, false or no")
    return answer


def _number(value: Any, whole: bool, decimal: str) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float):
        hint = ""
        if isinstance(value, str) and ("," if decimal == "point" else ".") in value:
            hint = f"write decimal: {'comma' if decimal == 'point' else 'point'} if that is a number"
        raise CellError(f"expected a {'whole ' if whole else ''}number, found {describe(value)}", hint)
    if whole and not isinstance(value, int):
        raise CellError(f"expected a whole number, found {describe(value)}")
    return value


def spelling_converter(convert: Convert, replace: Mapping[str, str], plain: bool) -> Convert:
    """Return `convert` with `replace:` and `markup:` applied to its texts, at any depth."""
    change = apply_replacements(replace, plain)

    def converted(cell: Any) -> Any:
        return each_text(convert(cell), change)

    return converted


def formatted_converter(convert: Convert, replace: Mapping[str, str], kept: bool) -> Convert:
    """Return `convert` for formatted cells: formats become markup if `kept`, else are dropped."""
    change = apply_replacements(replace)

    def converted(cell: Any) -> Any:
        if cell.__class__ is not Formatted:
            return convert(cell)
        return cell.marked(change) if kept else convert(str(cell).strip())

    return converted


def count_converter(convert: Convert, replace: Mapping[str, str]) -> Convert:
    """Return `convert` for a column of copies, which also accepts `2x` and `2 pcs`.

    A cell that is a key of `replace`, whatever its type, is replaced.
    """

    def converted(cell: Any) -> Any:
        instead = replace.get(str(cell)) if replace else None
        value = convert(cell) if instead is None else instead
        count = None if value.__class__ is int else parse_count(value)
        return value if count is None else count

    return converted


def parse_count(value: object) -> int | None:
    """Return the count in a cell: 2, `2`, `2x`, `x2`, `2 pcs`, `2.0`; None if there is none."""
    if isinstance(value, int):
        return None if isinstance(value, bool) or value < 0 else value
    if not isinstance(value, str | float):
        return None
    seen = "".join(sign for sign in str(value) if unicodedata.category(sign) != "Cf").strip()
    found = _TIMES.match(seen)
    return int(found[1]) if found else None


def is_count(value: object) -> bool:
    """Return whether a cell is a count."""
    return parse_count(value) is not None


def count_of(value: object) -> int:
    """Return the number in a cell for which `is_count` is true."""
    return parse_count(value) or 0


def apply_replacements(replace: Mapping[str, str], plain: bool = False) -> Callable[[str], str]:
    """Return the function that applies `replace:` to a text: longest match first, nothing twice.

    A `plain` text has no markup.
    """
    wanted = sorted(filter(None, replace), key=lambda part: (-len(part), part))
    pattern = re.compile("|".join(map(re.escape, wanted))) if wanted else None

    def change(text: str) -> str:
        if pattern is None:
            return escape_text(text) if plain else text
        parts, at = [], 0
        for found in pattern.finditer(text):
            before = text[at : found.start()]
            parts += [escape_text(before) if plain else before, replace[found[0]]]
            at = found.end()
        rest = text[at:]
        return "".join([*parts, escape_text(rest) if plain else rest])

    return change
