"""Every face once as a picture or PDF, and pictures of pieces for a rulebook, cut out with a shadow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from PIL import Image, ImageFilter

from prancha.export.face_pictures import FacePictures, pixel_size
from prancha.export.pixels_and_bytes import jpeg, pixels, png, webp
from prancha.export.target import Export, Plan, Target, refuse_plan, steps_in_words
from prancha.export.targets.designs import DEFAULT, NamedFace, named_faces, pattern_error, plan_files
from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.units import Mm, number
from prancha.system.words import words

_ENDINGS = {"png": "png", "jpeg": "jpg", "webp": "webp", "pdf": "pdf"}
_ENCODE = {"png": png, "jpeg": jpeg, "webp": webp}
MOST_PIXELS = 10_000
"""Most pixels of a side: few programs open larger pictures."""


def plan_images(export: Export) -> Plan:
    """Plan a picture of every front, and of every different back."""
    options = export.options
    pattern, kind, area, dpi = (options[key] for key in ("names", "format", "area", "dpi"))
    amiss = pattern_error(pattern)
    if amiss is not None:
        return refuse_plan([amiss])
    faces = named_faces(export.kit, pattern)
    ending = _ENDINGS[kind]
    files = [(f"{one.name}.{ending}", partial(_encoded, one, kind, area, dpi)) for one in faces]
    made = sorted({one.family.title for one in faces if area == "bleed" and not one.face.bleed})
    told = [f"{title}: the template draws no bleed, so these pictures have none" for title in made]
    size = "" if kind == "pdf" else f" ({dpi} dpi)"
    steps = steps_in_words("images", lambda texts, _: {"area": texts[area]}, dpi=size)
    return plan_files(files, steps, _image_faults(faces, kind, area, dpi), told)


def _encoded(one: NamedFace, kind: str, area: str, dpi: int, pictures: FacePictures) -> bytes:
    """Draw a face and encode it as `kind`."""
    reach = one.face.bleed if area == "bleed" else 0.0
    if kind == "pdf":
        return pictures.pdf(one.face, reach, one.component.key, one.component.title)
    if area == "rounded":
        return _ENCODE[kind](pictures.cut_out(one.face, pixel_size(one.face, 0.0, dpi)), dpi)
    return _ENCODE[kind](pictures.at_dpi(one.face, reach, dpi), dpi)


def _image_faults(faces: Sequence[NamedFace], kind: str, area: str, dpi: int) -> Iterator[Diagnostic]:
    """Yield errors of options that do not go together, and of sizes."""
    if area == "rounded" and kind in ("jpeg", "pdf"):
        hint = "use --format png or webp"
        yield _wrong(f"a {kind.upper()} picture cannot be transparent outside the outline", hint)
    if kind == "pdf":
        return
    for family in {one.family.id: one for one in faces}.values():
        reach = family.face.bleed if area == "bleed" else 0.0
        width, height = pixel_size(family.face, reach, dpi)
        if max(width, height) > MOST_PIXELS:
            message = (
                f"{family.family.title}: {width} x {height} pixels at {dpi} dpi; the most is {MOST_PIXELS}"
            )
            yield _wrong(message, "use a smaller --dpi, or --format pdf, or leave the family out with --only")


IMAGES = Target(
    "images",
    "each face as a picture: PNG, JPEG, WebP or PDF",
    {"area": "trim", "dpi": 300, "format": "png", "names": DEFAULT},
    plan_images,
    choices={"format": ("png", "jpeg", "webp", "pdf")},
)


DARKNESS = 0.4
"""Opacity of a shadow in its middle."""
SHIFT = 0.5
"""How far down a shadow falls, as a part of its width."""
Crop = tuple[Mm, Mm, Mm, Mm]
"""Left, top, width, height in mm of the trim box."""


def plan_figures(export: Export) -> Plan:
    """Plan a picture of every front, and of every different back."""
    pattern, dpi, shadow, crop = (export.options[key] for key in ("names", "dpi", "shadow", "crop"))
    amiss = pattern_error(pattern)
    if amiss is not None:
        return refuse_plan([amiss])
    faces = named_faces(export.kit, pattern)
    files = [(f"{one.name}.png", partial(_figure, one, dpi, shadow, crop)) for one in faces]

    def fill(texts: Mapping[str, str], lang: str) -> Mapping[str, object]:
        width = number(shadow).replace(".", words(lang, "paper")["point"])
        return {
            "part": texts["cropped" if crop else "whole"],
            "shadow": texts["shadow"].format(width=width) if shadow else "",
        }

    return plan_files(files, steps_in_words("cut-outs", fill, dpi=dpi), _figure_faults(faces, dpi, crop))


def _figure(one: NamedFace, dpi: int, shadow: Mm, crop: Crop | None, pictures: FacePictures) -> bytes:
    """Draw a face transparent outside its outline, cropped, with a shadow `shadow` mm wide, as PNG.

    The room for the shadow is the same on all sides, so that pictures of a family line up.
    """
    cut = pictures.cut_out(one.face, pixel_size(one.face, 0.0, dpi))
    if crop is not None:
        left, top, width, height = crop
        corner = pixels(left, dpi) if left else 0, pixels(top, dpi) if top else 0
        size = pixels(width, dpi), pixels(height, dpi)
        cut = cut.crop((*corner, min(cut.width, corner[0] + size[0]), min(cut.height, corner[1] + size[1])))
    if not shadow:
        return png(cut, dpi)
    rim = pixels(shadow * (1 + SHIFT), dpi)
    whole = Image.new("RGBA", (cut.width + 2 * rim, cut.height + 2 * rim), (0, 0, 0, 0))
    fall = Image.new("L", whole.size, 0)
    fall.paste(cut.getchannel("A").point(lambda value: round(value * DARKNESS)), (rim, rim))
    fall = fall.filter(ImageFilter.GaussianBlur(pixels(shadow, dpi) / 2))
    down = Image.new("L", whole.size, 0)
    down.paste(fall, (0, pixels(shadow * SHIFT, dpi)))
    whole.putalpha(down)
    whole.alpha_composite(cut, (rim, rim))
    return png(whole, dpi)


def _figure_faults(faces: Sequence[NamedFace], dpi: int, crop: Crop | None) -> Iterator[Diagnostic]:
    """Yield errors of `--crop` and of sizes."""
    for one in {one.family.id: one for one in faces}.values():
        outline, title = one.family.outline, one.family.title
        size = f"{number(outline.width)} x {number(outline.height)} mm"
        if crop is not None and (
            crop[0] + crop[2] > outline.width + 1e-6 or crop[1] + crop[3] > outline.height + 1e-6
        ):
            told = ",".join(number(value) for value in crop)
            hint = "left, top, width and height in mm; choose families of one size with --only"
            yield _wrong(f"{title}: --crop {told} reaches beyond the {size} of its pieces", hint)
        if max(pixel_size(one.face, 0.0, dpi)) > MOST_PIXELS:
            message = f"{title}: {size} at {dpi} dpi has a side of more than {MOST_PIXELS} pixels"
            yield _wrong(message, "use a smaller --dpi, or leave the family out with --only")


def _wrong(message: str, hint: str) -> Diagnostic:
    return Diagnostic(Place(""), "export-option", message, hint=hint)


CUT_OUTS = Target(
    "cut-outs",
    "pieces cut out for a rulebook, with a soft shadow, whole or a part of each",
    {"crop": None, "dpi": 300, "names": DEFAULT, "shadow": 1.5},
    plan_figures,
)
