"""The calls that a translated drawing makes while a face is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from jinja2 import Undefined
from markupsafe import Markup

from prancha.faces.faults import FaceError
from prancha.faces.geometry import n
from prancha.faces.placed.art import PictureSet
from prancha.faces.placed.icons import IconSet
from prancha.faces.text.calls import Typesetter
from prancha.model.units import Mm

_WHITE = " \t\r\n"
"""What may be left out at the ends of a line; a no-break space may not."""


class SvgTemplateCalls:
    """Sets texts and places pictures of drawings; what is empty draws nothing."""

    def __init__(self, typesetter: Typesetter, icons: IconSet, art: PictureSet) -> None:
        self._typesetter, self._icons, self._art = typesetter, icons, art

    def calls(self) -> Mapping[str, Callable[..., Any]]:
        """The calls that draw, by the names that translations use."""
        return {
            "svg_line": self.line, "svg_paragraph": self.paragraph,
            "svg_art": self.art, "svg_icon": self.icon,
        }  # fmt: skip

    def words(self, *parts: Any) -> str:
        """The parts as one text: texts, numbers, and lists of these with commas.  Raises FaceError."""
        return "".join(map(_word, parts))

    def line(
        self, runs: Sequence[tuple[str, Mapping[str, Any]]], x: Mm, y: Mm, align: str, **fit: Any
    ) -> Markup:
        """Runs beside each other on one line, each with a look of its own, aligned as a whole about x."""
        shown = [(text, look) for text, look in runs if text]
        if len(shown) == 1:
            text, look = shown[0]
            return self._typesetter.label(text.strip(_WHITE), x, y, align=align, **look, **fit)
        widths = [self._advance(text, look) for text, look in shown]
        whole = sum(widths)
        if "width" in fit and whole > fit["width"]:
            raise FaceError(
                f"a line of several looks needs {whole:.1f} mm, its width is {fit['width']:g} mm",
                "shorten it",
            )
        at = x - whole * {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        drawn = []
        for (text, look), width in zip(shown, widths, strict=True):
            lead = self._advance(text[: len(text) - len(text.lstrip(_WHITE))], look)
            drawn.append(str(self._typesetter.label(text.strip(_WHITE), at + lead, y, **look)))
            at += width
        return Markup("".join(drawn))

    def paragraph(self, text: str, *box: Any, **look: Any) -> Markup:
        """A paragraph as templates write it."""
        return self._typesetter.paragraph(text, *box, **look) if text.strip(_WHITE) else Markup("")

    def art(self, path: Any, *box: Any, **how: Any) -> Markup:
        """A picture; nothing where the component names none."""
        return self._art.draw(path, *box, **how) if path not in ("", None) else Markup("")

    def icon(self, name: Any, *place: Any, **how: Any) -> Markup:
        """An icon; nothing where the component names none."""
        return self._icons.draw(name, *place, **how) if name not in ("", None) else Markup("")

    def _advance(self, text: str, look: Mapping[str, Any]) -> Mm:
        """The width of a run with the spaces at its ends."""
        if not text:
            return 0.0
        plain = {k: look[k] for k in ("font", "weight", "italic", "tracking") if k in look}
        frame = self._typesetter.text_width("||", look["size"], **plain)
        space = self._typesetter.text_width("| |", look["size"], **plain) - frame
        inner = text.strip(_WHITE)
        tracking = float(look.get("tracking", 0.0))
        # Letter-spacing follows the last letter too, where another run goes on.
        width = self._typesetter.text_width(inner, look["size"], **plain) + tracking if inner else 0.0
        return width + space * (len(text) - len(inner))


def _word(part: Any) -> str:
    if isinstance(part, Undefined):
        return str(part)  # raises, naming what is missing
    if isinstance(part, bool) or part is None or isinstance(part, Mapping):
        raise FaceError(
            f"{part!r:.40} is written here as if it were a text", "write its parts, or show it by if:"
        )
    if isinstance(part, float):
        return n(part)
    if isinstance(part, list | tuple):
        return ", ".join(map(_word, part))
    return str(part)
