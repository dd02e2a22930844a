"""Two components with different ids that print the same, front and back.

Either a field was meant to show and does not, or one item with more `copies` is enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Printed
from prancha.model.game import Item

CODE = "twin-faces"
OPTIONS: Mapping[str, Any] = {}


def look(printed: Printed, _: Mapping[str, Any]) -> Iterator[FaceFinding]:
    """Yield every item that prints like an earlier one."""
    first: dict[tuple[str, ...], Item] = {}
    for family in printed.game.families:
        for item in family.items:
            key = item.key
            front, back = printed.fronts.get(key), printed.backs.get(key)
            shown = front.digest if front else "", back.digest if back else ""
            twin = first.setdefault(shown, item)
            if twin is not item:
                named = twin.id if twin.family == item.family else twin.key
                yield FaceFinding(
                    CODE,
                    "warning",
                    f'prints exactly like "{named}"',
                    hint="show what tells them apart, or make them one item with more copies",
                    item=item.key,
                    family=family.id,
                    template=family.template,
                    about=twin.key,
                    place=item.place,
                )
