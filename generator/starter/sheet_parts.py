"""Parts of a proposed template: a field's words, and what is drawn only where it has a value."""

from __future__ import annotations

from collections.abc import Sequence

from generator.starter.proposal import Proposed


def with_role(fields: Sequence[Proposed], role: str) -> Proposed | None:
    """Return the first field of a role; None when there is none."""
    return next((one for one in fields if one.role == role), None)


def text_of(one: Proposed) -> str:
    """Return the words of a field as the calls that draw text want them."""
    if one.type in ("whole", "number"):
        return f"n(item.{one.name})"
    if one.type == "list":
        return f"item.{one.name}|join(', ')"
    return f"item.{one.name}" + (" ~ ''" if one.type == "auto" else "")


def guarded(one: Proposed, drawn: str) -> str:
    """Return what draws a field, left out on the cards whose cell is empty."""
    return f"{{% if '{one.name}' in item %}}\n{drawn}{{% endif %}}\n" if one.gaps else drawn
