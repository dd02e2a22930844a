"""What the program needs of the machine it runs on, in two homes: a desk, and a page of a browser.

A desk is a computer with processes, links, locks and Pillow.  A page runs Python compiled to WebAssembly
(Pyodide): one process, files in memory, no ceilings, no Pillow.  This module finds out once which it is;
others call its names and never ask.  Both homes have the same names with the same parameters
(tests/unit/system/test_machine_door.py compares them), and `desk` documents them.
"""

import sys

from prancha.system.machine.settled_pictures import settle_pictures

if sys.platform == "emscripten":
    from prancha.system.machine.browser import (
        ENCODES_PICTURES,
        FORKS,
        LOCKS_FOLDERS,
        REMOVES_OPEN_FILES,
        TELLS_CHANGES,
        as_png,
        defer_pillow,
        draw_svg,
        limit_memory,
        limit_processor,
        lock,
        memory_allowed,
        memory_used,
        second_name,
        standard_error_silenced,
        sync_folder,
        yaml_loader,
    )
else:
    from prancha.system.machine.desk import (
        ENCODES_PICTURES,
        FORKS,
        LOCKS_FOLDERS,
        REMOVES_OPEN_FILES,
        TELLS_CHANGES,
        as_png,
        defer_pillow,
        draw_svg,
        limit_memory,
        limit_processor,
        lock,
        memory_allowed,
        memory_used,
        second_name,
        standard_error_silenced,
        sync_folder,
        yaml_loader,
    )

__all__ = [
    "ENCODES_PICTURES",
    "FORKS",
    "LOCKS_FOLDERS",
    "REMOVES_OPEN_FILES",
    "TELLS_CHANGES",
    "as_png",
    "defer_pillow",
    "draw_svg",
    "limit_memory",
    "limit_processor",
    "lock",
    "memory_allowed",
    "memory_used",
    "second_name",
    "settle_pictures",
    "standard_error_silenced",
    "sync_folder",
    "yaml_loader",
]
