"""Pages that CairoSVG drew take the places of the forms that wait for them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from generator.export.digests import canonical_object, digest_of
from generator.export.objects import MARKER
from generator.model.art import Resource


def adopt(data: bytes, drawn: Mapping[str, Resource]) -> tuple[bytes, dict[str, str]]:
    """Swap the placeholder forms of a PDF for the pages in `drawn`, by name.

    Returns the new file, and the digest of each of these forms.

    Same input, same bytes: sources are opened and keys copied in sorted order.
    """
    import pikepdf  # which most kits need not wait for

    sources: list[pikepdf.Pdf] = []
    with pikepdf.open(io.BytesIO(data)) as document:
        for thing in list(document.objects):
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
                content = thing.read_raw_bytes()
                if content.startswith(MARKER):
                    resource = drawn[content.removeprefix(MARKER).decode("ascii")]
                    source = pikepdf.open(io.BytesIO(resource.page or b""))
                    # Sources must outlive the save: copied objects are read from them.
                    sources.append(source)
                    page = document.copy_foreign(source.pages[0].as_form_xobject())
                    thing.write(page.read_bytes())
                    for key in sorted(set(page.keys()) - {"/Length", "/Filter", "/DecodeParms"}):
                        thing[key] = page[key]
                    thing["/Matrix"] = pikepdf.Array(list(resource.matrix))
        out = io.BytesIO()
        packed = pikepdf.ObjectStreamMode.generate
        document.save(out, deterministic_id=True, compress_streams=True, object_stream_mode=packed)
        for source in sources:
            source.close()
    return out.getvalue(), _digests(out.getvalue(), drawn)


def _digests(data: bytes, names: Iterable[str]) -> dict[str, str]:
    """The digest of each form of that name, as it was saved: saving packs what was not packed."""
    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as document:
        shared: Iterator[Any] = (
            thing.get("/XObject", {}) for thing in document.objects if isinstance(thing, pikepdf.Dictionary)
        )
        listed = next(forms for forms in shared if all(f"/{name}" in forms for name in names))
        return {name: digest_of(canonical_object(listed[f"/{name}"])) for name in names}
