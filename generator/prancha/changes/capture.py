"""Take a snapshot of a project: its catalogue, all faces in all languages, and their digests."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from prancha.book.book_reading import read_book
from prancha.book.plain_book import paragraphs
from prancha.building import game_loading
from prancha.building.face_drawing import open_pack, prepare_faces, save_pack, with_continued_parts
from prancha.building.order import Order
from prancha.changes.snapshot import Faces, FamilyState, ItemState, Picture, Snapshot, plain
from prancha.changes.snapshot_pictures import named_pictures
from prancha.faces import Drawn
from prancha.graphics.fonts import FontBook, FontError
from prancha.graphics.pictures import load
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.model.face import REVISION_MARK, Face
from prancha.model.game import Family, Game, Item
from prancha.system.cache import NOTHING, Pack
from prancha.system.crashes import caught

if TYPE_CHECKING:
    import PIL.Image

THUMB = 240
"""Pixels of the longer side of a small picture: enough to know it again."""
DRAWING = 100_000
"""Bytes of a drawing that a snapshot keeps whole; a larger one is shown as a grey box."""
_FORMATS = ("JPEG", "PNG", "WEBP")
_TAIL = re.compile(r"font-[^<>]*")
"""What an element says of fonts, to its end."""
_FAMILY = re.compile(r"\bfont-family=")
_TRAIT = re.compile(r'\bfont-(family|weight|style)="([^"]*)"')
_MARK = re.compile(rf'<g id="{REVISION_MARK}">.*?</g>', re.DOTALL)
Style = tuple[str, int, bool]


def font_styles(svg: str) -> set[Style]:
    """Return the fonts an SVG sets text in: family, weight (400 if absent), italic."""
    # Where a text is placed comes first, and what follows is the same for many.
    return {style for style in map(_font_style, set(_TAIL.findall(svg))) if style is not None}


@lru_cache(maxsize=1000)
def _font_style(attributes: str) -> Style | None:
    """Return the font that attributes name; None where they name no family."""
    if not _FAMILY.search(attributes):
        return None
    traits: dict[str, str] = dict(_TRAIT.findall(attributes))
    weight = traits.get("weight", "400")
    weight = {"normal": "400", "bold": "700"}.get(weight, weight)
    number = int(weight) if weight.isdecimal() else 400
    return traits.get("family", ""), number, traits.get("style") == "italic"


def without_revision_mark(svg: str) -> str:
    """Return an SVG without its revision mark: a new revision alone makes no piece stale."""
    return _MARK.sub("", svg) if REVISION_MARK in svg else svg


class PrintDigest:
    """Digests of the faces of one game as printed; fonts and pictures are read once.

    `pack` keeps them; its context must tell all fonts that faces are set in.
    """

    def __init__(self, book: FontBook, folders: Sequence[Path], pack: Pack = NOTHING) -> None:
        self._book, self._folders = book, folders
        self._pack = pack
        self._fonts: dict[Style, str] = {}
        self.pictures: dict[str, Picture] = {}

    def digest(self, face: Face) -> str:
        """Return the digest of a face and of all that its drawing names; raises Failure."""
        name = f"print {face.digest}"
        known = self._pack.get(name)
        if known is not None:
            return known.decode()
        svg = without_revision_mark(face.svg)
        names = named_pictures(svg)
        fonts = [self._font(style) for style in sorted(font_styles(svg))]
        try:
            shown = [self._picture(name) for name in names]
        except DrawingFault as fault:
            message = f"{fault.message} (template {face.template})"
            raise Failure([Diagnostic(face.place, "svg", message, face.item, fault.hint)]) from None
        digest = _short("\n".join((svg, *fonts, *shown)).encode())
        if not names:
            self._pack.put(name, digest.encode())
        return digest

    def _font(self, style: Style) -> str:
        if style not in self._fonts:
            try:
                self._fonts[style] = _short(self._book.font(*style).data)
            except FontError:  # the renderer tells it, with the place
                self._fonts[style] = ""
        return self._fonts[style]

    def _picture(self, name: str) -> str:
        if name not in self.pictures:
            data = load(name, self._folders)
            self.pictures[name] = Picture(_short(data), _thumb(data))
        return self.pictures[name].digest


def _short(data: bytes) -> str:
    return blake2b(data, digest_size=12).hexdigest()


def _thumb(data: bytes) -> str:
    from PIL import Image, ImageOps

    if data.startswith(b"%PDF"):
        return _page_thumb(data)
    drawn = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<"
    if drawn and len(data) <= DRAWING:
        return f"data:image/svg+xml;base64,{base64.b64encode(data).decode()}"
    try:
        with (
            Image.new("L", (1, 1), 190) if drawn else Image.open(io.BytesIO(data), formats=_FORMATS) as stored
        ):
            picture = ImageOps.exif_transpose(stored)
            picture.thumbnail((THUMB, THUMB))
            whole = "A" in picture.getbands() or "transparency" in picture.info
            return _webp(picture.convert("RGBA" if whole else "RGB"))
    except (OSError, ValueError, Image.DecompressionBombError):
        return ""  # no picture at all: the renderer tells it, with the place


def _page_thumb(data: bytes) -> str:
    from prancha.graphics.pdf_art import draw_page, page_size

    try:
        width, height = page_size(data, "")
        scale = THUMB / max(width, height)
        drawn = draw_page(data, "", (max(1, round(width * scale)), max(1, round(height * scale))))
    except DrawingFault:
        return ""
    return _webp(drawn)


def _webp(picture: PIL.Image.Image) -> str:
    """Return a picture as an address with its data."""
    small = io.BytesIO()
    picture.save(small, "WEBP", quality=50, method=4)
    return f"data:image/webp;base64,{base64.b64encode(small.getvalue()).decode()}"


_LINES = re.compile(r" \([^()\s]+\.yaml:[\d,]+\)")
VALUES = (
    "revision players designers artists publisher licence rulebook palette fonts fallback texts keywords "
    "tables supplied assumed"
).split()
"""What of a game besides its families is compared."""


def capture(project: Path, name: str, label: str) -> Snapshot:
    """Return the state of a game, labelled `label`, drawn in all its languages; raises Failure."""
    read = game_loading.read_game(project, name)
    game, findings = read.game, game_loading.check_rules(read)
    order = Order(project)
    with caught(game.place, f"taking its state {label}"):
        printed = {lang: with_continued_parts(order, game, lang) for lang in game.languages}
        builder = SnapshotBuilder(_with_parts_of_all_languages(tuple(printed.values())))
        for lang in game.languages:
            pack = open_pack(order, game, lang)
            maker, book, folders = prepare_faces(project, printed[lang], lang, pack)
            builder.add(lang, maker.draw(), PrintDigest(book, folders, pack))
            save_pack(pack, project, game, lang, part=True)
        return builder.snapshot(label, findings)


def _with_parts_of_all_languages(games: tuple[Game, ...]) -> Game:
    """Return a game whose items have the parts they have in any language."""
    first, *others = games
    if all(game is first for game in others):
        return first
    families = []
    for family in first.families:
        parts: dict[str, dict[int, Item]] = {}
        for item in (item for game in games for item in game.family(family.id).items):
            parts.setdefault(item.listed_id, {}).setdefault(item.part, item)
        items = tuple(item for found in parts.values() for _, item in sorted(found.items()))
        families.append(replace(family, items=items))
    return replace(first, families=tuple(families))


class _Previews(Mapping[str, str]):
    """SVG of faces, read on access: most faces of a comparison are never shown."""

    def __init__(self, faces: Mapping[str, Face]) -> None:
        self._faces = faces

    def __getitem__(self, digest: str) -> str:
        return without_revision_mark(self._faces[digest].svg)

    def __iter__(self) -> Iterator[str]:
        return iter(self._faces)

    def __len__(self) -> int:
        return len(self._faces)


class SnapshotBuilder:
    """Collects the faces of a game, language by language."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._faces: dict[str, dict[str, tuple[str, str]]] = {}
        self._previews: dict[str, Face] = {}
        self._symbols: dict[str, str] = {}
        self._pictures: dict[str, Any] = {}

    def add(self, lang: str, drawn: Drawn, ink: PrintDigest) -> None:
        """Add the faces of one language; raises Failure for a missing picture."""
        for key, front in drawn.fronts.items():
            pair = [ink.digest(front), ""]
            self._previews[pair[0]] = front
            if key in drawn.backs:
                pair[1] = ink.digest(drawn.backs[key])
                self._previews[pair[1]] = drawn.backs[key]
            self._faces.setdefault(key, {})[lang] = (pair[0], pair[1])
        self._symbols |= drawn.symbols
        self._pictures |= ink.pictures

    def snapshot(self, label: str, findings: Iterable[Diagnostic] = ()) -> Snapshot:
        """Return the state of all languages added."""
        game = self._game
        return Snapshot(
            label,
            game.id,
            title=game.title,
            languages=game.languages,
            values={name: plain(getattr(game, name)) for name in VALUES},
            families=tuple(_family(family, game) for family in game.families),
            items=tuple(_item(item, self._faces[item.key]) for f in game.families for item in f.items),
            findings=tuple(sorted(_finding_line(finding) for finding in findings)),
            previews=_Previews(self._previews),
            symbols=self._symbols,
            pictures=self._pictures,
            books=_books(game),
        )


def _books(game: Game) -> Mapping[str, tuple[str, ...]]:
    """The paragraphs of the rulebooks of a game; what is wrong with one is among the findings."""
    found = {}
    for lang in game.languages if game.book is not None else ():
        with suppress(Failure):
            found[lang] = paragraphs(read_book(game, lang))
    return found


def _family(family: Family, game: Game) -> FamilyState:
    return FamilyState(
        id=family.id,
        title=family.title[game.languages[0]],
        stock=family.stock,
        outline=family.outline,
        bleed=family.bleed,
        template=family.template,
        back=family.back or "",
    )


def _item(item: Item, faces: Faces) -> ItemState:
    fields: Mapping[str, Any] = plain(item.fields)
    return ItemState(item.id, item.family, item.copies, fields, faces)


def _finding_line(finding: Diagnostic) -> str:
    """Return a finding without its place: a line that moved is no change of the rules."""
    card = f" [{finding.item}]" if finding.item else ""
    return f"{finding.severity} {finding.code}{card}: {_LINES.sub('', finding.message)}"
