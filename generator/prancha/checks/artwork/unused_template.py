"""A template in the game's folder that nothing draws with.

It will be mended, translated and wondered about in vain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Printed

CODE = "unused-template"
OPTIONS: Mapping[str, Any] = {}


def look(printed: Printed, _: Mapping[str, Any]) -> Iterator[FaceFinding]:
    """Yield the templates that no family, cover or other template uses."""
    for name in sorted(printed.templates - printed.used.templates - printed.elsewhere):
        yield FaceFinding(
            CODE, "warning", f'nothing is drawn with the template "{name}"',
            hint="name it in a family file, or delete it", template=name, about=name,
            place=printed.game.place,
        )  # fmt: skip
