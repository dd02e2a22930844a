"""Which raw items need no closer look, so that many are read together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from prancha.catalogue.items import ID, LONGEST_ID, MOST_COPIES, NESTED, RESERVED, PlainItems
from prancha.model.game import digest_of_fields
from prancha.model.written import plain

_JUDGED = frozenset(("source", "why", "assumed"))
"""Keys whose values are looked at together with others."""


def plain_items(raws: Sequence[Mapping[str, Any]]) -> PlainItems | None:
    """What is to be known of raw items none of which need a closer look; None where one does, or none is.

    These have a right id and number of copies, no other reserved key, and no texts per language.
    """
    ids: list[str] = []
    digests: list[str] = []
    names: dict[str, None] = {}
    for raw in raws:
        name, copies = raw.get("id"), plain(raw.get("copies", 0))
        if isinstance(name, int) and not isinstance(name, bool):
            name = str(name)
        if not isinstance(name, str) or not ID.match(name) or len(name) > LONGEST_ID:
            return None
        if copies.__class__ is not int or not 0 <= copies <= MOST_COPIES:
            return None
        if not _JUDGED.isdisjoint(raw) or not NESTED.isdisjoint(map(type, raw.values())):
            return None
        ids.append(name)
        own = {name: value for name, value in raw.items() if name not in RESERVED}
        digests.append(digest_of_fields(own))
        names.update(dict.fromkeys(own))
    if not ids or len(set(ids)) < len(ids):
        return None
    return PlainItems(ids, digests, [*names])
