"""Blocks of a cover: the game, the contents of the box, how to print and make it, assumptions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from prancha.book.book_blocks import (
    Block,
    Columns,
    Heading,
    Inline,
    Inlines,
    Listing,
    Ornament,
    Paragraph,
    Table,
)
from prancha.book.book_expressions import CatalogueWords
from prancha.book.book_style import BookStyle
from prancha.book.cover_pages import HEAD, CoverBlocks
from prancha.building.kit_facts import page_list
from prancha.building.making_steps import SIGNS, CoverFacts, FamilyRow, MakingSteps
from prancha.faces.face_faults import page_place
from prancha.model.diagnostic import Diagnostic, Failure, Place, UserError
from prancha.model.game import Game
from prancha.model.localised_text import escape_text, resolve_texts
from prancha.model.units import Mm
from prancha.system.words import words

if TYPE_CHECKING:
    from prancha.building.cover_pictures import CoverPictures

T = TypeVar("T")
RULER: Mm = 12.0
GAP: Mm = 9.0
"""Between two columns on A4."""
_TOGETHER = 24
"""The most assumptions that stand side by side on one page."""
_LONG, _BROKEN = 24, 14
"""Letters of a word that is too long for a line, and after how many it may be broken."""
_SHORT = 16
"""Letters of a list of pages that is kept on a line."""
_LETTER: Mm = 1.8
"""The width of a letter on A4, as far as a word must fit a narrow column."""
_MARK: Mm = 8.0
"""The room of an icon before a fact."""
_LEAST_SHARE = 14
_CELL: Mm = 21.0
"""The least width of a cell with a piece."""
_ROWS = 2
"""The most rows of cells: what more families there are stand in the table alone."""


def cover_blocks(
    game: Game,
    lang: str,
    facts: CoverFacts,
    pictures: CoverPictures | None,
    style: BookStyle,
    scale: float,
) -> CoverBlocks:
    """The blocks of a cover in a style, at a `scale`; raises Failure with all texts that cannot be read."""
    cover = _Cover(game, lang, facts, pictures=pictures, style=style, scale=scale)
    guide = tuple(cover.guide())
    cover.opening(0.0, is_printed=False)
    if cover.found:
        raise Failure(cover.found)
    return CoverBlocks(cover.opening, guide, cover.again(), pictures is not None)


class _Cover:
    """Writes one cover; faults of the game's texts are added to `found`."""

    def __init__(
        self,
        game: Game,
        lang: str,
        facts: CoverFacts,
        pictures: CoverPictures | None,
        style: BookStyle,
        scale: float,
    ) -> None:
        self._game, self._lang, self._facts, self._pictures = game, lang, facts, pictures
        self._style, self._scale, self._colours = style, scale, style.colours
        self._words, self._catalogue = words(lang, "paper"), CatalogueWords(game, lang)
        self._making = MakingSteps(game, lang, facts)
        self._place = game.place
        self.found: list[Diagnostic] = []

    # --- words

    def _said(self, text: object, place: Place | None = None) -> Inlines:
        """A text of the game or of the program, by language or not, in the markup of cards."""
        told = str(resolve_texts(text, self._lang, self._game.languages) or "")
        place = place or page_place(self._game, self._lang, told.strip("*")) or self._place
        try:
            return self._catalogue.marked(_breakable(told), place)
        except UserError as error:
            code = getattr(error, "code", "") or "book-layout"
            fault = Diagnostic(place, code, str(error), hint=getattr(error, "hint", ""))
            if fault not in self.found:
                self.found.append(fault)
            return ()

    def _paragraph(self, text: object, look: str = "", place: Place | None = None) -> Paragraph:
        said = self._said(text, place)
        return Paragraph(said, (said[0].place if said else None) or place or self._place, look)

    def _heading(self, text: str) -> Heading:
        return Heading(2, self._said(text), text, self._place)

    def _side_by_side(self, columns: Sequence[Sequence[Block]], shares: Sequence[float] = ()) -> Columns:
        gap = GAP * self._scale
        return Columns(tuple(map(tuple, columns)), tuple(shares) or (1,) * len(columns), gap, self._place)

    def _steps(self, steps: Sequence[tuple[str, str]]) -> Listing:
        """Steps with the icon of each."""
        entries = tuple((self._paragraph(text),) for _, text in steps)
        return Listing(entries, None, self._place, tuple(icon for icon, _ in steps))

    # --- the game

    def opening(self, picture: Mm, is_printed: bool) -> list[Block]:
        """The head, the table in play `picture` mm high, what the game is, and what is in the box.

        Pictures are empty unless `is_printed`.
        """
        game, s, place = self._game, self._scale, self._place
        head = min(HEAD * s, 58.0)
        blocks: list[Block] = [Ornament("head", head, place, {"subtitle": self._subtitle(), "s": s})]
        if picture and self._pictures is not None:
            href = self._pictures.table(self._style, picture) if is_printed else ""
            blocks.append(Ornament("picture", picture, place, {"href": href}))
        if game.pitch:
            blocks.append(self._paragraph(game.pitch, "lead", game.places.get("pitch")))
        facts = [*facts_of_play(self._game, self._lang)]
        if self._game.designers:
            facts.append(("paintbrush", self._words["design"], ", ".join(map(_name, self._game.designers))))
        if facts:
            # As many in a row as have room for their longest words; a name of people takes more of it.
            room = max(_longest(f"{name} {value}") for _, name, value in facts) * _LETTER * s + _MARK * s
            count = max(1, min(4, int(self._style.inside // room)))
            for row in batched(facts, count):
                shares = [max(_LEAST_SHARE, min(2 * _LEAST_SHARE, len(value))) for *_, value in row]
                blocks.append(self._side_by_side([[self._fact(*one)] for one in row], shares))
        blocks.append(self._heading(self._words["contents"]))
        blocks += self._box(is_printed)
        return blocks

    def again(self) -> list[Block]:
        """The heading of what is in the box once more, where the list of it begins a page."""
        return [self._heading(f"{self._words['contents']} ({self._words['continued']})")]

    def _subtitle(self) -> str:
        return self._game.subtitle.get(self._lang, "") or self._words["kit"]

    def _fact(self, icon: str, name: str, value: str) -> Listing:
        entry = (self._paragraph(name.upper(), "label"), self._paragraph(f"**{escape_text(value)}**"))
        return Listing((entry,), None, self._place, (icon,))

    def _box(self, is_printed: bool) -> Iterator[Block]:
        """Yield a row of pieces, and below each how many there are of what."""
        if self._pictures is None:
            return
        rows = {one.row.family: one.row for one in self._facts.rows}
        families = [one.id for one in self._game.families if one.copies]
        longest = max(_longest(rows[one].title) for one in families)
        most = max(1, int(self._style.inside // max(_CELL, longest * _LETTER * self._scale)))
        shown = families[: _ROWS * most]
        for part in batched(shown, -(-len(shown) // -(-len(shown) // most))):
            told = {"href": self._pictures.box(part, self._style.inside) if is_printed else ""}
            yield Ornament("picture", self._pictures.box_height, self._place, told)
            captions = [
                [self._paragraph(f"**{rows[one].copies}\u00a0×** {escape_text(rows[one].title)}", "caption")]
                for one in part
            ]
            yield Columns(tuple(map(tuple, captions)), (1,) * len(captions), 2.0, self._place)

    def _contents(self) -> Table:
        """The families with their counts, pages and works, and the sums."""
        w, rows, place = self._words, self._facts.rows, self._place
        is_paged = any(one.pages for one in rows)
        works = [self._works(one) for one in rows]
        keys = [
            "designs",
            "copies",
            *(["pages"] if is_paged else []),
            "stock",
            *(["work"] if any(works) else []),
        ]
        table: list[tuple[Inlines, ...]] = []
        places = [place]
        for one, work in zip(rows, works, strict=True):
            family = self._game.family(one.row.family)
            note, at = family.note.get(self._lang, ""), family.places.get("note", family.place)
            title: Inlines = self._said(f"**{escape_text(one.row.title)}**", at)
            if note:
                muted = (
                    replace(part, colour=part.colour or self._colours["muted"])
                    for part in self._said(note, at)
                )
                title = (*title, Inline("\u00a0 "), *muted)
            cells = {
                "designs": str(one.row.designs),
                "copies": str(one.row.copies),
                "pages": _unbroken(page_list(one.pages, "–", spelled=5)) or "–",
                "stock": w[one.made or one.row.stock],
            }
            row = (title, *(work if key == "work" else (Inline(cells[key]),) for key in keys))
            table.append(row)
            places.append(at)
        sums = {key: str(sum(getattr(one.row, key) for one in rows)) for key in ("designs", "copies")}
        total = ((Inline(sums[key], bold=True),) if key in sums else () for key in keys)
        table.append(((Inline(w["total"], bold=True),), *total))
        head = ((), *((Inline(w[key]),) for key in keys))
        align = ("left", *("right" for _ in keys))
        return Table(head, tuple(table), align, (*places, place), place, filled=True)

    def _works(self, one: FamilyRow) -> Inlines:
        """Icons of what is done to the pieces of a family."""
        make = list(self._game.family(one.row.family).make)
        works = [*(["board"] if one.row.stock == "board" else []), *make]
        works += ["glue"] if one.parts > 1 and "glue" not in make else []
        knife = one.row.stock == "board" or not one.row.scissors
        icons = ["knife" if work == "cut" and knife else SIGNS[work] for work in works]
        return tuple(
            part
            for k, icon in enumerate(icons)
            for part in ((Inline(" "),) if k else ()) + (Inline(icon=icon, colour=self._colours["accent"]),)
        )

    # --- the guide

    def guide(self) -> Iterator[Block]:
        """Yield what to print on, how to print and to make it, what is assumed, and credits."""
        w = self._words
        yield self._contents()
        if self._facts.papers:
            yield self._heading(w["papers"])
            yield self._papers()
        ruler = Ornament("ruler", RULER, self._place)
        yield self._side_by_side(
            [
                [self._heading(w["print"]), self._steps(list(self._making.printing())), ruler],
                [self._heading(w["make"]), self._steps(list(self._making.making()))],
            ]
        )
        guesses = list(self._assumed())
        if guesses:
            yield self._heading(w["assumed"])
            yield self._paragraph(w["assumed_note"], "small")
            yield from self._in_two_columns(guesses)
        credits = list(self._credits())
        if credits:
            yield self._heading(w["credits"])
            yield from credits

    def _papers(self) -> Table:
        w = self._words
        rows = [
            (
                self._said(self._making.material(one)),
                (Inline(str(one.sheets)),),
                (Inline(w[f"way_{one.way}"]),),
                (Inline(page_list(one.pages, "–", spelled=8)),),
            )
            for one in self._facts.papers
        ]
        head = ((), *((Inline(w[key]),) for key in ("sheets", "sides", "pages")))
        places = (self._place,) * (len(rows) + 1)
        return Table(head, tuple(rows), ("left", "right", "right", "right"), places, self._place, filled=True)

    def _assumed(self) -> Iterator[Inlines]:
        """Yield what the book leaves open, each once: the game's own, then a family's together."""
        game = self._game
        found = {
            ("", _told(why, self._lang, game)): game.places.get(f"assumed.{key}")
            for key, why in game.assumed.items()
        }
        for family in game.families:
            for item in (one for one in family.items if one.assumed or one.source == "assumed"):
                reasons = [*item.assumed.values(), *([item.why] if item.source == "assumed" else [])]
                found.update(
                    {(family.id, _told(why, self._lang, game)): item.place for why in reasons if why}
                )
        for family_id, group in groupby(found, key=lambda one: one[0]):
            texts = [(text, found[family_id, text]) for _, text in group]
            if not family_id:
                yield from (self._said(text, place) for text, place in texts)
                continue
            title = escape_text(game.family(family_id).title[self._lang])
            joined = "; ".join(text for text, _ in texts)
            yield self._said(f"**{title}:** {joined}", texts[0][1])

    def _in_two_columns(self, entries: Sequence[Inlines]) -> Iterator[Columns]:
        for at in range(0, len(entries), _TOGETHER):
            part = [
                (Paragraph(one, one[0].place or self._place, "small"),)
                for one in entries[at : at + _TOGETHER]
                if one
            ]
            half = _split([sum(len(word.text) for word in entry[0].words) for entry in part])
            halves = (part[:half], part[half:])
            yield self._side_by_side(
                [[Listing(tuple(side), None, self._place)] if side else [] for side in halves]
            )

    def _credits(self) -> Iterator[Block]:
        """Yield who made the game, and by what right it is printed."""
        game, w = self._game, self._words
        people = [
            f"**{w[key]}:** {', '.join(escape_text(_name(one)) for one in names)}"
            for key, names in (("design", game.designers), ("art", game.artists))
            if names
        ]
        publisher = str(resolve_texts(game.publisher, self._lang, game.languages) or "")
        people += [f"**{w['publisher']}:** {escape_text(publisher)}"] if publisher else []
        if people:
            yield self._paragraph(". ".join(people) + ".", "small")
        licence = str(resolve_texts(game.licence, self._lang, game.languages) or "")
        if licence:
            end = "" if licence.endswith(".") else "."
            yield self._paragraph(f"**{w['licence']}:** {licence}{end}", "small", game.places.get("licence"))


def _told(why: object, lang: str, game: Game) -> str:
    return str(resolve_texts(why, lang, game.languages))


def _name(name: str) -> str:
    """A person's name, which is kept on a line where it is short enough for a column."""
    return name.replace(" ", "\u00a0").replace("-", "\u2011") if len(name) <= _LONG else name


def facts_of_play(game: Game, lang: str) -> Iterator[tuple[str, str, str]]:
    """Yield the icon, the name and the value of what a buyer asks first: players, time and age."""
    w = words(lang, "paper")
    if game.players:
        yield "users", w["players"], _players(game.players, w["or"])
    for icon, key in (("clock", "time"), ("user", "age")):
        told = str(resolve_texts(getattr(game, key), lang, game.languages) or "")
        if told:
            yield icon, w[f"play_{key}"], told + (f" ({w['estimate']})" if key in game.assumed else "")


def _players(players: Sequence[int], either: str) -> str:
    """`2–4` for a run of three and more, else `2, 3 or 6`."""
    if len(players) > 2 and players[-1] - players[0] == len(players) - 1:
        return f"{players[0]}–{players[-1]}"
    *first, last = map(str, players)
    return f"{', '.join(first)}{either}{last}" if first else last


def _breakable(text: str) -> str:
    """A text in which words that are too long may be broken, without a second hyphen in an address."""
    return " ".join(_broken(word) if len(word) > _LONG else word for word in text.split(" "))


def _broken(word: str) -> str:
    if "/" in word:
        word = word.replace("-", "\u2011\u200b").replace("/", "/\u200b").replace(".", ".\u200b")
    return "\u200b".join(
        part if len(part) <= 2 * _LONG else "\u200b".join(map("".join, batched(part, _BROKEN)))
        for part in word.split("\u200b")
    )


def batched(items: Iterable[T], count: int) -> Iterator[tuple[T, ...]]:
    """Yield the items in groups of `count`, the last one with what is left."""
    left = iter(items)
    while group := tuple(islice(left, count)):
        yield group


def _longest(text: str) -> int:
    """The letters of the longest word."""
    return max(map(len, text.split()), default=0)


def _unbroken(text: str) -> str:
    return text.replace(" ", "\u00a0") if len(text) <= _SHORT else text


def _split(lengths: Sequence[int]) -> int:
    """The number of entries of a left column that is about as long as the right one."""
    return min(range(1, len(lengths) + 1), key=lambda k: abs(sum(lengths[:k]) - sum(lengths[k:])), default=0)
