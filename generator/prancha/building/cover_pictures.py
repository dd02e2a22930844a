"""Pictures on a cover: the table of a game in play, and a few pieces of each family side by side."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial

from msgspec.structs import replace
from PIL import Image, ImageColor

from prancha.book.book_blocks import SetupPicture
from prancha.book.book_pages import lay_out_blocks
from prancha.book.book_style import BookStyle
from prancha.book.setup_pictures import SHARE, DrawnKit
from prancha.building.components import spaces_of_boards
from prancha.building.face_drawing import render_settings
from prancha.building.scene_pictures import scene_picture
from prancha.building.step_values import DrawnGame
from prancha.export.metadata import About
from prancha.export.pixels_and_bytes import Raster, Size, pixels, small_jpeg
from prancha.export.rulebook_pdf import write_sides
from prancha.faces.framing import frame_face
from prancha.model.box import area, enclose
from prancha.model.face import Face, Ink
from prancha.model.game import Family, Game
from prancha.model.outline import rectangle
from prancha.model.play_table import SCENE
from prancha.model.rulebook import BookPage, ImposedSide, PageMark
from prancha.model.table_layout import lay_out
from prancha.model.units import Mm
from prancha.render import render
from prancha.system.cache import key_of

_DPI = 315
"""Pixels per inch; a printer that stretches pages leaves 300 of them."""
_CELL: Mm = 24.0
"""The height of a cell of the row on A4."""
_SHOWN, _FANNED = 3, 7
"""The most designs of a family that lie one behind the other: in its cell, and alone on the table."""
_STEP = 0.22
"""The part of a design that is seen beside the one before it, in widths."""
_AIR: Mm = 3.0
"""The least room between two cells, and around the table."""
_FEWEST = 4
"""Places on which pieces must lie for a table that is worth a picture, if they do not fill it."""
_WIDE = 2.2
"""The width of the picture, in heights."""
_SPARSE, _CROPPED = 0.2, 1.7
"""The share of a table below which its far ends are cut off, so that pieces are larger, and its height then
in heights of the picture."""
_HAIRLINE: Mm = 0.12

Drawn = tuple[BookPage, Sequence[Face]]


class CoverPictures:
    """Draws the pictures of one cover, each once until a face changes, as addresses that begin with `data:`.

    `box_height` is that of a row of cells in mm.
    """

    def __init__(
        self, game: Game, lang: str, drawing: DrawnGame, ink: Ink, colours: Mapping[str, str], scale: float
    ) -> None:
        self._game, self._lang, self._drawing, self._ink, self._colours = game, lang, drawing, ink, colours
        self._spaces = cache(partial(spaces_of_boards, game, drawing.toned, drawing.book))
        self._made: dict[str, bytes] = {}
        self.box_height = _CELL * scale

    def table(self, style: BookStyle, height: Mm) -> str:
        """The game in play, as wide as the text area of a style and `height` mm high.

        It is seen in perspective, and flat where ink is saved.  Where its set-up lays hardly anything on the
        table, pieces of its first family are fanned out.
        """
        laid = (style.inside, height, self._game.play_table, style.colours)
        if self._ink == "full" and (players := self._players_shown()[0]) is not None:
            size = pixels(style.inside, _DPI), pixels(height, _DPI)
            return self._address(repr(laid), lambda: self._scene(size, players))
        return self._address(repr(laid), lambda: self._drawn(*self._table(style, height)))

    def box(self, families: Sequence[str], width: Mm) -> str:
        """A cell for each of the families in a row `width` mm wide."""
        return self._address(repr((families, width)), lambda: self._drawn(*self._box(families, width)))

    # --- what they show

    def _scene(self, size: Size, players: int) -> Image.Image:
        red, green, blue, *_ = ImageColor.getrgb(self._colours["table"])
        game, drawing = self._game, self._drawing
        scene = scene_picture(game, drawing, self._lang, size, players, ground=(red, green, blue))
        return Image.open(io.BytesIO(scene)).convert("RGB")

    def _table(self, style: BookStyle, height: Mm) -> Drawn:
        width = style.inside
        roles = ("table", "table") if self._ink == "full" else ("", "line")
        ground = self._ground(width, height, *roles)
        players, share = self._players_shown()
        if players is None:
            family = next(one for one in self._game.families if one.copies)
            marks, faces = self._fan(family, (_AIR, 0.0, width - 2 * _AIR, height), _FANNED, 0.8)
            return BookPage(width, height, (PageMark(ground.digest, 0.0, 0.0), *marks)), (*faces, ground)
        page = replace(
            style,
            width=width,
            height=(height * _CROPPED if share < _SPARSE else height - 2 * _AIR) / SHARE,
            margin=0.0,
            foot=0.0,
            begins=0.0,
            templates={**style.templates, "page": ""},
        )
        toned = self._drawing.toned
        kit = DrawnKit(self._game, self._lang, toned.fronts, toned.backs, self._spaces)
        block = SetupPicture(players, "", (), None, self._game.place, is_labelled=False)
        laid = lay_out_blocks(kit, [block], self._drawing.maker, page)
        down = (height - laid.bottoms[0]) / 2
        shown = (replace(mark, y=mark.y + down) for mark in laid.layout.pages[0].marks)
        below = PageMark(ground.digest, 0.0, 0.0)
        return BookPage(width, height, (below, *shown)), (*toned.faces, *laid.faces, ground)

    def _players_shown(self) -> tuple[int | None, float]:
        """The scene or the number of players whose set-up fills most of a table, and the share that it fills.

        It is None where there is not enough on the table.
        """
        table = self._game.play_table
        found: list[tuple[float, int | None]] = [(0.0, None)]
        for players in () if table is None else table.players if table.scene is None else (SCENE,):
            laid = lay_out(self._game, players, drawn=self._spaces())
            spots = {(round(one.x), round(one.y)): area(one.box) for one in laid.pieces}
            if laid.faults or not spots:
                continue
            left, top, right, bottom = enclose(one.box for one in laid.pieces)
            height = max((right - left) / _WIDE, bottom - top)
            share = sum(spots.values()) / (_WIDE * height**2)
            if len(spots) >= _FEWEST or (len(spots) > 1 and share >= _SPARSE):
                found.append((share, players))
        share, number = max(found, key=lambda one: (one[0], one[1] or 0))
        return number, share

    def _box(self, families: Sequence[str], width: Mm) -> Drawn:
        cell, height = width / len(families), self.box_height
        ground = self._ground(width, height, "paper" if self._ink == "full" else "")
        marks: list[PageMark] = [PageMark(ground.digest, 0.0, 0.0)]
        faces: list[Face] = [ground]
        for number, name in enumerate(families):
            room = (number * cell + _AIR / 2, 0.0, cell - _AIR, height)
            shown, used = self._fan(self._game.family(name), room, _SHOWN, 1.0)
            marks += shown
            faces += used
        return BookPage(width, height, tuple(marks)), faces

    def _fan(
        self, family: Family, room: tuple[Mm, Mm, Mm, Mm], most: int, share: float
    ) -> tuple[list[PageMark], list[Face]]:
        """Designs of a family one behind the other, as large as fits a box at (x, y), or as they are.

        They take at most a `share` of its height.
        """
        x, y, width, height = room
        items = [item for item in family.items if item.copies]
        drawn = self._drawing.toned.fronts
        faces = list({drawn[item.key].digest: drawn[item.key] for item in items}.values())[:most]
        outline = faces[0].outline
        spread = 1 + _STEP * (len(faces) - 1)
        scale = min(1.0, width / (outline.width * spread), height * share / outline.height)
        left = x + (width - outline.width * spread * scale) / 2
        top = y + (height - outline.height * scale) / 2
        line = f'fill="none" stroke="{self._colours["muted"]}" stroke-width="{_HAIRLINE / scale:.3f}"'
        rim = frame_face(f'<path d="{outline.path()}" {line}/>', outline, 1.0, "cover", family.place)
        marks = []
        for number, face in enumerate(faces):
            at = left + number * _STEP * outline.width * scale, top
            marks.append(PageMark(face.digest, *at, scale=scale, clip=outline.ring()))
            marks.append(PageMark(rim.digest, *at, scale=scale))
        return marks, [*faces, rim]

    def _ground(self, width: Mm, height: Mm, fill_role: str, edge_role: str = "") -> Face:
        """A ground in the colours of roles, white without one."""
        fill = self._colours.get(fill_role, "#ffffff")
        edge = self._colours.get(edge_role, fill)
        box = f'<rect x="0.1" y="0.1" width="{width - 0.2:.2f}" height="{height - 0.2:.2f}"'
        inside = f'{box} fill="{fill}" stroke="{edge}" stroke-width="0.2"/>'
        return frame_face(inside, rectangle(width, height), 0.0, "cover", self._game.place)

    # --- how they are drawn

    def _address(self, inputs: str, draw: Callable[[], Image.Image]) -> str:
        """The picture that `draw` makes of the `inputs` and of the faces of the game."""
        pack, faces = self._drawing.pack, self._drawing.toned.faces
        shown = (inputs, self._ink, repr(self._colours), *(face.digest for face in faces))
        name = key_of("cover-picture", *shown)
        data = self._made.get(name) or pack.get(name)
        if data is None:
            picture = draw()
            data = small_jpeg(picture.convert("L") if self._ink == "grey" else picture, _DPI)
            pack.put(name, data)
        self._made[name] = data
        return f"data:image/jpeg;base64,{base64.b64encode(data).decode('ascii')}"

    def _drawn(self, page: BookPage, faces: Sequence[Face]) -> Image.Image:
        known = {face.digest: face for face in faces}
        drawing = self._drawing
        art = render(
            [known[digest] for digest in _shown(page)],
            symbols=drawing.maker.symbols,
            book=drawing.book,
            pictures=drawing.folders,
            pack=drawing.pack,
            where=drawing.maker,
            settings=render_settings(self._game, self._lang),
        )
        side = ImposedSide(page.width, page.height, ((0, 0.0, 0.0),), folded=False)
        about = About(self._game.title, lang=self._lang)
        file = b"".join(write_sides([side], [page], art, drawing.book, about))
        size = pixels(page.width, _DPI), pixels(page.height, _DPI)
        with Raster(file) as raster:
            return raster.draw(0, (0.0, 0.0, page.width, page.height), size)


def _shown(page: BookPage) -> Iterator[str]:
    """Yield the digests of all drawings of a page, each once."""
    yield from dict.fromkeys(mark.digest for mark in page.marks)
