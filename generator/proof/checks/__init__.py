"""All checks, in the order of a careful look."""

from generator.proof.checks import (
    backs,
    bleed,
    boxes,
    copies,
    fonts,
    images,
    margin,
    marks,
    opinions,
    pages,
    pieces,
    pixels,
    printing,
)

CHECKS = tuple(
    module.CHECK
    for module in (
        pages, boxes, printing, copies, pieces, backs, marks, bleed, margin, pixels, opinions, fonts, images,
    )
)  # fmt: skip
