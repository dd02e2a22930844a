"""A word of `texts` that no template ever asked for.

It is translated for nobody, or the template that should print it has it written out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Printed

CODE = "unused-text"
OPTIONS: Mapping[str, Any] = {}


def look(printed: Printed, _: Mapping[str, Any]) -> Iterator[FaceFinding]:
    """Yield the keys of `texts` that nothing uses."""
    game = printed.game
    for name in game.texts:
        if name not in printed.used.texts and name not in printed.elsewhere:
            place = game.places.get(f"texts.{name}", game.places.get("texts", game.place))
            yield FaceFinding(
                CODE, "warning", f"no template uses texts.{name}", hint="use it, or remove it",
                text=name, about=name, place=place,
            )  # fmt: skip
