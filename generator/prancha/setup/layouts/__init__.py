"""Layouts: drawings with named slots for any list, and looks, which give them colours, fonts and frames."""

from prancha.setup.layouts.filled_layout import FilledLayout, LayoutFields, Places, fill_layout, places_in
from prancha.setup.layouts.layout_files import (
    LAYOUTS,
    PLAIN_LOOK,
    Frame,
    Layout,
    Look,
    find_layout,
    find_look,
    layouts,
    looks,
)
from prancha.setup.layouts.stat_cells import MOST_LETTERS

__all__ = [
    "LAYOUTS",
    "MOST_LETTERS",
    "PLAIN_LOOK",
    "FilledLayout",
    "Frame",
    "Layout",
    "LayoutFields",
    "Look",
    "Places",
    "fill_layout",
    "find_layout",
    "find_look",
    "layouts",
    "looks",
    "places_in",
]
