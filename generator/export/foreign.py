"""What CairoSVG drew: its PDF pages take the place of empty forms."""

from __future__ import annotations

import io

import pikepdf

from generator.export.objects import MARKER
from generator.model.art import Portfolio


def adopt_pages(data: bytes, portfolio: Portfolio) -> bytes:
    """Swap every placeholder form for the page CairoSVG drew.

    Same input, same bytes: sources are opened and keys copied in sorted order.
    """
    drawn = {resource.name: resource for resource in portfolio.resources if resource.page}
    with pikepdf.open(io.BytesIO(data)) as document:
        sources = []
        for target in list(document.objects):
            if not isinstance(target, pikepdf.Stream) or target.get("/Subtype") != "/Form":
                continue
            content = target.read_raw_bytes()
            if not content.startswith(MARKER):
                continue
            resource = drawn[content.removeprefix(MARKER).decode("ascii")]
            source = pikepdf.open(io.BytesIO(resource.page or b""))
            sources.append(source)  # must outlive the save: copied objects are read from it
            page = document.copy_foreign(source.pages[0].as_form_xobject())
            target.write(
                page.read_raw_bytes(), filter=page.get("/Filter"), decode_parms=page.get("/DecodeParms")
            )
            for key in sorted(set(page.keys()) - {"/Length", "/Filter", "/DecodeParms"}):
                target[key] = page[key]
            target["/Matrix"] = pikepdf.Array(list(resource.matrix))
        out = io.BytesIO()
        document.save(out, deterministic_id=True, compress_streams=True)
        for source in sources:
            source.close()
    return out.getvalue()
