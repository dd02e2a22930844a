"""Icons: what a file may hold, and all that are shipped."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import re
from pathlib import Path

import pytest
from deck import LIBRARY

from prancha.faces.faults import IconError
from prancha.faces.placed_icons import IconSet

SHIPPED = LIBRARY / "_library" / "icons"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
SHAPE = '<path d="M0 0h9"/>'


def _symbol(folder: Path, text: str) -> str:
    (folder / "a.svg").write_text(text, encoding="utf-8")
    icons = IconSet([folder])
    icons.draw("a", 0, 0, 1)
    (symbol,) = icons.symbols.values()
    return re.sub(r'id="i-a-\w{8}" ', "", symbol)


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        (f"{HEAD}{SHAPE}</svg>", f'<symbol viewBox="0 0 9 9" fill="currentColor">{SHAPE}</symbol>'),
        (f"<?xml version='1.0'?><!-- by me -->{HEAD}<title>x</title>{SHAPE}</svg>",
         f'<symbol viewBox="0 0 9 9" fill="currentColor">{SHAPE}</symbol>'),
        (f'{HEAD}<g id="k" fill="#000"><circle cx="1" cy="1" r="1" fill="#f00" stroke="black"/></g></svg>',
         '<symbol viewBox="0 0 9 9" fill="currentColor"><g fill="currentColor"><circle cx="1" cy="1" r="1" fill="#f00"'
         ' stroke="currentColor"/></g></symbol>'),
        ('<svg viewBox="0,0, 9 9" width="9mm" height="9" fill="none" stroke="#000000"><line x2="4"/></svg>',
         '<symbol viewBox="0 0 9 9" fill="none" stroke="currentColor"><line x2="4"/></symbol>'),
        (f'{HEAD}<path d="M0\n  0h9" transform="rotate(45 1 1)"/></svg>',
         '<symbol viewBox="0 0 9 9" fill="currentColor"><path d="M0 0h9" transform="rotate(45 1 1)"/></symbol>'),
    ],
)  # fmt: skip
def test_a_file_becomes_a_symbol(tmp_path: Path, text: str, symbol: str) -> None:
    assert _symbol(tmp_path, text) == symbol


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"<!DOCTYPE svg>{HEAD}{SHAPE}</svg>", "a.svg has a DOCTYPE or entity"),
        (f'<!DOCTYPE svg [<!ENTITY a "b">]>{HEAD}{SHAPE}</svg>', "a.svg has a DOCTYPE or entity"),
        (f"{HEAD}<path</svg>", "is not well-formed XML"),
        ("<html/>", "the root element is <html>, not <svg>"),
        (f"<svg>{SHAPE}</svg>", "the root has no viewBox of four numbers"),
        (f'<svg viewBox="0 0 9">{SHAPE}</svg>', "the root has no viewBox of four numbers"),
        (f'<svg viewBox="0 0 0 9">{SHAPE}</svg>', "the viewBox has no size"),
        (f"{HEAD}</svg>", "there is nothing to draw"),
        (f"{HEAD}<script>x</script></svg>", "<script> is not allowed; g, path, rect, circle, ellipse, line, polygon, polyline are"),
        (f'{HEAD}<image href="x"/></svg>', "<image> is not allowed"),
        (f'{HEAD}<use href="#x"/></svg>', "<use> is not allowed"),
        (f"{HEAD}<style>a{{}}</style></svg>", "<style> is not allowed"),
        (f"{HEAD}<foreignObject/></svg>", "<foreignObject> is not allowed"),
        (f'{HEAD}<path d="M0 0" onclick="x()"/></svg>', 'the attribute "onclick" of <path> is not allowed'),
        (f'{HEAD}<path d="M0 0" style="fill:red"/></svg>', 'the attribute "style" of <path> is not allowed'),
        (f'{HEAD}<path d="M0 0" class="a"/></svg>', 'the attribute "class" of <path> is not allowed'),
        (f'{HEAD}<path d="M0 0" fill="url(#a)"/></svg>', 'fill="url(#a)" is not a plain colour'),
        (f'{HEAD}<path d="M0 0&quot;/>"/></svg>', "is not a plain value"),
        (f"{HEAD}{'<g>' * 17}{SHAPE}{'</g>' * 17}</svg>", "groups are nested too deep"),
        (f"{HEAD}{'<g>' * 5000}{'</g>' * 5000}</svg>", "groups are nested too deep"),
        (f"{HEAD}{' ' * 200_001}</svg>", "is larger than 200 kB"),
    ],
)  # fmt: skip
def test_what_an_icon_may_not_hold(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(IconError) as caught:
        _symbol(tmp_path, text)
    assert message in caught.value.message
    assert "a.svg" in caught.value.message


def test_an_icon_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_bytes(f"{HEAD}{SHAPE}</svg>".encode("utf-16"))
    with pytest.raises(IconError, match=r"a.svg is not UTF-8 text"):
        IconSet([tmp_path]).draw("a", 0, 0, 1)


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "icons").mkdir()
    (tmp_path / "b.svg").write_text(f"{HEAD}{SHAPE}</svg>")
    (tmp_path / "icons" / "a.svg").symlink_to(tmp_path / "b.svg")
    with pytest.raises(IconError, match=r"a.svg is a link out of its folder"):
        IconSet([tmp_path / "icons"]).draw("a", 0, 0, 1)


@pytest.mark.parametrize("name", ["Coin", "../coin", "", "a/b", "a.svg", 3])
def test_names_of_icons(tmp_path: Path, name: object) -> None:
    with pytest.raises(IconError, match="is not the name of an icon"):
        IconSet([tmp_path]).draw(name, 0, 0, 1)  # type: ignore[arg-type]


def test_the_games_own_icon_wins(tmp_path: Path) -> None:
    (tmp_path / "star.svg").write_text(f"{HEAD}{SHAPE}</svg>")
    own, shipped = IconSet([tmp_path, SHIPPED]), IconSet([SHIPPED])
    assert own.draw("star", 0, 0, 1) != shipped.draw("star", 0, 0, 1)
    assert own.draw("coin", 0, 0, 1) == shipped.draw("coin", 0, 0, 1)


def test_every_shipped_icon_is_valid_and_credited() -> None:
    icons, credits_text = IconSet([SHIPPED]), (SHIPPED / "CREDITS.md").read_text()
    credited = set(re.findall(r"[a-z0-9-]+", credits_text))
    assert len(icons.names()) > 580
    for name in icons.names():
        icons.draw(name, 0, 0, 1)
        assert name in credited, name
    assert len(icons.symbols) == len(icons.names())


_ASKED = """coin coins star heart shield sword crown castle house city flag flower clover square circle cross
arrow-up arrow-down arrow-left arrow-right arrow-up-right rotate-left rotate-right refresh shuffle swap hand hand-card plus minus
eye eye-off lock scissors fold glue printer ruler player pawn dice-1 dice-2 dice-3 dice-4 dice-5 dice-6 hexagon compass feather
paintbrush picture mask gear hammer wheat wood stone gem tree mountain water ship bag hourglass trophy ban mirror move layers tile"""


def test_the_usual_icons_are_there() -> None:
    assert set(_ASKED.split()) <= set(IconSet([SHIPPED]).names())
