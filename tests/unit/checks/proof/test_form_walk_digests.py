"""Digests of objects are those that the writer takes."""

from __future__ import annotations

import json

import pikepdf
from conftest_proof import Built

from prancha.checks.proof.form_walk import ObjectDigests
from prancha.checks.proof.pdf_reader import read_file
from prancha.export.pdf_objects import Raw, digest_raw


def test_writer_and_reader_take_the_same_digest() -> None:
    mask = Raw("/Type /XObject /Subtype /Image /Width 2", b"mask")
    raw = Raw(
        "/Type /XObject /Subtype /Image /Matrix [1 0.50000 -.25 2.] "
        "/A (x\\(y) /B <0aFF> /C <</D true /E null>>",
        b"content",
        SMask=mask,
        Many=[Raw("/F 1"), Raw("/F 2")],
        Resources=Raw("/Font <<>>"),
    )
    with pikepdf.new() as document:
        image = pikepdf.Stream(document, b"content")
        for key, value in {
            "/Type": pikepdf.Name.XObject, "/Subtype": pikepdf.Name.Image, "/A": pikepdf.String("x(y"),
            "/Matrix": pikepdf.Array([1, 0.5, -0.25, 2]), "/B": pikepdf.String(b"\x0a\xff"),
            "/C": pikepdf.Dictionary(D=True, E=None),
            "/Many": pikepdf.Array([document.make_indirect(pikepdf.Dictionary(F=k)) for k in (1, 2)]),
        }.items():  # fmt: skip
            image[key] = value
        inner = pikepdf.Stream(document, b"mask")
        inner.Type, inner.Subtype, inner.Width = pikepdf.Name.XObject, pikepdf.Name.Image, 2
        image.SMask = inner
        image.Resources = document.make_indirect(pikepdf.Dictionary(Font=pikepdf.Dictionary()))
        digests = ObjectDigests()
        digests.shared.add(image.Resources.objgen)
        assert digests.digest(image) == digest_raw(raw)
        image.Matrix[1] = 0.6
        assert ObjectDigests().digest(image) != digest_raw(raw)


def test_everything_a_face_names_has_a_digest(kit: Built) -> None:
    listed = json.loads(kit.manifest.read_text(encoding="utf-8"))["placed"]["resources"]
    uses = read_file(kit.pdf).uses
    assert {use.kind for use in uses} >= {"Font", "XObject"}
    assert all(listed[use.kind][use.name] == use.digest for use in uses)
