"""Where the glyphs of a finished PDF stand, read from its content streams (ISO 32000-1, 9.4).

A reading of its own: it shares no code with what wrote the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pikepdf

from prancha.checks.proof.inline_faces import unfold

Matrix = tuple[float, float, float, float, float, float]
_UNIT: Matrix = (1, 0, 0, 1, 0, 0)


class Shown(NamedTuple):
    """A glyph at its origin, in units of the form it is in; `font` is its name without the subset's tag."""

    font: str
    gid: int
    x: float
    y: float


class Drawn(NamedTuple):
    """The face of a piece on page `page` (from 0): `matrix` takes its frame to the page, in points."""

    page: int
    matrix: Matrix
    glyphs: list[Shown]


def faces_of(pdf: Path) -> dict[str, Drawn]:
    """The face of each piece by the piece's item, its glyphs in the order and the frame of the face."""
    found: dict[str, Drawn] = {}
    with pikepdf.open(pdf) as document:
        unfold(document)
        for number, page in enumerate(document.pages):
            item, place, stack = "", _UNIT, list[Matrix]()
            for operands, operator in pikepdf.parse_content_stream(page):
                name = str(operator)
                if name == "q":
                    stack.append(place)
                elif name == "Q":
                    place = stack.pop()
                elif name == "cm":
                    place = _times(_numbers(operands), place)
                elif name == "BDC" and str(operands[0]) == "/Piece":
                    item = str(operands[1]["/Item"])
                elif name == "Do" and item:
                    form = page.resources["/XObject"][str(operands[0])]
                    matrix = _times(_numbers(form.get("/Matrix", _UNIT)), place)
                    found[item], item = Drawn(number, matrix, list(_Reader(form).glyphs())), ""
    return found


class _Reader:
    """Reads one form."""

    def __init__(self, form: pikepdf.Object) -> None:
        self._form = form
        self._fonts: dict[str, tuple[str, dict[int, float]]] = {}

    def glyphs(self) -> Iterator[Shown]:
        """Follow the operators."""
        stack: list[Matrix] = []
        place, text, state = _UNIT, _UNIT, {"Tc": 0.0, "Tz": 100.0, "Ts": 0.0}
        name, widths, size = "", dict[int, float](), 0.0
        for operands, operator in pikepdf.parse_content_stream(self._form):
            word = str(operator)
            if word == "q":
                stack.append(place)
            elif word == "Q":
                place = stack.pop()
            elif word == "cm":
                place = _times(_numbers(operands), place)
            elif word == "BT":
                text = _UNIT
            elif word == "Tm":
                text = _numbers(operands)
            elif word in state:
                state[word] = float(operands[0])
            elif word == "Tf":
                name, widths = self._font(str(operands[0]))
                size = float(operands[1])
            elif word in ("Tj", "TJ"):
                for part in operands[0] if word == "TJ" else operands:
                    if not isinstance(part, pikepdf.String):
                        text = _times((1, 0, 0, 1, -float(part) / 1000 * size, 0), text)
                        continue
                    codes = bytes(part)
                    for k in range(0, len(codes), 2):
                        gid = int.from_bytes(codes[k : k + 2], "big")
                        at = _times((1, 0, 0, 1, 0, state["Ts"]), _times(text, place))
                        yield Shown(name, gid, at[4], at[5])
                        text = _times((1, 0, 0, 1, widths[gid] / 1000 * size + state["Tc"], 0), text)
            else:
                assert word not in ("Td", "TD", "T*", "'", '"', "TL", "Tw"), f"{word} is not written"
        assert state == {"Tc": 0.0, "Tz": 100.0, "Ts": 0.0}, "a text leaves its settings behind"

    def _font(self, key: str) -> tuple[str, dict[int, float]]:
        if key not in self._fonts:
            font = self._form["/Resources"]["/Font"][key]
            (descendant,) = font["/DescendantFonts"]
            rows = list(descendant["/W"])
            widths = {
                int(rows[k]) + n: float(width)
                for k in range(0, len(rows), 2)
                for n, width in enumerate(rows[k + 1])
            }
            self._fonts[key] = str(font["/BaseFont"]).split("+")[-1], widths
        return self._fonts[key]


def _numbers(operands: object) -> Matrix:
    a, b, c, d, e, f = (float(each) for each in operands)  # type: ignore[attr-defined]
    return a, b, c, d, e, f


def _times(m: Matrix, n: Matrix) -> Matrix:
    return (
        m[0] * n[0] + m[1] * n[2], m[0] * n[1] + m[1] * n[3], m[2] * n[0] + m[3] * n[2],
        m[2] * n[1] + m[3] * n[3], m[4] * n[0] + m[5] * n[2] + n[4], m[4] * n[1] + m[5] * n[3] + n[5],
    )  # fmt: skip
