"""All checks, in the order of a careful look."""

from prancha.checks.proof.checks import (
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
    overpaint,
    pages,
    pens,
    pieces,
    pixels,
    plan,
    poster,
    printing,
    readers_agree,
    strays,
    texts,
)

CHECKS = tuple(
    module.CHECK
    for module in (
        manifest, document, printing, pages, boxes, copies, pieces, backs, faces, texts, strays, marks, pens,
        cuts, labels, poster, plan, bleed, margin, pixels, overpaint, readers_agree, fonts, images,
    )
)  # fmt: skip
