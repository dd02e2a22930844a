"""What the worker of a page that prints calls: choices become PDFs, and pages of these become pixels.

`prancha export --to web` makes such a page.  The program runs in the browser there, on a copy of the project,
and nothing but this module speaks with the page: JSON goes in and out, files lie in a folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct, field

from prancha.building import pipeline
from prancha.building.game_loading import ReadGame, read_game
from prancha.building.order import Order
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.face import Ink
from prancha.model.printing import DuplexName, Printer
from prancha.setup import printers_file
from prancha.system.crashes import caught

PRINTER = "page"
"""Name of the printer whose readings were typed into the page."""
Tell = Callable[[str, int, int], None]
"""Called with the name of a step, the faces done so far, and how many there are."""


class Choices(Struct, frozen=True, forbid_unknown_fields=True):
    """What was chosen in the page.

    `paper` is a name or a size such as `200 x 280 mm`.  `readings` are those of a calibration sheet, by their
    names, as typed.  With `since` only what changed after the snapshot of that name is printed; `only`
    and `items` are those of an order.
    """

    game: str
    lang: str
    paper: str = "a4"
    ink: Ink = "full"
    duplex: DuplexName = "long"
    cover: bool = True
    readings: Mapping[str, str] = field(default_factory=dict)
    since: str = ""
    only: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


class Made(Struct, frozen=True, omit_defaults=True):
    """The files that were made, by their names in the folder, or what is wrong, a message each.

    `idle`: nothing changed, so there is nothing to print.
    """

    files: tuple[str, ...] = ()
    pages: int = 0
    remarks: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    idle: bool = False


def print_choices(text: str, project: Path, folder: Path, tell: Tell) -> str:
    """Build what was chosen, of JSON of `Choices`, into `folder`; returns JSON of `Made`."""
    return _answer(lambda choices: _print(choices, project, folder, tell), text)


def print_calibration(text: str, project: Path, folder: Path) -> str:
    """Make the sheet to calibrate for the paper of `Choices`; returns JSON of `Made`."""
    return _answer(lambda choices: _calibrate(choices, project, folder), text)


def draw_page(data: bytes, number: int, width: int) -> tuple[int, int, bytes]:
    """Draw page `number`, from 0, of a PDF: width and height in pixels, and four bytes a pixel (RGBA)."""
    from prancha.export.page_pixels import page_pixels

    return page_pixels(data, number, width)


def _answer(make: Callable[[Choices], Made], text: str) -> str:
    try:
        choices = msgspec.json.decode(text, type=Choices)
        with caught(Place(""), "printing from a page"):
            made = make(choices)
    except msgspec.ValidationError as problem:
        made = Made(wrong=(f"the page asked for what the program does not know: {problem}",))
    except Failure as failure:
        made = Made(wrong=tuple(_sentence(one) for one in failure.diagnostics))
    return msgspec.json.encode(made).decode()


def _sentence(one: Diagnostic) -> str:
    """Return a finding for players, who have neither files nor codes: what is wrong, and what to do."""
    named = f"{one.item}: {one.message}" if one.item else one.message
    return f"{named}; {one.hint}" if one.hint else named


def order_of(choices: Choices, project: Path, folder: Path) -> Order:
    """Return the order of a build; raises Failure with every reading that is none.

    The checks of the game were made before the page was.
    """
    return Order(
        project,
        choices.paper,
        choices.lang,
        choices.duplex,
        folder,
        check=False,
        cover=choices.cover,
        plain_cover=True,  # a browser has no Pillow to paint them
        printer=_printer(choices.readings),
        ink=choices.ink,
        only=choices.only,
        items=choices.items,
        rulebook=False,
    )


def _printer(readings: Mapping[str, str]) -> Printer | None:
    values: dict[str, float] = {}
    wrong: list[Diagnostic] = []
    for name, text in readings.items():
        if not text.strip():
            continue
        if name not in printers_file.KINDS:
            wrong.append(Diagnostic(Place(""), "bad-reading", f'there is no reading "{name}"'))
            continue
        try:
            values[name] = printers_file.parse_reading(name, text)
        except ValueError as problem:
            wrong.append(Diagnostic(Place(""), "bad-reading", str(problem)))
    if wrong:
        raise Failure(wrong)
    return printers_file.with_readings(Printer(PRINTER), values) if values else None


def _print(choices: Choices, project: Path, folder: Path, tell: Tell) -> Made:
    order = order_of(choices, project, folder)

    def progress(_game: str, step: str, done: int, whole: int) -> None:
        if whole:
            tell(step, done, whole)

    remarks: tuple[str, ...] = ()
    if choices.since:
        from prancha.changes.reprint import build_changes

        changed = build_changes(order, (choices.game,), choices.since, progress=progress)
        if not changed.kits:
            return Made(idle=True, remarks=changed.remarks)
        [kit] = changed.kits
        remarks = changed.remarks
    else:
        kit = pipeline.build_game(order, choices.game, progress, read=_read(project, choices.game))
    files = [kit.pdf, *([kit.backs] if kit.backs is not None else [])]
    names = tuple(path.relative_to(folder).as_posix() for path in files)
    return Made(names, kit.pages, (*remarks, *kit.remarks))


@cache
def _read(project: Path, game: str) -> ReadGame:
    """Read a game once: the project of a page never changes."""
    return read_game(project, game, rules=False)


def _calibrate(choices: Choices, project: Path, folder: Path) -> Made:
    from prancha.setup.calibration import calibrate

    path = calibrate(project, choices.paper, folder, _printer(choices.readings))
    return Made((path.relative_to(folder).as_posix(),), 2)
