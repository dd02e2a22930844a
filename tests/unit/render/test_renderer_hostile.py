"""Drawings written to take a machine's time or memory are refused, or drawn, in a moment."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import time

import pytest
from rendering import BODY, SIDE, drawn, refused

from prancha.model.diagnostic import Failure
from tests.work import AT_ONCE

WHOLE = f'<rect width="{SIDE}" height="{SIDE}" fill="url(#p)"/>'


def chained(tag: str, reference: str, more: str = "") -> str:
    """Nine definitions, each of which draws ten unlike shapes by the next one."""
    links = (
        f'<{tag} id="b{k}" {more}>'
        + "".join(
            f'<rect width="{9 + j}" height="9" fill="white" {reference}="url(#b{k + 1})"/>' for j in range(10)
        )
        + f"</{tag}>"
        for k in range(9)
    )
    last = f'<{tag} id="b9" {more}><rect width="9" height="9" fill="white"/></{tag}>'
    return f'<defs>{"".join(links)}{last}</defs><rect width="9" height="9" {reference}="url(#b0)"/>'


def filtered(parts: str) -> str:
    return f'<filter id="f">{parts}</filter><rect width="{SIDE}" height="{SIDE}" filter="url(#f)"/>'


def repeated(tag: str, more: str, stops: str = '<stop/><stop offset="1" stop-color="red"/>') -> str:
    return f'<{tag} id="p" gradientUnits="userSpaceOnUse" {more}>{stops}</{tag}>{WHOLE}'


PAINTED = "patterns and masks paint more than 1000000 elements, all repetitions counted"
REFUSED = {
    "uses in a switch": ("".join(f'<g id="b{k}">' + f'<switch><use href="#b{k + 1}"/></switch>' * 10 + "</g>" for k in range(9)) + '<g id="b9"><path d="M0 0h1"/></g>', "the drawing has more than 100000 elements"),
    "masks of masks": (chained("mask", "mask"), PAINTED),
    "clips of clips": (chained("clipPath", "clip-path"), PAINTED),
    "patterns of patterns": (chained("pattern", "fill", 'width="1" height="1"').replace('fill="white" fill', "fill"), PAINTED),
    "tiny tiles": (f'<pattern id="p" width=".001" height=".001" patternUnits="userSpaceOnUse"><circle r="1"/></pattern>{WHOLE}', "a pattern has 1600000000 tiles on one shape"),
    "tiny stripes": (f'<pattern id="p" width=".001" height="{SIDE}" patternUnits="userSpaceOnUse"><rect width=".0005" height="{SIDE}"/></pattern>{WHOLE}', "a pattern has 40000 tiles on one shape"),
    "a gradient repeated for ever": (repeated("linearGradient", 'x2=".00001" spreadMethod="repeat"'), "a gradient is repeated too often"),
    "rings repeated for ever": (repeated("radialGradient", 'r=".00001" spreadMethod="reflect"'), "a gradient is repeated too often"),
    "gradients one after another": ("".join(f'<linearGradient id="g{k}" href="#g{k + 1}"/>' for k in range(5000)) + '<rect width="9" height="9" fill="url(#g0)"/>', "gradients refer to each other more than 60 times"),
    "a gradient of thousands of stops on many shapes": ("<linearGradient id='g'>" + "".join(f"<stop offset='{k / 3000}'/>" for k in range(3000)) + "</linearGradient>" + "".join(f'<rect class="x" width="9" height="{k + 1}" fill="url(#g)"/>' for k in range(50)), "the drawing has more than 100000 elements"),
    "markers on every point": ('<marker id="m"><path d="M0 0h1"/></marker><path marker-mid="url(#m)" d="M0 0' + "l0 0" * 20_000 + '"/>', "a shape has more than 5000 markers"),
    "a novel": (f'<text {BODY} font-size="3" class="x">{"a" * 30_000}</text>', "a text has more than 20000 characters"),
    "noise without end": (filtered('<feTurbulence numOctaves="100000000" baseFrequency=".1"/>'), "a filter takes about 1000000 s to draw"),
    "a wide morphology": (filtered('<feMorphology radius="1000"/>'), "a filter takes about 307 s to draw"),
    "a matrix of weights": (filtered(f'<feConvolveMatrix order="60" kernelMatrix="{"1 " * 3600}"/>'), "a filter takes about 18 s to draw"),
    "hundreds of blurs": (filtered('<feGaussianBlur stdDeviation="9"/>' * 500), "a filter takes about 13 s to draw"),
    "tiles of tiles in an object with a filter": (
        "".join(
            f'<pattern id="p{k}" width=".5" height=".5" patternUnits="userSpaceOnUse"><rect width="40" height="40" rx="1" fill="url(#p{k + 1})"/></pattern>'
            for k in range(9)
        )
        + '<pattern id="p9" width="1" height="1"><rect width="1" height=".5"/></pattern><rect width="20" height="20" fill="url(#p0)" filter="blur(1px)"/>',
        "an object with a filter paints more than 100000 elements",
    ),
    "masks of masks in an object with a filter": (chained("mask", "mask").replace('height="9" mask="url(#b0)"', 'height="9" filter="blur(1px)" mask="url(#b0)"'), PAINTED),
    "masks of masks on parts of an object with a filter": (chained("mask", "mask").replace('<rect width="9" height="9" mask="url(#b0)"/>', '<g filter="blur(1px)"><rect width="9" height="9" mask="url(#b0)"/></g>'), "an object with a filter paints more than 100000 elements"),
    "a transform that goes on": (f'<g transform="{"scale(1" * 40_000}"/>', 'transform="scale(1'),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_it_is_refused_at_once_with_a_way_out(case: str) -> None:
    inside, message = REFUSED[case]
    started = time.process_time()
    found = refused(inside + ('<use class="x" href="#b0"/>' if "<use" in inside else ""))
    assert time.process_time() - started < AT_ONCE
    assert found.message.startswith(message)
    assert found.hint


@pytest.mark.parametrize(
    "inside",
    [
        filtered('<feGaussianBlur stdDeviation="100000000"/>'),
        filtered('<feDisplacementMap scale="1000000000" in="SourceGraphic" in2="SourceGraphic"/>'),
        f'<text {BODY} font-size="3">{"<tspan>a</tspan>" * 2000}</text>',
        f'<text font-family="Alegreya Sans{",a" * 50_000}" font-size="3">a</text>',
    ],
)  # fmt: skip
def test_it_is_drawn_in_a_moment(inside: str) -> None:
    started = time.process_time()
    try:
        assert drawn(inside).arts
    except Failure as failure:
        pytest.fail(str(failure))
    assert time.process_time() - started < AT_ONCE
