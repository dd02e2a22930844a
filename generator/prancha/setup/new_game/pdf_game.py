"""A game from somebody else's print-and-play PDF: its faces found, paired with backs, cut out and listed.

A face becomes a PDF of its own vectors, or a picture.  Both are of whole pixels that begin at the corner of
its trim, so that it can be laid out on other paper without a pixel more or less.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence, Set
from contextlib import ExitStack
from pathlib import Path

from msgspec import Struct
from PIL import Image

from prancha.catalogue import load_game
from prancha.catalogue.spreadsheet import slug
from prancha.model.box import grow
from prancha.model.diagnostic import first_of
from prancha.model.units import DPI, MM_PER_INCH, Mm
from prancha.setup.new_game.face_grids import Size, find_grid, grid_as_told, has_more, is_near
from prancha.setup.new_game.pdf_backs import FaceAt, FacePage, guess_backs, is_blank, pair
from prancha.setup.new_game.pdf_pages import PageMarks, PdfPages, refuse_pdf
from prancha.setup.new_game.plain_game import HEAD, family_head, game_file, rules_file
from prancha.setup.new_game.project import Started, write_family
from prancha.setup.new_game.project_files import (
    Files,
    GameFiles,
    distinct_languages,
    game_id,
    game_title,
    new_folders,
    ready_file,
    refusal,
    refuse_taken,
)
from prancha.setup.new_game.proposal import Guessed
from prancha.setup.new_game.starter_kinds import KINDS, StarterKind
from prancha.setup.new_game.starter_kinds import Size as KindSize
from prancha.setup.new_game.vector_faces import BLEED as VECTOR_BLEED
from prancha.setup.new_game.vector_faces import DrawnFace, FaceFile, FaceFiles
from prancha.system.file_contents import is_file

BLEED: Mm = 3.0
_CUT_LINE: Mm = 0.3
"""How far a cut line, or a blurred edge, reaches into a face."""
_SMALL_DPI = 30
_MAX_FACES = 2_000
_VECTORS = """\
{# Pages of PDFs as they are, with @bleed mm of bleed on each side. #}
{{ art(item.@key, -@bleed, -@bleed, @across, @down, fit='stretch') }}
"""
_PICTURES = """\
{# Whole pixels, @bleed of them bleed on each side. Readers round a picture up to whole pixels of theirs, and
   do not stretch it by one where it is 0.001 mm smaller on each side. #}
{% set pixel = 25.4 / @dpi %}
{% set corner = 0.001 - @bleed * pixel %}
{{ art(item.@key, corner, corner, @across * pixel - 0.002, @down * pixel - 0.002, fit='stretch') }}
"""
_NAMED = 4
"""How many faces a line names."""
OVERRULING = "what is wrong is overruled by --size 63x88, --grid 3x3, --pages 2-9 or --backs long"
"""The line that names the options of the command, which follows what was found."""
Tell = Callable[[str], None]


class PdfWishes(Struct, frozen=True):
    """What the user says of a PDF, instead of what would be guessed: mm, columns and rows, pages, backs."""

    size: Size | None = None
    grid: tuple[int, int] | None = None
    pages: frozenset[int] = frozenset()
    backs: str = ""
    dpi: int = DPI
    pictures: bool = False


def read_grid(text: str) -> tuple[int, int]:
    """Return columns and rows of faces; raises ValueError with what is wrong and what to write."""
    found = re.fullmatch(r"(\d{1,2}) *x *(\d{1,2})", text.strip())
    if not found or not (1 <= int(found[1]) <= 30 and 1 <= int(found[2]) <= 30):
        raise ValueError(f'"{text}" is not a grid of 1 to 30 columns and rows; write 3x3')
    return int(found[1]), int(found[2])


def read_pages(text: str) -> frozenset[int]:
    """Return numbers of pages; raises ValueError with what is wrong and what to write."""
    pages: set[int] = set()
    for part in text.split(","):
        found = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", part.strip())
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
        if not 1 <= first <= last:
            raise ValueError(f'"{text}" is not a list of pages; write 2-9,12')
        pages.update(range(first, last + 1))
    return frozenset(pages)


class _Card(Struct):
    """A card: its name, its faces, and how often it was found."""

    id: str
    front: FaceFile
    back: FaceFile | None
    copies: int = 1


def start_from_pdf(
    project: Path,
    name: str,
    kind: str,
    languages: Sequence[str],
    sources: Sequence[Path],
    wishes: PdfWishes,
    tell: Tell,
) -> Started:
    """Write a game, or one more family of it, with the faces of PDFs; raises Failure and then writes nothing.

    `tell` gets what was found before anything is written; without a `name` that is all.
    """
    if kind not in KINDS or kind in ("board", "hexes"):
        raise refusal("bad-kind", f"no {kind} are made of a PDF", "choose --kind cards, tiles or tokens")
    asked = distinct_languages(languages) or ("en",)
    with ExitStack() as stack:
        pdfs = [stack.enter_context(PdfPages(source)) for source in sources]
        pages, left_out = _find_pages(pdfs, wishes)
        size = _exact(pages[0].grid.size)
        if kind == "tokens" and abs(size[0] - size[1]) > 0.1:
            message = f"tokens are as wide as high, and these faces have {size[0]:g} x {size[1]:g} mm"
            raise refusal("bad-kind", message, "choose --kind cards or tiles")
        for line in (*_describe_pages(pdfs, pages, size), *left_out):
            tell(line)
        backs, why = (wishes.backs, "as you said") if wishes.backs else guess_backs(pages, _draw_small)
        tell(f"found backs: {backs} ({why})")
        tell(OVERRULING)
        grid = f"{len(pages[0].grid.lefts)}x{len(pages[0].grid.tops)}"
        guessed = Guessed((), asked, f"{size[0]:g} x {size[1]:g} mm", grid, backs)
        if not name:
            return Started("", (), ("nothing was written: give the game a NAME to write it",))
        game = game_id(name)
        place = GameFiles(project, new_folders(project, game))
        family = KINDS[kind].family
        more = is_file(place.head)
        if not more:
            refuse_taken(place.folders)
        elif is_file(place.head.parent / f"{family}.yaml"):
            message = f"{game} has a family {family} already; nothing is overwritten"
            raise refusal("exists", message, "choose another NAME or --kind")
        chosen = load_game(place.head.parent, project).languages if more else asked
        cards = _cut(pages, backs, size, wishes)
    files = _write_files(cards, KINDS[kind], game_title(name), languages=chosen, size=size, dpi=wishes.dpi)
    with place.undone():
        written = write_family(place, family, chosen, files)
    faces = sum(card.copies for card in cards)
    pictures = place.folders["templates"] / "art" / family
    written = [*(path for path in written if path.parent != pictures), pictures]
    notes = (
        f"{faces} cards were cut out, {len(cards)} of them different",
        *_describe_kinds(cards, wishes),
        "where a face has no bleed, its edges are carried on beyond the trim",
    )
    return Started(game, tuple(written), notes, guessed=guessed)


def _find_pages(pdfs: Sequence[PdfPages], wishes: PdfWishes) -> tuple[list[FacePage], list[str]]:
    """Return the pages with faces of the size that most have, and lines on those left out."""
    found: list[FacePage] = []
    bare: list[tuple[PdfPages, PageMarks]] = []
    for pdf in pdfs:
        outside = sorted(number for number in wishes.pages if number > pdf.count)
        if outside:
            message = f"there is no page {outside[0]}: the file has {pdf.count}"
            raise refuse_pdf(pdf.path, 0, message, "change --pages")
        for number in sorted(wishes.pages) or range(1, pdf.count + 1):
            marks = pdf.marks(number)
            grid = find_grid(marks, _drawn_once(pdf, marks), wishes.size, wishes.grid)
            if grid is None:
                bare.append((pdf, marks))
            else:
                found.append(FacePage(pdf, marks, grid))
    if not found:
        for pdf, marks in bare:
            grid = grid_as_told(marks, _drawn_once(pdf, marks), wishes.size, wishes.grid)
            if grid is not None:
                found.append(FacePage(pdf, marks, grid))
        bare = []
    if not found:
        page = min(wishes.pages, default=1)
        message = "no grid of faces is found: neither crop marks nor parts of one size nor white gutters"
        raise refuse_pdf(pdfs[0].path, page, message, "say what it has, such as --size 63x88 --grid 3x3")
    sizes = [page.grid.size for page in found]

    def cells(size: Size) -> int:
        return sum(page.grid.cells for page in found if is_near(page.grid.size, size))

    size = max(sizes, key=lambda one: (cells(one), one[0] * one[1]))
    others = [page for page in found if not is_near(page.grid.size, size)]
    lines = []
    if bare:
        names = [_page_name(pdf, pdfs, marks.number) for pdf, marks in bare]
        lines.append(f"left out: {_listed(names)}, without a grid of faces")
    for pdf in pdfs:
        if pdf.noted:
            names = [_page_name(pdf, pdfs, number) for number in pdf.noted]
            lines.append(f"left out: notes and form fields on {_listed(names)}")
    for other in others:
        width, height = _exact(other.grid.size)
        where = _page_name(other.pdf, pdfs, other.marks.number)
        lines.append(
            f"left out: {where}, with faces of {width:g} x {height:g} mm (--size {width:g}x{height:g})"
        )
    pages = [page for page in found if is_near(page.grid.size, size)]
    for one in pages:
        if has_more(one.grid, *one.pdf.draw_whole(one.marks, _SMALL_DPI * 2)):
            where = _page_name(one.pdf, pdfs, one.marks.number)
            lines.append(
                f"left out: what {where} has beside its faces, as large as one (see --size and --grid)"
            )
    if sum(page.grid.cells for page in pages) > _MAX_FACES:
        message = f"the file has more than {_MAX_FACES} faces"
        raise refuse_pdf(pdfs[0].path, 0, message, "take some of its pages with --pages")
    return pages, lines


def _drawn_once(pdf: PdfPages, marks: PageMarks) -> Callable[[], tuple[Image.Image, float]]:
    drawn: list[tuple[Image.Image, float]] = []

    def draw() -> tuple[Image.Image, float]:
        if not drawn:
            drawn.append(pdf.draw_whole(marks, DPI))
        return drawn[0]

    return draw


def _describe_pages(pdfs: Sequence[PdfPages], pages: Sequence[FacePage], size: Size) -> list[str]:
    """Return a line for each run of pages with one grid."""
    lines = []
    groups: dict[tuple[int, int, str], list[str]] = {}
    for page in pages:
        key = (len(page.grid.lefts), len(page.grid.tops), page.grid.why)
        groups.setdefault(key, []).append(_page_name(page.pdf, pdfs, page.marks.number))
    for (across, down, why), names in groups.items():
        lines.append(
            f"found on {_listed(names)}: {across} x {down} faces of {size[0]:g} x {size[1]:g} mm, by {why}"
        )
    return lines


def _page_name(pdf: PdfPages, pdfs: Sequence[PdfPages], number: int) -> str:
    return f"page {number}" if len(pdfs) == 1 else f"page {number} of {pdf.path.name}"


def _listed(names: Sequence[str]) -> str:
    """Return names of pages, runs of consecutive ones short: `pages 3 to 7`."""
    numbers = [int(found[1]) if (found := re.fullmatch(r"page (\d+)", name)) else 0 for name in names]
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[0] + len(numbers))) and numbers[0]:
        return f"pages {numbers[0]} to {numbers[-1]}"
    return ", ".join(names)


def _exact(size: Size) -> Size:
    """Return the size that was meant, in twentieths of a millimetre."""
    return round(size[0] * 20) / 20, round(size[1] * 20) / 20


def _draw_small(face: FaceAt) -> Image.Image:
    width, height = face.page.grid.size
    per_mm = _SMALL_DPI / MM_PER_INCH
    return face.page.pdf.draw(
        face.page.marks.number, face.box, (round(width * per_mm), round(height * per_mm))
    )


def _describe_kinds(cards: Sequence[_Card], wishes: PdfWishes) -> list[str]:
    """Return a line on the faces that are vectors, and one for each reason why others are pictures."""
    faces: dict[bytes, tuple[str, FaceFile]] = {}
    for card in cards:
        faces.setdefault(card.front.data, (card.id, card.front))
        if card.back:
            faces.setdefault(card.back.data, (f"{card.id}-back", card.back))
    kept = sum(file.ending == "pdf" for _, file in faces.values())
    lines = []
    if kept:
        those = "all" if kept == len(faces) else f"{kept} of {len(faces)}"
        lines.append(f"{those} faces are vectors with their fonts; checks do not read what is in them")
    if drawn := len(faces) - kept:
        these, their = ("faces are pictures", "their") if drawn > 1 else ("face is a picture", "its")
        lines.append(
            f"{drawn} {these} of {wishes.dpi} dots per inch (--dpi 600 has more): "
            f"{their} text cannot be searched or copied"
        )
    reasons: dict[str, list[str]] = {}
    for name, file in faces.values():
        if file.why:
            reasons.setdefault(file.why, []).append(name)
    for why, names in reasons.items():
        lines.append(f"{first_of(names, _NAMED)}: pictures, since {why}")
    return lines


def _cut(pages: Sequence[FacePage], backs: str, size: Size, wishes: PdfWishes) -> list[_Card]:
    """Return the cards with something on their fronts; those that are alike are one with copies."""
    cards: list[_Card] = []
    by_pair: dict[tuple[bytes, bytes], _Card] = {}
    several = len({page.pdf.path for page in pages}) > 1
    with FaceFiles(wishes.dpi, wishes.pictures) as seen:
        for front, back in pair(pages, backs):
            if is_blank(_draw_small(front), front.page.grid.size[0]):
                continue
            face = seen.file(_draw(front, size, wishes.dpi))
            behind = seen.file(_draw(back, size, wishes.dpi)) if back else None
            both = face.data, behind.data if behind else b""
            if both in by_pair:
                by_pair[both].copies += 1
                continue
            stem = slug(front.page.pdf.path.stem)[:40].strip("-") + "-" if several else ""
            number = front.page.marks.number
            card = _Card(f"{stem}page-{number}-{front.number}", face, behind)
            by_pair[both] = card
            cards.append(card)
    return cards


def _draw(face: FaceAt, size: Size, dpi: int) -> DrawnFace:
    """Draw a face in whole pixels from a corner of its trim, with its bleed or else its edges carried on.

    The corner is the upper left one of the face as it is read, so the lower right one of a turned face.
    """
    pixel, pixels = MM_PER_INCH / dpi, _pixels(size, dpi)
    left, top, right, bottom = face.box
    width, height = pixels[0] * pixel, pixels[1] * pixel
    trim = (
        (right - width, bottom - height, right, bottom)
        if face.turned
        else (left, top, left + width, top + height)
    )
    own = int(min(face.page.grid.gap / 2, BLEED) / pixel)
    area = pixels[0] + 2 * own, pixels[1] + 2 * own
    picture = face.page.pdf.draw(face.page.marks.number, grow(trim, own * pixel), area)
    if own and not _has_bleed(picture, own):
        picture, own = picture.crop((own, own, own + pixels[0], own + pixels[1])), 0
    if face.turned:
        picture = picture.transpose(Image.Transpose.ROTATE_180)
    bleed, page, (across, down) = _bleed_pixels(dpi), face.page, size
    exact = (left, top, left + across, top + down)
    if face.turned:
        exact = (right - across, bottom - down, right, bottom)
    whole = _carried_on(picture, bleed - own, 0 if own else round(_CUT_LINE / pixel))
    return DrawnFace(
        whole, page.pdf, page.marks.number, trim=exact, own=own, bleed=bleed, dpi=dpi, turned=face.turned
    )


def _pixels(size: Size, dpi: int) -> tuple[int, int]:
    """Return how many whole pixels there are in a face."""
    across, down = (int(side * dpi / MM_PER_INCH + 1e-6) for side in size)
    return across, down


def _bleed_pixels(dpi: int) -> int:
    return math.ceil(BLEED * dpi / MM_PER_INCH) + 1


def _has_bleed(picture: Image.Image, own: int) -> bool:
    """Return whether all four sides are printed in the middle of `own` pixels around the trim."""
    (width, height), middle = picture.size, own // 2
    sides = (
        (width // 3, middle, width * 2 // 3, middle + 1),
        (width // 3, height - middle - 1, width * 2 // 3, height - middle),
        (middle, height // 3, middle + 1, height * 2 // 3),
        (width - middle - 1, height // 3, width - middle, height * 2 // 3),
    )
    return all(max(picture.crop(side).convert("L").tobytes()) < 250 for side in sides)


def _carried_on(picture: Image.Image, by: int, inside: int) -> Image.Image:
    """Return a picture with `by` more pixels on each side, which repeat those `inside` of its edge."""
    for _ in range(2):  # below and above, then turned
        width, height = picture.size
        whole = Image.new("RGB", (width, height + 2 * by))
        for edge, at in ((inside, 0), (height - 1 - inside, by + height)):
            whole.paste(picture.crop((0, edge, width, edge + 1)).resize((width, by)), (0, at))
        whole.paste(picture, (0, by))
        picture = whole.transpose(Image.Transpose.TRANSPOSE)
    return picture


def _write_files(
    cards: Sequence[_Card], kind: StarterKind, title: str, languages: Sequence[str], size: Size, dpi: int
) -> Files:
    family = kind.family
    files: dict[tuple[str, str], bytes] = {}
    names: dict[bytes, str] = {}
    items = ["items:\n"]
    backs = any(card.back for card in cards)
    for card in cards:
        line = f"  - {{id: {card.id}, copies: {card.copies}"
        for key, face, name in (("art", card.front, card.id), ("back_art", card.back, f"{card.id}-back")):
            if face:
                file = names.setdefault(face.data, f"{family}/{name}.{face.ending}")
                files["templates", f"art/{file}"] = face.data
                line += f", {key}: {file}"
        items.append(line + "}\n")
    back = f"{family}-back.svg.j2" if backs else ""
    head = family_head(kind, languages, back, KindSize(*size))
    files["components", "game.yaml"] = ready_file(
        "game.yaml", game_file(title, languages, family, {}, palette={})
    )
    files["components", f"{family}.yaml"] = ready_file(f"{family}.yaml", head + "".join(items))
    files["components", "rules.yaml"] = ready_file(
        "rules.yaml", rules_file(family, sum(card.copies for card in cards), languages)
    )
    for key, name in (("art", family), ("back_art", f"{family}-back"))[: 1 + backs]:
        faces = (card.front if key == "art" else card.back for card in cards)
        endings = {face.ending for face in faces if face}
        text = HEAD + _template(endings, key, size, dpi)
        files["templates", f"{name}.svg.j2"] = text.encode()
    return files


def _template(endings: Set[str], key: str, size: Size, dpi: int) -> str:
    """Return the template of a side whose faces have files with these endings."""
    bleed = _bleed_pixels(dpi)
    across, down = (str(count + 2 * bleed) for count in _pixels(size, dpi))
    pictures = _PICTURES.replace("@dpi", str(dpi)).replace("@bleed", str(bleed))
    pictures = pictures.replace("@across", across).replace("@down", down)
    across, down = (f"{side + 2 * VECTOR_BLEED:.6g}" for side in size)
    vectors = _VECTORS.replace("@bleed", f"{VECTOR_BLEED:g}")
    vectors = vectors.replace("@across", across).replace("@down", down)
    if len(endings) == 2:
        text = f"{{% if item.@key.endswith('.pdf') %}}\n{vectors}{{% else %}}\n{pictures}{{% endif %}}\n"
    else:
        text = vectors if endings == {"pdf"} else pictures
    return text.replace("@key", key)
