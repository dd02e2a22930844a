"""Pictures placed by templates: fitted or filling, cropped about a focus, extended into the bleed.

Where a picture is missing, a crossed box with its file name stands in its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from prancha.faces.art_places import Frame, Sides, place_picture, read_focus, tiles
from prancha.faces.face_drawings import Remark
from prancha.faces.faults import FaceError, ManyFaults
from prancha.faces.faults import FaceFault as FaceFault
from prancha.faces.template_shapes import n, share_of
from prancha.graphics.pictures import Look, find, in_file, look_in
from prancha.graphics.svg.svg_markup import DrawingFault, ExternalMarkupFault
from prancha.model.diagnostic import Place, nearest, suggestion
from prancha.model.units import PT_PER_MM, Mm, Pt

SIZES: tuple[Pt, ...] = (9.0, 8.0, 7.0)
LOWEST: Mm = 3.5
"""A box lower than this holds no name."""
_STRANGE = re.compile(r"[^\w .()+,'/-]", re.ASCII)
"""What a font may lack, or a label may read as markup."""


_READ = 300
"""Characters of a name's end that are tried."""


class Placeholder:
    """Draws boxes with names in `font`, by a template's own calls; "" for a game without fonts."""

    def __init__(self, label: Callable[..., Markup], width_of: Callable[..., Mm], font: str) -> None:
        self._label, self._width_of, self._font = label, width_of, font

    def draw(self, frame: Frame, outer: Frame, path: str) -> str:
        """A crossed box on its ground `outer`, and as much of the file's name as can be read in it."""
        x, y, right, bottom = frame.x, frame.y, frame.x + frame.width, frame.y + frame.height
        cross = f"M{n(x)} {n(y)}L{n(right)} {n(bottom)}M{n(right)} {n(y)}L{n(x)} {n(bottom)}"
        drawn = (
            f'<path d="{outer.path()}" fill="#ececec"/>'
            f'<path d="{cross}" stroke="#b4b4b4" stroke-width="0.25"/>'
            f'<path d="{frame.path()}" fill="none" stroke="#8c8c8c" stroke-width="0.35"/>'
        )
        size, word = self._fitting(_STRANGE.sub("?", path.strip().replace("\\", "/")), frame)
        return drawn + self._named(word, size, (x + right) / 2, (y + bottom) / 2) if word else drawn

    def _named(self, word: str, size: Pt, x: Mm, y: Mm) -> str:
        em = size / PT_PER_MM
        wide, high = self._width_of(word, size, self._font) + 1.5, em * 1.5
        plate = (
            f'<rect x="{n(x - wide / 2)}" y="{n(y - high / 2)}" width="{n(wide)}" height="{n(high)}"'
            ' fill="#ececec"/>'
        )
        baseline = y + em * 0.34
        text = self._label(word, x, baseline, size=size, font=self._font, align="center", fill="#3c3c3c")
        return plate + str(text)  # a Markup would escape what stands before it

    def _fitting(self, name: str, frame: Frame) -> tuple[Pt, str]:
        """A size of type and the end of the name that fits; "" where none can be read."""
        room = frame.width * 0.86
        if frame.height < LOWEST or not self._font:
            return 0.0, ""
        for size in SIZES:
            if self._width_of(name, size, self._font) <= room:
                return size, name
        for start in range(max(1, len(name) - _READ), len(name) - 4):
            short = "..." + name[start:]
            if self._width_of(short, SIZES[-1], self._font) <= room:
                return SIZES[-1], short
        return 0.0, ""


FOLDER = "art"
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".svg", ".pdf")
_FITS = ("fill", "fit", "stretch")
_OUTSIDE = r"[A-Za-z][\w+.-]*:|/|(?:.*/)?\.\.(?:/|\Z)"


class ArtError(FaceError):
    """A picture that cannot be shown as asked."""

    code = "art"


