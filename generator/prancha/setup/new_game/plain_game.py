"""The files of a game without lists: a few components of one kind, with their template."""

# ruff: noqa: E501 - templates read best as they are written

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.resources import files

import msgspec
from msgspec import Struct

from prancha.model import component_kinds
from prancha.setup.new_game.list_texts import BODY, TITLE
from prancha.setup.new_game.project_files import Files, Word, in_languages, ready_file, scalar
from prancha.setup.new_game.starter_kinds import KINDS, Size, StarterKind, kind_title
from prancha.system.words import words

GROUND = """\
{# The whole ground, out to the bleed, so that a slip of the knife leaves no white edge. #}
<path d="{{ shape(bleed) }}" fill="{{ palette.@ }}"/>
"""
HEAD = """\
{# A drawing in millimetres with blanks in it: (0, 0) is the corner of the cut piece.
   All that may stand here is told by: prancha help templates #}
"""

UNIT = """\
{# u is 1 mm on a card @ mm high, and less or more on another. #}
{% set u = height / @ %}
"""
"""What heights on a card are counted in, so that another `size:` keeps its parts in their places."""

CARD = (
    HEAD
    + UNIT.replace("@", "88")
    + GROUND.replace("@", "paper")
    + """\
<path d="{{ shape(-safe) }}" fill="none" stroke="{{ palette.ink }}" stroke-width="0.5"/>
<rect x="6" y="{{ 6 * u }}" width="{{ width - 12 }}" height="{{ 11 * u }}" rx="2" fill="{{ palette.ink }}"/>
{{ paragraph(item.name, 8, 7 * u, width - 16, 9 * u, size=13, min=7, font='title', weight=700, align='center', valign='middle', fill=palette.paper) }}
<circle cx="{{ width / 2 }}" cy="{{ 37 * u }}" r="{{ 15.5 * u }}" fill="{{ palette.pale }}"/>
{{ icon(item.icon, width / 2, 37 * u, 22 * u, fill=palette.accent) }}
{{ paragraph(item.text, 8, 57 * u, width - 16, height - 64 * u, size=10, min=6, align='center', valign='middle', fill=palette.ink) }}
"""
)


def card_back(ground: str, letters: str, weight: int = 700) -> str:
    """Return the back with the title of the game, in colours of the palette."""
    return (
        HEAD
        + GROUND.replace("@", ground)
        + f"""\
<path d="{{{{ shape(-safe) }}}}" fill="none" stroke="{{{{ palette.{letters} }}}}" stroke-width="0.5"/>
{{{{ label(game.title, width / 2, height / 2 + 2, size=16, min=6, width=width - 14, font='title', weight={weight}, align='center', fill=palette.{letters}) }}}}
"""
    )


PIECE = (
    HEAD
    + GROUND.replace("@", "paper")
    + """\
<path d="{{ shape(-1.5) }}" fill="none" stroke="{{ palette.accent }}" stroke-width="0.8"/>
<circle cx="{{ width / 2 }}" cy="{{ height * 0.42 }}" r="{{ width * 0.25 }}" fill="{{ palette.pale }}"/>
{{ icon(item.icon, width / 2, height * 0.42, width * 0.36, fill=palette.accent) }}
{{ label(item.name, width / 2, height * 0.8, size=width * 0.24, min=6, width=width * 0.6, font='title', weight=700, align='center', fill=palette.ink) }}
"""
)

BOARD = (
    HEAD
    + GROUND.replace("@", "paper")
    + """\
{# Square cells, however many; title and icon keep off the middle, where the paper is joined. #}
{% set cell = min((width - 40) / item.columns, (height - 50) / item.rows) %}
{% set left = (width - cell * item.columns) / 2 %}
{{ label(item.name, left, 24, size=30, min=10, width=width / 2 - left - 8, font='title', weight=700, fill=palette.ink) }}
{% for s in slots(item.columns, item.rows, left, 32, cell * item.columns, cell * item.rows) %}
<rect x="{{ n(s.x) }}" y="{{ n(s.y) }}" width="{{ n(s.width) }}" height="{{ n(s.height) }}" fill="{{ palette.pale if (s.col + s.row) % 2 else palette.paper }}" stroke="{{ palette.ink }}" stroke-width="0.3"/>
{% if loop.first %}{{ icon(item.icon, s.cx, s.cy, cell * 0.7, fill=palette.accent) }}{% endif %}
{% endfor %}
"""
)


SAMPLES = (("fox", "mask", 2), ("goose", "feather", 4), ("barn", "house", 1))
"""Id, icon and copies of the components to begin with; their names and texts are in prancha/words/."""
PALETTE = {"ink": "#1d2b3a", "paper": "#fbf7ee", "pale": "#ece1cc", "accent": "#a8431c"}
"""The colours that the templates of a new game name."""


def plain_files(kind: StarterKind, title: str, languages: tuple[str, ...], more: str = "") -> Files:
    """Return the files of a game of three components, or one board, that lists a family `more` too."""
    family, card, board = kind.family, kind.family == "cards", kind.family == "board"
    template = CARD if card else BOARD if board else PIECE
    lines = [family_head(kind, languages, back="back.svg.j2" if card else ""), "items:\n"]
    pieces = 0
    for name, icon, copies in SAMPLES[: 1 if board else 3]:
        lines.append(f"  - id: {name}                      # stable, unique in this file\n")
        if not board:
            lines.append(f"    copies: {copies}\n")
        lines.append(f"    name: {in_languages(title if board else _sample(name), languages)}\n")
        lines.append(f"    icon: {'house' if board else icon}                # one of prancha's icons\n")
        if card:
            lines.append(f"    text: {in_languages(_sample(f'{name}_text'), languages)}\n")
        if board:
            lines.append("    columns: 8\n    rows: 8\n")
        pieces += 1 if board else copies
    files = {
        ("components", "game.yaml"): game_file(title, languages, f"{family}, {more}" if more else family, {}),
        ("components", f"{family}.yaml"): "".join(lines),
        ("components", "rules.yaml"): rules_file(family, pieces, languages),
        ("templates", f"{family}.svg.j2"): template,
    }
    if card:
        files["templates", "back.svg.j2"] = card_back("ink", "paper")
    return {where: ready_file(where[1], text) for where, text in files.items()}


