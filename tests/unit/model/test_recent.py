"""What was worked out for the arguments that came last is not worked out anew."""

from __future__ import annotations

from prancha.model.recent import KEPT, recent


def test_equal_arguments_are_worked_out_once_and_others_anew() -> None:
    asked: list[object] = []

    @recent
    def twice(value: list[int]) -> list[int]:
        asked.append(value)
        return value * 2

    assert [twice([1]), twice([2]), twice([1])] == [[1, 1], [2, 2], [1, 1]]
    assert asked == [[1], [2]], "compared, for lists cannot be hashed"


def test_what_came_long_before_is_forgotten() -> None:
    asked: list[int] = []

    @recent
    def same(value: int) -> int:
        asked.append(value)
        return value

    for value in (*range(KEPT + 1), 0):
        assert same(value) == value
    assert asked == [*range(KEPT + 1), 0]
