"""All checks, in the order of a careful look."""

from prancha.checks.proof.checks import (
    backs,
    bleed,
    boxes,
    claims,
    contours,
    copies,
    cuts,
    document,
    faces,
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
        manifest, claims, document, printing, pages, boxes, copies, pieces, backs, faces, texts, strays,
        marks, pens, cuts, contours, labels, poster, plan, bleed, margin, pixels, overpaint, readers_agree,
        images,
    )
)  # fmt: skip
