"""The files of a kit: its PDFs and the manifest that tells of them, written together or not at all."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import asdict

from prancha.building.filenames import kit_names
from prancha.building.leaves import count_rows
from prancha.building.order import Kit, Order
from prancha.export.manifest_file import manifest
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, WrittenPdf, write_listed
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Diagnostic
from prancha.model.face import Portfolio
from prancha.model.game import Game
from prancha.model.localised_text import resolve_texts
from prancha.model.printing import Flip
from prancha.model.sheet import Paper
from prancha.system.atomic_files import refuse_unwritable, write_set
from prancha.system.cache import NOTHING, Pack
from prancha.system.contents import Chunks
from prancha.system.safe_open import refuse_linked_output


def refuse_folder(order: Order, game: Game, paper: Paper, part: str = "") -> None:
    """Raise Failure where the kit could not be written, with the words that `write_kit` would have."""
    names = kit_names(order, game.id, game.languages, paper.name, part)
    refuse_unwritable(_folder(order, game), (*names.pdfs, names.manifest))


def write_pdfs(
    order: Order, game: Game, lang: str, portfolio: Portfolio, book: FontBook,
    parts: Sequence[Sequence[PdfPage]], flip: Flip, pack: Pack = NOTHING,
) -> list[WrittenPdf]:  # fmt: skip
    """The file of each part that has pages; `pack` keeps what is on them."""
    about = about_kit(game, lang)
    return [
        write_listed(
            part,
            portfolio,
            book=book,
            about=about,
            flip=flip,
            show_safe=order.show_safe,
            press=order.press,
            pack=pack,
        )
        for part in parts
        if part
    ]


def about_kit(game: Game, lang: str) -> About:
    """What the PDF of a kit says of itself."""
    titles = [family.title[lang] for family in game.families]
    return About(
        game.title, author=", ".join(game.designers), lang=lang,
        subject=game.subtitle.get(lang) or ", ".join(titles), keywords=("print and play", *titles),
        rights=str(resolve_texts(game.licence, lang, game.languages)),
    )  # fmt: skip


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
) -> Kit:
    """Write PDFs and manifest; a `part` of a kit, such as "since-v1", has names of its own.

    `ppi` are the pixels per inch below which a picture is an error, and a warning, in this game.
    """
    folder = _folder(order, game)
    names = kit_names(order, game.id, game.languages, paper.name, part, backs=len(written) > 1)
    files = {name: file.content for name, file in zip(names.pdfs, written, strict=True)}
    where: dict[str, list[int]] = {}
    for number, page in enumerate(pages, 1):
        if page.sheet is not None and page.sheet.side == "front":
            for placement in page.sheet.placements:
                where.setdefault(placement.piece.item, []).append(number)
    printer = asdict(order.printer) if order.printer else None
    text = manifest(
        game, lang, paper=paper.name, duplex=order.duplex, pages=where, page_count=len(pages),
        files={name: (len(file), file.sha256) for name, file in files.items()}, placed=placed,
        ink=order.ink, printer=printer, ppi=ppi, press=order.press,
    )  # fmt: skip
    # The manifest comes last: where it fits the files, the set is complete.
    files[names.manifest] = Chunks([text])
    write_set(folder, files)
    pdf, *others = (folder / name for name in names.pdfs)
    papers = [(page.sheet, page.plan) for page in pages if page.sheet is not None and page.plan is not None]
    return Kit(
        game.id, game.title, pdf=pdf, manifest=folder / names.manifest, pages=len(pages),
        rows=count_rows(game, papers, lang), seconds=time.perf_counter() - started, notes=notes,
        backs=others[0] if others else None,
        written={name: file.sha256 for name, file in files.items()},
    )  # fmt: skip


def _folder(order: Order, game: Game) -> Path:
    """Where the kit goes; raises Failure where that is the project's own folder and a link out of it."""
    folder = (order.out or order.project / "output") / game.id
    if order.out is None:
        refuse_linked_output(order.project, folder)
    return folder
