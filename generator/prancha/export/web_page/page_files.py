"""The files of a page that prints, written for one game: HTML, style, scripts, and what they are told."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from prancha.export.target import PageContents, PageLanguage
from prancha.model.kit_components import ComponentKit
from prancha.system.words import language_of, words

TOLD = "kit.json"
NAMES = ("index.html", "page.css", "page.js", "old.js", "worker.js", "offline.js", TOLD)
DATA = (
    "cover.webp pyodide.mjs pyodide.asm.mjs lock.json python.bin stdlib.zip program.bin viewer.bin game.bin "
    "LICENCES.txt"
).split()
"""Files that the page loads, besides PDFs and rulebooks."""
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'"
)
"""What the page may do: nothing leaves its folder, and no text becomes a program."""
SCENE = (960, 540)
"""Pixels of the picture of a scene: enough for a phone, and for a quarter of a window."""
_PICTURES = (".png", ".jpg", ".jpeg", ".webp")


def describe(kit: ComponentKit, page: PageContents, data: Mapping[str, bytes]) -> bytes:
    """Write kit.json: what there is to choose, in the words of each language, and how large the files are."""
    tree = {
        "game": kit.game,
        "title": kit.title,
        "revision": kit.revision,
        "languages": [
            {
                "tag": one.lang,
                "name": _name(one.lang),
                "subtitle": one.subtitle,
                "licence": one.licence,
                "words": dict(_words(one)),
            }
            for one in page.languages
        ],
        "papers": list(page.papers),
        "snapshots": [] if page.only or page.items else list(page.snapshots),
        "only": list(page.only),
        "items": list(page.items),
        "rules": {lang: f"rules-{lang}.html" for lang in page.rulebooks},
        "pictures": any(name.lower().endswith(_PICTURES) for name in page.project),
        "files": {name: len(content) for name, content in data.items()},
    }
    return json.dumps(tree, ensure_ascii=False, indent=1).encode() + b"\n"


def _words(one: PageLanguage) -> Mapping[str, Any]:
    return {**words(one.lang, "printing_page"), "papers": words(one.lang, "paper")["paper_names"]}


def _name(lang: str) -> str:
    """Return what a language calls itself, or its tag where the program has no words in it."""
    known = language_of(lang)
    same = known.partition("-")[0].casefold() == lang.partition("-")[0].casefold()
    return str(words(known, "studio")["language_name"]) if same else lang


def write_page(
    kit: ComponentKit, page: PageContents, told: bytes, build: str, data: Mapping[str, bytes]
) -> Mapping[str, bytes]:
    """Write the files of NAMES for a folder that has `data`; `build` tells one edition from another."""
    offline = Template(_part("offline.js")).substitute(build=build, game=kit.game, policy=POLICY)
    html = _html(
        kit,
        page,
        data,
        policy=POLICY,
        style='<link rel="icon" href="cover.webp">\n<link rel="stylesheet" href="page.css">',
        script='<script nomodule src="old.js"></script>\n<script type="module" src="page.js"></script>',
    )
    rest = {name: _part(name).encode() for name in ("page.js", "old.js", "worker.js")}
    return {
        "index.html": html.encode(),
        "page.css": _style().encode(),
        "offline.js": offline.encode(),
        **rest,
    } | {TOLD: told}


def single_file(kit: ComponentKit, page: PageContents, data: Mapping[str, bytes]) -> bytes:
    """Write one HTML file that has all of `data` in it."""
    style, script, old = _style(), _part("page.js"), _part("old.js")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}' '{_hash(old)}' 'wasm-unsafe-eval' data:; "
        f"worker-src data:; style-src '{_hash(style)}'; img-src blob:; base-uri 'none'; form-action 'none'"
    )
    held = [name for name in data if name not in NAMES or name in ("worker.js", TOLD)]
    inside = "\n".join(
        f'<script type="text/plain" id="data-{name}">{b64encode(data[name]).decode()}</script>'
        for name in held
    )
    running = f'<script nomodule>{old}</script>\n<script type="module">{script}</script>'
    html = _html(
        kit, page, data, policy=policy, style=f"<style>{style}</style>", script=f"{inside}\n{running}"
    )
    return re.sub(r' src="([a-z0-9-]+\.webp)"', r' data-src="\1"', html).encode()


def _html(
    kit: ComponentKit, page: PageContents, data: Mapping[str, bytes], policy: str, style: str, script: str
) -> str:
    first = page.languages[0]
    texts = _words(first)
    links = " ".join(
        f'<a href="kit-{paper}.pdf" data-paper="{paper}">{escape(texts["papers"].get(paper, paper))}</a>'
        for paper in page.ready
    )
    scenes = "\n".join(_scene(name, texts["scenes"]) for name in data if name.startswith("scene-"))
    width, height, _ = page.cover
    return Template(_part("index.html")).substitute(
        lang=escape(first.lang),
        policy=policy,
        title=escape(kit.title),
        subtitle=escape(first.subtitle),
        revision=escape(f"{texts['revision']} {kit.revision}" if kit.revision else ""),
        licence=escape(first.licence),
        links=links,
        scenes=scenes,
        cover="cover.webp",
        cover_width=width,
        cover_height=height,
        style=style,
        script=script,
        broken=escape(texts["broken_file"]),
        **{word: escape(texts[word]) for word in ("skip", "ready", "noscript", "old", "private")},
    )


def _scene(name: str, texts: Mapping[str, str]) -> str:
    """The picture of a scene, such as scene-fan.webp, with its alternative text."""
    kind = name.removeprefix("scene-").partition(".")[0].partition("-")[0]
    size = 'width="{}" height="{}"'.format(*SCENE)
    return f'<img alt="{escape(texts[kind])}" src="{name}" data-scene="{kind}" {size} loading="lazy">'


def _style() -> str:
    """The style of the page, after the colours of the studio's, so that both look alike."""
    studio = files("prancha").joinpath("studio/page/style.css").read_text(encoding="utf-8")
    return studio.partition("* {")[0] + _part("page.css")


def _part(name: str) -> str:
    return files(__package__ or "").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