class PictureSet:
    """Place pictures from `folders`, the game's own first; `remarks` collects warnings."""

    def __init__(self, folders: Sequence[Path], placeholder: Placeholder) -> None:
        self._folders, self._placeholder = tuple(folders), placeholder
        self._seen: dict[str, tuple[str, Look | None, tuple[Remark, ...]]] = {}
        self.remarks: list[Remark] = []
        self.seen: list[str] = []
        """The pictures placed so far, by the names given; who looks at them clears the list."""

    def draw(
        self,
        path: str,
        x: Mm,
        y: Mm,
        width: Mm,
        height: Mm,
        fit: str = "fill",
        focus: Any = None,
        bleed: Any = 0,
        clip: str = "",
        opacity: float = 1,
    ) -> Markup:
        """Picture `path` in the box whose top left corner is (x, y), lengths in mm.

        `fit` fills the box, fits into it or is stretched; `focus` is the point of the picture to keep,
        as shares of its width and height or in words; `bleed`, one number or four (top, right, bottom,
        left), carries the edge on by mirroring; `clip` is path data.  Raises ArtError.
        """
        if path is None:
            message = "nothing (null) is given as a picture"
            raise ArtError(message, "give a file, or ask `is not none` first")
        if fit not in _FITS:
            raise ArtError(f'fit is "{fit}"', suggestion(str(fit), _FITS))
        frame = Frame(
            _length("x", x), _length("y", y), _length("width", width, 0), _length("height", height, 0)
        )
        try:
            at, sides = read_focus(focus), Sides.read(bleed)
        except ValueError as error:
            raise ArtError(str(error), "prancha help art tells what focus and bleed may be") from None
        if fit == "fit" and sides.any:
            raise ArtError('bleed does not go with fit="fit"', 'use fit="fill" or "stretch"')
        if clip is not None and not isinstance(clip, str):
            raise ArtError(f"clip is {clip!r:.40}", "give path data, such as shape(bleed)")
        href, seen, remarks = self._look(path)
        self.seen.append(path)
        self.remarks += remarks
        faded = f' opacity="{n(share_of(opacity))}"' if opacity != 1 else ""
        outer = frame.grown(sides)
        if seen is None:
            return _clipped(self._placeholder.draw(frame, outer, path), clip, faded)
        try:
            places, cut = _arranged(frame, sides, seen.width, seen.height, fit=fit, at=at)
        except ValueError as error:
            raise ArtError(f'"{path}": {error}', "use a smaller bleed, or a larger box") from None
        shown = "".join(f'<image href="{escape(href)}" {place}/>' for place in places)
        return _clipped(shown, clip or cut, faded)

    def size(self, path: Any) -> tuple[float, float] | None:
        """Return width and height of a picture in units of its own; None where it cannot be shown."""
        try:
            _, seen, _ = self._look(path)
        except ArtError:
            return None
        return None if seen is None else (seen.width, seen.height)

    def _look(self, path: Any) -> tuple[str, Look | None, tuple[Remark, ...]]:
        if not isinstance(path, str) or not path.strip():
            kind = "empty" if path == "" else f"{path!r:.40}"
            raise ArtError(f"the name of a picture is {kind}", 'give the name of a file, such as "fox.png"')
        if path not in self._seen:
            try:
                self._seen[path] = self._found(path)
            except ArtError as error:
                error.text = path
                raise
        return self._seen[path]

    def _found(self, path: str) -> tuple[str, Look | None, tuple[Remark, ...]]:
        name = path.strip().replace("\\", "/").removeprefix("./")
        if re.match(_OUTSIDE, name):
            raise ArtError(
                f'the picture "{path}" is not a file of this project',
                f"copy it into {self._home()} and write its name alone",
            )
        for href in (f"{FOLDER}/{name}", name):
            file = find(href, self._folders)
            if file is None:
                continue
            try:
                seen = look_in(file, href)
            except DrawingFault as found:
                if any(isinstance(each, ExternalMarkupFault) for each in found):
                    raise _in_file(found, href, self._folders) from None
                raise ArtError(found.message, found.hint) from None
            return href, seen, tuple(_remarks(path, seen))
        near = _nearest(name, self._at_hand())
        hint = f'did you mean "{near}"?' if near else f"put it into {self._home()}"
        return "", None, (Remark("missing-art", path, f'there is no picture "{path}"', hint),)

    def _home(self) -> str:
        return f"templates/{self._folders[0].name}/{FOLDER}/"

    def _at_hand(self) -> list[str]:
        home = self._folders[0] / FOLDER
        files = (file.relative_to(home).as_posix() for file in home.rglob("*") if file.is_file())
        return [file for file in files if file.lower().endswith(ENDINGS)]


