"""Style sheets worked into attributes, and what goes beyond."""

from __future__ import annotations

import time
from contextlib import suppress
from xml.etree.ElementTree import fromstring

import pytest

from generator.svg.css import BeyondCss, parse_sheet, settle
from tests.work import AT_ONCE


def fills(sheet: str, inside: str) -> list[str]:
    root = fromstring(f"<svg><style>{sheet}</style>{inside}</svg>")
    settle(root)
    assert not any({"class", "style"} & e.attrib.keys() for e in root.iter())
    return [e.get("fill", "-") for e in root.iter("rect")]


@pytest.mark.parametrize(
    ("sheet", "inside", "found"),
    [
        (".a{fill:red}", '<rect class="b a"/><rect class="b"/>', ["red", "-"]),
        (".a,.b { fill : red ; }", '<rect class="b"/><g class="a"/>', ["red"]),
        ("rect{fill:red}", '<rect fill="blue"/>', ["red"]),
        ("rect{fill:red}", '<rect style="fill:blue"/>', ["blue"]),
        ("rect{fill:red!important}", '<rect style="fill:blue"/>', ["red"]),
        (
            "#x{fill:red}.a{fill:blue}rect{fill:lime}",
            '<rect id="x" class="a"/><rect class="a"/>',
            ["red", "blue"],
        ),
        (".a{fill:red}.b{fill:blue}", '<rect class="b a"/>', ["blue"]),
        ("rect.a.b{fill:red}.b{fill:blue}", '<rect class="b a"/>', ["red"]),
        ("g .a{fill:red}", '<g><g><rect class="a"/></g></g><rect class="a"/>', ["red", "-"]),
        ("#l > rect{fill:red}", '<g id="l"><rect/><g><rect/></g></g>', ["red", "-"]),
        ("g > g rect{fill:red}", "<g><g><g><rect/></g></g></g><g><rect/></g>", ["red", "-"]),
        ("*{fill:red}", "<rect/>", ["red"]),
        ("/* .a{} */ @charset 'utf-8'; @font-face{src:url(x)} .a{fill:red}", '<rect class="a"/>', ["red"]),
    ],
)
def test_rules_win_as_css_says(sheet: str, inside: str, found: list[str]) -> None:
    assert fills(sheet.replace(">", "&gt;"), inside) == found


@pytest.mark.parametrize(
    ("sheet", "named"),
    [
        ("rect:hover{fill:red}", 'the selector "rect:hover"'),
        ("rect[x]{fill:red}", "the selector"),
        ("a + b{fill:red}", "the selector"),
        ("* * * * *{fill:red}", "the selector"),
        ("{fill:red}", "the selector"),
        ("> a{fill:red}", "the selector"),
        ("@import url(x.css);", "@import"),
        ("@media print{rect{fill:red}}", "@media"),
        ("rect{fill:red", '"rect{fill:red"'),
        (".a{fill:red}" * 1100, "so many rules"),
    ],
)
def test_what_goes_beyond_is_named_and_changes_nothing(sheet: str, named: str) -> None:
    many = '<g class="a"/>' * 2000
    root = fromstring(f"<svg><style>{sheet.replace('>', '&gt;')}</style>{many}</svg>")
    with pytest.raises(BeyondCss, match=r".*") as caught:
        settle(root)
    assert named in str(caught.value)
    assert root[1].attrib == {"class": "a"}


def test_a_sheet_of_another_language_is_beyond() -> None:
    with pytest.raises(BeyondCss, match="text/less"):
        settle(fromstring('<svg><style type="text/less"/></svg>'))


@pytest.mark.parametrize(
    ("sheet", "found"),
    [
        ("/* a /* b */ rect{fill:red}", ["red"]),
        ("rect{fill:red} /* open", ["red"]),
        ("rect{}rect{fill:red}", ["red"]),
    ],
)
def test_comments_end_where_they_end(sheet: str, found: list[str]) -> None:
    assert fills(sheet, "<rect/>") == found


def test_an_ancestor_farther_off_may_be_the_child_that_is_asked_for() -> None:
    inside = '<g class="p"><g class="c"><g><g class="c"><rect/></g></g></g></g>'
    assert fills(".p > .c rect{fill:red}", inside) == ["red"]
    assert fills(".p > .d .c rect{fill:red}", inside) == ["-"]


@pytest.mark.parametrize("sheet", ["x" * 100_000, "/*" * 50_000, "}" * 50_000, "a{" * 50_000])
def test_a_sheet_that_is_none_is_read_at_once(sheet: str) -> None:
    started = time.process_time()
    with suppress(BeyondCss):
        list(parse_sheet(sheet))
    assert time.process_time() - started < AT_ONCE


def test_rules_look_up_a_deep_drawing_once() -> None:
    deep = "<g>" * 50 + "<rect/>" * 500 + "</g>" * 50
    started = time.process_time()
    assert set(fills(".z g g g{fill:red} .z g g rect{fill:red}", deep)) == {"-"}
    assert time.process_time() - started < AT_ONCE
