"""Layouts: drawings with named slots for any list, and looks, which give them colours, fonts and frames."""

from prancha.setup.layouts.dressed_game import (
    AUTO,
    Dressed,
    dress,
    dress_to_print,
    printing_faults,
    resize,
    use_drawing,
)
from prancha.setup.layouts.filled_layout import LayoutFields, fill_layout
from prancha.setup.layouts.layout_files import LAYOUTS, Layout, Look, find_layout, find_look, layouts, looks
from prancha.setup.layouts.layout_pages import write_layout_pages

__all__ = [
    "AUTO",
    "LAYOUTS",
    "Dressed",
    "Layout",
    "LayoutFields",
    "Look",
    "dress",
    "dress_to_print",
    "fill_layout",
    "find_layout",
    "find_look",
    "layouts",
    "looks",
    "printing_faults",
    "resize",
    "use_drawing",
    "write_layout_pages",
]
