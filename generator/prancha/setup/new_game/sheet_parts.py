"""Parts of a proposed template: a field's words, and what is drawn only where it has a value."""

from __future__ import annotations

from collections.abc import Sequence

from prancha.setup.new_game.proposal import Proposed


def with_role(fields: Sequence[Proposed], role: str) -> Proposed | None:
    """Return the first field of a role; None when there is none."""
    return next((one for one in fields if one.role == role and not one.out), None)


def text_of(one: Proposed) -> str:
    """Return the words of a field as the calls that draw text want them."""
    if one.type == "list":
        return f"item.{one.name}|join({_joint(one)})"
    if one.type == "boolean":
        return f"('{{check}}' if item.{one.name} else '{{cross}}')"
    return f"item.{one.name}" + (" ~ ''" if one.type in ("auto", "whole", "number") else "")


def or_nothing(one: Proposed, words: str) -> str:
    """Return `words`, or no words on the cards whose cell is empty."""
    return f"({words} if '{one.name}' in item else '')" if one.gaps else f"({words})"


def guard(one: Proposed, drawn: str) -> str:
    """Return what draws a field, left out on the cards whose cell is empty."""
    return f"{{% if '{one.name}' in item %}}\n{drawn}{{% endif %}}\n" if one.gaps else drawn


def _joint(one: Proposed) -> str:
    return "'\\n'" if one.role == "text" else "', '"
