"""Layouts: drawings with named slots for any list, and looks, which give them colours, fonts and frames."""

from prancha.setup.layouts.filled_layout import LayoutFields, fill_layout
from prancha.setup.layouts.layout_files import LAYOUTS, Layout, Look, find_layout, find_look, layouts, looks

__all__ = [
    "LAYOUTS",
    "Layout",
    "LayoutFields",
    "Look",
    "fill_layout",
    "find_layout",
    "find_look",
    "layouts",
    "looks",
]
