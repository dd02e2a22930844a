"""Write a page that was kept as a PDF of its own: the same parts, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from prancha.graphics.pdf_art.kept_objects import KeptObject
from prancha.model.box import Box

_REFERENCE = re.compile(r"@(\w+)")
_PAGE, _FIRST = 3, 5
"""Numbers of the page and of the first part, behind catalogue, pages, page and content."""


def write_page(parts: Sequence[KeptObject], form: str, box: Box, turn: int) -> bytes:
    """Return a PDF of one page that shows the part `form`: the same bytes for the same parts.

    `box` is what is seen of it, in points, before it is turned by `turn` degrees clockwise.
    """
    numbers = {part.name: _FIRST + k for k, part in enumerate(parts)}
    corners = " ".join(f"{value:.6f}".rstrip("0").rstrip(".") for value in box)
    content = b"/Face Do"
    objects = [
        b"<</Type /Catalog /Pages 2 0 R>>",
        b"<</Type /Pages /Kids [%d 0 R] /Count 1>>" % _PAGE,
        f"<</Type /Page /Parent 2 0 R /MediaBox [{corners}] /Rotate {turn} /Contents 4 0 R "
        f"/Resources <</XObject <</Face {numbers[form]} 0 R>>>>>>".encode("latin-1"),
        b"<</Length %d>>\nstream\n%b\nendstream" % (len(content), content),
        *(_source(part, numbers) for part in parts),
    ]
    file = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, source in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%b\nendobj\n" % (number, source)
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    start, count = len(file), len(objects) + 1
    file += b"xref\n0 %d\n0000000000 65535 f \n%btrailer\n<</Size %d /Root 1 0 R>>\n" % (count, rows, count)
    return bytes(file) + b"startxref\n%d\n%%%%EOF\n" % start


def _source(part: KeptObject, numbers: dict[str, int]) -> bytes:
    entries = _REFERENCE.sub(lambda found: f"{numbers[found[1]]} 0 R", part.entries)
    if part.content is None:
        return f"<<{entries}>>".encode("latin-1")
    head = f"<<{entries} /Length {len(part.content)}>>\nstream\n".encode("latin-1")
    return head + part.content + b"\nendstream"
