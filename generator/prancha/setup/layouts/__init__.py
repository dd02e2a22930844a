"""Layouts: drawings with named slots for any list, and looks, which give them colours, fonts and frames."""

from prancha.setup.layouts.dressed_game import AUTO, PLAIN_LOOK, GameDresser, dress_started
from prancha.setup.layouts.filled_layout import LayoutFields, fill_layout
from prancha.setup.layouts.layout_files import LAYOUTS, Look, find_layout, find_look, layouts, looks
from prancha.setup.layouts.layout_pages import first_faces, write_layout_pages

__all__ = [
    "AUTO",
    "LAYOUTS",
    "PLAIN_LOOK",
    "GameDresser",
    "LayoutFields",
    "Look",
    "dress_started",
    "fill_layout",
    "find_layout",
    "find_look",
    "first_faces",
    "layouts",
    "looks",
    "write_layout_pages",
]
