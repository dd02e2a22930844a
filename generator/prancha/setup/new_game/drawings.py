"""The templates of a new project without a spreadsheet."""

# ruff: noqa: E501 - templates read best as they are written

from __future__ import annotations

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

CARD_BACK = (
    HEAD
    + GROUND.replace("@", "ink")
    + """\
<path d="{{ shape(-safe) }}" fill="none" stroke="{{ palette.pale }}" stroke-width="0.5"/>
{{ label(game.title, width / 2, height / 2 + 2, size=16, min=6, width=width - 14, font='title', weight=700, align='center', fill=palette.paper) }}
"""
)

PIECE = (
    HEAD
    + GROUND.replace("@", "paper")
    + """\
<path d="{{ shape(-1.5) }}" fill="none" stroke="{{ palette.accent }}" stroke-width="0.8"/>
<circle cx="{{ width / 2 }}" cy="{{ height * 0.42 }}" r="{{ width * 0.25 }}" fill="{{ palette.pale }}"/>
{{ icon(item.icon, width / 2, height * 0.42, width * 0.36, fill=palette.accent) }}
{{ label(item.name, width / 2, height * 0.8, size=width * 0.24, min=4, width=width * 0.6, font='title', weight=700, align='center', fill=palette.ink) }}
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
