"""Which stars of a line are markers, and what HTML and Markdown mean in a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from prancha.model.excerpt import excerpt

Note = Callable[[str, str], None]
"""Takes what should be known of a text: a message and what to do."""

_STARS = re.compile(r"\\.|(\*+)")
_BREAK = r"(?i)(?<!\\)<(?:br\s*/?|/?p(?:\s[^<>]*)?|/?div(?:\s[^<>]*)?|/?[ou]l|/li)\s*>"
_ENTRY = r"(?i)(?<!\\)<li\s*>"
_ENTITY = r"(?<!\\)&(nbsp|amp|lt|gt|quot|apos|hellip|ndash|mdash|#\d{2,6}|#x[0-9a-fA-F]{2,5});"
_OTHER_TAG = (
    r"(?i)(?<!\\)</?(?:u|s|span|font|a|img|h[1-6]|table|tr|td|th|sup|sub|strike|del|code|small|big|center)\b"
    r"[^<>]*>"
)
_MERGED = r"<<[^<>\n]{1,40}>>"
_HEADING = r"(?m)^[ \t]*#{2,6}[ \t]+(.*?)[ \t]*#*[ \t]*$"
_LINK = r"(?<!\\)\[([^\[\]]+)\]\(((?:https?://|mailto:|www\.)[^()\s]*)\)"
_BACK = {"*": "\\*", "{": "\\{", "}": "\\}", "[": "\\[", "]": "\\]", "\\": "\\\\", "<": "\\<", "&": "\\&"}
_MOST = 8
"""Times that a line is read anew without a star that closes nowhere."""


def as_markup(content: str, note: Note) -> str:
    """Return `content` with line breaks, entries, entities, headings and links as the markup has them."""
    if "<" in content:
        content = re.sub(_ENTRY, "\n- ", re.sub(_BREAK, "\n", content))
        other = re.search(_OTHER_TAG, content)
        if other:
            note(
                f"{excerpt(other[0])} is HTML that is not understood, and prints as it stands",
                "<b>, <i> and <br> are; delete it, or write \\< if it is meant so",
            )
        merged = re.search(_MERGED, content)
        if merged:
            note(
                f"{excerpt(merged[0])} is the mark of a merge, and prints as it stands",
                "write the value itself; in a template write {{ item.name }} with the name of the field",
            )
    if "&" in content:
        content = re.sub(_ENTITY, _letter, content)
    if "#" in content:
        content = re.sub(
            _HEADING, lambda found: f"**{found[1].replace('**', '')}**" if found[1] else "", content
        )
    if "](" in content:
        found = re.search(_LINK, content)
        if found:
            note(
                f'the link to "{found[2]}" prints without its address',
                "write the address out, if it is to be read",
            )
        content = re.sub(_LINK, r"\1", content)
    return content


def literal_stars(line: str, note: Note) -> frozenset[int]:
    """Return where the stars begin that are no markers of `line`; what closes nowhere is noted.

    A star between spaces or between figures is one silently.  A marker opens before a letter; a single star
    closes behind one.
    """
    stars = [(found.start(), found.end()) for found in _STARS.finditer(line) if found[1]]
    silent = {start for start, end in stars if _is_sign(line, start, end)}
    lost = {start for start, end in stars if end - start > 3}
    for _ in range(_MOST):
        signs = silent | lost
        more = _unpaired(line, [one for one in stars if one[0] not in signs])
        if not more:
            break
        lost |= more
    else:
        lost |= {start for start, _ in stars}
    ends = dict(stars)
    for start in sorted(lost)[:1]:
        marker = line[start : ends[start]]
        note(
            f"{marker} is not closed in {excerpt(line)}, and prints as it stands",
            f"close it before the line ends, or write {marker.replace('*', chr(92) + '*')}",
        )
    return frozenset(silent | lost)


def _is_sign(line: str, start: int, end: int) -> bool:
    """Whether a single star is one of arithmetic: `2 * 3`, `2*3`."""
    before, after = line[max(start - 1, 0) : start], line[end : end + 1]
    return end - start == 1 and (
        before.strip() + after.strip() == "" or (before.isdigit() and after.isdigit())
    )


def _unpaired(line: str, stars: Sequence[tuple[int, int]]) -> set[int]:
    """Return the stars that neither open nor close anything, were the others markers."""
    bold = italic = -1
    lost: set[int] = set()
    for start, end in stars:
        opens = line[end : end + 1].strip() != ""
        closes = line[max(start - 1, 0) : start].strip() != ""
        if end - start == 3 and bold >= 0 and italic >= 0:
            bold = italic = -1
            continue
        if end - start >= 2:
            if bold >= 0:
                bold = -1
            elif opens:
                bold = start
            else:
                lost.add(start)
        if end - start != 2:
            if italic >= 0 and closes:
                italic = -1
            elif opens:
                lost |= {italic} - {-1}
                italic = start
            else:
                lost.add(start)
    return lost | ({bold, italic} - {-1})


def _letter(found: re.Match[str]) -> str:
    from html import unescape  # its table takes 2 ms to read, and few texts have entities

    letter = unescape(found[0])
    return _BACK.get(letter, letter)
