"""A deck whose template is a drawing, and what its cards come out as."""

from __future__ import annotations

import re

import pytest
from deck import Deck
from PIL import Image

from prancha.faces import Drawn
from prancha.graphics.svg.template_marks import unfold_shared
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.system.cache import NOTHING, Pack

NS = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    ' xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
)
CARD = 'width="63mm" height="88mm" viewBox="0 0 63 88"'
TYPE = "font-family:'Alegreya Sans';font-size:4px"


def drawing_deck(deck: Deck) -> Deck:
    """The deck, its template a drawing, with a field of every kind."""
    deck.template = "card.svg"
    deck.fields = [
        {"name": "Fox", "cost": 3, "rules": "Run {coin}.", "picture": "a.png", "symbol": "fire", "foil": True}
    ]
    (deck.folder / "demo/art").mkdir()
    Image.new("RGB", (40, 20)).save(deck.folder / "demo/art/a.png")
    return deck


def drawn(deck: Deck, inside: str, head: str = CARD, lang: str = "en", pack: Pack = NOTHING) -> Drawn:
    deck.write("card.svg", f'<?xml version="1.0"?>\n<svg {NS} {head}>\n{inside}\n</svg>')
    return deck.maker(lang, pack).draw()


def face(deck: Deck, inside: str, head: str = CARD) -> str:
    """The first card as one drawing, without what is around it."""
    made = drawn(deck, inside, head)
    svg = unfold_shared(made.fronts["cards/c0"].svg, made.symbols)
    return svg[svg.index(">") + 1 : svg.rindex("</svg>")].strip()


def faults(deck: Deck, inside: str, head: str = CARD) -> tuple[Diagnostic, ...]:
    with pytest.raises(Failure) as caught:
        drawn(deck, inside, head)
    return caught.value.diagnostics


def texts(svg: str) -> list[tuple[str, float, float, float, str]]:
    found = re.findall(
        r'<text x="([^"]+)" y="([^"]+)" font-family="[^"]+"([^>]*) font-size="([^"]+)"[^>]*>([^<]+)<', svg
    )
    return [(words, float(x), float(y), float(size), more.strip()) for x, y, more, size, words in found]
