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
        _list_layers(document)
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


def _list_layers(document: pikepdf.Pdf) -> None:
    """Name the layers in the catalogue, all of them on: viewers offer only listed ones."""
    layers = {}
    for page in document.pages:
        for layer in page.Resources.get("/Properties", pikepdf.Dictionary()).values():
            layers[layer.objgen] = layer
    if layers:
        listed = [layers[number] for number in sorted(layers)]
        order = pikepdf.Dictionary(Order=pikepdf.Array(listed), ON=pikepdf.Array(listed))
        document.Root.OCProperties = pikepdf.Dictionary(OCGs=pikepdf.Array(listed), D=order)
