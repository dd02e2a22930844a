"""Profiles of print shops: the one that is shipped, and those of files."""

from __future__ import annotations

import io
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.press import IccProfile
from prancha.system.safe_open import Refused, regular_bytes

MOST_BYTES = 20_000_000
_SHIPPED = "FOGRA39L_coated.icc"
_HINT = "ask the print shop for its CMYK output profile, or leave --profile out for FOGRA39 (coated paper)"


@lru_cache(maxsize=1)
def shipped_profile() -> IccProfile:
    """FOGRA39: offset on coated paper, as most print shops know it."""
    data = files(__package__ or "").joinpath(_SHIPPED).read_bytes()
    return IccProfile(data, "FOGRA39L Coated", "FOGRA39")


def read_profile(path: Path) -> IccProfile:
    """The profile in a file; raises Failure for what is none, or not of a press with four inks."""
    try:
        data = regular_bytes(path, MOST_BYTES)
    except Refused as problem:
        raise _wrong(path, str(problem)) from None
    if data == shipped_profile().data:
        return shipped_profile()
    space, kind = data[16:20], data[12:16]
    if data[36:40] != b"acsp":
        raise _wrong(path, "this is no ICC profile")
    if space != b"CMYK":
        raise _wrong(path, f"this profile is of {_said(space)}, not of CMYK")
    if kind != b"prtr":
        raise _wrong(path, f'this profile is not of a printer but of kind "{_said(kind)}"')
    from PIL import ImageCms

    try:
        press = opened(data)
        # Tables that are damaged show only when a conversion is made of them, in both directions.
        ImageCms.buildTransform(ImageCms.createProfile("sRGB"), press, "RGB", "CMYK")
        ImageCms.buildTransform(press, ImageCms.createProfile("LAB"), "CMYK", "LAB")
        return IccProfile(data, _title(press))
    except (OSError, ImageCms.PyCMSError) as problem:
        raise _wrong(path, f"this profile is broken: {problem}") from None


def opened(data: bytes) -> Any:
    """A profile for the colour engine; raises OSError for a broken one."""
    from PIL import ImageCms

    return ImageCms.ImageCmsProfile(io.BytesIO(data))


def _title(profile: Any) -> str:
    text = str(profile.profile.profile_description or "a profile without a name")
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:80]


def _said(signature: bytes) -> str:
    return "".join(chr(c) if 32 < c < 127 else "" for c in signature) or "nothing"


def _wrong(path: Path, why: str) -> Failure:
    return Failure([Diagnostic(Place(str(path)), "colour-profile", why, hint=_HINT)])
