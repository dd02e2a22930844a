"""Convert font files and installed families to static TrueType where a project looks for fonts.

What is static TrueType already stays byte for byte; equal files give equal bytes, for a font keeps the
dates it has.
"""

from __future__ import annotations

import logging
import re
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from msgspec import Struct

from prancha.building.game_loading import load
from prancha.building.selection import choose_games
from prancha.faces.text.role_fonts import font_line
from prancha.graphics.fonts.book import MAX_BYTES
from prancha.graphics.fonts.installed import (
    ENDINGS,
    InstalledFace,
    documents_beside,
    faces_of,
    families,
    family_faces,
)
from prancha.graphics.fonts.sfnt import FontError, read_metrics, refuse_embedding
from prancha.model.diagnostic import Diagnostic, Failure, Place, nearest
from prancha.system.atomic_files import write_set
from prancha.system.file_contents import Refused, regular_bytes

# What fontTools logs about a font is for programmers; users read findings.
logging.getLogger("fontTools").addHandler(logging.NullHandler())

TOLERANCE = 0.0005
"""How far a curve of a PostScript font may be from the one made of it, in ems: 2 µm in 10 pt type."""
MOST_GLYPHS = 12_000
"""Above this a PostScript font is cut down to a standard's letters: each glyph is converted by itself."""
_WRITING = {
    "JP": ("cp932", "Japanese"),
    "KR": ("cp949", "Korean"),
    "SC": ("gb2312", "simplified Chinese"),
    "TC": ("big5", "traditional Chinese"),
    "HK": ("big5hkscs", "Hong Kong Chinese"),
}
"""The sets of letters that East Asian fonts are cut down to, by the end of their family's name."""
_AXES = {"wdth": 100.0}
_LOST = ("CFF ", "CFF2", "VORG", "hdmx", "VDMX", "LTSH", "cvt ", "fpgm", "prep", "gasp", "DSIG")


def is_static(data: bytes) -> bool:
    """Return whether `data` is a TrueType file that can be used as it is."""
    if data[:4] not in (b"\0\1\0\0", b"true") or len(data) < 12:
        return False
    (count,) = struct.unpack_from(">H", data, 4)
    return not any(data[at : at + 4] == b"fvar" for at in range(12, 12 + 16 * count, 16))


def make_static(data: bytes, name: str, index: int, family: str, weight: int) -> tuple[bytes, str]:
    """Convert face `index` of font file `data` to static TrueType of `weight`; raises FontError.

    Returns the file, and what was done to make it: "" for nothing.
    """
    if is_static(data):
        return data, ""
    with _as_font_errors(name):
        from fontTools.ttLib import TTFont

        number = index if data[:4] == b"ttcf" else -1
        font = TTFont(BytesIO(data), fontNumber=number, recalcTimestamp=False, lazy=True)
        done = ["taken out of the collection"] if number >= 0 else []
        if "fvar" in font:
            done.append(_pin(font, weight))
        if "glyf" not in font:
            done += _convert_outlines(font, family, name)
        font.flavor = None
        out = BytesIO()
        font.save(out)
    return out.getvalue(), ", ".join(done)


def _pin(font: Any, weight: int) -> str:
    """Make a variable font static at `weight`, with the defaults of all other axes."""
    from fontTools.varLib.instancer import instantiateVariableFont

    place: dict[str, float] = {}
    for axis in font["fvar"].axes:
        wanted = {**_AXES, "wght": float(weight)}.get(axis.axisTag, axis.defaultValue)
        place[axis.axisTag] = min(max(wanted, axis.minValue), axis.maxValue)
    styles = font["STAT"].table.AxisValueArray if "STAT" in font else None
    named = bool(styles and styles.AxisValue)
    instantiateVariableFont(font, place, inplace=True, updateFontNames=named)
    if "OS/2" in font:
        font["OS/2"].usWeightClass = round(place.get("wght", font["OS/2"].usWeightClass))
    return "made static at " + " ".join(f"{tag} {value:g}" for tag, value in place.items())


