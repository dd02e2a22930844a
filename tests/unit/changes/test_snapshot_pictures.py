"""Faces as parts of other drawings: small pictures for lost ones, marks."""

from __future__ import annotations

from states import card, state

from prancha.changes.comparison import as_html
from prancha.changes.difference import compare
from prancha.changes.snapshot_pictures import MARK, figure, named_pictures, with_thumbs
from prancha.model.outline import rectangle


def test_pictures_are_named_once_and_sorted() -> None:
    svg = '<svg><image href="b.png"/><image x="1" href="a&amp;b.png"/><image href="b.png"/>'
    assert named_pictures(svg + '<image href="data:image/png;base64,AA"/></svg>') == ("a&b.png", "b.png")
    assert named_pictures("<svg/>") == ()


def test_a_thumb_stands_for_a_picture_that_changed_or_is_gone() -> None:
    svg, then = '<svg><image href="a.png"/><image href="other.png"/></svg>', state(card("sun"))
    assert with_thumbs(svg, then, {"a.png": "d1"}) == svg
    for current in ({}, {"a.png": "d2"}):
        shown = with_thumbs(svg, then, current)
        assert '<image href="data:image/webp;base64,AA=="/><image href="other.png"/>' in shown


def test_marks_stay_near_the_trim_and_keep_their_width_at_any_scale() -> None:
    drawn = figure("<svg><g/></svg>", rectangle(60, 80), "f", [(-3, 10, 20, 99)], scale=0.5)
    assert drawn.count("<rect ") == 2
    assert f'x="-2.00" y="8.00" width="24.00" height="74.00" rx="2.00" fill="none" stroke="{MARK}"' in drawn
    assert 'stroke-width="1.200"/>' in drawn
    assert "<rect " not in figure("<svg><g/></svg>", rectangle(60, 80), "f")


def test_html_needs_nothing_beside_it_and_runs_nothing() -> None:
    old, new = state(card("sun", text="<script>")), state(card("sun", look="y", text="&"), name="now")
    page = as_html(
        [compare(old, new)], {("sun-pt-BR", "y-pt-BR"): ((1, 2, 3, 4),)}, {("A", 400, False): b"font"}
    )
    assert "default-src 'none'" in page
    assert "text: &lt;script&gt; -&gt; &amp;" in page
    assert "<script>" not in page
    assert 'font-family:"A";font-weight:400;font-style:normal;src:url(data:font/ttf;base64,Zm9udA==)' in page
    assert page.count(f'stroke="{MARK}"') == 2
    assert 'id="f0-a"' in page
    assert 'id="f1-a"' in page
    assert "http://www.w3.org/2000/svg" in page
    assert page.replace("http://www.w3.org/2000/svg", "").count("http") == 1, "only http-equiv is left"
