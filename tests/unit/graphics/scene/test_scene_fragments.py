"""Faces are cut into elements and texts; what only a parser can cut stays whole."""

from __future__ import annotations

import pytest

from prancha.graphics.scene.scene_fragments import FaceSources, FragmentMemory
from prancha.graphics.scene.split_face import split_texts

HEADER = '<svg viewBox="0 0 9 9">'
TEXT = '<text x="1" y="2" fill="red">Fox</text>'
RECT, GROUP = '<rect width="1"/>', '<g><path d="M0 0"/></g>'
WORDS = ("", ' fill="red"')


def cut(inside: str, limit: int = 10_000) -> FaceSources | None:
    drawing, _ = split_texts(f"{HEADER}{inside}</svg>")
    return FragmentMemory(limit).cut(drawing)


@pytest.mark.parametrize(
    ("inside", "sources"),
    [
        (TEXT, [WORDS]),
        (f"{RECT}{GROUP}{TEXT}\n{RECT}", [RECT, GROUP, WORDS, RECT]),
        (f'<g id="a"/>{RECT}{TEXT}', [f'<g id="a"/>{RECT}', WORDS]),
    ],
    ids=["text", "elements", "one may refer to another"],
)
def test_a_face_is_cut_into_elements_and_texts(inside: str, sources: list[str]) -> None:
    assert cut(inside) == (HEADER, sources, True)


def test_uncertain_markup_stays_whole() -> None:
    assert cut(f"{RECT}stray{TEXT}") == (HEADER, [f"{RECT}stray", WORDS], False)


def test_a_document_without_a_plain_start_tag_is_not_cut() -> None:
    assert FragmentMemory(10).cut(("<g>", "</g>")) is None


def test_tables_are_emptied_together() -> None:
    memory = FragmentMemory(10)
    one, other = memory.register({"a": 1}), memory.register({"b"})
    memory.note(10)
    assert (one, other) == ({"a": 1}, {"b"})
    memory.note(1)
    assert (one, other) == ({}, set())
