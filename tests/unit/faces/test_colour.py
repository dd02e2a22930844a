"""Colours and chance in templates."""

from __future__ import annotations

import pytest

from prancha.faces.colour import check_colour, chroma, contrast, darken, ink_on, lighten, mix
from prancha.faces.drawing_tools import RepeatableRandom


def test_mixing() -> None:
    assert mix("#000000", "#ffffff") == "#808080"
    assert mix("#f00", "#00f", 0.25) == "#bf0040"
    assert mix("#102030", "#ffffff", 0) == "#102030"
    assert mix("#102030", "#fff", 7) == "#ffffff"
    assert lighten("#000", 0.2) == "#333333"
    assert darken("#fff", 0.2) == "#cccccc"


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)
    assert ink_on("#ffee00") == "#000000"
    assert ink_on("#112244") == "#ffffff"
    assert ink_on("#112244", "#333333", "#eeeeee") == "#eeeeee"


def test_chroma() -> None:
    assert chroma("#808080") == 0
    assert chroma("#ff0000") == 1


@pytest.mark.parametrize("text", ["#fff", "#C0392B", "red", "rebeccapurple"])
def test_colours_pass(text: str) -> None:
    assert check_colour(text) == text


@pytest.mark.parametrize("text", ["", "#ff", "#ffff", "url(#a)", "red;", 'x" y="', "12", None])
def test_no_colours_are_refused(text: object) -> None:
    with pytest.raises(ValueError, match='is not a colour; write it as "#rrggbb"'):
        check_colour(text)  # type: ignore[arg-type]


def test_a_name_cannot_be_mixed() -> None:
    with pytest.raises(ValueError, match='"red" cannot be mixed; write it as "#rrggbb"'):
        mix("red", "#fff")


def test_chance_repeats_by_its_seed() -> None:
    def row(seed: str) -> list[object]:
        source = RepeatableRandom(seed)
        return [
            source.uniform(0, 1),
            source.integer(1, 6),
            source.choice("abc"),
            source.shuffled([1, 2, 3, 4]),
        ]

    assert row("a") == row("a") != row("b")
    assert row("a")[0] == pytest.approx(0.27203, abs=1e-4)


def test_shuffling_keeps_the_list() -> None:
    options = [1, 2, 3, 4, 5]
    assert sorted(RepeatableRandom(1).shuffled(options)) == options == [1, 2, 3, 4, 5]
