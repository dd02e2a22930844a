"""ReportLab documents packed: readers find every object, the same objects give the same bytes."""

from __future__ import annotations

import io

import pikepdf
import pypdfium2
import pytest
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from prancha.export.pdf_objects import GROUP, Raw, pack_document


def written(extra: int = 0, title: str = "Deck") -> bytes:
    canvas = Canvas(io.BytesIO(), invariant=1)
    canvas.setTitle(title)
    for number in range(3):
        canvas.drawString(20, 20 + number, "fox")
        canvas.showPage()
    listed = [Raw(f"/Number {k}") for k in range(extra)]
    canvas._doc.Catalog.Dests = pdfdoc.PDFDictionary({f"k{k}": raw for k, raw in enumerate(listed)})
    canvas._doc.format = lambda: pack_document(canvas._doc)
    return b"".join(canvas.getpdfdata())


@pytest.mark.parametrize("extra", [0, 1, GROUP, 3 * GROUP + 7])
def test_readers_find_every_object(extra: int) -> None:
    data = written(extra)
    with pikepdf.open(io.BytesIO(data)) as document:
        assert document.check_pdf_syntax() == []
        assert [int(document.Root.Dests[f"/k{k}"].Number) for k in range(extra)] == list(range(extra))
        assert str(document.docinfo["/Title"]) == "Deck"
    assert len(pypdfium2.PdfDocument(data)) == 3


def test_small_objects_are_packed() -> None:
    assert written(500).count(b" 0 obj") < 20


def test_offsets_point_at_their_objects() -> None:
    data = written(5)
    start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    assert data[start:].split(b"\n", 1)[0].endswith(b" 0 obj")
    assert b"/Type /XRef" in data[start : start + 200]


def test_identity_is_made_of_the_content() -> None:
    assert written(5) == written(5)
    one, other = (pikepdf.open(io.BytesIO(data)).trailer.ID[0] for data in (written(5), written(5, "Duck")))
    assert bytes(one) != bytes(other)
