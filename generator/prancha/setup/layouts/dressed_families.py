"""Dress all families that a game was begun with from lists, as far as a layout takes their outlines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from prancha.catalogue import load_game
from prancha.model.diagnostic import Failure
from prancha.model.units import Mm
from prancha.setup.layouts.dressed_game import (
    AUTO,
    dress,
    dress_to_print,
    printing_faults,
    refuse_outline,
    resize,
    use_drawing,
)
from prancha.setup.layouts.layout_files import find_layout
from prancha.setup.new_game.project import Started


def dress_started(
    project: Path,
    started: Started,
    layout: str,
    look: str,
    fresh: bool = True,
    roles: Mapping[str, str] = {},
    size: tuple[Mm, Mm] | None = None,
    drawing: Path | None = None,
    tried: bool = True,
) -> Started:
    """Give the families that were begun with lists the drawing of a layout; "" is the one that suits.

    `roles` are those that columns were asked to have, by their headings; `size` is another size of the
    components, and a `drawing` of the user's stands in place of a layout.  `tried` builds the game once to
    see whether it prints.  Raises Failure.
    """
    fields = {
        one.field: roles[name] for one in started.guessed.columns for name in one.headings if name in roles
    }
    guesses, notes, written = list(started.guesses), list(started.notes), list(started.files)
    if size:
        guesses = [line for line in guesses if "size: " not in line]
    several = len(started.families) > 1
    for family in started.families:
        mark = f"{family}: " if several else ""
        if size:
            resize(project, started.game, family, size)
        own = layout or AUTO
        if several and not drawing and own != AUTO and not _takes(project, started.game, family, own):
            own = "token"
            if not _takes(project, started.game, family, own):
                notes.append(f"{mark}keeps its template, for no layout has its outline")
                continue
        if drawing:
            dressed = use_drawing(project, started.game, family, drawing)
        elif own == AUTO:
            dressed, _ = dress_to_print(project, started.game, family, look, fresh=fresh, roles=fields)
        else:
            dressed = dress(project, started.game, family, own, look, fresh=fresh, roles=fields)
        if not drawing and (own == AUTO or own != layout):
            guesses.append(f"{mark}layout: {dressed.layout} (by the columns)")
        written += dressed.files
        notes += [mark + note for note in dressed.notes]
    return replace(
        started,
        files=tuple(dict.fromkeys(path for path in written if path.exists())),
        notes=tuple(notes),
        guesses=tuple(guesses),
        wrong=printing_faults(project, started.game) if tried else (),
    )


def _takes(project: Path, game_id: str, family_id: str, layout: str) -> bool:
    """Return whether a layout takes the outline of a family."""
    family = load_game(project / "components" / game_id, project).family(family_id)
    try:
        refuse_outline(family, find_layout(layout))
    except Failure:
        return False
    return True
