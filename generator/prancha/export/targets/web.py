"""A page that prints: a folder for any static server, or one HTML file, that builds a kit in the browser."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import islice

from PIL import Image

from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import small_webp
from prancha.export.target import Export, File, PageContents, Plan, Target, steps_in_words
from prancha.export.targets.scenes import GROUND, make_scenes
from prancha.export.web_page import page_files, python_pack
from prancha.model.kit_components import ComponentKit

READY = "kit-{paper}.pdf"
RULES = "rules-{lang}.html"
SCENE = "scene-{name}.webp"
MOST_SCENES = 4


def plan(export: Export) -> Plan:
    """Plan the files of a page, or the one file that has them all in it."""
    page, single = export.printing, export.options["single"]
    assert page is not None, "targets that print get a page"
    scenes = dict(islice(make_scenes(export, page_files.SCENE, GROUND), MOST_SCENES))
    names = (f"{export.kit.game}.html",) if single else (*_names(page), *map(_scene_file, scenes))

    def write(pictures: FacePictures) -> Iterator[File]:
        files = _files(export.kit, page, {name: paint(pictures) for name, paint in scenes.items()})
        if single:
            yield names[0], page_files.single_file(export.kit, page, files)
        else:
            yield from ((name, files[name]) for name in names)

    steps = steps_in_words("web_single" if single else "web", file=names[0])
    return Plan(names, write, steps)


def _names(page: PageContents) -> tuple[str, ...]:
    ready = [READY.format(paper=paper) for paper in page.ready]
    rules = [RULES.format(lang=lang) for lang in page.rulebooks]
    return (*page_files.NAMES, *page_files.DATA, *ready, *rules)


def _scene_file(name: str) -> str:
    return SCENE.format(name=name)


def _files(kit: ComponentKit, page: PageContents, scenes: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Make all files of a page by name; `scenes` are pictures (PNG) by their names."""
    languages = [one.lang for one in page.languages]
    width, height, pixels = page.cover
    picture = Image.frombytes("RGBA", (width, height), pixels).convert("RGB")
    heavy: dict[str, bytes] = {
        **dict(python_pack.runtime()),
        "program.bin": python_pack.program(languages, page.library, page.project),
        "viewer.bin": python_pack.viewer(),
        "game.bin": python_pack.pack(page.project),
        "cover.webp": small_webp(picture),
        **{READY.format(paper=paper): data for paper, data in page.ready.items()},
        **{RULES.format(lang=lang): data for lang, data in page.rulebooks.items()},
        **{_scene_file(name): small_webp(_opened(data)) for name, data in scenes.items()},
    }
    told = page_files.describe(kit, page, heavy)
    build = sha256(b"".join(sha256(heavy[name]).digest() for name in sorted(heavy)) + told).hexdigest()[:16]
    return {**heavy, **page_files.write_page(kit, page, told, build, heavy), page_files.TOLD: told}


def _opened(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data), formats=["PNG"]) as picture:
        return picture.convert("RGB")


TARGET = Target(
    "web",
    "a page that prints the kit in the browser, for any static server; --single: one HTML file",
    {"single": False},
    plan,
    prints=True,
    labels=True,
    missing=python_pack.missing,
)
