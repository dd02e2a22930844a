"""All checks, in the order of a careful look."""

from generator.proof.checks import (
    backs,
    bleed,
    boxes,
    copies,
    cuts,
    document,
    faces,
    fonts,
    images,
    labels,
    manifest,
    margin,
    marks,
    opinions,
    overpaint,
    pages,
    pens,
    pieces,
    pixels,
    plan,
    poster,
    printing,
    strays,
    texts,
)

CHECKS = tuple(
    module.CHECK
    for module in (
        manifest, document, printing, pages, boxes, copies, pieces, backs, faces, texts, strays, marks, pens,
        cuts, labels, poster, plan, bleed, margin, pixels, overpaint, opinions, fonts, images,
    )
)  # fmt: skip