def _convert_outlines(font: Any, family: str, name: str) -> Iterator[str]:
    """Convert PostScript outlines (CFF) to TrueType; yields what was done."""
    kept = _subset(font, family, name)
    if kept:
        yield kept
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    order, units = font.getGlyphOrder(), font["head"].unitsPerEm
    glyphs, drawings = {}, font.getGlyphSet()
    for glyph in order:
        pen = TTGlyphPen(None)
        drawings[glyph].draw(Cu2QuPen(pen, TOLERANCE * units, reverse_direction=True))
        glyphs[glyph] = pen.glyph()
    for tag in _LOST:
        if tag in font:
            del font[tag]
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, glyphs
    for glyph, drawing in glyphs.items():  # TrueType requires the leftmost point
        drawing.recalcBounds(font["glyf"])
        width, _ = font["hmtx"][glyph]
        font["hmtx"][glyph] = (width, getattr(drawing, "xMin", 0) if drawing.numberOfContours else 0)
    maximum = font["maxp"]
    maximum.tableVersion, maximum.maxZones = 0x00010000, 1
    for key in ("TwilightPoints", "Storage", "FunctionDefs", "InstructionDefs", "StackElements"):
        setattr(maximum, f"max{key}", 0)
    maximum.maxSizeOfInstructions = maximum.maxComponentElements = 0
    font.sfntVersion = "\x00\x01\x00\x00"
    font["post"].formatType, font["post"].glyphOrder = 3.0, None
    yield f"curves converted within {TOLERANCE:g} of its size"


def _subset(font: Any, family: str, name: str) -> str:
    """Reduce a very large font to the letters of one writing system; returns what was done."""
    if font["maxp"].numGlyphs <= MOST_GLYPHS:
        return ""
    codec, writing = _WRITING.get(family.split()[-1].upper(), ("", ""))
    if not codec:
        message = f"{name} has {font['maxp'].numGlyphs} glyphs as PostScript outlines, too many to convert"
        raise FontError(message, "take a TrueType font of the same letters, or one with fewer")
    from fontTools.subset import Options, Subsetter

    cutter = Subsetter(Options(layout_features=["*"], name_IDs=["*"], notdef_outline=True, hinting=False))
    codes = [code for code in font.getBestCmap() if code < 0x500 or chr(code).encode(codec, "ignore")]
    cutter.populate(unicodes=codes)
    cutter.subset(font)
    return f"cut down to the letters of {writing} ({codec})"


@contextmanager
def _as_font_errors(name: str) -> Iterator[None]:
    """Turn errors of fontTools into FontError."""
    try:
        yield
    except ImportError as lacking:
        which = "Brotli" if "brotli" in str(lacking).lower() else "fontTools"
        raise FontError(
            f"{name} must be converted, for which {which} is not installed",
            'pip install "prancha[fonts]", or take a static TrueType file (.ttf) of the font',
        ) from None
    except (FontError, MemoryError):
        raise
    except Exception as problem:  # fontTools raises whatever its parsers meet in a damaged file
        said = f"{type(problem).__name__}: {problem}".replace("\n", " ")[:120]
        raise FontError(
            f"{name} cannot be converted ({said})", "download it again, or take another font"
        ) from None


WEIGHTS = (400, 700)
"""Regular and bold, each upright and italic, are what texts ask for."""
WEB = (".woff", ".woff2")
_MOST_BYTES_READ = 200_000_000


class ChosenFace(Struct, frozen=True):
    """A face to convert, for the file of a `weight`."""

    face: InstalledFace
    weight: int

    @property
    def file(self) -> str:
        """The name of its file in the folder of its family."""
        return f"{self.weight}{'-italic' if self.face.italic else ''}.ttf"


def font_bytes(path: Path) -> bytes:
    """Return the font file at `path`, unpacked if it is a web font.  Raises FontError."""
    try:
        data = regular_bytes(path, _MOST_BYTES_READ)
    except Refused as refused:
        raise FontError(f"{path} {refused}", "give the file of a font") from None
    if data[:4] not in (b"wOFF", b"wOF2"):
        return data
    with _as_font_errors(str(path)):
        from fontTools.ttLib import TTFont

        font, out = TTFont(BytesIO(data), recalcTimestamp=False, recalcBBoxes=False), BytesIO()
        font.flavor = None
        font.save(out)
    return out.getvalue()


