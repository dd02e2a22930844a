"""What is drawn of a game in one language is not drawn again in another where it would be the same."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from rendering import BODY, LIBRARY, face

from prancha.graphics.fonts import FontBook
from prancha.model.face import Face, RenderSettings
from prancha.render import DirectRenderer
from prancha.render.shared_parts import FaceParts

SHAPE = '<rect width="9" height="9" fill="#123456"/>'
WORD = f'<text x="1" y="9" {BODY} font-size="4">Lua 5</text>'


def settings(lang: str) -> RenderSettings:
    return RenderSettings((lang,))


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The digests of the faces that are drawn, and not recalled."""
    found: list[str] = []
    usual = DirectRenderer._drawn

    def noted(self: DirectRenderer, digest: str, svg: str) -> FaceParts:
        found.append(digest)
        return usual(self, digest, svg)

    monkeypatch.setattr(DirectRenderer, "_drawn", noted)
    return found


def renderer() -> DirectRenderer:
    direct = DirectRenderer(FontBook([LIBRARY], "pt-BR"), {}, (), settings("pt-BR"))
    direct.remember_faces()
    return direct


def draw(direct: DirectRenderer, faces: Sequence[Face]) -> list[tuple[FaceParts, set[str], set[str]]]:
    found = []
    for one in faces:
        parts = direct.draw(one.digest, one.svg)
        words = {word.word for word in direct.document.spoken}
        found.append((parts, set(direct.document.touched), words))
    return found


def test_a_face_that_is_the_same_in_two_languages_is_drawn_once(drawings: list[str]) -> None:
    faces = [face(SHAPE), face(SHAPE + WORD), face(f'<g opacity="0.5">{SHAPE}{WORD}</g>')]
    direct = renderer()
    before = draw(direct, faces)
    assert direct.turn_to(FontBook([LIBRARY], "en"), {}, settings("en"))
    assert draw(direct, faces) == before
    assert len(drawings) == len(faces)
    assert "Lua" in before[1][2]
    assert before[2][1]


def test_faces_are_drawn_again_where_a_font_has_other_letters_in_a_language() -> None:
    direct = renderer()
    draw(direct, [face(SHAPE)])
    assert direct.turn_to(FontBook([LIBRARY], "es"), {}, settings("es"))  # no font was asked for yet
    direct = renderer()
    draw(direct, [face(WORD)])
    assert not direct.turn_to(FontBook([LIBRARY], "es"), {}, settings("es"))


def test_faces_are_drawn_again_where_a_drawing_asks_for_a_language() -> None:
    direct = renderer()
    draw(direct, [face(f'<switch><g systemLanguage="en">{SHAPE}</g><g>{WORD}</g></switch>')])
    assert not direct.turn_to(FontBook([LIBRARY], "en"), {}, settings("en"))
