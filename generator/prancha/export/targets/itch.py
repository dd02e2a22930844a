"""itch.io: a zip for players with all papers and inks, and pictures and text for the page of the game."""

from __future__ import annotations

from collections.abc import Iterator

from prancha.export.face_pictures import FacePictures
from prancha.export.target import Export, File, PageFacts, Plan, Target, steps_in_words
from prancha.export.targets.designs import name_errors
from prancha.export.targets.rooms import zip_files
from prancha.export.targets.scenes import GROUND, SIZES, Scene, make_scenes
from prancha.model.play_table import SCENE
from prancha.system.words import words

COVER = "cover.png"
SCREEN = (1920, 1080)
"""Pixels of the pictures on the page; the cover has those that itch.io asks for."""


def plan_itch(export: Export) -> Plan:
    """Plan the zip, the cover, the other pictures, and a page of text in each language."""
    scenes = dict(make_scenes(export, SCREEN, GROUND))
    cover = next(iter(dict(make_scenes(export, SIZES["itch"], GROUND)).values()))
    package = f"{export.kit.game}.zip"
    pages = [(f"page-{one.lang}.md", page_text(export, one)) for one in export.page_facts]
    names = (package, COVER, *(f"{name}.png" for name in scenes), *(name for name, _ in pages))
    inside = [name for name, _ in _inside(export)]
    return Plan(
        names,
        lambda pictures: _write(export, package, cover, scenes=scenes, pages=pages, pictures=pictures),
        steps_in_words("itch", file=package),
        wrong=tuple(name_errors([*names, *inside])),
    )


def _write(
    export: Export,
    package: str,
    cover: Scene,
    scenes: dict[str, Scene],
    pages: list[File],
    pictures: FacePictures,
) -> Iterator[File]:
    """Yield the files in the order of their names; the pictures are in the zip too."""
    drawn = [(f"{name}.png", scene(pictures)) for name, scene in scenes.items()]
    shown = [(f"pictures/{name}", data) for name, data in drawn]
    yield package, zip_files([*_inside(export), *pages, *shown])
    yield COVER, cover(pictures)
    yield from drawn
    yield from pages


def _inside(export: Export) -> list[File]:
    """Return what is to be printed, in a folder for each language, and the licence."""
    found: list[File] = []
    for one in export.page_facts:
        files = dict(file for kit in one.kits for file in kit.files)
        found += [(f"{one.lang}/{name}", data) for name, data in files.items()]
    stated = [f"{one.lang}: {one.licence}" for one in export.page_facts if one.licence]
    found.append(("licence.txt", ("\r\n".join((export.kit.title, "", *stated)) + "\r\n").encode()))
    licences = {name: data for one in export.page_facts for name, data in one.licences}
    return [*found, *((name, data) for name, data in licences.items())]


def page_text(export: Export, facts: PageFacts) -> bytes:
    """Return the text of the page in Markdown: what it is, holds and takes, for whom it is, and whose."""
    texts = words(facts.lang, "paper")
    own = words(facts.lang, "exports")["itch"]
    papers = texts["paper_names"]
    lines = [f"# {export.kit.title}", ""]
    if facts.subtitle:
        lines += [f"*{facts.subtitle}*", ""]
    if facts.pitch:
        lines += [facts.pitch, ""]
    lines += [". ".join((texts["kit"], *facts.play)) + ".", "", f"## {texts['contents']}", ""]
    lines += [f"- {entry}" for entry in facts.contents]
    lines += ["", f"## {texts['print']}", ""]
    for paper in dict.fromkeys(kit.paper for kit in facts.kits):
        mine = [kit for kit in facts.kits if kit.paper == paper]
        lines.append("- " + own["sheets"].format(paper=papers[paper], count=mine[0].sheets))
    if any(len(kit.files) > 1 for kit in facts.kits):
        lines.append(f"- {own['rules']}")
    time = _time(max(kit.minutes for kit in facts.kits), texts["hours"], texts["mins"])
    lines += ["", own["making"].format(time)]
    if facts.supplied:
        lines += ["", f"{texts['supplied']}: {', '.join(facts.supplied)}."]
    credits = [
        (texts["design"], ", ".join(facts.designers)),
        (texts["art"], ", ".join(facts.artists)),
        (texts["publisher"], facts.publisher),
        (texts["licence"], facts.licence),
        (texts["revision"], export.kit.revision),
    ]
    lines += ["", f"## {own['credits']}", ""]
    lines += [f"- {name}: {value}" for name, value in credits if value]
    return ("\n".join(lines) + "\n").encode()


def _time(minutes: int, hours: str, mins: str) -> str:
    whole, rest = divmod(minutes, 60)
    parts = ([f"{whole} {hours}"] if whole else []) + ([f"{rest} {mins}"] if rest else [])
    return " ".join(parts)


TARGET = Target(
    "itch",
    "itch.io: a zip with A4 and Letter, low ink, rules and licence; cover, pictures and text of the page",
    {"players": SCENE, "seed": 1},
    plan_itch,
    labels=True,
    page=True,
)