def game_file(
    title: str,
    languages: Sequence[str],
    family: str,
    texts: Mapping[str, str],
    palette: Mapping[str, str] = PALETTE,
    fonts: Sequence[str] = (),
    roles: Mapping[str, str] = {"title": TITLE, "body": BODY},
) -> str:
    """Return game.yaml of a game with one family, its named colours and the fonts of titles and texts.

    `fonts` are families behind these, for letters they lack.
    """
    behind = "".join(f", {family}" for family in fonts)
    title_font, body_font = (
        f"[{roles[role]}{behind}]" if fonts else roles[role] for role in ("title", "body")
    )
    lines = "".join(f'  {name}: "{colour}"\n' for name, colour in palette.items())
    colours = (
        f"palette:                           # named colours, such as palette.ink\n{lines}" if palette else ""
    )
    printed = "".join(f"  {scalar(name)}: {in_languages(word, languages)}\n" for name, word in texts.items())
    return f"""\
# What the game is. Every key is explained by: prancha help catalogue
title: {scalar(title)}
languages: [{", ".join(languages)}]                  # the first is printed unless --lang says otherwise
designers: []                      # shown on the cover sheet: [Your Name]
revision: "1"
families: [{family}]                # one file beside this one per kind of component
{colours}fonts: {{title: {title_font}, body: {body_font}}}
""" + (
        f"texts:                             # words that are printed: texts.{next(iter(texts))}\n{printed}"
        if texts
        else ""
    )


def family_head(
    kind: StarterKind,
    languages: Sequence[str],
    back: str,
    size: Size | None = None,
    goes_on: bool = False,
    ending: str = ".svg.j2",
) -> str:
    """Return the first lines of a family, up to its items; `ending` is that of its template."""
    return (
        f"# One kind of component: their size, their drawing, and the list of them.\n"
        f"title: {in_languages(kind.title or partial(kind_title, kind.family), languages)}\n"
        f"stock: {kind.stock:<26}# card | board | paper\n"
        f"{kind.keys_of(size.width, size.height, ending == '.svg') if size else kind.keys}"
        f"template: {kind.id}{ending}          # in templates/, the folder of the same name as this one\n"
        + (f"back: {back}\n" if back else "")
        + (
            "continue: card                    # a text too long for one card goes on on the next\n"
            if goes_on
            else ""
        )
    )


def rules_file(family: str, pieces: int, languages: Sequence[str]) -> str:
    """Return rules.yaml, which counts a family."""

    promise = in_languages(lambda tag: words(tag, "new_game")["pieces"].format(pieces=pieces), languages)
    return f"""\
# What your rulebook promises; prancha check and prancha build hold the components against it.
rules:
  - id: {family}-count
    says: {promise}
    source: "Components"            # where the rulebook says so
    fact: stated
    total: {{family: {family}, is: {pieces}}}
"""


def _sample(name: str) -> Word:
    """Return a sample text in each language."""
    return lambda language: str(words(language, "new_game")["samples"][name])


def _said(language: str, found: re.Match[str]) -> str:
    return _sample(found[1])(language)


class DrawnKind(Struct, frozen=True):
    """A starter family that the program draws: the lines of its YAML below `kind:`, and its copies.

    `text` is the Markdown of a leaflet.  `@` before a name in lines and text stands for that sample text, in
    the languages of the game.
    """

    family: str
    lines: str
    copies: int = 1
    text: str = ""


DRAWN_KINDS = msgspec.toml.decode(
    files(__package__ or "").joinpath("drawn_kinds.toml").read_bytes(), type=dict[str, dict[str, DrawnKind]]
)["kinds"]
"""By the word of their `kind:`."""


def drawn_kind_files(kind: str, title: str, languages: tuple[str, ...], held: Sequence[str]) -> Files:
    """Return the files of a game with a family of `kind`, a box for the families `held`, else for cards."""
    one = DRAWN_KINDS[kind]
    with_cards = component_kinds.KINDS[kind].size == "held" and not held
    holds = f"[{', '.join(held)}]" if len(held) > 1 else held[0] if held else "cards"

    def fill(found: re.Match[str]) -> str:
        """Return what stands for a name after `@`."""
        return holds if found[1] == "holds" else in_languages(_sample(found[1]), languages)

    lines = re.sub(r"@(\w+)", fill, one.lines)
    family = (
        "# One kind of component, drawn by the program; prancha help components has its fields.\n"
        f"title: {in_languages(partial(kind_title, kind), languages)}\nkind: {kind}\n{lines}"
    )
    if with_cards:
        more = {("components", f"{one.family}.yaml"): ready_file(f"{one.family}.yaml", family)}
        return {**plain_files(KINDS["cards"], title, languages, one.family), **more}
    texts = {
        "game.yaml": game_file(title, languages, one.family, {}, palette={}),
        f"{one.family}.yaml": family,
        "rules.yaml": rules_file(one.family, one.copies, languages),
    }
    made = {("components", file): ready_file(file, text) for file, text in texts.items()}
    for language in languages if one.text else ():
        text = re.sub(r"@(\w+)", partial(_said, language), one.text)
        made["components", f"{one.family}.{language}.md"] = text.lstrip().encode()
    return made
