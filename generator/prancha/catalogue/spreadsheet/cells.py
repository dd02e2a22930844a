"""One cell to a value: numbers only where they are plainly numbers, and all print as they are written.

`+1` and `007` are text; `1.10`, or `1,5` with decimal commas, are numbers that print as they stand in the
cell.  Only a column of type `number` or `whole` gives plain numbers, for templates that draw with them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from prancha.catalogue.findings import describe
from prancha.model.user_error import UserError
from prancha.model.written import as_written, plain

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
"""What spreadsheet programs show in place of a value they could not work out, in several languages."""
_LIBRE_ERROR = re.compile(r"Err:\d{3}\Z")
_NUMBER_STARTS = frozenset("-0123456789")
GUESSED = _NUMBER_STARTS | frozenset("#E") | {word[0] for word in _TRUTHS}
"""How texts begin that may be numbers, errors or truths."""


Run: TypeAlias = tuple[str, bool, bool]
"""A part of a text, whether it is bold, and whether it is in italics."""


class Formatted(str):
    """The text of a cell, parts of which (`runs`) are bold or in italics."""

    __slots__ = ("runs",)
    runs: tuple[Run, ...]

    def __new__(cls, runs: Sequence[Run]) -> Formatted:
        """The text that `runs` make."""
        made = super().__new__(cls, "".join(text for text, _, _ in runs))
        made.runs = tuple(runs)
        return made

    def strip(self, chars: str | None = None) -> str:
        """The text itself: its ends hold no spaces that count."""
        return self if chars is None else super().strip(chars)

    def marked(self, change: Callable[[str], str] = str) -> str:
        """The text with markup for what is bold and in italics, each part of it changed."""
        return "".join(_marked(change(text), bold, italic) for text, bold, italic in self.runs).strip()


def as_marked(cell: Any) -> Any:
    """A cell with markup where it is formatted."""
    return cell.marked() if cell.__class__ is Formatted else cell


def _marked(text: str, bold: bool, italic: bool) -> str:
    for tag, wanted in (("i", italic), ("b", bold)):
        if wanted and text.strip():
            inner = text.strip()
            start = text.index(inner)
            text = f"{text[:start]}<{tag}>{inner}</{tag}>{text[start + len(inner) :]}"
    return text


class CellError(UserError):
    """A cell that is not what its column asks for; `hint` is the likely fix."""


def converter(kind: str, decimal: str, separator: str, typed: bool) -> Convert:
    """Return what turns a cell (stripped, not empty) into a value; it raises CellError.

    `typed`: numbers come as such, and a text of digits is meant as text.
    """
    auto = _typed if typed else _guess(_COMMA if decimal == "comma" else _POINT)
    number = _guess(_COMMA if decimal == "comma" else _POINT)
    if kind == "text":
        return _text
    if kind == "list":
        item = _guess(_COMMA if decimal == "comma" else _POINT)
        return lambda cell: _list(cell, separator, item)
    if kind == "boolean":
        return _truth
    if kind in ("number", "whole"):
        return lambda cell: plain(_number(number(cell), kind == "whole", decimal))
    return auto


def _typed(cell: Any) -> Any:
    if cell.__class__ is str and (cell in _ERRORS or (cell[:4] == "Err:" and _LIBRE_ERROR.match(cell))):
        raise CellError(f"the formula gives {cell}", "mend the formula")
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
