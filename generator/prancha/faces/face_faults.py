"""The faults of faces and pages: what was raised while one was drawn, told where it was written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from prancha.faces.error_places import page_place, text_place
from prancha.faces.faults import FaceFault, IconError, ManyFaults, MissingNameError, distinct_faults, fault
from prancha.faces.missing import missing_field, missing_name, nothing_given
from prancha.model.diagnostic import Place
from prancha.model.game import Game, Item


class FaceFaults:
    """Tells what goes wrong with the faces of `game` in `lang`; templates see the names `given` to all."""

    def __init__(self, game: Game, lang: str, given: Mapping[str, Any]) -> None:
        self._game, self._lang, self._given = game, lang, given

    def of_item(self, error: Exception, item: Item, context: Mapping[str, Any]) -> Iterator[FaceFault]:
        """The faults of a face of `item`, at the field whose text is at fault; the item if none is."""
        for each in distinct_faults(error):
            text = getattr(each, "text", "")
            place = self.field(item, text) if text else item.place
            yield from self.at(each, place, item, context)

    def of_page(self, error: Exception, page: Place, context: Mapping[str, Any]) -> Iterator[FaceFault]:
        """The faults of a page of the program's own; `page` is where the game asks for it."""
        for each in distinct_faults(error):
            text = getattr(each, "text", "")
            place = (page_place(self._game, self._lang, text) if text else None) or page
            yield from self.at(each, place, None, context)

    def at(
        self, error: Exception, place: Place, item: Item | None, context: Mapping[str, Any]
    ) -> tuple[FaceFault, ...]:
        """The faults of one error at `place`, on `item` if it was one that was drawn."""
        key = item.key if item is not None else ""
        if isinstance(error, ManyFaults):
            return tuple(replace(each, item=each.item or key) for each in error.faults)
        if isinstance(error, MissingNameError) and error.item is not None:
            return (missing_field(error, place, key, self._game),)
        if isinstance(error, MissingNameError) and error.name:
            known = {name for name in (*self._given, *context) if not name.startswith("svg_")}
            fields = set(dict.keys(context.get("item", {})))
            if "svg_words" in self._given:  # drawings name fields by themselves
                known, fields = known | fields, set()
            error.hint = missing_name(error, known, fields)
        told = fault(error, place, key)
        if isinstance(error, IconError) and item is not None and ".svg:" in told.message:
            told = _meant_as_field(told, item)
        return (nothing_given(told, item) if item and getattr(error, "empty", False) else told,)

    def field(self, item: Item, value: str) -> Place:
        """The one field of `item` that has this value, the item where none or several have."""
        return text_place(item, self._lang, self._game.languages, value)


def _meant_as_field(told: FaceFault, item: Item) -> FaceFault:
    """A fault about an icon in a drawing, with what to write where its name is that of a field: `{Name}`."""
    named = re.search(r'"([^"]+)"', told.message)
    field = re.sub(r"\W+", "_", named[1].lower()).strip("_") if named else ""
    if field not in item.fields:
        return told
    return replace(told, hint=f"write {{{{ {field} }}}} for the value of the field; or {told.hint}")
