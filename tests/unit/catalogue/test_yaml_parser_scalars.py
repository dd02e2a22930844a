from __future__ import annotations

import pickle

import pytest

from prancha.catalogue.yaml_parser import plain_scalar
from prancha.model.values import plain


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("", None), ("~", None), ("null", None), ("NULL", None),
        ("true", True), ("False", False),
        ("no", "no"), ("yes", "yes"), ("on", "on"), ("Off", "Off"), ("n", "n"),
        ("0", 0), ("12", 12), ("-3", -3), ("+5", 5), ("0o17", 15), ("0x1F", 31),
        ("012", "012"), ("-07", "-07"), ("00", "00"), ("007.5", "007.5"),
        ("12:30", "12:30"), ("12:30:45", "12:30:45"), ("2001-99-99", "2001-99-99"),
        ("1_000", "1_000"), ("0x_", "0x_"), ("0b11", "0b11"), ("1/2", "1/2"),
        ("1.5", 1.5), (".5", 0.5), ("2.", 2.0), ("1e3", 1000.0), ("-1.5E-2", -0.015), ("0.5", 0.5),
        (".", "."), ("-", "-"), ("...", "..."), ("1.2.3", "1.2.3"), ("=", "="), ("<", "<"),
    ],
)  # fmt: skip
def test_core_schema(word: str, value: object) -> None:
    got = plain(plain_scalar(word))
    assert got == value
    assert type(got) is type(value)


@pytest.mark.parametrize(
    "word", ["1.10", "+5", "0x1F", "0o17", ".5", "2.", "1e3", "-1.5E-2", "-0", "1.5", "-3", "12", "1.0"]
)
def test_numbers_print_as_they_are_written(word: str) -> None:
    got = plain_scalar(word)
    assert f"{got}" == str(got) == word
    assert isinstance(got, int | float)
    assert pickle.loads(pickle.dumps(got)) == got
    assert str(pickle.loads(pickle.dumps(got))) == word
    assert type(got * 2) in (int, float)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("9" * 5000, "a number of 5000 digits; the maximum is 100"),
        ("1e999", "the number 1e999 is too large"),
        (".inf", ".inf is not a number that can be printed or counted"),
        ("-.INF", "-.INF is not a number that can be printed or counted"),
        (".NaN", ".NaN is not a number that can be printed or counted"),
    ],
)
def test_numbers_nothing_can_be_printed_with(word: str, message: str) -> None:
    with pytest.raises(ValueError, match="^" + message.replace(".", r"\.") + "$"):
        plain_scalar(word)
