"""What a rules file leaves free: values that no rulebook fixes, each with the reason.

    free:
      modifiers.board: "an example position, arranged for the picture"
      tables.wall: "how wide the joints are"

They are no facts, so no rule is asked to hold them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from prancha.checks.rules.fields import MISSING, reach, reader, show
from prancha.model.diagnostic import Diagnostic, suggestion
from prancha.model.document import Document, Path
from prancha.model.game import Game

FREE = "free"


def free(document: Document) -> tuple[str, ...]:
    """The dotted paths left free: `family.field`, `family.tables.x` or `tables.x`, with `*` for any."""
    given = document.data.get(FREE, {}) if isinstance(document.data, Mapping) else {}
    return tuple(map(str, given)) if isinstance(given, Mapping) else ()


def wrong_free(game: Game, document: Document) -> Iterator[Diagnostic]:
    """Yield what is wrong with the part: a path that leads nowhere hides nothing and reads as if it did."""
    given: Any = document.data.get(FREE, {}) if isinstance(document.data, Mapping) else {}
    at: Path = (FREE,)
    if not isinstance(given, Mapping):
        message = f'"free" must be paths and reasons, found {show(given)}'
        hint = 'write free: {family.field: "why"}'
        yield Diagnostic(document.place(at), "bad-value", message, "", hint)
        return
    for path, why in given.items():
        place = document.place((*at, path))
        if not _reasoned(why, game.languages):
            message = f'"{path}" needs a reason as text, found {show(why)}'
            yield Diagnostic(place, "bad-value", message, "", "say why no rulebook fixes it")
        if not _leads(game, str(path)):
            message = f'nothing in the catalogue is called "{path}"'
            yield Diagnostic(place, "rule-unknown-field", message, "", suggestion(str(path), _known(game)))


def _reasoned(why: Any, languages: Collection[str]) -> bool:
    texts = why.values() if isinstance(why, Mapping) and set(why) == set(languages) else [why]
    return all(isinstance(text, str) and text.strip() for text in texts)


def _leads(game: Game, path: str) -> bool:
    head, _, rest = path.partition(".")
    if head == "tables":
        return reach(game.tables, rest.split(".")) is not MISSING
    family = next((family for family in game.families if family.id == head), None)
    if family is None or not rest:
        return False
    if rest.startswith("tables."):
        return reach(family.tables, rest.split(".")[1:]) is not MISSING
    return any(reader(rest)(item) is not MISSING for item in family.items)


def _known(game: Game) -> list[str]:
    fields = {
        f"{family.id}.{name}" for family in game.families for item in family.items for name in item.fields
    }
    tables = {f"{family.id}.tables.{name}" for family in game.families for name in family.tables}
    return [*fields, *tables, *(f"tables.{name}" for name in game.tables)]
