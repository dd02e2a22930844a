"""The manifest: what a kit holds and on which pages, for people and for programs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from prancha import __version__
from prancha.export.metadata import NAMES
from prancha.model.game import Family, Game, Item
from prancha.model.localised_text import resolve_texts
from prancha.model.printing import Press


def write_manifest(
    game: Game,
    lang: str,
    paper: str,
    duplex: str,
    pages: Mapping[str, Sequence[int]],
    page_count: int,
    files: Mapping[str, tuple[int, str]],
    placed: str = "{}",
    ink: str = "full",
    printer: Mapping[str, str | float | None] | None = None,
    ppi: tuple[float, float] | None = None,
    press: Press | None = None,
    rulebook: Mapping[str, Any] | None = None,
) -> bytes:
    """Write the manifest as JSON: game, families, items with copies, sources and pages, and file digests.

    `files` are the bytes of each and their SHA-256.  `pages` maps an item key to the pages its fronts are
    on, counted from 1.  `placed` is the result of `list_sheets`; `printer` the profile the pages are made
    for; `ppi` the pixels per inch below which a picture is an error and a warning; `press` what colours are
    made for; `rulebook` what is said of the one beside the kit.  The `seal` shows that nobody changed the
    manifest since.
    """
    tree: dict[str, Any] = {
        "program": f"prancha {__version__}",
        "game": _about(game, lang),
        "language": lang,
        "paper": paper,
        "duplex": duplex,
        "ink": ink,
        **({"printer": dict(printer)} if printer else {}),
        **({"ppi": list(ppi)} if ppi else {}),
        **({"press": _press(press)} if press else {}),
        "pages": page_count,
        "copies": sum(family.copies for family in game.families),
        "families": [
            {**_family(family, lang), "items": [_item(item, game, lang, pages) for item in family.items]}
            for family in game.families
        ],
        "supplied": [_in_language(dict(thing), game, lang) for thing in game.supplied],
        "assumed": {key: _in_language(why, game, lang) for key, why in sorted(game.assumed.items())},
        **({"rulebook": dict(rulebook)} if rulebook else {}),
    }
    listed = {name: {"bytes": length, "sha256": digest} for name, (length, digest) in sorted(files.items())}
    # An indent of `json` is written in Python.
    text = msgspec.json.format(_dumped({**tree, "files": listed}).decode(), indent=1)
    whole = f'{text.removesuffix("}").rstrip()},\n "placed": {placed}'
    # The seal is of the values without white space, as msgspec writes them, and without `files`, which have
    # digests; `placed` stands already.
    sealed = msgspec.json.encode(msgspec.json.decode(_dumped(tree))).removesuffix(b"}")
    seal = hashlib.sha256(b'%b,"placed":%b}' % (sealed, msgspec.json.format(placed.encode(), indent=-1)))
    return f'{whole},\n "seal": "{seal.hexdigest()}"\n}}\n'.encode()


def _dumped(tree: Mapping[str, Any]) -> bytes:
    """Encode JSON with numbers as Python writes them."""
    return json.dumps(tree, ensure_ascii=False).encode()


def _about(game: Game, lang: str) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "revision": game.revision,
        "designers": list(game.designers),
        "publisher": _in_language(game.publisher, game, lang),
        "licence": _in_language(game.licence, game, lang),
        "rulebook": _in_language(game.rulebook, game, lang),
        "players": list(game.players),
    }


def _press(press: Press) -> dict[str, Any]:
    profile = press.profile
    return {
        "condition": profile.condition or "Custom",
        "profile": profile.title,
        "profile_sha256": hashlib.sha256(profile.data).hexdigest(),
        "ink_limit": press.limit,
        "rich_black": list(press.rich) if press.rich else None,
        "standard": NAMES[press.standard],
    }


def _family(family: Family, lang: str) -> dict[str, Any]:
    """Return a family without its items."""
    return {
        "id": family.id,
        "title": family.title[lang],
        "stock": family.stock,
        "outline": family.outline.shape,
        "size_mm": [round(family.outline.width, 3), round(family.outline.height, 3)],
        "radius_mm": round(family.outline.radius, 3),
        "double_sided": family.back is not None,
        "designs": len(family.items),
        "copies": family.copies,
    }


def _item(item: Item, game: Game, lang: str, pages: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": item.id,
        "copies": item.copies,
        "source": item.source,
        "pages": sorted(set(pages.get(item.key, ()))),
    }
    if item.why:
        found["why"] = _in_language(item.why, game, lang)
    if item.assumed:
        found["assumed"] = _in_language(dict(sorted(item.assumed.items())), game, lang)
    return found


def _in_language(value: Any, game: Game, lang: str) -> Any:
    return resolve_texts(value, lang, game.languages)
