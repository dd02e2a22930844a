"""What the program needs of the machine it runs on, in two homes: a desk, and a page of a browser.

A desk is a computer with processes, links, locks and Pillow.  A page runs Python compiled to WebAssembly
(Pyodide): one process, files in memory, no ceilings, no Pillow.  This module finds out once which it is;
others call its names and never ask.  Both homes have the same names with the same parameters
(tests/unit/system/test_machine_door.py compares them), and `desk` documents them.
"""

import sys

from prancha.system.machine import settled_pictures

if sys.platform == "emscripten":
    from prancha.system.machine import browser as home
else:
    from prancha.system.machine import desk as home

ENCODES_PICTURES = home.ENCODES_PICTURES
FORKS = home.FORKS
LOCKS_FOLDERS = home.LOCKS_FOLDERS
REMOVES_OPEN_FILES = home.REMOVES_OPEN_FILES
TELLS_CHANGES = home.TELLS_CHANGES
as_png = home.as_png
defer_pillow = home.defer_pillow
draw_svg = home.draw_svg
limit_memory = home.limit_memory
limit_processor = home.limit_processor
lock = home.lock
memory_allowed = home.memory_allowed
memory_used = home.memory_used
second_name = home.second_name
settle_pictures = settled_pictures.settle_pictures
standard_error_silenced = home.standard_error_silenced
sync_folder = home.sync_folder
yaml_loader = home.yaml_loader
