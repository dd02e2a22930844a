"""Style sheets and inline styles worked into attributes, and what of them is refused."""

# ruff: noqa: E501 - one case a line reads as a table

from __future__ import annotations

import time

import pytest
from plainly import parsed, said

from prancha.graphics.svg.cascade import settle_styles
from tests.work import AT_ONCE


def fills(sheet: str, inside: str) -> list[str]:
    root = parsed(f"<style>{sheet.replace('>', '&gt;')}</style>{inside}")
    assert settle_styles(root).faults == ()
    assert not any({"class", "style"} & element.attrib.keys() for element in root.iter())
    return [element.get("fill", "-") for element in root.iter("rect")]


@pytest.mark.parametrize(
    ("sheet", "inside", "found"),
    [
        (".a{fill:red}", '<rect class="b a"/><rect class="b"/>', ["red", "-"]),
        (".a,.b { fill : red ; }", '<rect class="b"/><g class="a"/>', ["red"]),
        ("rect{fill:red}", '<rect fill="blue"/>', ["red"]),
        ("rect{fill:red}", '<rect style="fill:blue"/>', ["blue"]),
        ("rect{fill:red!important}", '<rect style="fill:blue"/>', ["red"]),
        ("rect{fill:red!important}", '<rect style="fill:blue ! important"/>', ["blue"]),
        ("#x{fill:red}.a{fill:blue}rect{fill:lime}", '<rect id="x" class="a"/><rect class="a"/>', ["red", "blue"]),
        (".a{fill:red}.b{fill:blue}", '<rect class="b a"/>', ["blue"]),
        ("rect.a.b{fill:red}.b{fill:blue}", '<rect class="b a"/>', ["red"]),
        ("g .a{fill:red}", '<g><g><rect class="a"/></g></g><rect class="a"/>', ["red", "-"]),
        ("#l > rect{fill:red}", '<g id="l"><rect/><g><rect/></g></g>', ["red", "-"]),
        ("g > g rect{fill:red}", "<g><g><g><rect/></g></g></g><g><rect/></g>", ["red", "-"]),
        (".p > .c rect{fill:red}", '<g class="p"><g class="c"><g><g class="c"><rect/></g></g></g></g>', ["red"]),
        ("*{fill:red}", "<rect/>", ["red"]),
        # What the former reader left to others
        ("rect[x]{fill:red}", '<rect x="1"/><rect/>', ["red", "-"]),
        ("g + rect{fill:red}", "<rect/><g/><rect/><rect/>", ["-", "red", "-"]),
        ("g ~ rect{fill:red}", "<rect/><g/><rect/><rect/>", ["-", "red", "red"]),
        ("rect:nth-child(2n+1){fill:red}", "<g><rect/><rect/><rect/></g>", ["red", "-", "red"]),
        ("rect:not(.a){fill:red}", '<rect class="a"/><rect/>', ["-", "red"]),
        ("rect:hover{fill:red}", "<rect/>", ["-"]),
        ("rect::before{fill:red}", "<rect/>", ["-"]),
        # Conditions, comments and rules that say nothing on paper
        ("@media print{rect{fill:red}} @media screen{rect{fill:blue}}", "<rect/>", ["red"]),
        ("@font-face{font-family:x;src:url(x)} @charset 'utf-8'; rect{fill:red}", "<rect/>", ["red"]),
        ("/* .a{} */ /* a /* b */ rect{fill:/* no */red} /* open", "<rect/>", ["red"]),
        ("&lt;!-- rect{fill:red} -->", "<rect/>", ["red"]),
        # Words that any property may have, and variables
        ("rect{fill:inherit}", '<g fill="lime"><rect fill="red"/></g>', ["-"]),
        ("rect{fill:initial}", '<g fill="lime"><rect/></g>', ["#000000"]),
        ("svg{--c:red} rect{fill:var(--c)}", "<rect/>", ["red"]),
        ("rect{fill:var(--c, blue)}", "<rect/>", ["blue"]),
        ("svg{--c:var(--d)} g{--d:lime} rect{fill:var(--c)}", "<g><rect/></g>", ["lime"]),
    ],
)  # fmt: skip
def test_the_rule_that_css_says_wins(sheet: str, inside: str, found: list[str]) -> None:
    assert fills(sheet, inside) == found


@pytest.mark.parametrize(
    "sheet",
    [
        "@import url(https://fonts.googleapis.com/css2?family=Cinzel);",
        "@import url( 'https://fonts.googleapis.com/css?family=Cinzel' ) screen;",
        '@import "//use.typekit.net/abc.css";',
    ],
)
def test_fonts_of_the_net_are_left_to_the_texts_that_name_them(sheet: str) -> None:
    assert fills(f"{sheet}rect{{fill:red}}", "<rect/>") == ["red"]


