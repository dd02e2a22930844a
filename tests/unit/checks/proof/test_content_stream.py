"""Readers get the operators they name, in the graphics state that holds for them."""

from __future__ import annotations

import pikepdf
import pytest

from prancha.checks.proof.content_stream import (
    Interpreter,
    Operands,
    PathReader,
    State,
    on,
    unknown_operators,
)
from prancha.checks.proof.pdf_geometry import Matrix


class Places(Interpreter[State]):
    """Where forms are painted."""

    def __init__(self) -> None:
        super().__init__(State())
        self.found: dict[str, Matrix] = {}

    @on("Do")
    def paint_object(self, _operator: str, operands: Operands) -> None:
        """Note a form and its matrix."""
        self.found[str(operands[0])] = self.state.matrix


class Lines(PathReader[State]):
    """Lines that are painted."""

    def __init__(self) -> None:
        super().__init__(State())
        self.found: list[tuple[str, int]] = []

    def paint(self, operator: str) -> None:
        """Note how many lines a path has."""
        self.found.append((operator, len(self.lines())))


def run(reader: Interpreter[State], content: bytes) -> None:
    with pikepdf.new() as document:
        reader.run(document.make_stream(content))


def test_the_matrix_is_saved_and_restored() -> None:
    reader = Places()
    run(reader, b"q 2 0 0 2 5 6 cm 1 0 0 1 1 0 cm /a Do Q /b Do Q Q /c Do")
    assert reader.found == {
        "/a": (2, 0, 0, 2, 7, 6),
        "/b": (1, 0, 0, 1, 0, 0),
        "/c": (1, 0, 0, 1, 0, 0),
    }


def test_what_follows_an_inline_image_is_read() -> None:
    reader = Places()
    run(reader, b"/a Do BI /W 1 /H 1 /CS /G /BPC 8 ID x EI q 2 0 0 2 0 0 cm /b Do Q /c Do")
    assert list(reader.found) == ["/a", "/b", "/c"]
    assert reader.found["/b"] == (2, 0, 0, 2, 0, 0)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"0 0 m 5 0 l 5 5 l S", [("S", 2)]),
        (b"0 0 m 5 0 l 5 5 l s", [("s", 3)]),
        (b"0 0 5 5 re 9 9 m 8 8 l B n", [("B", 5)]),
        (b"0 0 m 5 0 l n 1 1 m 2 2 l f", [("f", 1)]),
    ],
)
def test_paths_end_where_they_are_painted(content: bytes, found: list[tuple[str, int]]) -> None:
    reader = Lines()
    run(reader, content)
    assert reader.found == found


@pytest.mark.parametrize(
    ("content", "unknown"),
    [
        (b"q 1 0 0 1 3 4 cm /f0 Do Q", ()),
        (b"BT /F 3 Tf [(a \\) xyz) -20 <00ff>] TJ ET", ()),
        (b"/Span <</ActualText <feff0041>>> BDC true null EMC d0 d1 T* B* f*", ()),
        (b"1 2 xyz q Q", ("xyz",)),
        (b"(never closed foo", ("(never", "closed", "foo")),
    ],
)
def test_words_that_are_no_operators(content: bytes, unknown: tuple[str, ...]) -> None:
    assert unknown_operators(content) == unknown
