"""Sizes of pieces that a list gives: one family has one size, so that they are told, not taken."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from prancha.setup.new_game.cell_values import is_number
from prancha.setup.new_game.proposal import Proposed
from prancha.setup.new_game.sizes import Size

_LENGTH = r"\d+(?:[.,]\d+)?\s*(?:mm|cm|in|inch|inches|\"|″)"
_MEASURE = re.compile(rf"(?:{_LENGTH}|\d+(?:[.,]\d+)?)(?:\s*[x×]\s*{_LENGTH})+\Z|{_LENGTH}\Z", re.I)
_NAMES = frozenset(
    "size width height diameter length größe breite höhe durchmesser länge tamanho largura altura diâmetro "
    "comprimento tamaño ancho alto diámetro taille largeur hauteur diamètre longueur larghezza altezza "
    "diametro".split()
)
_MOST = 3


def is_measure(one: Proposed) -> bool:
    """Whether all values of a field are lengths or sizes with their unit: `15 mm`, `2 x 3 in`."""
    return bool(one.values) and all(bool(_MEASURE.match(str(value).strip())) for value in one.values)


def measures_told(fields: Sequence[Proposed], size: Size, cards: bool) -> Iterator[str]:
    """Tell columns that give sizes; `cards` may have numbers called so that are none."""
    for one in fields:
        numbers = not cards and _NAMES & set(one.name.split("_")) and all(map(is_number, one.values))
        if one.out or not one.values or not (numbers or is_measure(one)):
            continue
        values = list(dict.fromkeys(str(value) for value in one.values))
        some = ", ".join(values[:_MOST]) + (", ..." if len(values) > _MOST else "")
        whole = f"{size.width:g} x {size.height:g} mm"
        way = "change size:, or make a family for each"
        yield f'size: not from "{one.heading}" ({some}; all of a family have one size, {whole}: {way})'
