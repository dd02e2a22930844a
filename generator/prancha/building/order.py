"""Orders and their results; importing this module loads nothing that builds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct, field

from prancha.model.diagnostic import Diagnostic
from prancha.model.face import Ink
from prancha.model.printing import DUPLEX, Duplex, DuplexName, Press, Printer
from prancha.model.units import Mm
from prancha.system.file_contents import refuse_linked_output

DEFAULT_PAPER = "a4"
RULEBOOK = "rulebook"
"""The word in `only` that prints the rulebook alone, in place of families."""
PSEUDO = "pseudo"
"""Pseudo-language of every game: its first language with longer words."""
DRAW, LAY_OUT, RENDER, INSPECT, WRITE = (
    "drawing its faces",
    "laying out its sheets",
    "rendering its faces",
    "checking its faces",
    "writing its files",
)
"""Names of steps 3 to 7 in progress and errors."""
PROGRESS_LINE = "progress: "
"""Prefix of progress lines for programs; then follow the step, the faces or files done, and their number."""
Progress = Callable[[str, str, int, int], None]
"""Called with the game, the name of the step, faces done so far and faces in all.

With 0 in all, what stands in place of the step is a sentence for the reader.
"""


class Order(Struct, frozen=True):
    """Options of a build.

    `paper` "" means the one of the sheet profile, or A4; `sheet` names such a
    profile; `gutter` stands over the families'.  `lang` None means each game's
    first language; `out` None means `<project>/output`.  With `cache`, what earlier builds
    found out is used; the bytes are the same.  `printer` is what every page is made for.
    `strict` takes warnings for errors: nothing is written then.  `only` names the families that are
    printed, `items` the components (`cards/owl`, `cards/5-9`); all of them when they are empty.  `copies`
    replaces those of every component, `sets` multiplies them.  A `draft` prints texts that do not fit,
    marked.
    A `plain_cover` has no pictures, which need Pillow.  Without `rulebook` the kit is built alone, even
    where the game declares one.
    Colours are made for a `press` where there is one.  A `longer` kit has pseudo-words in place of its
    texts (`lang` "pseudo" until a game is opened).
    """

    project: Path
    paper: str = ""
    lang: str | None = None
    duplex: DuplexName = "long"
    out: Path | None = None
    check: bool = True
    cover: bool = True
    plain_cover: bool = False
    sheet: str = ""
    gutter: Mm | None = None
    show_safe: bool = False
    cache: bool = True
    printer: Printer | None = None
    ink: Ink = "full"
    cut_contour: bool = False
    strict: bool = False
    only: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    copies: int | None = None
    sets: int = 1
    draft: bool = False
    longer: bool = False
    press: Press | None = None
    rulebook: bool = True

    @property
    def backs(self) -> Duplex:
        """How backs come behind fronts."""
        return DUPLEX[self.duplex]

    def folder_of(self, game: str) -> Path:
        """The folder of the files made of a game."""
        return (self.out or self.project / "output") / game


def output_folder(order: Order, game: str) -> Path:
    """The same; raises Failure where it is the project's own and a link that leads out of it."""
    folder = order.folder_of(game)
    if order.out is None:
        refuse_linked_output(order.project, folder)
    return folder


class Row(Struct, frozen=True):
    """One family in a kit: how many designs, different faces, copies, and front sheets it is on.

    `seconds` is how long its faces took to be laid out and drawn.
    `cuts` is the most straight cuts that one of its sheets takes; `scissors` says that
    these do not set it free.
    """

    family: str
    title: str
    stock: str
    designs: int
    copies: int
    sheets: int
    cuts: int = 0
    scissors: bool = False
    faces: int = 0
    seconds: float = 0.0


class Kit(Struct, frozen=True):
    """What a build wrote for one game; `backs` is the second file of `--duplex separate`.

    `written` has the sha256 of each file by its name, the manifest's too.
    `remarks` say what the program did of itself and a reader may want to know.  An
    `unchanged` one was not written again: it is what a build would have written, without the numbers of
    `sheets` of paper and of `minutes` that making it takes.
    """

    game: str
    title: str
    pdf: Path
    manifest: Path
    pages: int
    rows: tuple[Row, ...]
    seconds: float
    notes: tuple[Diagnostic, ...] = ()
    backs: Path | None = None
    remarks: tuple[str, ...] = ()
    unchanged: bool = False
    sheets: int = 0
    minutes: int = 0
    written: Mapping[str, str] = field(default_factory=dict)


class Ahead(Struct, frozen=True):
    """Number of items that workers drew in advance, and the seconds per family."""

    items: int = 0
    seconds: Mapping[str, float] = field(default_factory=dict)


def silent(_game: str, _step: str, _done: int, _all: int) -> None:
    """Progress callback that does nothing."""


def print_sentences(game: str, step: str, _done: int, whole: int) -> None:
    """Progress callback that prints sentences only, for processes without a progress bar."""
    if not whole:
        print(f"{game}: {step}", file=sys.stderr, flush=True)
