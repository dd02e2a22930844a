"""Pictures and icons that a list names: find them beside it, copy them, darken the ground under pale ones."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from prancha.catalogue.source_files import MAX_DATA_BYTES
from prancha.graphics.pictures import Look, load, look
from prancha.graphics.svg.css_colours import luminance, rgba
from prancha.graphics.svg.external import ExternalMarkupFault, read
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.style import START, Style, inherit
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.diagnostic import counted, first_of, nearest
from prancha.setup.new_game.given_pictures import as_png
from prancha.setup.new_game.list_meanings import (
    CONVERTED,
    ENDINGS,
    ICONS,
    PICTURES,
    few,
    icon_name,
    is_picture,
    normalized_name,
    row_names,
)
from prancha.setup.new_game.proposal import Proposed
from prancha.system import program_folders
from prancha.system.file_contents import Refused, regular_bytes

_FIRST = ("art", "images", "pictures", "img", "icons")
"""Folders that are looked into before others."""
_NOT_OURS = ("components", "templates", "output")
"""Folders of a project that hold games."""
_MOST_SEEN = 20_000
"""Files and folders that are looked at."""
_TOLD = 5
_MOST_FOLDERS = 5
"""Folders that are cut off the names of pictures."""


class Beside:
    """The pictures beside a list, found by name with or without ending, whatever their case and signs."""

    def __init__(self, folder: Path, project: Path | None = None) -> None:
        """Look in `folder` and all folders below it, then in those of the project; links are skipped."""
        self.folder = folder
        self.named: dict[str, Path] = {}
        self.stems: dict[str, Path] = {}
        self._paths: dict[str, Path] = {}
        self._seen = 0
        for top in dict.fromkeys((folder, project or folder)):
            for path in self._below(top, project):
                stem, parts = (
                    normalized_name(path.stem),
                    path.relative_to(top).as_posix().casefold().split("/"),
                )
                self.named.setdefault(f"{stem}.{_ending(path.suffix[1:])}", path)
                self.stems.setdefault(stem, path)
                for start in range(len(parts)):
                    self._paths.setdefault("/".join(parts[start:]), path)

    def _below(self, top: Path, project: Path | None) -> Iterator[Path]:
        """Yield the pictures of a folder and all below it, near ones first, games of the project left out."""
        waiting = [top]
        while waiting:
            here = waiting.pop(0)
            try:
                inside = sorted(here.iterdir(), key=lambda one: (one.name.lower() not in _FIRST, one.name))
            except OSError:  # a folder of somebody else
                continue
            for path in inside:
                self._seen += 1
                if self._seen > _MOST_SEEN or path.name.startswith(".") or path.is_symlink():
                    continue
                if path.is_dir() and not (here == project and path.name in _NOT_OURS):
                    waiting.append(path)
                elif path.suffix.lower() in ENDINGS and path.is_file():
                    yield path

    @property
    def where(self) -> str:
        """The folders, in words."""
        return f"{self.folder.as_posix()}, the project or a folder below"

    def find(self, name: str) -> Path | None:
        """Return the picture of that name, with or without ending, in the folder it names or any other.

        Names may be written as in addresses: `Deck%20abc/fox%20red.png`.
        """
        if (path := self._find(name)) is None and "%" in name:
            path = self._find(unquote(name))
        return path

    def _find(self, name: str) -> Path | None:
        plain = name.replace("\\", "/").removeprefix("./")
        if (path := self._paths.get(plain.casefold())) is not None:
            return path
        last = plain.rpartition("/")[2]
        stem, dot, ending = last.rpartition(".")
        if dot and f".{ending.lower()}" in ENDINGS:
            return self.named.get(f"{normalized_name(stem)}.{_ending(ending)}")
        return self.stems.get(normalized_name(last))


_AND = re.compile(r"\s*[,;|\n]\s*")


def take_first_pictures(fields: Sequence[Proposed]) -> list[str]:
    """Keep the first picture of cells that name several, as attachments do; returns notes on the others."""
    told = []
    for one in fields:
        lost: list[str] = []
        replaced: dict[str, str] = {}
        cells: list[Any] = []
        for cell in one.cells:
            names = cell if isinstance(cell, list) else _AND.split(cell) if isinstance(cell, str) else []
            several = len(names) > (0 if isinstance(cell, list) else 1) and all(map(is_picture, names))
            cells.append(names[0] if several else cell)
            if several and isinstance(cell, str):
                replaced[cell[len(names[0]) :]] = ""
            lost += names[1:] if several else []
        if not (any(cells) and all(map(is_picture, filter(None, cells)))):
            continue
        one.several = any(isinstance(cell, list) for cell in one.cells)
        one.cells = cells
        one.replace.update(replaced)
        if one.several:
            one.type = "list"
        if lost:
            told.append(
                f'pictures: the first of each cell of "{one.heading}" (not {few(list(dict.fromkeys(lost)))})'
            )
    return told


def give_bare_art(fields: Sequence[Proposed], beside: Beside) -> tuple[str, list[str]]:
    """Make a field whose words name pictures without ending the art.

    Returns the ending, "" for none, and why other columns that are called like pictures name none.
    """
    told: list[str] = []
    if any(one.role == "art" for one in fields):
        return "", told
    for one in fields:
        if (
            one.name not in PICTURES
            or one.out
            or one.asked
            or one.role not in ("line", "type", "icon", "text")
        ):
            continue
        found = {str(value): beside.find(str(value)) for value in one.values}
        endings = sorted({path.suffix.lower() for path in found.values() if path is not None})
        # Words may be icons by chance, but not files that lie beside the list, all of them.
        if len(endings) == 1 and (
            one.role in ("line", "type") or (one.role == "icon" and all(found.values()))
        ):
            one.role, one.why = "art", "names of pictures beside the list"
            return ".png" if endings[0] in CONVERTED else endings[0], []
        lost = next((name for name, path in found.items() if path is None), "")
        why = f'no picture is called "{lost}" in {beside.where}; put them there before prancha new'
        if len(endings) > 1:
            why = f"the files end in {' and '.join(endings)}: write the endings in the list"
        told.append(f'art: not "{one.heading}" ({why})')
    return "", told


def gather_art(
    fields: Sequence[Proposed], beside: Beside, ending: str, taken: dict[str, bytes]
) -> tuple[Mapping[str, Path], list[str]]:
    """Find the pictures of the field that names them; folders outside the game are cut off the names.

    Returns where they go, below the game's templates, and what each is copied from; notes on missing ones.
    Those that are `taken` out of a workbook lie nowhere else; converted ones are put there, too.
    """
    arts = [one for one in fields if one.role == "art"]
    for one in fields:
        if one.role == "line" and not one.out and all(map(is_picture, one.values)):
            one.out = "names of further pictures"
    files: dict[str, Path] = {}
    missing, odd, converted = [], [], []
    shown: list[Look] = []
    given = dict.fromkeys(str(value).strip() for one in arts for value in one.values)
    names = [name for name in given if name not in taken]
    outside = sorted({_folder(name) for name in names if _is_outside(name)})
    for one in arts:
        one.replace.update(dict.fromkeys(outside[:_MOST_FOLDERS], ""))
        one.type = one.type if one.type == "list" else "text"  # a number would be the name of no picture
    for name in names:
        path = beside.find(name)
        if path is None:
            missing.append(name)
            continue
        inside = name.removeprefix(_folder(name)) if _is_outside(name) else name.replace("\\", "/")
        inside = inside.removeprefix("./") + ending
        convert = path.suffix.lower() in CONVERTED
        try:
            data = load(path.name, [path.parent])
            data = as_png(data, name) if convert else data
            shown.append(look(data, name))
        except DrawingFault as fault:
            odd.append(f"{fault.message}; it is not copied")
            continue
        if convert:
            dot = inside.rpartition(".")[2]
            inside = f"{inside.removesuffix(dot)}png"
            taken[inside.removeprefix("art/")] = data
            converted.append(name)
            for one in arts if not ending else ():
                one.replace[f".{dot}"] = ".png"
        else:
            files[inside if inside.startswith("art/") else f"art/{inside}"] = path
    for one in arts:
        one.tallest = max((each.height / each.width for each in shown), default=0.0)
    told = [f"{counted(len(converted), 'picture')} stored as PNG: {few(converted)}"] if converted else []
    if missing:
        many = f"{len(missing)} of {len(missing) + len(files) + len(odd)} pictures"
        later = "crossed boxes stand for them until they are in art/ of the game's templates"
        told.append(f"{many} are not in {beside.where}: {few(missing, _TOLD)}; {later}")
    return files, [*told, *odd]


def _ending(ending: str) -> str:
    return "jpg" if ending.lower() == "jpeg" else ending.lower()


def _folder(name: str) -> str:
    return name[: max(name.rfind("/"), name.rfind("\\")) + 1]


def _is_outside(name: str) -> bool:
    plain = name.replace("\\", "/")
    return plain.startswith(("/", "~")) or ".." in plain.split("/") or ":" in plain.split("/")[0]


_NAME = re.compile(r"[a-z0-9][a-z0-9-]*\Z")


@cache
def known_icons() -> frozenset[str]:
    """Return the names of the icons that come with the program."""
    return frozenset(path.stem for path in (program_folders.TEMPLATES / "_library/icons").glob("*.svg"))


class IconsAtHand:
    """Icons by name: those that come with the program, `known`, and those that lie `beside` the list."""

    def __init__(self, beside: Beside) -> None:
        self.known = known_icons()
        self._beside = beside

    @cached_property
    def names(self) -> frozenset[str]:
        """All names, as files of icons have them."""
        files = (
            icon_name(path.stem) for path in self._beside.stems.values() if path.suffix.lower() == ".svg"
        )
        return self.known | frozenset(filter(_NAME.match, files))

    def file(self, name: str) -> Path | None:
        """Return the drawing of that name beside the list, whatever its case and signs."""
        path = self._beside.stems.get(normalized_name(name))
        return path if path is not None and path.suffix.lower() == ".svg" else None

    def name_of(self, word: str) -> str:
        """Return the name of the icon that a word means, "" for none."""
        name = icon_name(word)
        known = name in self.known or self.file(name) is not None
        return name if known and _NAME.match(name) and normalized_name(name) else ""


_HELP = "prancha help icons tells of them"


def give_drawn_icons(fields: Sequence[Proposed], icons: IconsAtHand) -> None:
    """Make a field whose words are drawings beside the list, or icons and such drawings, the icon."""
    for one in fields:
        if one.role in ("line", "icon", "type") and not one.out and one.type == "text" and not one.asked:
            words = dict.fromkeys(icon_name(value) for value in one.values)
            drawn = [word for word in words if icons.file(word) is not None]
            if drawn and all(word in icons.known or word in drawn for word in words):
                one.role, one.why = "icon", f"all its words are icons, {len(drawn)} of them beside the list"
                return


def gather_icons(fields: Sequence[Proposed], icons: IconsAtHand) -> Mapping[str, Path]:
    """Return where the drawings that are icons go, and what each is copied from."""
    column = next((one for one in fields if one.role == "icon" and not one.out), None)
    words = {icon_name(value) for value in column.values} if column else set()
    words = words.union(*(one.icons for one in fields if not one.out))
    files = {word: icons.file(word) for word in sorted(words)}
    return {f"icons/{word}.svg": path for word, path in files.items() if path is not None}


def note_icons(fields: Sequence[Proposed], icons: IconsAtHand, rows: Sequence[str]) -> Iterator[str]:
    """Return why a column that is called like icons holds none."""
    if any(one.role == "icon" for one in fields):
        return
    for one in fields:
        if one.name not in ICONS or one.out or one.role not in ("line", "type", "title"):
            continue
        lost = {
            str(value): rows[card]
            for card, value in enumerate(one.cells)
            if value != "" and not icons.name_of(str(value))
        }
        words = {str(value) for value in one.values}
        first = next(iter(lost), "")
        near = nearest(icon_name(first), sorted(icons.names))
        hint = f'did you mean "{near}"?' if near else _HELP
        if not lost:
            yield f'icon: not "{one.heading}" (it does not hold texts)'
        elif len(lost) == len(words) > 1:
            yield f'icon: not "{one.heading}" (none of its {len(words)} words is an icon; {_HELP})'
        else:
            where = row_names(list(lost.values()))
            more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
            yield f'icon: not "{one.heading}" ("{first}"{more} is none: {where}; {hint})'


_PALE, _DARK = 0.62, 0.2
"""Luminance above which a colour hardly shows on the pale ground, and below which on the dark one."""
_CLEAR = 0.15
"""Share of a picture that shows the ground from which on the ground matters."""
_MOST_BYTES = 2_000_000
_SEEN = 128
"""Opacity of a pixel, of 255, from which on it shows."""


def settle_grounds(fields: Sequence[Proposed], files: Mapping[str, Path]) -> Iterator[str]:
    """Give fields whose drawings are all pale a dark ground; returns notes.

    `files` are the drawings by where they go: `icons/fox.svg`, `art/fox.png`.
    """
    looks = {}
    for name, path in files.items():
        drawn = path.suffix.lower() == ".svg"
        tones = _tones_of_drawing(path, name.startswith("icons/")) if drawn else _tones_of_picture(path)
        looks[name] = (
            "" if not tones else "pale" if min(tones) > _PALE else "dark" if max(tones) < _DARK else ""
        )
    for one in fields:
        if one.out or one.role not in ("icon", "art"):
            continue
        folder = "icons/" if one.role == "icon" else "art/"
        words = {f"icons/{icon_name(word)}.svg" for word in one.values} if one.role == "icon" else looks
        mine = [name for name in looks if name.startswith(folder) and name in words]
        pale = [name for name in mine if looks[name] == "pale"]
        dark = [name for name in mine if looks[name] == "dark"]
        if pale and not dark:
            one.dark = True
            count = f"{len(pale)} of its {len(mine)} drawings are white or pale"
            yield f'ground: dark behind "{one.heading}" ({count})'
        elif pale:
            cure = "draw them in black, which takes the colour of the card"
            if one.role == "art":
                cure = "give them a ground of their own"
            yield f'ground: {_named(pale)} in "{one.heading}" hardly show on the pale background; {cure}'
    inside = {f"icons/{word}.svg" for one in fields if not one.out for word in one.icons}
    lost = [name for name in sorted(inside) if looks.get(name) == "pale"]
    if lost:
        cure = "draw them in black, which takes the colour of the words"
        yield f"icons in texts: {_named(lost)} hardly show on the pale background; {cure}"


def _named(names: Sequence[str]) -> str:
    return first_of([name.partition("/")[2] for name in names])


def _tones_of_drawing(path: Path, is_icon: bool) -> list[float]:
    """Return the luminance of all colours a drawing paints; none where black takes the colour asked for."""
    try:
        root = read(regular_bytes(path, _MOST_BYTES)).root
    except (Refused, ExternalMarkupFault):
        return []
    paints = list(_paints(root, inherit(START, root.attrib)))
    if any(paint.startswith("url(") for paint in paints):
        return []
    tones = [luminance(rgba(paint)[:3]) for paint in paints if paint not in ("none", "currentColor")]
    taken = any(paint == "currentColor" for paint in paints) or 0.0 in tones
    return [] if is_icon and taken else tones


def _paints(element: Element, style: Style) -> Iterator[str]:
    if element.tag in SHAPES or element.tag == "text":
        yield from (style.get("fill", "black"), style.get("stroke", "none"))
    for child in element:
        if child.tag not in ("defs", "clipPath", "mask"):
            yield from _paints(child, inherit(style, child.attrib))


def _tones_of_picture(path: Path) -> list[float]:
    """Return the mean luminance of the visible part of a picture; none where it covers its ground."""
    from PIL import Image  # only lists with pictures pay for it

    try:
        with Image.open(io.BytesIO(regular_bytes(path, MAX_DATA_BYTES))) as picture:
            if "A" not in picture.getbands() and "transparency" not in picture.info:
                return []
            small = picture.convert("RGBA")
            small.thumbnail((64, 64))
    except (Refused, OSError, ValueError, Image.DecompressionBombError):
        return []
    flat = small.tobytes()
    pixels = [flat[at : at + 4] for at in range(0, len(flat), 4)]
    shown = [luminance((r / 255, g / 255, b / 255)) for r, g, b, alpha in pixels if alpha > _SEEN]
    return [] if not shown or len(shown) > (1 - _CLEAR) * len(pixels) else [sum(shown) / len(shown)]
