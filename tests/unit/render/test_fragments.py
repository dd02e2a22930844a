"""Faces put together from fragments drawn before are the same as faces drawn as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.building import game_loading
from prancha.building.selection import choose_games
from prancha.graphics.fonts import FontBook
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.render.fragments import Fragments
from prancha.render.renderer import DirectRenderer
from prancha.render.resources import FaceParts
from prancha.studio.game_language import Drawer
from prancha.system import program_folders

ROOT = Path(__file__).parents[3]
STYLE = 'font-family="Alegreya Sans" font-size="4" fill="#123456"'
SYMBOLS = {"i-dot": '<symbol id="i-dot" viewBox="0 0 1 1"><circle cx="0.5" cy="0.5" r="0.5"/></symbol>'}


def renderer(symbols: dict[str, str] = SYMBOLS) -> DirectRenderer:
    folders = (program_folders.TEMPLATES / "_library",)
    return DirectRenderer(FontBook(folders), symbols, folders)


def svg(inside: str) -> str:
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">'
    return f"{head}{inside}</svg>"


def whole(direct: DirectRenderer, text: str) -> FaceParts:
    """The face drawn as a whole, as every document with a comment is."""
    return direct.draw("d", text.replace(">", "><!-- whole -->", 1))


def text(words: str, more: str = "", at: str = 'x="3" y="9"') -> str:
    return f"<text {at} {STYLE}{more}>{words}</text>"


SQUARE = '<path d="M1 1h9v9h-9Z" fill="#aa0000" stroke="#00aa00" stroke-width="0.5"/>'
LONG = f'<path d="M0 0{"h1v1" * 40}Z" fill="#aa0000"/>'
CLIP = '<clipPath id="a"><path d="M0 0h9v9Z"/></clipPath>'
CLIPPED = f'<g clip-path="url(#a)">{SQUARE}</g>'
STOPS = '<stop offset="0" stop-color="#0f0"/><stop offset="1"/>'
SHADED = f'<linearGradient id="g">{STOPS}</linearGradient>{SQUARE.replace("#aa0000", "url(#g)")}'
DOT = '<use href="#i-dot" x="1" y="1" width="3" height="3" color="#00f"/>'
STROKED = ' stroke="#ffffff" stroke-width="0.1"'
FADED = ' opacity="0.5"'
FOX, OWL = text("Fox"), text("Owl")
PLAIN = {
    "words": f"{FOX}{SQUARE}{text('Owl &amp; elk &lt;3 &quot;go&quot;')}",
    "colours": f"{SQUARE}{text('Fox', STROKED)}{SQUARE}{text('Owl', FADED)}",
    "shared": f"{FOX}{LONG}{OWL}{LONG}{SQUARE}",
    "moved": text("Fox", ' transform="rotate(9)"') + f'<g transform="scale(2)">{SQUARE}</g>{OWL}',
    "invisible": text("Fox", ' visibility="hidden"') + text("Owl", ' display="none"') + text("Elk"),
    "icons": FOX + DOT + OWL,
    "clips": CLIP + CLIPPED + FOX,
    "space at its end": text("Fox ") + OWL,
    "rows of icons": FOX + SQUARE + DOT + DOT.replace("#00f", "#0f0") + LONG + DOT + OWL,
    "anchors": text("Fox", ' text-anchor="middle"') + text("Owl", ' text-anchor="end" letter-spacing="0.5"'),
}
TOGETHER = {
    "in a group": f"<g>{FOX}</g>",
    "clip elsewhere": CLIP + FOX + CLIPPED,
    "one id twice": f'<g id="a">{SQUARE}</g>{FOX}<g id="a"/>',
    "id of an icon": f'<g id="i-dot">{SQUARE}</g>{FOX}{DOT}',
    "blends": f'{SQUARE}<g style="mix-blend-mode: multiply">{SQUARE}</g>{FOX}',
    "parts": f'<text {STYLE} x="1" y="9">Fox <tspan fill="#f00">red</tspan></text>',
    "space at its end": text("Fox ", ' text-anchor="end"'),
    "letters faded as one": SQUARE + text("Fox", FADED + STROKED),
    "one gradient twice": SHADED + FOX + SHADED.replace("#0f0", "#f00") + OWL,
}


@pytest.mark.parametrize("inside", PLAIN.values(), ids=PLAIN)
def test_fragments_draw_what_the_whole_draws(inside: str) -> None:
    direct = renderer()
    for words in ("Fox", "Hen", "Fox"):
        face = svg(inside.replace("Fox", words).replace('x="3"', f'x="{len(words)}.25"'))
        found = Fragments(direct).draw("d", face)
        assert found is not None
        assert found == direct.draw("d", face) == whole(direct, face)
        assert whole(renderer(), face) == found


@pytest.mark.parametrize("inside", TOGETHER.values(), ids=TOGETHER)
def test_what_belongs_together_is_drawn_as_a_whole(inside: str) -> None:
    direct = renderer()
    assert Fragments(direct).draw("d", svg(inside)) is None
    assert direct.draw("d", svg(inside)) == whole(direct, svg(inside))


@pytest.mark.parametrize("inside", (PLAIN | TOGETHER).values(), ids=PLAIN | TOGETHER)
def test_the_document_has_what_its_faces_need(inside: str) -> None:
    """Also what fragments made before it was found that the face is to be drawn as a whole is in none."""
    faces = [svg(inside.replace("Fox", words)) for words in ("Fox", "Hen", "Fox")]
    direct, other = renderer(), renderer()
    for face in faces:
        assert direct.draw("d", face) == whole(other, face)
        assert direct.document.touched == other.document.touched
        assert {one.word for one in direct.document.spoken} == {one.word for one in other.document.spoken}
    assert direct.document.resources == other.document.resources
    assert direct.document.glyphs == other.document.glyphs


@pytest.mark.parametrize(
    "inside",
    [
        text("Fox", ' fill="nosuch"'),
        text("Fox", at='x="here" y="9"'),
        text("Fox", ' x="4"'),
        text("Fox &nosuch; owl"),
        text("Fox \x01"),
        text("Fox ]]> owl"),
        text("Fox") + '<use href="#nosuch" width="1" height="1"/>',
        text("\u4e2d"),
        FOX + SQUARE + "stray words" + SQUARE + OWL,
        FOX + SQUARE.replace("M1", ">M1") + SQUARE,
    ],
)
def test_faults_are_those_of_the_whole(inside: str) -> None:
    direct = renderer()
    with pytest.raises(DrawingFault) as caught:
        direct.draw("d", svg(inside))
    with pytest.raises(DrawingFault) as expected:
        whole(direct, svg(inside))
    assert caught.value.message.split(" at its line")[0] == expected.value.message.split(" at its line")[0]


PLACES = ("0", "26.645", "-3.5", "1234.5")


def test_an_icon_at_another_place_is_what_is_drawn_there() -> None:
    direct = renderer()
    for x in PLACES:
        use = f'<use href="#i-dot" x="{x}" y="{PLACES[-1 - PLACES.index(x)]}" width="5" height="3.149"/>'
        face = svg(FOX + SQUARE + use + OWL)
        assert direct.draw("d", face) == whole(renderer(), face)


def test_what_a_face_needs_is_noted_for_each(tmp_path: Path) -> None:
    direct = renderer()
    needed = []
    for words in ("Fox", "Fox", "Hen"):
        direct.draw("d", svg(PLAIN["icons"].replace("Fox", words)))
        needed.append((set(direct.document.touched), {one.word for one in direct.document.spoken}))
    assert needed[0] == needed[1]
    assert needed[0][0] == needed[2][0] != set()
    assert needed[2][1] == {"Hen", "Owl"}


@pytest.mark.slow
@pytest.mark.parametrize("game", choose_games(ROOT, ()))
def test_all_faces_of_the_kits(game: str) -> None:
    read = game_loading.load(ROOT, game)
    keys = [item.key for family in read.families for item in family.items]
    joined = 0
    for lang in read.languages:
        drawer = Drawer(ROOT, read, lang)
        drawn = drawer.draw(keys)
        folders = [ROOT / "templates" / game, ROOT / "templates" / "_library"]
        direct, other = (DirectRenderer(FontBook(folders), drawn.symbols, folders) for _ in range(2))
        for face in {face.digest: face for face in (*drawn.fronts.values(), *drawn.backs.values())}.values():
            joined += Fragments(direct).draw(face.digest, face.svg) is not None
            assert direct.draw(face.digest, face.svg).parts == whole(other, face.svg).parts
    assert joined > 0
