"""Pictures: every face once, as PNG, JPEG, WebP or PDF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from prancha.export.encoding import jpeg, png, webp
from prancha.export.face_pictures import FacePictures, sized
from prancha.export.target import Export, File, Plan, Target
from prancha.export.targets.names import DEFAULT, NamedFace, named_faces, wrong_names, wrong_pattern
from prancha.model.diagnostic import Diagnostic, Place

_ENDINGS = {"png": "png", "jpeg": "jpg", "webp": "webp", "pdf": "pdf"}
_ENCODE = {"png": png, "jpeg": jpeg, "webp": webp}
MOST_PIXELS = 10_000
"""A side of a picture; what is longer, few programs open."""


def plan(export: Export) -> Plan:
    """A picture of every front, and of every different back."""
    options = export.options
    pattern, kind, area, dpi = (options[key] for key in ("names", "format", "area", "dpi"))
    amiss = wrong_pattern(pattern)
    if amiss is not None:
        return Plan((), lambda _: iter(()), {}, (amiss,))
    faces = named_faces(export.kit, pattern)
    ending = _ENDINGS[kind]
    names = [f"{one.name}.{ending}" for one in faces]
    wrong = [*wrong_names(names), *_amiss(faces, kind, area, dpi)]
    made = sorted(
        {
            one.family.title
            for one in faces
            if area == "bleed" and not one.face.bleed
        }
    )  # fmt: skip
    told = [f"{title}: the template draws no bleed, so these pictures have none" for title in made]

    def write(pictures: FacePictures) -> Iterator[File]:
        for name, one in zip(names, faces, strict=True):
            yield name, _encoded(pictures, one, kind, area, dpi)

    return Plan(tuple(names), write, _steps(kind, area, dpi), tuple(wrong), tuple(told))


def _encoded(pictures: FacePictures, one: NamedFace, kind: str, area: str, dpi: int) -> bytes:
    reach = one.face.bleed if area == "bleed" else 0.0
    if kind == "pdf":
        return pictures.pdf(one.face, reach, one.component.key, one.component.title)
    if area == "rounded":
        return _ENCODE[kind](pictures.cut_out(one.face, sized(one.face, 0.0, dpi)), dpi)
    return _ENCODE[kind](pictures.at_dpi(one.face, reach, dpi), dpi)


def _amiss(faces: Sequence[NamedFace], kind: str, area: str, dpi: int) -> Iterator[Diagnostic]:
    if area == "rounded" and kind in ("jpeg", "pdf"):
        hint = "use --format png or webp"
        yield _wrong(f"a {kind.upper()} picture cannot be transparent outside the outline", hint)
    if kind == "pdf":
        return
    for family in {one.family.id: one for one in faces}.values():
        reach = family.face.bleed if area == "bleed" else 0.0
        width, height = sized(family.face, reach, dpi)
        if max(width, height) > MOST_PIXELS:
            message = (
                f"{family.family.title}: {width} x {height} pixels at {dpi} dpi; the most is {MOST_PIXELS}"
            )
            yield _wrong(message, "use a smaller --dpi, or --format pdf, or leave the family out with --only")


def _wrong(message: str, hint: str) -> Diagnostic:
    return Diagnostic(Place(""), "export-option", message, hint=hint)


_AREA_WORDS: Mapping[str, tuple[str, str]] = {
    "trim": ("Cada figura vai até a linha de corte.", "Each picture ends at the trim line."),
    "bleed": ("Cada figura tem a sangria em volta.", "Each picture has its bleed around it."),
    "rounded": (
        "Cada figura é transparente fora do contorno da peça.",
        "Each picture is transparent outside the outline of its piece.",
    ),
}


def _steps(kind: str, area: str, dpi: int) -> Mapping[str, Sequence[str]]:
    pt, en = _AREA_WORDS[area]
    size = "" if kind == "pdf" else f" ({dpi} dpi)"
    return {
        "pt": (
            f"Há um arquivo para cada face, em pastas com o nome da família{size}. {pt}",
            "Um verso que a família toda tem está uma vez só, com o nome common-back.",
            "As cópias não se repetem: export.json diz quantas há de cada peça.",
        ),
        "en": (
            f"There is a file for each face, in folders named like the families{size}. {en}",
            "A back that a whole family shares is there once, called common-back.",
            "Copies are not repeated: export.json says how many there are of each piece.",
        ),
    }


TARGET = Target(
    "images",
    "each face as a picture: PNG, JPEG, WebP or PDF",
    {"area": "trim", "dpi": 300, "format": "png", "names": DEFAULT},
    plan,
    choices={"format": ("png", "jpeg", "webp", "pdf")},
)
