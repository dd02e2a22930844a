"""A small game in a temporary folder, whose templates each test writes."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from prancha.faces import FaceMaker
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.face import Face
from prancha.model.game import Family, Game, Item
from prancha.model.outline import Outline, rectangle
from prancha.system.cache import NOTHING, Pack

LIBRARY = Path(__file__).parents[3] / "templates"
PLACE = Place("components/demo/game.yaml", 1, 1)
BOOK = FontBook([LIBRARY / "_library"])


class Deck:
    """A game of one family, drawn from whatever templates lie in its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.fields: list[dict[str, Any]] = [{"name": {"pt-BR": "Estrela", "en": "Star"}, "cost": 3}]
        self.outline: Outline = rectangle(63, 88, 3)
        self.back: str | None = None
        self.template = "card.svg.j2"
        self.game: dict[str, Any] = {}
        self.assumed: dict[str, Any] = {}
        (folder / "demo" / "icons").mkdir(parents=True)

    def write(self, name: str, text: str) -> Path:
        file = self.folder / "demo" / name
        file.write_text(text, encoding="utf-8")
        return file

    def maker(self, lang: str = "en", pack: Pack = NOTHING) -> FaceMaker:
        items = tuple(
            Item(
                f"c{k}",
                "cards",
                2,
                fields,
                "stated",
                "",
                self.assumed,
                Place("components/demo/cards.yaml", 10 + k, 5),
            )
            for k, fields in enumerate(self.fields)
        )
        place = Place("components/demo/cards.yaml", 1, 1)
        family = Family(
            "cards", {"pt-BR": "Cartas", "en": "Cards"}, "card", self.outline, 3, 3, 0, self.template, self.back,
            "cards", items, place, tables={"step": {"one": 1}},
        )  # fmt: skip
        values: dict[str, Any] = {
            "id": "demo", "folder": self.folder, "title": "Demo", "subtitle": {}, "languages": ("pt-BR", "en"),
            "designers": ("Ana", "Rui"), "artists": (), "publisher": "", "licence": "", "rulebook": "Regras",
            "players": (2, 3, 4), "revision": "1", "palette": {"ink": "#1b2a41", "paper": "#f6f1e7"},
            "fonts": {"title": "Cinzel", "body": "Alegreya Sans"},
            "texts": {"round": {"pt-BR": "Rodada", "en": "Round"}}, "tables": {"tone": {"white": {"value": 1}}},
            "assumed": {}, "supplied": (), "cover": {}, "families": (family,), "place": PLACE,
        }  # fmt: skip
        return FaceMaker(
            Game(**{**values, **self.game}), lang, [self.folder / "demo", self.folder, LIBRARY], BOOK, pack
        )

    def face(self, template: str, lang: str = "en") -> Face:
        """The first card drawn from `template`."""
        self.write("card.svg.j2", template)
        return self.maker(lang).draw().fronts["cards/c0"]

    def inside(self, template: str, lang: str = "en") -> str:
        """What `template` writes inside the <svg> element."""
        svg = self.face(template, lang).svg
        return svg[svg.index(">") + 1 : svg.rindex("</svg>")]

    def faults(self, template: str | None = None) -> tuple[Diagnostic, ...]:
        """The diagnostics of a build that must fail."""
        if template is not None:
            self.write("card.svg.j2", template)
        with pytest.raises(Failure) as caught:
            self.maker().draw()
        return caught.value.diagnostics

    def fault(self, template: str) -> Diagnostic:
        """The one diagnostic of a build that must fail."""
        (only,) = self.faults(template)
        return only
