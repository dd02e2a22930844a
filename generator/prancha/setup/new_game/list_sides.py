"""Lists with two sides: which columns stand on the back of their cards, and what both sides show."""

from __future__ import annotations

from collections.abc import Sequence

from prancha.setup.new_game.headings import Part, languages_of, normalized_heading, rank_of
from prancha.setup.new_game.list_meanings import PICTURES, SPOKEN, is_picture
from prancha.setup.new_game.proposal import Proposed


def give_sides(fields: Sequence[Proposed]) -> list[str]:
    """Put the columns whose headings name the back there, if others remain for the front; returns notes."""
    shown = [one for one in fields if not one.out]
    back = {one.name: rest for one in shown if (rest := _beside(one, "back")) is not None}
    others = [one for one in shown if one.name not in back and rank_of(one.heading) != "sure"]
    if not back or all(one.name == "id" or one.says("id") for one in others):
        return []
    for one in shown:
        pictures = bool(one.values) and all(map(is_picture, one.values))
        front = _beside(one, "front")
        rest = back.get(one.name, front)
        if rest is None:
            continue
        one.behind = one.name in back
        one.role = "art" if pictures else "title" if languages_of(rest, "title") else "text"
        one.why = f"its name says so; on the {'back' if one.behind else 'front'}"
    words = ", ".join(f'"{one.heading}"' for one in shown if one.behind)
    return [f"back: {words} (by the headings; for the front, move it in the drawings)"]


def _beside(one: Proposed, side: Part) -> str | None:
    """Return what a heading says besides its `side`, "" for nothing; None where it names no such side."""
    words = normalized_heading(one.heading).split()
    if languages_of(" ".join(words), side):
        return ""
    for word, rest in ((words[0], words[1:]), (words[-1], words[:-1])) if len(words) > 1 else ():
        said = " ".join(rest)
        known = any(languages_of(said, part) for part in SPOKEN) or said in PICTURES
        if known and languages_of(word, side):
            return said
    return None
