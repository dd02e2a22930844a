"""Hostile folders that no checkout can hold: links, pipes, and files that are large or compressed.

Each function makes one over the innocent game, in the folder `project`; its
docstring is what stands in `expected` for the others.
"""

# ruff: noqa: E501 - markup and words of other languages read better unbroken
from __future__ import annotations

import base64
import gzip
import io
import json
import lzma
import os
import struct
import subprocess
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

SOURCED = """\
title: Cards
stock: card
size: 63 x 88 mm
outline: rectangle
template: card.svg.j2
from: {{file: {}}}
"""
MASKED = (
    '<defs><mask id="m"><rect width="60" height="60" fill="white"/></mask></defs><g mask="url(#m)">{}</g>\n'
)
IMAGE = '<image href="{}" x="5" y="30" width="9" height="9"/>\n'

Builder = Callable[[Path], None]
BUILDERS: dict[str, Builder] = {}


def hostile(make: Builder) -> Builder:
    BUILDERS[make.__name__.replace("_", "-")] = make
    return make


def cards(project: Path) -> Path:
    return project / "components" / "gift" / "cards.yaml"


def card(project: Path) -> Path:
    return project / "templates" / "gift" / "card.svg.j2"


def secret(project: Path, name: str, data: bytes = b"secret") -> Path:
    """A file outside the project, which nothing may read."""
    path = project.parent / "outside" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return path


def linked(path: Path, to: Path) -> None:
    """`path` as a link to `to`."""
    if path.is_dir():
        import shutil

        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(to, target_is_directory=to.is_dir())