def choose_from_file(path: Path, face: str, weights: Sequence[int]) -> tuple[ChosenFace, ...]:
    """Return the faces of one family in a file; `face` names or numbers it where there are several.

    A static face has its own weight, a variable one those that are asked for.  Raises FontError.
    """
    if not path.is_file():
        near = nearest(path.name, (one.name for one in path.parent.iterdir())) if path.parent.is_dir() else ""
        raise FontError(f"there is no file {path}", f'did you mean "{near}"?' if near else "")
    faces = faces_of(path, font_bytes(path))
    if not faces:
        raise FontError(f"{path} is not a readable font", "give a .ttf, .otf, .ttc, .woff or .woff2 file")
    names = list(dict.fromkeys(one.family for one in faces))
    hint = "name one: " + ", ".join(f'--face "{name}"' for name in names)
    if face:
        faces = tuple(one for one in faces if face in (str(one.index), one.family))
        if not faces:
            raise FontError(f'{path} has no face "{face}"', hint)
    elif len(names) > 1:
        raise FontError(f"{path} is a collection of {len(names)} families", hint)
    return _styles(faces, weights, alone=True)


def choose_from_family(family: str, weights: Sequence[int]) -> tuple[ChosenFace, ...]:
    """Return the installed faces of a family nearest to `weights`, upright and italic.  Raises FontError."""
    faces = [one for one in family_faces(family) if one.width == 100] or list(family_faces(family))
    if not faces:
        near = nearest(family, families())
        hint = f'did you mean "{near}"? ' if near else ""
        hint += "Install its package (such as Debian's fonts-noto-core), or give the file of the font"
        raise FontError(f'no font "{family}" is installed here', hint)
    return _styles(faces, weights, alone=False)


def _styles(faces: Iterable[InstalledFace], weights: Sequence[int], alone: bool) -> tuple[ChosenFace, ...]:
    """Return a face for each weight and slope: variable ones give any weight, static ones their own."""
    found: dict[tuple[int, bool], InstalledFace] = {}
    for italic in (False, True):
        sloped = [one for one in faces if one.italic is italic]
        for wanted in weights if sloped else ():
            face = min(sloped, key=lambda one: (abs(_nearest(one, wanted) - wanted), one.weights is None))
            found.setdefault((_nearest(face, wanted), italic), face)
        if alone:
            found.update({(one.weight, italic): one for one in sloped if one.weights is None})
    return tuple(
        ChosenFace(face, weight) for (weight, _), face in sorted(found.items(), key=lambda one: one[0])
    )


def _nearest(face: InstalledFace, weight: int) -> int:
    if face.weights is None:
        return face.weight
    return min(max(weight, face.weights[0]), face.weights[1])


USUAL = "Alegreya Sans"
LARGE = 2_000_000
"""Bytes of a font file that takes long to convert."""
_LONGEST_LICENCE = 500_000
_RESERVED = re.compile(r"reserved font name", re.IGNORECASE)


class AddedFont(Struct, frozen=True):
    """What was added: the family, its files, notes on them, and the line for each game.yaml."""

    family: str
    files: tuple[Path, ...]
    notes: tuple[str, ...]
    lines: Mapping[str, str]


