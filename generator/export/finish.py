"""The last pass over a PDF: pages CairoSVG drew take their places, and objects are packed."""

from __future__ import annotations

import io

import pikepdf

from generator.export.objects import MARKER
from generator.model.art import Resource


def finish(data: bytes, drawn: dict[str, Resource]) -> bytes:
    """Swap placeholder forms for the pages in `drawn`, and pack objects into streams.

    Same input, same bytes: sources are opened and keys copied in sorted order.
    """
    sources: list[pikepdf.Pdf] = []
    with pikepdf.open(io.BytesIO(data)) as document:
        if drawn:
            for thing in list(document.objects):
                if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
                    content = thing.read_raw_bytes()
                    if content.startswith(MARKER):
                        resource = drawn[content.removeprefix(MARKER).decode("ascii")]
                        # Sources must outlive the save: copied objects are read from them.
                        sources.append(_adopt(document, thing, resource))
        out = io.BytesIO()
        document.save(
            out,
            deterministic_id=True,
            compress_streams=True,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
        )
        for source in sources:
            source.close()
    return out.getvalue()


def _adopt(document: pikepdf.Pdf, target: pikepdf.Stream, resource: Resource) -> pikepdf.Pdf:
    source = pikepdf.open(io.BytesIO(resource.page or b""))
    page = document.copy_foreign(source.pages[0].as_form_xobject())
    target.write(page.read_bytes())
    for key in sorted(set(page.keys()) - {"/Length", "/Filter", "/DecodeParms"}):
        target[key] = page[key]
    target["/Matrix"] = pikepdf.Array(list(resource.matrix))
    return source