@pytest.mark.parametrize(
    ("sheet", "message", "hint"),
    [
        ("{fill:red}", 'the selector "" cannot be read', "select by element, class or id"),
        ("&gt; a{fill:red}", 'the selector "> a" cannot be read', "select by element, class or id"),
        ("a:nothing-such{fill:red}", 'the selector "a:nothing-such" cannot be read', "select by element"),
        (
            "@import url(x.css);",
            "the style sheet says @import, which cannot be told on paper",
            "leave it out",
        ),
        (
            "@media (width: 3px){rect{fill:red}}",
            'the condition "(width: 3px)" of a style sheet',
            "leave it out",
        ),
        ("rect", "the style sheet cannot be read: EOF reached", "save the drawing without CSS"),
        ("rect{fill}", "a style cannot be read: ", "write name: value; for each property"),
        ("rect{fil:red}", 'there is no property "fil"', 'did you mean "fill"?'),
        ("rect{fill:blurple}", 'fill="blurple" cannot be read', "expected a colour"),
        ("rect{fill:var(--c)}", '"var(--c)" asks for a variable that is not set', "write the value itself"),
        ("svg{--c:blurple} rect{fill:var(--c)}", 'fill="blurple" cannot be read', "expected a colour"),
        ("rect{transform:rotate(45)}", 'transform="rotate(45)" has no units', "in CSS write rotate(45deg)"),
    ],
)
def test_what_is_wrong_in_a_sheet_is_told(sheet: str, message: str, hint: str) -> None:
    ((told, way),) = said(f"<style>{sheet}</style><rect/>")
    assert told.startswith(message)
    assert way.startswith(hint)


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ('<style type="text/less"/>', 'a style sheet of type "text/less" cannot be read'),
        ('<style media="(color)"/>', 'the condition "(color)" of a style sheet cannot be told on paper'),
        ('<rect style="fill red"/>', 'the style "fill red" cannot be read'),
        ('<rect font="bold 12px x"/>', "font as an attribute means nothing to some programs"),
        (f'<rect style="fill:{"(" * 30_000}"/>', "a style is nested too deep"),
    ],
)
def test_what_is_no_style_is_told(inside: str, message: str) -> None:
    assert [told for told, _ in said(inside)] == [message]


def test_shorthands_stand_for_all_that_they_set() -> None:
    root = parsed(
        '<text style="font-style:oblique;font:bold 12px x"/><path style="marker:url(#a);marker-mid:none"/>'
        '<marker id="a"/>'
    )
    assert settle_styles(root).faults == ()
    text, path, _ = root
    assert {k: text.get(k) for k in ("font-style", "font-weight", "font-size", "font-family")} == {
        "font-style": "normal", "font-weight": "bold", "font-size": "12px", "font-family": "x",
    }  # fmt: skip
    assert path.attrib == {"marker-start": "url(#a)", "marker-end": "url(#a)", "marker-mid": "none"}


DEEP = "<g>" * 55 + "<rect/>" * 800 + "</g>" * 55


@pytest.mark.parametrize(
    ("sheet", "inside"),
    [
        ("g " * 12 + "z{fill:red}", DEEP),
        ("z " + "g " * 12 + "rect{fill:red}", DEEP),
        (":not(" * 30 + "g" + ")" * 30 + "{fill:red}", DEEP),
        (":is(g," * 40 + "g" + ")" * 40 + " rect{fill:red}", DEEP),
        ("rect ~ rect ~ rect ~ z{fill:red}", "<rect/>" * 3000),
        ("rect:nth-child(2n+1 of rect ~ rect):nth-last-of-type(3n){fill:red}", "<rect/>" * 3000),
        ("".join(f".a{k}{{fill:red}}" for k in range(2000)), "<g/>" * 2000),
        ("x" * 100_000, ""),
        ("/*" * 50_000, ""),
        ("}" * 20_000, ""),
        ("a{" * 20_000, ""),
        ("[" * 20_000, ""),
        (":root{--a:var(--b) var(--b);--b:var(--a) var(--a)} rect{fill:var(--a)}", "<rect/>"),
    ],
)
def test_a_sheet_takes_no_more_than_a_moment(sheet: str, inside: str) -> None:
    started = time.process_time()
    faults = said(f"<style>{sheet}</style>{inside}")
    assert time.process_time() - started < AT_ONCE
    assert all(message and hint for message, hint in faults)


def test_selectors_that_take_too_long_are_refused() -> None:
    sheet = "z " + "g " * 12 + "rect{fill:red}"
    assert said(f"<style>{sheet}</style>{DEEP}") == [
        ("the style sheet takes too long to match", "save the drawing without CSS")
    ]