def add_font(
    project: Path,
    wanted: str,
    game: str = "",
    face: str = "",
    weights: Sequence[int] = WEIGHTS,
    slow: Callable[[Path, str], None] = lambda *_: None,
) -> AddedFont:
    """Add the font file or installed family `wanted` to `game`, or to what all games of `project` share.

    `slow` is called before what takes longer than a few seconds.  Raises Failure for a font that cannot be
    used, or may not be, and then writes nothing.
    """
    named = choose_games(project, (game,) if game else ())
    family, files, notes = family_files(wanted, slow, face, weights)
    library = project / "templates" / (named[0] if game else "_library") / "fonts"
    there = {name: data for name, data in files.items() if (library / family / name).exists()}
    if any((library / family / name).read_bytes() != data for name, data in there.items()):
        where = (library / family).as_posix()
        message = f"{where} has other files of that name; nothing is overwritten"
        hint = "delete the folder first, to take these"
        raise Failure([Diagnostic(Place(""), "exists", message, hint=hint)])
    if len(there) < len(files):
        write_set(library / family, files)
    lines = {}
    for name in named:
        roles: Mapping[str, tuple[str, ...]] = {"body": (USUAL,)}
        try:
            read = load(project, name)
        except Failure:  # what is wrong with the game is told by its build
            pass
        else:
            own = {role: (first, *read.fallback.get(role, ())) for role, first in read.fonts.items()}
            roles = own if "body" in own else {**roles, **own}
        lines[name] = font_line({role: (*names, family) for role, names in roles.items()})
    return AddedFont(family, tuple(library / family / name for name in files), notes, lines)


def family_files(
    wanted: str, slow: Callable[[Path, str], None], face: str = "", weights: Sequence[int] = WEIGHTS
) -> tuple[str, dict[str, bytes], tuple[str, ...]]:
    """Return family, files by name (fonts, licence) and notes of a font file or family; raises Failure."""
    try:
        if wanted.lower().endswith((*ENDINGS, *WEB)) or Path(wanted).is_file():
            chosen = choose_from_file(Path(wanted), face, weights)
        else:
            chosen = choose_from_family(wanted, weights)
        files, notes = _convert_faces(chosen, slow)
    except FontError as refused:
        raise Failure([Diagnostic(Place(""), "font", refused.message, hint=refused.hint)]) from None
    licences, told = _licence(chosen[0], bool(notes))
    # The name of a folder has none of these signs.
    family = re.sub(r'[\x00-\x1f<>:"/\\|?*]', "", chosen[0].face.family).strip(". ") or "Font"
    return family, {**files, **licences}, (*notes, *told)


def _convert_faces(
    chosen: Sequence[ChosenFace], slow: Callable[[Path, str], None]
) -> tuple[dict[str, bytes], list[str]]:
    """Return the files of the faces by name, and what was done to make them.  Raises FontError."""
    import uharfbuzz as hb

    files: dict[str, bytes] = {}
    done: dict[str, list[str]] = {}
    for one in chosen:
        name = str(one.face.path)
        data = font_bytes(one.face.path)
        # The licence bits may forbid embedding.
        table = bytes(hb.Face(hb.Blob(data), one.face.index).reference_table("OS/2").data)
        if len(table) >= 10:
            refuse_embedding(struct.unpack_from(">H", table, 8)[0], name)
        if len(data) > LARGE and not is_static(data):
            slow(one.face.path, "a minute or more")
        made, what = make_static(data, name, one.face.index, one.face.family, one.weight)
        if len(made) > MAX_BYTES:
            size = f"{len(made) / 1e6:.0f} MB; {MAX_BYTES // 1_000_000} MB is the most"
            raise FontError(f"{name} makes a font of {size}", "take a font with fewer letters")
        read_metrics(made, name)
        files[one.file] = made
        if what:
            done.setdefault(what, []).append(one.file)
    return files, [f"{', '.join(names)}: {what}" for what, names in done.items()]


def _licence(chosen: ChosenFace, converted: bool) -> tuple[dict[str, bytes], list[str]]:
    """Return the licence beside a font, as files, and a note on it."""
    found = {
        f"LICENCE-{path.name}" if path.name == "copyright" else path.name: path.read_bytes()
        for path in documents_beside(chosen.face.path)
        if path.stat().st_size <= _LONGEST_LICENCE
    }
    import uharfbuzz as hb

    face = hb.Face(hb.Blob(font_bytes(chosen.face.path)), chosen.face.index)
    own, said = face.get_name(0) or "", (face.get_name(13) or face.get_name(14) or "").strip()
    told = []
    if not found:
        says = (
            f'the font says: "{said[:120]}"' if said else "the font names none: are you allowed to print it?"
        )
        told.append(f"no licence lies beside it; {says}")
    if _RESERVED.search(own) and converted:
        told.append("its licence reserves its name: rename the font before you give the converted files on")
    return found, told
