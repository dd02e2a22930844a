"""The last catch of a stage: what nobody foresaw is a finding with its place."""

from __future__ import annotations

import pytest

from prancha.cli.output import exit_code
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.system import crashes, limits

PLACE = Place("components/deck")


def told(problem: BaseException, within: bool = False) -> Diagnostic:
    def work() -> None:
        with crashes.caught(PLACE, "reading its catalogue"):
            if within:
                with limits.work_on("cards.csv:3:4", "cards/sun", "reading this file"):
                    raise problem
            raise problem

    with pytest.raises(Failure) as caught:
        work()
    (one,) = caught.value.diagnostics
    return one


def test_it_names_the_stage() -> None:
    one = told(KeyError("oh"))
    assert str(one).startswith(
        "components/deck: error our-fault: prancha itself failed, reading its catalogue: KeyError: 'oh'\n"
    )
    assert exit_code([one]) == 3


def test_it_names_the_work_within_the_stage() -> None:
    one = told(ValueError("a\nb"), within=True)
    assert (one.place, one.item) == (Place("cards.csv", 3, 4), "cards/sun")
    assert one.message == "prancha itself failed, reading this file: ValueError: a b"


def test_a_nesting_too_deep_is_the_files() -> None:
    one = told(RecursionError())
    assert (one.code, one.message) == (
        "too-deep",
        "this is nested too deeply for the program (reading its catalogue)",
    )


def test_an_error_of_the_system_is_no_fault_of_ours() -> None:
    one = told(OSError(5, "Input/output error", "a.png"))
    assert (one.code, one.message) == (
        "unreadable", 'reading its catalogue: "a.png" cannot be used: Input/output error'
    )  # fmt: skip


@pytest.mark.parametrize(
    "problem", [MemoryError(), BrokenPipeError(), OSError(28, "full"), KeyboardInterrupt()]
)
def test_what_tells_of_the_whole_program_goes_through(problem: BaseException) -> None:
    with pytest.raises(type(problem)), crashes.caught(PLACE, "reading"):
        raise problem


def test_nothing_is_caught_with_debug() -> None:
    crashes.pass_exceptions(True)
    try:
        with pytest.raises(KeyError), crashes.caught(PLACE, "reading"):
            raise KeyError("oh")
    finally:
        crashes.pass_exceptions(False)


def test_work_within_work_goes_back_to_the_outer(monkeypatch: pytest.MonkeyPatch) -> None:
    from mmap import mmap

    from prancha.cli.supervisor import BOARD

    # No ceiling is moved: it would stay that of the tests that follow.
    monkeypatch.setattr(limits, "_move", lambda _: None)
    monkeypatch.setattr(limits, "_STATE", limits._Held())
    limits._STATE.board = mmap(-1, BOARD)
    with limits.work_on("a.yaml", "cards/sun", "drawing"):
        with limits.work_on("font.ttf", "", "reading this font"):
            assert limits.work().where == "font.ttf"
        assert (limits.work().where, limits.work().what) == ("a.yaml", "drawing")
    assert limits.work().what == "going on"
