"""A keyword of game.yaml that no printed text names.

It is translated for nobody; most likely a text writes its name without the brackets that make it one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Printed

CODE = "unused-keyword"
OPTIONS: Mapping[str, Any] = {}


def look(printed: Printed, _: Mapping[str, Any]) -> Iterator[FaceFinding]:
    """Yield the keywords that no text names and no template shows."""
    game = printed.game
    for name in game.keywords:
        if name not in printed.used.keywords and name not in printed.elsewhere:
            yield FaceFinding(
                CODE, "warning", f"no text names the keyword {name}", hint=f"write [[{name}]], or remove it",
                text=name, about=name,
                place=game.places.get(f"keywords.{name}", game.places.get("keywords", game.place)),
            )  # fmt: skip