@lru_cache(maxsize=1024)
def _arranged(
    frame: Frame, sides: Sides, width: float, height: float, fit: str, at: tuple[float, float]
) -> tuple[tuple[str, ...], str]:
    """The places of a picture of that size and of its mirrored edges, and the path that cuts them, or "".

    Raises ValueError where they are too many.
    """
    outer, whole = frame.grown(sides), place_picture(frame, width, height, fit, at)
    moves = tiles(whole, outer) if sides.any else [""]
    place = (
        f'x="{n(whole.x)}" y="{n(whole.y)}" width="{n(whole.width)}" height="{n(whole.height)}"'
        ' preserveAspectRatio="none"'
    )
    cut = outer.path() if sides.any or outer.cuts(whole) else ""
    return tuple(f"{place}{move}" for move in moves), cut


def _in_file(found: DrawingFault, href: str, folders: Sequence[Path]) -> ManyFaults:
    """Return what is wrong with a drawing, at its own lines."""
    return ManyFaults(
        FaceFault(Place(each.file, each.line, 1), "", ArtError.code, each.message, each.hint)
        for each in in_file(found, href, folders)
        if isinstance(each, ExternalMarkupFault)
    )


def _nearest(name: str, files: Sequence[str]) -> str:
    """The file whose name is like `name`, its ending left out, which is like too often; "" when none is."""
    stems = {file.rpartition(".")[0].lower(): file for file in files}
    stem = name.rpartition(".")[0] if name.lower().endswith(ENDINGS) else name
    near = nearest(stem.lower(), stems, 0.75)
    # "fox-3" is no misspelt "fox-2".
    return "" if near != stem.lower() and _bare(near) == _bare(stem.lower()) else stems.get(near, "")


def _bare(name: str) -> str:
    return "".join(sign for sign in name if not sign.isdigit())


def _clipped(drawn: str, clip: str, faded: str) -> Markup:
    """Return what is drawn inside the path `clip`, where there is one, with the opacity of `faded`."""
    if not clip:
        return Markup(f"<g{faded}>{drawn}</g>" if faded else drawn)
    name = f"art-{blake2b(clip.encode(), digest_size=6).hexdigest()}"
    return Markup(
        f'<g{faded}><clipPath id="{name}"><path d="{escape(clip)}"/></clipPath>'
        f'<g clip-path="url(#{name})">{drawn}</g></g>'
    )


def _remarks(path: str, seen: Look) -> Iterator[Remark]:
    if seen.frames > 1:
        message = f'the picture "{path}" is an animation of {seen.frames} frames; the first is printed'
        yield Remark("art-animated", path, message, "save the one you mean as a picture of its own")
    if seen.mode == "CMYK":
        message = f'the picture "{path}" is CMYK and is printed as RGB, not as its own data'
        yield Remark("art-cmyk", path, message, "save it as RGB (sRGB) to choose its colours yourself")


def _length(name: str, value: Any, least: float | None = None) -> Mm:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e5 < value < 1e5:
        raise ArtError(f"{name} is {value!r:.40}", "give a number of millimetres")
    if least is not None and value <= least:
        raise ArtError(f"{name} is {value:g} mm", "it must be more than 0")
    return float(value)
