"""Pictures for a rulebook: pieces cut out, as they lie on a table, with a soft shadow; or a part of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PIL import Image, ImageFilter

from prancha.export.encoding import png
from prancha.export.face_pictures import FacePictures, sized
from prancha.export.raster import pixels
from prancha.export.target import Export, File, Plan, Target
from prancha.export.targets.names import DEFAULT, NamedFace, named_faces, wrong_names, wrong_pattern
from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.units import Mm, number

MOST_PIXELS = 10_000
"""A side of a picture; what is longer, few programs open."""
DARKNESS = 0.4
"""Of a shadow in its middle."""
SHIFT = 0.5
"""How far down a shadow falls, as a part of its width."""
Crop = tuple[Mm, Mm, Mm, Mm]
"""Left, top, width, height in mm of the trim box."""


def plan(export: Export) -> Plan:
    """A picture of every front, and of every different back."""
    pattern, dpi, shadow, crop = (export.options[key] for key in ("names", "dpi", "shadow", "crop"))
    amiss = wrong_pattern(pattern)
    if amiss is not None:
        return Plan((), lambda _: iter(()), {}, (amiss,))
    faces = named_faces(export.kit, pattern)
    names = [f"{one.name}.png" for one in faces]
    wrong = [*wrong_names(names), *_amiss(faces, dpi, crop)]

    def write(pictures: FacePictures) -> Iterator[File]:
        for name, one in zip(names, faces, strict=True):
            yield name, png(picture(pictures, one, dpi, shadow, crop), dpi)

    return Plan(names=tuple(names), write=write, steps=_steps(dpi, shadow, crop), wrong=tuple(wrong))


def picture(pictures: FacePictures, one: NamedFace, dpi: int, shadow: Mm, crop: Crop | None) -> Image.Image:
    """A face transparent outside its outline, cropped, with a shadow `shadow` mm wide around it: RGBA.

    There is room for the shadow on all sides, the same on each, so that pictures of a family line up.
    """
    cut = pictures.cut_out(one.face, sized(one.face, 0.0, dpi))
    if crop is not None:
        left, top, width, height = crop
        corner = pixels(left, dpi) if left else 0, pixels(top, dpi) if top else 0
        size = pixels(width, dpi), pixels(height, dpi)
        cut = cut.crop((*corner, min(cut.width, corner[0] + size[0]), min(cut.height, corner[1] + size[1])))
    if not shadow:
        return cut
    rim = pixels(shadow * (1 + SHIFT), dpi)
    whole = Image.new("RGBA", (cut.width + 2 * rim, cut.height + 2 * rim), (0, 0, 0, 0))
    fall = Image.new("L", whole.size, 0)
    fall.paste(cut.getchannel("A").point(lambda value: round(value * DARKNESS)), (rim, rim))
    fall = fall.filter(ImageFilter.GaussianBlur(pixels(shadow, dpi) / 2))
    down = Image.new("L", whole.size, 0)
    down.paste(fall, (0, pixels(shadow * SHIFT, dpi)))
    whole.putalpha(down)
    whole.alpha_composite(cut, (rim, rim))
    return whole


def _amiss(faces: Sequence[NamedFace], dpi: int, crop: Crop | None) -> Iterator[Diagnostic]:
    for one in {one.family.id: one for one in faces}.values():
        outline, title = one.family.outline, one.family.title
        size = f"{number(outline.width)} x {number(outline.height)} mm"
        if crop is not None and (
            crop[0] + crop[2] > outline.width + 1e-6 or crop[1] + crop[3] > outline.height + 1e-6
        ):
            told = ",".join(number(value) for value in crop)
            hint = "left, top, width and height in mm; choose families of one size with --only"
            yield _wrong(f"{title}: --crop {told} reaches beyond the {size} of its pieces", hint)
        if max(sized(one.face, 0.0, dpi)) > MOST_PIXELS:
            message = f"{title}: {size} at {dpi} dpi has a side of more than {MOST_PIXELS} pixels"
            yield _wrong(message, "use a smaller --dpi, or leave the family out with --only")


def _wrong(message: str, hint: str) -> Diagnostic:
    return Diagnostic(Place(""), "export-option", message, hint=hint)


def _steps(dpi: int, shadow: Mm, crop: Crop | None) -> Mapping[str, Sequence[str]]:
    part = ("uma parte de cada face", "a part of each face") if crop else ("cada face", "each face")
    width = number(shadow)
    dark = ("", "")
    if shadow:
        dark = f", com sombra de {width.replace('.', ',')} mm", f", with a shadow of {width} mm"
    return {
        "pt": (
            f"Ponha as figuras no livro de regras: {part[0]}, transparente fora do contorno{dark[0]}, a "
            f"{dpi} dpi.",
            "Em 100 % cada figura é do tamanho da peça, mais a margem da sombra, igual nos quatro lados.",
        ),
        "en": (
            f"Put the pictures into your rulebook: {part[1]}, transparent outside its outline{dark[1]}, at "
            f"{dpi} dpi.",
            "At 100 % each picture is as large as its piece, and the room of its shadow, the same on all "
            "sides.",
        ),
    }  # fmt: skip


TARGET = Target(
    "rulebook",
    "pieces cut out for a rulebook, with a soft shadow, whole or a part of each",
    {"crop": None, "dpi": 300, "names": DEFAULT, "shadow": 1.5},
    plan,
)
