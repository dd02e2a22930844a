"""All checks, in the order of a careful look."""

from prancha.checks.proof.checks import (
    back_checks,
    cut_line_checks,
    document_checks,
    label_checks,
    manifest_checks,
    mark_checks,
    paint_checks,
    piece_checks,
)

CHECKS = (
    manifest_checks.check_manifest,
    manifest_checks.check_claims,
    document_checks.check_document,
    document_checks.check_printing,
    document_checks.check_pages,
    document_checks.check_boxes,
    piece_checks.check_copies,
    piece_checks.check_pieces,
    back_checks.check_backs,
    piece_checks.check_faces,
    piece_checks.check_texts,
    paint_checks.check_strays,
    mark_checks.check_marks,
    cut_line_checks.check_pens,
    cut_line_checks.check_cuts,
    cut_line_checks.check_contours,
    label_checks.check_labels,
    piece_checks.check_poster,
    label_checks.check_plan,
    paint_checks.check_bleed,
    paint_checks.check_margin,
    piece_checks.check_pixels,
    piece_checks.check_overpaint,
    piece_checks.check_images,
)