def png(width: int, height: int, bits: int = 1, rows: bytes | None = None) -> bytes:
    """A PNG of greys, all black."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    if rows is None:
        packer = zlib.compressobj(9)
        row = b"\0" * (1 + (width * bits + 7) // 8)
        rows = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, bits, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


# Links and special files


@hostile
def link_template(project: Path) -> None:
    """J3: a template is a link out of its folder

    $ prancha build
    exit 1
    error template-missing: templates/gift/card.svg.j2 is a link out of
    """
    linked(card(project), secret(project, "secret.svg.j2", b"<text>secret</text>"))


@hostile
def link_catalogue(project: Path) -> None:
    """J3: a catalogue is a link out of its folder

    $ prancha build
    exit 1
    components/gift/cards.yaml: error unreadable: the file is a link to a place outside its folder
    """
    linked(cards(project), secret(project, "secret.yaml", cards(project).read_bytes()))


@hostile
def link_game(project: Path) -> None:
    """J3: the folder of a game is a link out of the project

    $ prancha build
    exit 1
    components/gift: error unreadable: this is a link to a place outside the project
    """
    outside = project.parent / "outside"
    (project / "components" / "gift").rename(outside)
    linked(project / "components" / "gift", outside)


@hostile
def link_templates(project: Path) -> None:
    """J3: the folder of templates is a link out of the project

    $ prancha build
    exit 1
    templates: error unreadable: this is a link to a place outside the project
    """
    outside = project.parent / "outside"
    (project / "templates").rename(outside)
    linked(project / "templates", outside)


@hostile
def link_fonts(project: Path) -> None:
    """J3: a family of fonts is a link to the machine's fonts

    $ prancha build
    exit 1
    templates/gift/fonts/Outside/400.ttf is a link to a place outside its folder
    """
    font = secret(project, "400.ttf", b"\0\1\0\0secret")
    linked(project / "templates" / "gift" / "fonts" / "Outside", font.parent)
    game = project / "components" / "gift" / "game.yaml"
    game.write_text(game.read_text().replace("body: Alegreya Sans", "body: Outside"))


@hostile
def link_icons(project: Path) -> None:
    """J3: the folder of icons is a link out of the project

    $ prancha build
    exit 1
    templates/gift/icons: error unreadable: this is a link to a place outside the project
    """
    secret(project, "bad.svg", b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')
    linked(project / "templates" / "gift" / "icons", project.parent / "outside")
    card(project).write_text("{{ icon('bad', 9, 9, 9) }}")


@hostile
def link_picture(project: Path) -> None:
    """J3: a picture is a link out of its folder

    $ prancha build
    exit 1
    error svg [cards/
    """
    linked(project / "templates" / "gift" / "art.png", secret(project, "secret.png", png(2, 2)))
    card(project).write_text(IMAGE.format("art.png"))


@hostile
def link_table(project: Path) -> None:
    """J3: a table is a link out of its folder

    $ prancha build
    exit 1
    components/gift/cards.yaml:6:14: error bad-path: "cards.csv" is a link that leads out of the folder
    """
    cards(project).write_text(SOURCED.format("cards.csv"))
    linked(cards(project).with_suffix(".csv"), secret(project, "secret.csv", b"id,name\nsun,secret\n"))


@hostile
def link_root(project: Path) -> None:
    """a link to the root of the file system among the templates is not followed

    $ prancha build
    exit 0
    """
    linked(project / "templates" / "gift" / "all", Path("/"))
    linked(project / "components" / "gift" / "all", Path("/"))


@hostile
def link_output(project: Path) -> None:
    """what is built must not be written outside

    $ prancha build
    exit 2
    output/gift: error not-written: cannot write: output/gift is a link out of the project
    """
    linked(project / "output", secret(project, "manifest.json").parent)


@hostile
def link_snapshots(project: Path) -> None:
    """a snapshot must not be written outside

    $ prancha snapshot v1
    exit 1
    components/gift/.snapshots: error unreadable: this is a link to a place outside the project
    """
    linked(project / "components" / "gift" / ".snapshots", secret(project, "v1.json").parent)


@hostile
def link_snapshot(project: Path) -> None:
    """a snapshot is a link out of the project

    $ prancha diff v1
    exit 1
    components/gift/.snapshots/v1.json: error snapshot-broken: this snapshot is a link to a place outside
    """
    linked(project / "components" / "gift" / ".snapshots" / "v1.json", secret(project, "v1.json"))


@hostile
def link_circle(project: Path) -> None:
    """links that lead in a circle

    $ prancha build
    exit 1
    components/gift/cards.yaml: error unreadable:
    """
    cards(project).unlink()
    cards(project).symlink_to("cards.yaml")
    linked(project / "templates" / "gift" / "again", project / "templates" / "gift")


@hostile
def pipes(project: Path) -> None:
    """P1: pipes where files are wanted, which would wait for ever

    $ prancha build
    exit 1
    components/gift/cards.yaml: error unreadable: this is not a text file
    """
    for name in ("cards.yaml", "rules.yaml"):
        path = project / "components" / "gift" / name
        path.unlink(missing_ok=True)
        os.mkfifo(path)


@hostile
def pipe_template(project: Path) -> None:
    """P1: a pipe as template and as icon

    $ prancha build
    exit 1
    error template-missing: there is no template "card.svg.j2"
    """
    card(project).unlink()
    os.mkfifo(card(project))
    (project / "templates" / "gift" / "icons").mkdir()
    os.mkfifo(project / "templates" / "gift" / "icons" / "star.svg")


@hostile
def pipe_font(project: Path) -> None:
    """P1: a pipe as font

    $ prancha build
    exit 1
    templates/gift/fonts/Pipe/400.ttf is not a regular file
    """
    folder = project / "templates" / "gift" / "fonts" / "Pipe"
    folder.mkdir(parents=True)
    os.mkfifo(folder / "400.ttf")
    game = project / "components" / "gift" / "game.yaml"
    game.write_text(game.read_text().replace("body: Alegreya Sans", "body: Pipe"))


@hostile
def pipe_table(project: Path) -> None:
    """P1: a pipe as table

    $ prancha build
    exit 1
    components/gift/cards.yaml:6:14: error unreadable: "cards.csv" is not a regular file
    """
    cards(project).write_text(SOURCED.format("cards.csv"))
    os.mkfifo(cards(project).with_suffix(".csv"))


@hostile
def pipe_output(project: Path) -> None:
    """P1: pipes among what an earlier build wrote

    $ prancha build
    exit 0
    """
    folder = project / "output" / "gift"
    folder.mkdir(parents=True)
    for name in ("gift-a4.pdf", "manifest.json"):
        os.mkfifo(folder / name)


@hostile
def device_zero(project: Path) -> None:
    """P1: an endless device as catalogue

    $ prancha build
    exit 1
    components/gift/cards.yaml: error unreadable: the file is a link to a place outside its folder
    """
    linked(cards(project), Path("/dev/zero"))


@hostile
def sparse_template(project: Path) -> None:
    """a template and a picture of a terabyte, that take no room

    $ prancha build
    exit 1
    error template-missing: templates/gift/card.svg.j2 is larger than
    """
    for path in (card(project), card(project).with_name("art.png")):
        with path.open("wb") as file:
            file.truncate(10**12)


@hostile
def python_inside(project: Path) -> None:
    """nothing of the folder is imported or read as settings

    $ prancha build
    exit 0
    """
    names = ("conftest", "sitecustomize", "jinja2", "prancha/__init__", "templates/gift/__init__")
    for name in names:
        path = project / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text("open('escaped', 'w')")
    (project / ".env").write_text("PRANCHA_LIMITS=off\nPYTHONPATH=.\n")
    (project / "pyproject.toml").write_text("[tool.prancha]\nplugins = ['evil']\n")


# Bombs


@hostile
def yaml_nesting(project: Path) -> None:
    """Y3: twenty thousand open brackets

    $ prancha build
    exit 1
    error too-deep: lists and mappings are nested deeper than 64 levels
    """
    text = SOURCED.replace("from: {{file: {}}}", "tables: {x: ").replace("{{", "{")
    cards(project).write_text(text.rstrip("\n") + "[" * 20_000)


@hostile
def yaml_twenty_megabytes(project: Path) -> None:
    """a catalogue of more than 20 MB

    $ prancha build
    exit 1
    components/gift/cards.yaml: error too-large: the file has
    """
    cards(project).write_text("# " + "x" * 21_000_000)


@hostile
def csv_long_cell(project: Path) -> None:
    """C1: a cell of 200 kB runs off the card, which is told

    $ prancha build
    exit 1
    components/gift/cards.csv:2:1: error safe-zone [cards/sun]
    """
    cards(project).write_text(SOURCED.format("cards.csv"))
    cards(project).with_suffix(".csv").write_text("id,name\nsun," + "x" * 200_000 + "\n")


@hostile
def csv_wide(project: Path) -> None:
    """C1: a million columns

    $ prancha build
    exit 1
    components/gift/cards.csv
    """
    cards(project).write_text(SOURCED.format("cards.csv"))
    cards(project).with_suffix(".csv").write_text("id,name\n" + "," * 1_000_000 + "\n")


@hostile
def json_keys(project: Path) -> None:
    """C1: a million keys, the last one twice

    $ prancha build
    exit 1
    components/gift/cards.json:1:2: error bad-json: the key "k0" is written twice
    """
    cards(project).write_text(SOURCED.format("cards.json"))
    keys = ", ".join(f'"k{k}": 0' for k in range(1_000_000))
    cards(project).with_suffix(".json").write_text(f'[{{{keys}, "k0": 1}}]')


CONTENT = '<?xml version="1.0"?>{}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{}</worksheet>'
WORKBOOK = (
    '<?xml version="1.0"?>{}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>'
    '<sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>'
)
RELATIONS = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Target="{}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"/>'
    "</Relationships>"
)
MAIN = "application/vnd.openxmlformats-officedocument.spreadsheetml.{}+xml"
TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{MAIN.format("sheet.main")}"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{MAIN.format("worksheet")}"/></Types>'
)
ROOT_RELATIONS = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Target="xl/workbook.xml" Type='
    '"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/></Relationships>'
)


def workbook(sheet: str, doctype: str = "", target: str = "worksheets/sheet1.xml") -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("_rels/.rels", ROOT_RELATIONS)
        archive.writestr("xl/workbook.xml", WORKBOOK.format(doctype))
        archive.writestr("xl/_rels/workbook.xml.rels", RELATIONS.format(target))
        archive.writestr("xl/worksheets/sheet1.xml", CONTENT.format(doctype, sheet))
    return held.getvalue()


def with_workbook(project: Path, data: bytes, ending: str = ".xlsx") -> None:
    cards(project).write_text(SOURCED.format("cards" + ending))
    cards(project).with_suffix(ending).write_bytes(data)


def rows(*lines: tuple[str, ...]) -> str:
    made = ""
    for number, line in enumerate(lines, 1):
        cells = "".join(
            f'<c r="{chr(65 + k)}{number}" t="inlineStr"><is><t>{text}</t></is></c>'
            for k, text in enumerate(line)
        )
        made += f'<row r="{number}">{cells}</row>'
    return f"<sheetData>{made}</sheetData>"


@hostile
def xlsx_bomb(project: Path) -> None:
    """C1: a workbook that unpacks to more than 200 MB

    $ prancha build
    exit 1
    components/gift/cards.xlsx: error too-large: the file has
    """
    with_workbook(project, workbook(" " * 210_000_000))


@hostile
def xlsx_lying_size(project: Path) -> None:
    """C1: a workbook that says it unpacks to little

    $ prancha build
    exit 1
    components/gift/cards.xlsx: error bad-spreadsheet: the spreadsheet is damaged
    """
    data = bytearray(workbook(" " * 20_000_000))
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", 1000)
    with_workbook(project, bytes(data))


@hostile
def xlsx_entities(project: Path) -> None:
    """C1: entities in a workbook

    $ prancha build
    exit 1
    components/gift/cards.xlsx: error bad-spreadsheet: the spreadsheet cannot be read
    """
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
    with_workbook(project, workbook(rows(("id", "name"), ("sun", "&b;&c;")), bomb))


@hostile
def xlsx_far_cell(project: Path) -> None:
    """C1: one cell at the far corner of the sheet

    $ prancha build
    exit 1
    components/gift/cards.xlsx
    """
    far = '<sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    with_workbook(project, workbook(far))


@hostile
def xlsx_target(project: Path) -> None:
    """C1: a workbook whose sheet is a file of the system

    $ prancha build
    exit 1
    components/gift/cards.xlsx: error
    """
    with_workbook(
        project, workbook(rows(("id", "name"), ("sun", "Sun")), target="../../../../../../etc/passwd")
    )


@hostile
def xlsx_merged(project: Path) -> None:
    """C1: ten thousand merged areas

    $ prancha build
    exit 1
    components/gift/cards.xlsx:1:1: error merged-cells: row 1: the cells A1:B1 are merged
    """
    areas = "".join(f'<mergeCell ref="A{k}:B{k}"/>' for k in range(1, 10_000))
    table = rows(("id", "name"), ("sun", "Sun"))
    with_workbook(project, workbook(f'{table}<mergeCells count="9999">{areas}</mergeCells>'))


def ods(content: str) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "META-INF/manifest.xml", '<?xml version="1.0"?><manifest:manifest xmlns:manifest="m"/>'
        )
        archive.writestr("content.xml", content)
    return held.getvalue()


ODS = (
    '<?xml version="1.0"?>{}<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:xlink="http://www.w3.org/1999/xlink">'
    '<office:body><office:spreadsheet><table:table table:name="S">{}</table:table></office:spreadsheet></office:body>'
    "</office:document-content>"
)


def ods_row(*texts: str) -> str:
    cells = "".join(
        f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'
        for text in texts
    )
    return f"<table:table-row>{cells}</table:table-row>"


@hostile
def ods_repeated(project: Path) -> None:
    """C1: a row that is repeated a thousand million times

    $ prancha build
    exit 1
    components/gift/cards.ods
    """
    row = ods_row("id", "name").replace(
        "<table:table-row>", '<table:table-row table:number-rows-repeated="999999999">'
    )
    with_workbook(project, ods(ODS.format("", row)), ".ods")


@hostile
def ods_external(project: Path) -> None:
    """C1: a table whose rows lie in another file is read without them

    $ prancha build
    exit 0
    """
    source = '<table:table-source xlink:href="http://127.0.0.1:9/x.ods" table:table-name="S"/>'
    with_workbook(
        project, ods(ODS.format("", source + ods_row("id", "name") + ods_row("sun", "Sun"))), ".ods"
    )


# Pictures


def with_picture(project: Path, data: bytes, masked: bool = False) -> None:
    path = card(project).with_name("art.png")
    path.write_bytes(data)
    image = IMAGE.format("art.png")
    card(project).write_text(MASKED.format(image) if masked else image)


@hostile
def picture_bomb(project: Path) -> None:
    """I1: 900 million pixels in 109 kB

    $ prancha build
    exit 1
    "art.png"
    """
    with_picture(project, png(30_000, 30_000))


@hostile
def picture_bomb_masked(project: Path) -> None:
    """I1: the same, in a mask

    $ prancha build
    exit 1
    "art.png"
    """
    with_picture(project, png(30_000, 30_000), masked=True)


@hostile
def picture_of_169_megapixels(project: Path) -> None:
    """I2: a picture that Pillow merely warns of

    $ prancha build
    exit 1
    "art.png"
    """
    with_picture(project, png(13_000, 13_000))


@hostile
def picture_broken(project: Path) -> None:
    """I2: a picture whose data ends at once

    $ prancha build
    exit 1
    "art.png" cannot be read as PNG
    """
    with_picture(project, png(100, 100, rows=zlib.compress(b"\0" * 5)))


@hostile
def picture_broken_masked(project: Path) -> None:
    """I2: the same, in a mask

    $ prancha build
    exit 1
    error svg [cards/
    """
    with_picture(project, png(100, 100, rows=zlib.compress(b"\0" * 5)), masked=True)


@hostile
def picture_svgz(project: Path) -> None:
    """S4: thirty megabytes of SVG, compressed

    $ prancha build
    exit 1
    "art.png" is not a JPEG, PNG, WebP, SVG or PDF picture
    """
    with_picture(project, gzip.compress(b"<svg>" + b" " * 30_000_000 + b"</svg>", 1), masked=True)


@hostile
def picture_svgz_in_data(project: Path) -> None:
    """S4: the same inside the template

    $ prancha build
    exit 1
    error svg [cards/
    """
    data = base64.b64encode(gzip.compress(b"<svg>" + b" " * 3_000_000 + b"</svg>")).decode()
    card(project).write_text(MASKED.format(IMAGE.format(f"data:image/png;base64,{data}")))


# Fonts


def with_font(project: Path, data: bytes) -> None:
    folder = project / "templates" / "gift" / "fonts" / "Bad"
    folder.mkdir(parents=True)
    (folder / "400.ttf").write_bytes(data)
    game = project / "components" / "gift" / "game.yaml"
    game.write_text(game.read_text().replace("body: Alegreya Sans", "body: Bad"))


def shipped_font() -> bytes:
    import prancha.system.program_folders

    (path,) = sorted(prancha.system.program_folders.TEMPLATES.glob("_library/fonts/Cinzel/400.ttf"))
    return path.read_bytes()


@hostile
def font_text(project: Path) -> None:
    """F1: a font that is none

    $ prancha build
    exit 1
    Bad/400.ttf is not a TrueType font
    """
    with_font(project, b"#!/bin/sh\ntouch escaped\n")


@hostile
def font_cut(project: Path) -> None:
    """F1: half a font

    $ prancha build
    exit 1
    Bad/400.ttf is cut short
    """
    with_font(project, shipped_font()[:20_000])


@hostile
def font_no_maxp(project: Path) -> None:
    """F1: a font that says it has 65,535 glyphs

    $ prancha build
    exit 0|1
    """
    data = bytearray(shipped_font())
    at = data.index(b"maxp")
    (offset,) = struct.unpack_from(">I", data, at + 8)
    data[offset + 4 : offset + 6] = b"\xff\xff"
    with_font(project, bytes(data))


# Snapshots and git


def snapshot(project: Path, tree: object) -> None:
    path = project / "components" / "gift" / ".snapshots" / "v1.json"
    path.parent.mkdir()
    path.write_text(tree if isinstance(tree, str) else json.dumps(tree))


@hostile
def snapshot_deep(project: Path) -> None:
    """a snapshot nested without end

    $ prancha diff v1
    exit 1
    components/gift/.snapshots/v1.json: error snapshot-broken: this is no snapshot
    """
    snapshot(project, "[" * 100_000 + "]" * 100_000)


@hostile
def snapshot_bomb(project: Path) -> None:
    """a snapshot that unpacks to more than 200 MB

    $ prancha diff v1
    exit 1
    components/gift/.snapshots/v1.json: error snapshot-broken: this snapshot is damaged
    """
    packer = lzma.LZMACompressor(preset=0)
    packed = b"".join(packer.compress(b" " * 10_000_000) for _ in range(21)) + packer.flush()
    game = {"id": "gift", "title": "Gift", "languages": ["en"]}
    previews = [base64.b64encode(packed).decode()]
    snapshot(
        project,
        {"format": 1, "name": "v1", "game": game, "values": {}, "families": [], "items": [],
         "findings": [], "previews": previews},
    )  # fmt: skip


@hostile
def snapshot_pipe(project: Path) -> None:
    """P1: a pipe as snapshot

    $ prancha diff v1
    exit 1
    there is no snapshot "v1"
    """
    path = project / "components" / "gift" / ".snapshots" / "v1.json"
    path.parent.mkdir()
    os.mkfifo(path)


def repository(project: Path) -> None:
    """The project as a git repository of one commit, made before its config turns hostile."""
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "init.defaultBranch=main")
    for command in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "x")):
        subprocess.run(["git", "-C", str(project), *who, *command], check=True, capture_output=True)


@hostile
def git_filters(project: Path) -> None:
    """a repository whose config runs programs: filters, hooks, monitors, external differences

    $ prancha diff HEAD
    exit 0
    """
    (project / ".gitattributes").write_text("* filter=evil diff=evil\n")
    repository(project)
    run = f"touch {project}/escaped; cat"
    config = project / ".git" / "config"
    config.write_text(
        config.read_text()
        + f'[filter "evil"]\n\tsmudge = "{run}"\n\tclean = "{run}"\n\trequired = true\n'
        + f'[diff "evil"]\n\tcommand = "{run}"\n\ttextconv = "{run}"\n'
        + f'[core]\n\tfsmonitor = "{run}"\n\tpager = "{run}"\n\tsshCommand = "{run}"\n\thooksPath = hooks\n'
        + f'[diff]\n\texternal = "{run}"\n[tar "tar"]\n\tcommand = "{run}"\n[alias]\n\tcat-file = "!{run}"\n'
    )


@hostile
def git_promisor(project: Path) -> None:
    """a repository that lacks an object, and has a program fetch it

    $ prancha diff HEAD
    exit 1
    git cannot read revision
    """
    repository(project)
    listed = subprocess.run(
        ["git", "-C", str(project), "rev-parse", "HEAD:components/gift/cards.yaml"],
        check=True, capture_output=True, text=True,
    ).stdout.strip()  # fmt: skip
    (project / ".git" / "objects" / listed[:2] / listed[2:]).unlink()
    run = f"sh -c 'touch {project}/escaped' %S"
    config = project / ".git" / "config"
    config.write_text(
        config.read_text().replace("repositoryformatversion = 0", "repositoryformatversion = 1")
        + "[extensions]\n\tpartialClone = origin\n[protocol]\n\tallow = always\n"
        + f'[remote "origin"]\n\turl = "ext::{run}"\n\tpromisor = true\n\tuploadpack = "touch {project}/escaped"\n'
    )


@hostile
def git_tree_up(project: Path) -> None:
    """a revision with links that lead out

    $ prancha diff HEAD
    exit 1
    """
    linked(card(project), secret(project, "secret.svg.j2", b"<text>secret</text>"))
    repository(project)
    card(project).unlink()
    card(project).write_text('<path d="{{ shape(bleed) }}"/>')


# What is said on the terminal, and lists kept by hand


OBEYED = "a\x1b[31m\n\x9b\u202e"


@hostile
def control_in_file_name(project: Path) -> None:
    """Y5: a file whose name holds signs that a terminal obeys, and looks like another finding

    $ prancha check
    exit 1
    components/gift/a\\x1b[31m\\n\\x9b\\u202e.yaml: error bad-id
    """
    (project / "components" / "gift" / f"{OBEYED}.yaml").write_bytes(cards(project).read_bytes())


@hostile
def control_in_template_name(project: Path) -> None:
    """Y5: the same, of a template that nobody uses

    $ prancha check
    exit 0
    """
    (project / "templates" / "gift" / f"{OBEYED}.svg.j2").write_text("<g/>")


@hostile
def control_in_title(project: Path) -> None:
    """Y5: a title that turns the direction of reading, on the output

    $ prancha list
    exit 0
    """
    game = project / "components" / "gift" / "game.yaml"
    game.write_text(game.read_text().replace("title: Gift", r'title: "G\u202eift"'))


@hostile
def control_in_snapshot(project: Path) -> None:
    """Y5: a snapshot whose names a terminal obeys

    $ prancha diff v1
    exit 0
    """
    from prancha.changes import snapshot_store

    (path,) = snapshot_store.keep_states(project, ["gift"], "v1", False)
    kept = path.read_text(encoding="utf-8")
    assert '"Sun"' in kept
    path.write_text(kept.replace('"Sun"', json.dumps(OBEYED)), encoding="utf-8")


@hostile
def list_pipe(project: Path) -> None:
    """P1: a pipe in place of a list to compare with

    $ prancha manifest gift --compare list.csv
    exit 1
    list.csv: error list-unreadable: the list is not a regular file
    """
    os.mkfifo(project / "list.csv")


@hostile
def list_device(project: Path) -> None:
    """P1: a device that never ends in place of a list to compare with

    $ prancha manifest gift --compare /dev/zero
    exit 1
    /dev/zero: error list-unreadable: the list is not a regular file
    """


@hostile
def box_of_itself(project: Path) -> None:
    """a box that holds itself

    $ prancha build --no-cover
    exit 1
    components/gift/cards.yaml:3:8: error out-of-range: a box does not hold itself
    """
    cards(project).write_text("title: Box\nkind: tuck-box\nholds: cards\n")


@hostile
def drawing_braces(project: Path) -> None:
    """S1: a drawing as template, with braces that never close

    $ prancha build
    exit 1
    templates/gift/card.svg:1:1: error svg-template: a "{{" has no "}}"
    """
    cards(project).write_text(cards(project).read_text().replace("card.svg.j2", "card.svg"))
    card(project).unlink()
    words = "{" * 100_000 + "{{ a " * 10_000
    (project / "templates" / "gift" / "card.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">'
        f'<text x="9" y="9" style="font-family:Cinzel;font-size:4px">{words}</text></svg>'
    )


def icon_without_text_for_a_name(project: Path) -> None:
    folder = project / "templates" / "gift" / "icons"
    folder.mkdir()
    picture = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
    (folder / os.fsdecode(b"\xff.svg")).write_bytes(picture)


@hostile
def name_no_text_build(project: Path) -> None:
    """P1: an icon whose name is no UTF-8, in a note of a build that is kept

    $ prancha build
    exit 0
    """
    icon_without_text_for_a_name(project)


@hostile
def name_no_text_check(project: Path) -> None:
    """P1: the same in a finding that is kept

    $ prancha check
    exit 0
    """
    icon_without_text_for_a_name(project)


# What is read wrong, or told badly, rather than what breaks out


@hostile
def rules_misnamed(project: Path) -> None:
    """rules that nobody would hold, for their file is called otherwise

    $ prancha build
    exit 1
    components/gift/rules.yml: error bad-file-name: catalogues end in .yaml
    """
    (project / "components" / "gift" / "rules.yml").write_text("rules: []\n")


@hostile
def csv_conflict(project: Path) -> None:
    """a table that git could not join

    $ prancha build
    exit 1
    components/gift/cards.csv:2:1: error git-conflict: "<<<<<<<" is a conflict marker of git
    """
    cards(project).write_text(SOURCED.format("cards.csv"))
    text = "id,name\n<<<<<<< HEAD\nsun,Sun\n=======\nsun,Sol\n>>>>>>> theirs\n"
    cards(project).with_suffix(".csv").write_text(text)


@hostile
def csv_dots(project: Path) -> None:
    """a name of 5,000 parts, each a value within a value

    $ prancha build
    exit 1
    components/gift/cards.csv:1:2: error too-deep: row 1: the name of the column "a.a.a
    """
    cards(project).write_text(SOURCED.format("cards.csv"))
    cards(project).with_suffix(".csv").write_text(f"id,{'a.' * 5000}a\nsun,Sun\n")


@hostile
def picture_scraps(project: Path) -> None:
    """I1: a picture of millions of empty blocks, over which a reader walks for minutes

    $ prancha build
    exit 1
    it has more than 50000 blocks beside its pixels
    """
    head, scrap = png(2, 2)[:33], b"\0\0\0\0teXt" + struct.pack(">I", zlib.crc32(b"teXt"))
    art = project / "templates" / "gift" / "art"
    art.mkdir()
    (art / "scraps.png").write_bytes(head + scrap * 1_000_000 + png(2, 2)[33:])
    card(project).write_text("{{ art('scraps.png', 0, 0, width, height) }}")


@hostile
def lock_linked(project: Path) -> None:
    """the lock of the output is a link out of the project

    $ prancha build
    exit 2
    output/gift/.prancha.lock: error not-written: cannot write: the lock that builds hold while they write
    """
    (project / "output" / "gift").mkdir(parents=True)
    (project / "output" / "gift" / ".prancha.lock").symlink_to(project.parent / "outside.lock")


@hostile
def messages_long(project: Path) -> None:
    """10,000 errors, each with a value of 10 kB

    $ prancha build
    exit 1
    error wrong-type [cards/r0]: row 2, column "copies": copies must be a whole number, not the text
    """
    cards(project).write_text(SOURCED.format("cards.csv"))
    rows = "".join(f"r{k},{'x' * 1000}{k}\n" for k in range(10_000))
    cards(project).with_suffix(".csv").write_text(f"id,copies\n{rows}")
