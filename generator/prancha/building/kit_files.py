"""The files of a kit, their names, and the manifest that lists them, written together or not at all."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import asdict

from prancha.building.leaves import count_rows
from prancha.building.order import DEFAULT_PAPER, PSEUDO, Kit, Order, output_folder
from prancha.export.manifest_file import write_manifest
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, WrittenPdf
from prancha.model.diagnostic import Diagnostic
from prancha.model.game import Game
from prancha.model.localised_text import resolve_texts
from prancha.model.printing import USUAL_LIMIT, Press
from prancha.model.sheet import Paper
from prancha.system.atomic_files import refuse_unwritable, write_set
from prancha.system.file_contents import Chunks

if TYPE_CHECKING:
    from prancha.building.rulebook_files import BookFiles

MANIFEST = "manifest.json"
"""Manifest of a kit built without options; others are named like their PDF."""
_LONGEST = 60
"""Maximum length of a name that lists what is printed."""


class KitNames(Struct, frozen=True):
    """File names of a kit: its PDF, or one for fronts and one for backs; and its manifest."""

    pdfs: tuple[str, ...]
    manifest: str


def kit_names(
    order: Order, game: str, languages: Sequence[str], paper: str, part: str = "", backs: bool = False
) -> KitNames:
    """Names of the files that `order` makes of a game; the first of `languages` is its default.

    `part` names what of the game is in it, "" being all; `backs`, whether backs have a file of their own.
    """
    stem = "-".join((game, paper, *_option_marks(order, languages, part)))
    if order.backs.apart:
        ends = ("fronts", "backs") if backs else ("fronts",)
        return KitNames(tuple(f"{stem}-{end}.pdf" for end in ends), f"{stem}-fronts.json")
    usual = stem == f"{game}-{DEFAULT_PAPER}"
    return KitNames((f"{stem}.pdf",), MANIFEST if usual else f"{stem}.json")


def part_name(order: Order, families: Sequence[str]) -> str:
    """Name of the printed part of a game: `only-cards`, `items-cards-5-9`, `sets-3`; "" for all of it."""
    parts = ["only-" + "+".join(families)] if order.only else []
    if order.items:
        listed = "items-" + "+".join(map(safe_name, order.items))
        if len(listed) > _LONGEST:
            digest = sha256(" ".join(order.items).encode()).hexdigest()[:8]
            listed = f"items-{len(order.items)}-{digest}"
        parts.append(listed)
    if order.copies is not None:
        parts.append(f"copies-{order.copies}")
    if order.sets > 1:
        parts.append(f"sets-{order.sets}")
    return "-".join(parts)


def press_name(press: Press) -> str:
    """Name of a press with its non-default settings: `cmyk`, `cmyk-PSO-Coated-v3-ink240-x1a`."""
    parts = ["cmyk"]
    if not press.profile.condition:
        parts.append(safe_name(press.profile.title)[:_LONGEST])
    if press.limit != USUAL_LIMIT:
        parts.append(f"ink{press.limit}")
    if press.rich is not None:
        parts.append("rich" + "-".join(f"{ink:g}" for ink in press.rich))
    if press.standard:
        parts.append(press.standard)
    return "-".join(parts)


def safe_name(text: str) -> str:
    """Replace each run of characters other than letters, digits, ".", "_" and "-" by one "-"."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip("-.") or "x"


def _option_marks(order: Order, languages: Sequence[str], part: str) -> Iterator[str]:
    if part:
        yield part
    if order.lang not in (None, languages[0]):
        yield str(order.lang)
    if order.sheet:
        yield f"on-{order.sheet}"
    if order.backs.mark:
        yield order.backs.mark
    if order.gutter is not None:
        yield f"gutter-{order.gutter:g}"
    if order.printer is not None:
        yield f"for-{order.printer.name}"
    if order.longer:
        yield PSEUDO
    if order.draft:
        yield "draft"
    if order.ink != "full":
        yield order.ink
    if order.press is not None:
        yield press_name(order.press)
    if order.cut_contour:
        yield "contour"
    if order.show_safe:
        yield "safe"
    if not order.cover:
        yield "no-cover"
    elif order.plain_cover:
        yield "plain-cover"


def refuse_folder(order: Order, game: Game, paper: Paper, part: str = "") -> None:
    """Raise the Failure that `write_kit` would raise if the kit obviously cannot be written."""
    names = kit_names(order, game.id, game.languages, paper.name, part)
    refuse_unwritable(output_folder(order, game.id), (*names.pdfs, names.manifest))


def about_kit(game: Game, lang: str) -> About:
    """Metadata of the PDF of a kit."""
    titles = [family.title[lang] for family in game.families]
    return About(
        game.title,
        author=", ".join(game.designers),
        lang=lang,
        subject=game.subtitle.get(lang) or ", ".join(titles),
        keywords=("print and play", *titles),
        rights=str(resolve_texts(game.licence, lang, game.languages)),
    )


def write_kit(
    order: Order,
    game: Game,
    lang: str,
    paper: Paper,
    pages: Sequence[PdfPage],
    written: Sequence[WrittenPdf],
    placed: str,
    started: float,
    notes: tuple[Diagnostic, ...],
    part: str = "",
    ppi: tuple[float, float] | None = None,
    rulebook: BookFiles | None = None,
) -> Kit:
    """Write PDFs and manifest; a `part` of a kit, such as "since-v1", has names of its own.

    The files of a `rulebook` are written with them.  `ppi` are the pixels per inch below which
    a picture is an error, and a warning, in this game.
    """
    folder = output_folder(order, game.id)
    names = kit_names(order, game.id, game.languages, paper.name, part, backs=len(written) > 1)
    files = {name: file.content for name, file in zip(names.pdfs, written, strict=True)}
    where: dict[str, list[int]] = {}
    for number, page in enumerate(pages, 1):
        if page.sheet is not None and page.sheet.side == "front":
            for placement in page.sheet.placements:
                where.setdefault(placement.piece.item, []).append(number)
    printer = asdict(order.printer) if order.printer else None
    text = write_manifest(
        game,
        lang,
        paper=paper.name,
        duplex=order.duplex,
        pages=where,
        page_count=len(pages),
        files={name: (len(file), file.sha256) for name, file in files.items()},
        placed=placed,
        ink=order.ink,
        printer=printer,
        ppi=ppi,
        press=order.press,
        rulebook=rulebook.told if rulebook else None,
    )
    files |= rulebook.files if rulebook else {}
    # The manifest is written last: if it matches the files, the set is complete.
    files[names.manifest] = Chunks([text])
    write_set(folder, files)
    pdf, *others = (folder / name for name in names.pdfs)
    papers = [(page.sheet, page.plan) for page in pages if page.sheet is not None and page.plan is not None]
    return Kit(
        game.id,
        game.title,
        pdf=pdf,
        manifest=folder / names.manifest,
        pages=len(pages),
        rows=count_rows(game, papers, lang),
        seconds=time.perf_counter() - started,
        notes=notes,
        backs=others[0] if others else None,
        written={name: file.sha256 for name, file in files.items()},
    )
