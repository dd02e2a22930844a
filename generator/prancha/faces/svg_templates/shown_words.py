"""The words of a drawing as one component shows them, and how wide they are."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from prancha.faces.svg_templates.drawing_objects import TypeStyle
from prancha.faces.text.typesetter import Typesetter
from prancha.model.diagnostic import UserError
from prancha.model.units import Mm

_FIELD = re.compile(r"\{\{\s*(?:item\.)?([^\W\d][\w.]*)\s*\}\}")


class ShownWords:
    """Fills in the fields of one item; `fonts` are the families and roles that a drawing may name."""

    def __init__(self, fonts: Collection[str], typesetter: Typesetter, item: Mapping[str, Any]) -> None:
        self.fonts, self._typesetter, self._item = fonts, typesetter, item

    def filled(self, words: str) -> str:
        """Words with the values of their fields; other expressions stay as they are written."""
        return _FIELD.sub(lambda found: self._value(found[1], found[0]), words)

    def width(self, words: str, look: TypeStyle) -> Mm:
        """The width in mm of words of a drawing in a look.  Raises ValueError for what cannot be set."""
        try:
            return self._typesetter.text_width(
                self.filled(words),
                look.size,
                font=look.font,
                weight=look.weight,
                italic=look.italic,
                tracking=look.tracking,
            )
        except UserError as error:
            raise ValueError(error.message) from None

    def _value(self, path: str, written: str) -> str:
        value: Any = self._item
        for name in path.split("."):
            if not isinstance(value, Mapping) or name not in value:
                return written
            value = value[name]
        return str(value)
