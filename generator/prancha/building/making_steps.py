"""The steps of a cover in words: what to print on, how to print and to make a kit, what to add to it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct

from prancha.building.kit_facts import Material, page_list
from prancha.building.order import Row
from prancha.model.game import Game
from prancha.model.localised_text import escape_text, resolve_texts
from prancha.system.words import words

SIGNS = {"cut": "scissors", "fold": "fold", "glue": "glue", "board": "layers"}
"""The icon of each work that is done to pieces."""


class FamilyRow(Struct, frozen=True):
    """A family on the cover: its counts, what it is made of, its pages, and in how many parts a piece is."""

    row: Row
    made: str
    pages: tuple[int, ...]
    parts: int


class CoverFacts(Struct, frozen=True):
    """Facts of a kit for its cover, besides those of the game.

    `minutes` are those that making it takes, `near` is the distance in mm from the edge to marks that a
    printer may drop, or 0, `way` the key of the words on how backs get behind fronts.  `board_file` names the
    kit for board where this one prints pieces for board on card; `lacks` are what found no room, and on which
    pages.  `book_steps` say how to make the rulebook, none where the kit has none.
    """

    rows: Sequence[FamilyRow]
    papers: Sequence[Material]
    minutes: int
    near: int
    has_ticks: bool
    way: str
    paper: str
    board_file: str
    lacks: Sequence[tuple[tuple[str, ...], tuple[int, ...]]] = ()
    book_steps: Sequence[str] = ()


class MakingSteps:
    """The steps for whoever prints and makes a kit; each is the name of an icon and a text."""

    def __init__(self, game: Game, lang: str, facts: CoverFacts) -> None:
        self._game, self._lang, self._facts = game, lang, facts
        self._words = words(lang, "paper")

    def material(self, one: Material) -> str:
        """Return the words that say what to buy for a kind of paper."""
        w = self._words
        mm = "" if one.thickness is None else f"{one.thickness:g}".replace(".", w["point"])
        if one.made == "board":
            of = (
                [w["boards_one"] if one.boards == 1 else w["boards"].format(one.boards)] if one.boards else []
            )
            of += [w["boards_joined"].format(f"{math.ceil(a)} × {math.ceil(b)}") for a, b in one.joined]
            thing = f"{w['buy_board_of' if mm else 'buy_board']}: {', '.join(of)}"
            thing += w["thick_piece"].format(mm) if mm else ""
        else:
            file = self._facts.board_file if one.stock == "board" else ""
            key = f"buy_card_{one.sleeved}" if one.made == "card" else f"buy_{one.made}"
            thing = w["buy_card_board"].format(file=file) if file else w[key]
            thing += w["thick"].format(mm) if mm else ""
        name = w[one.made]
        return f"**{name[0].upper()}{name[1:]}:** {thing}."

    def printing(self) -> Iterator[tuple[str, str]]:
        """Yield the settings of the printer, and what the sheets lack."""
        w, facts = self._words, self._facts
        name = w["paper_names"].get(facts.paper, facts.paper.capitalize())
        yield "printer", f"{w['scale']} {w['sheet_size'].format(escape_text(name))}"
        yield "copy", w[facts.way]
        if facts.has_ticks:
            yield "crosshair", w["tick"]
        if facts.near:
            yield "scissors", w["near"].format(facts.near)
        if facts.lacks:
            parts = [
                f"{', '.join(w[f'lack_{name}'] for name in names)}"
                f" ({w['cut_pages' if len(pages) > 1 else 'cut_page']} {page_list(pages, '–')})"
                for names, pages in facts.lacks
            ]
            yield "info", f"{w['no_room']} {'; '.join(parts)}."
        yield "ruler", w["check"]  # the last, for the ruler is drawn below it

    def making(self) -> Iterator[tuple[str, str]]:
        """Yield the steps, numbered where there is an order to keep, their time and what else is needed."""
        w, papers = self._words, self._facts.papers
        works = {work for one in self._facts.rows for work in self._game.family(one.row.family).make}
        steps = [("puzzle", w["join"])] if any(one.parts > 1 for one in self._facts.rows) else []
        boards = ("to_faces" if one.way == "faces" else "to_fold" if one.way == "fold" else "to_board"
                  for one in papers if one.made == "board")  # fmt: skip
        steps += [("layers", w[key]) for key in dict.fromkeys(boards)]
        is_folded = any(one.way == "fold" and one.made != "board" for one in papers)
        steps += [("fold", w["fold_sheet"])] if is_folded else []
        steps.append(self._cutting())
        steps += [(SIGNS[work], w[work]) for work in ("fold", "glue") if work in works]
        for number, (icon, text) in enumerate(steps, 1):
            yield icon, f"**{number}.** {text}" if len(steps) > 1 else text
        hours, rest = divmod(self._facts.minutes, 60)
        parts = [f"{hours}\u00a0{w['hours']}"] if hours else []
        parts += [f"{rest}\u00a0{w['mins']}"] if rest else []
        dries = any(one.made == "board" or one.way == "fold" for one in papers) or "glue" in works
        told = w["steps"].format("\u00a0".join(parts))
        yield "clock", f"{told}{w['drying'] if dries else ''}."
        book = self._book()
        if self._facts.book_steps:
            name = f"{w['rulebook']} ({book})" if book else w["rulebook"]
            yield "fold", f"**{name}:** {' '.join(self._facts.book_steps)}"
        needs = list(self._needs())
        if needs:
            yield "bag", f"**{w['supplied']}:** {', '.join(needs)}."

    def _cutting(self) -> tuple[str, str]:
        """Straight cuts and board want a knife; outlines of thinner stock are for scissors too."""
        w, rows = self._words, self._facts.rows
        outlined = [one.made or one.row.stock for one in rows if one.row.scissors]
        is_straight = not outlined or any(one.row.cuts for one in rows)
        has_board = "board" in outlined
        told = [w["cut"]] if is_straight else []
        if outlined:
            apart = "_board" if set(outlined) == {"board"} else "_both" if has_board else ""
            told.append(w[f"cut_outlines{apart}"])
        return "knife" if is_straight or has_board else "scissors", " ".join(told)

    def _book(self) -> str:
        return escape_text(str(resolve_texts(self._game.rulebook, self._lang, self._game.languages) or ""))

    def _needs(self) -> Iterator[str]:
        """Yield what the owner adds, the book of rules first."""
        book = self._book()
        if book and not self._facts.book_steps:
            yield f"{self._words['book']} ({book})"
        for thing in self._game.supplied:
            name = str(resolve_texts(thing["name"], self._lang, self._game.languages))
            if not (book and name.lower() == self._words["book"]):
                count = thing["count"]
                yield f"{count} × {escape_text(name)}" if count > 1 else escape_text(name)
