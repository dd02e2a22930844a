"""The macros of templates/_library, each drawn by the program itself.

What they are called and take is read from the files; macros.yaml has the examples that are drawn.
"""

import io
import json
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pypdfium2
import yaml

from prancha.building import game_loading
from prancha.building.face_drawing import prepare_faces
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.render import render
from prancha.system.program_folders import TEMPLATES

HERE = Path(__file__).resolve().parent
LIBRARY = TEMPLATES / "_library"
PICTURES = HERE / "macros"
DIGESTS = PICTURES / "drawn.json"
"""Of what each picture shows: pixels differ between machines, drawings do not."""
PAGES = (
    "calibrate",
    "contact_sheet",
    "icon_sheet",
    "layout_sheet",
    "label",
    "registration",
    "ruler",
    "scene_label",
)
"""Files of the program's own pages, which nobody imports."""
USUAL = [40, 26]
DPI = 110

_HEAD = re.compile(r"\{#-?\n(.*?)-?#\}", re.DOTALL)
_ENTRY = re.compile(r"^ {1,3}(\w+)\(", re.MULTILINE)
_MACRO = re.compile(r"\{%-?\s*macro\s+(\w+)\((.*?)\)\s*-?%\}", re.DOTALL)
GAME = """\
title: Macros
languages: [en]
families: [{families}]
players: [2, 3, 4]
time: 30 min
age: "8+"
palette: {{ink: "#1d2b3a"}}
fonts: {{title: Josefin Sans, body: Alegreya Sans}}
"""
FAMILY = """\
title: {name}
stock: card
size: {width} x {height} mm
outline: rectangle
safe: 0 mm
template: {name}.svg.j2
items: [{{id: one}}]
"""


def files() -> dict[str, str]:
    """The library's files of macros, and their texts."""
    return {
        path.name.removesuffix(".svg.j2"): path.read_text(encoding="utf-8")
        for path in sorted(LIBRARY.glob("*.svg.j2"))
        if path.name.removesuffix(".svg.j2") not in PAGES
    }


def examples() -> Mapping[str, Mapping[str, Any]]:
    """What macros.yaml draws."""
    found: Mapping[str, Mapping[str, Any]] = yaml.safe_load(
        (HERE / "macros.yaml").read_text(encoding="utf-8")
    )
    return found


def listed(text: str) -> list[str]:
    """The macros that the head of a file names."""
    head = _HEAD.match(text)
    told = head[1] if head else ""
    names = [name for line in told.splitlines() if _ENTRY.match(line) for name in _names(line)]
    return list(dict.fromkeys(names))


def without_example() -> list[str]:
    """Macros that a file's head names and macros.yaml does not."""
    known = examples()
    return [
        f"{file}.{name}"
        for file, text in files().items()
        for name in listed(text)
        if name not in known.get(file, {})
    ]


def macros() -> str:
    """The page."""
    lines = [
        "# Macros of the library",
        "",
        "Made by `make reference`: the words stand at the head of each file, the program draws the pictures.",
        "Lengths in mm, sizes of type in points; [templates](../templates.md) tells what else they may call.",
    ]
    for file, text in files().items():
        signatures = dict(_MACRO.findall(text))
        head, told = _told(text)
        with_context = " with context" if file in ("boxes", "frames") else ""
        lines += ["", f"## {file}", "", head, ""]
        lines += [f'`{{% import "_library/{file}.svg.j2" as {file}{with_context} %}}`']
        for name in listed(text):
            example = examples().get(file, {}).get(name)
            lines += [
                "",
                f"### {file}.{name}",
                "",
                f"`{name}({' '.join(signatures.get(name, '').split())})`",
                "",
            ]
            lines += [told[name]] if told.get(name) else []
            if example:
                lines += ["", f"![{name}](macros/{_slug(file, name)}.png)", "", f"`{example['draw']}`"]
    return "\n".join(lines) + "\n"


def draw() -> None:
    """Draw the macros whose drawing is not what their picture shows; drop pictures of those gone."""
    PICTURES.mkdir(exist_ok=True)
    known = json.loads(DIGESTS.read_text()) if DIGESTS.exists() else {}
    now = digests()
    for path in PICTURES.glob("*.png"):
        if path.stem not in now:
            path.unlink()
    wanted = {name for name in now if now[name] != known.get(name) or not (PICTURES / f"{name}.png").exists()}
    for name, picture in _pictures(wanted):
        picture.convert("P", palette=1, colors=64).save(PICTURES / f"{name}.png", optimize=True)
    DIGESTS.write_text(json.dumps(now, indent=1) + "\n")


def digests() -> dict[str, str]:
    """The digest of each macro's drawing as it is now."""
    with _project() as project:
        game = game_loading.load(project, "macros")
        drawn = prepare_faces(project, game, "en")[0].draw()
        return {key.partition("/")[0]: face.digest for key, face in sorted(drawn.fronts.items())}


def _pictures(wanted: set[str]) -> Iterator[tuple[str, Any]]:
    if not wanted:
        return
    with _project() as project:
        game = game_loading.load(project, "macros")
        maker, book, folders = prepare_faces(project, game, "en")
        faces = {key.partition("/")[0]: face for key, face in maker.draw().fronts.items()}
        faces = {name: face for name, face in sorted(faces.items()) if name in wanted}
        art = render(faces.values(), maker.symbols, book, folders)
        pages = [
            PdfPage(f.outline.width, f.outline.height, faces=((f.digest, 0.0, 0.0),)) for f in faces.values()
        ]
        document = pypdfium2.PdfDocument(io.BytesIO(write_pdf(pages, art, book, About(""), "none")))
        for k, name in enumerate(faces):
            yield name, document[k].render(scale=DPI / 72).to_pil()


@contextmanager
def _project() -> Iterator[Path]:
    """A project of one family, and one template, for each example; gone at the end of the block."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        components, templates = project / "components/macros", project / "templates/macros"
        components.mkdir(parents=True)
        templates.mkdir(parents=True)
        names = []
        for file, entries in examples().items():
            for macro, example in entries.items():
                if example is None:
                    continue
                name = _slug(file, macro)
                names.append(name)
                width, height = example.get("size", USUAL)
                (components / f"{name}.yaml").write_text(FAMILY.format(name=name, width=width, height=height))
                head = f'{{% import "_library/{file}.svg.j2" as {file} with context %}}'
                (templates / f"{name}.svg.j2").write_text(f"{head}\n{example['draw']}\n")
        (components / "game.yaml").write_text(GAME.format(families=", ".join(names)))
        yield project


def _slug(file: str, macro: str) -> str:
    return f"{file}-{macro}".replace("_", "-")


def _names(line: str) -> list[str]:
    """The macros an entry of a head names; `wide(edge), tall(edge)   ...` names two."""
    return re.findall(r"(?:^ {1,3}|\), )(\w+)\(", line)


def _told(text: str) -> tuple[str, dict[str, str]]:
    """What the head of a file says of the whole, and of each macro."""
    found = _HEAD.match(text)
    first, *rest = (found[1] if found else "").strip("\n").splitlines()
    said: dict[str, list[str]] = {}
    names: list[str] = []
    for line in rest:
        if _ENTRY.match(line):
            names = _names(line)
            words = re.split(r"\)\s{2,}", line, maxsplit=1)
            for name in names:
                said[name] = [words[1].strip()] if len(words) == 2 else []
        elif line.startswith("     ") and names:
            for name in names:
                said[name].append(line.strip())
        else:
            names = []
    return first.strip(), {name: " ".join(words) for name, words in said.items()}
