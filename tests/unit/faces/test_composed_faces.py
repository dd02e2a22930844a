"""Faces as parts of other drawings: ids of their own, and which part wrote what."""

from __future__ import annotations

from prancha.faces.composed_faces import PlacedFace, compose, elements_of, part_at
from prancha.faces.framing import frame_face
from prancha.graphics.svg.svg_markup import parse
from prancha.model.diagnostic import Place
from prancha.model.face import Face
from prancha.model.outline import rectangle

SVG = (
    '<svg viewBox="0 0 9 9"><linearGradient id="g"/><linearGradient id="g2" data-id="g"/>'
    '<rect fill="url(#g)"/><rect fill="url(\'#g2\')"/><use href="#i-star"/><use xlink:href="#g"/></svg>'
)


def test_ids_and_what_points_to_them_get_the_prefix_but_icons_do_not() -> None:
    assert elements_of(SVG, "p-") == (
        '<linearGradient id="p-g"/><linearGradient id="p-g2" data-id="g"/>'
        '<rect fill="url(#p-g)"/><rect fill="url(\'#p-g2\')"/><use href="#i-star"/><use xlink:href="#p-g"/>'
    )


def test_a_face_without_ids_stays_as_it_is() -> None:
    assert elements_of("<svg a='b'><path d='M0 0'/></svg>", "p-") == "<path d='M0 0'/>"


def _face(inside: str) -> Face:
    return frame_face(inside, rectangle(20, 10), 0.0, "t", Place("t"))


def test_only_ids_that_clash_are_renamed_and_every_character_is_found_again() -> None:
    faces = [
        _face(f'<linearGradient id="sky"/><rect width="{width}" fill="url(#sky)"/>') for width in (1, 2, 3)
    ]
    ring = ((0.0, 0.0), (5.0, 0.0), (5.0, 5.0))
    inside, parts = compose(
        [
            PlacedFace(faces[0], 1.5, 0),
            PlacedFace(faces[1], 3, 4, scale=0.5, angle=90, clip=ring),
            PlacedFace(faces[2], 0, 0),
        ]
    )
    assert inside.startswith('<g transform="translate(1.5 0)"><linearGradient id="sky"/>')
    assert 'transform="translate(3 4) rotate(90) scale(0.50000)"><clipPath id="part1-edge">' in inside
    assert 'fill="url(#part1-sky)"' in inside
    svg = _face(inside).svg
    ids = [element.get("id") for element in parse(svg).iter() if element.get("id")]
    assert sorted(ids) == sorted(set(ids))
    for width, face in zip((1, 2, 3), faces, strict=True):
        found = part_at(parts, svg, svg.index(f'width="{width}"', svg.index(">")))
        assert found == (face, face.svg.index(f'width="{width}"', face.svg.index(">")))
    assert part_at(parts, svg, svg.index("translate(3 4)")) is None
