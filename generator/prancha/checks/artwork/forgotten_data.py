"""Checks of all faces together: data that nothing shows, and texts or faces that do not differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Printed, SmallCheck, small_check
from prancha.model.diagnostic import excerpt, nearest
from prancha.model.game import Family, Game, Item
from prancha.model.localised_text import is_text


@small_check("twin-faces")
def twin_faces(printed: Printed, _: Mapping[str, Any]) -> Iterator[FaceFinding]:
    """Two components with different ids that print the same, front and back.

    Either a field was meant to show and does not, or one item with more `copies` is enough.
    """
    first: dict[tuple[str, ...], Item] = {}
    for family in printed.game.families:
        for item in family.items:
            key = item.key
            front, back = printed.fronts.get(key), printed.backs.get(key)
            if front is None:
                continue
            shown = front.digest, back.digest if back else ""
            twin = first.setdefault(shown, item)
            if twin is not item:
                named = twin.id if twin.family == item.family else twin.key
                yield FaceFinding(
                    "twin-faces",
                    "warning",
                    f'prints exactly like "{named}"',
                    hint="show what tells them apart, or make them one item with more copies",
                    item=item.key,
                    family=family.id,
                    template=family.template,
                    about=twin.key,
                    place=item.place,
                )


@small_check("same-text", length=24)
def same_text(printed: Printed, options: Mapping[str, Any]) -> Iterator[FaceFinding]:
    """A long text that is the same in every language.

    Names and numbers are; a sentence of more than `length` letters is more likely a translation still
    to come.  (A language that is missing altogether is an error of the catalogue.)
    """
    game, length = printed.game, options["length"]
    if len(game.languages) < 2:
        return
    for name in ("texts", "tables", "subtitle", "pitch"):
        value = getattr(game, name)
        for path, text in _same(value, game, name, length):
            place = next((game.places[p] for p in _upwards(path) if p in game.places), game.place)
            yield _spot(text, path, place)
    for family in game.families:
        for item in family.items:
            for name, value in item.fields.items():
                for path, text in _same(value, game, name, length):
                    yield _spot(text, path, item.where(name), item=item.key, family=family.id)


def _spot(text: str, path: str, place: Any, item: str = "", family: str = "") -> FaceFinding:
    return FaceFinding(
        "same-text",
        "warning",
        f"{path}: {excerpt(text)} is the same in every language",
        hint="translate it, or write it once as a plain text",
        item=item,
        family=family,
        text=text,
        about=text,
        place=place,
    )


def _same(value: Any, game: Game, path: str, length: int) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        if is_text(value, game.languages):
            texts = set(map(str, value.values()))
            if len(texts) == 1 and len(value) > 1:
                (text,) = texts
                if sum(c.isalpha() for c in text) > length:
                    yield path, text
            return
        for key, part in value.items():
            yield from _same(part, game, f"{path}.{key}", length)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for k, part in enumerate(value):
            yield from _same(part, game, f"{path}.{k}", length)


def _upwards(path: str) -> Iterator[str]:
    steps = path.split(".")
    for length in range(len(steps), 0, -1):
        yield ".".join(steps[:length])


_COUNTS = frozenset("amount copy count number pieces qtd qty quantidade quantity".split())
_LEFT_OVER = "print it, check it with a rule, or remove it"
_COPIES = f'how many there are of a piece is its "copies"; else {_LEFT_OVER}'


@small_check("unused-field")
def unused_field(printed: Printed, _: Mapping[str, Any]) -> Iterator[FaceFinding]:
    """A field of a family's items that no template ever read.

    Data that nobody sees is either forgotten on the face or left over.  Fields that a rule names count
    as used, and so do those the ids are made of, and those by which rows are sorted, left out or worked out.
    """
    for family in printed.game.families:
        asked = printed.used.fields.get(family.id, frozenset())
        read = asked | printed.elsewhere | printed.checked | family.worked
        first: dict[str, Item] = {}
        for item in family.items:
            if not item.fields.keys() - read <= first.keys():
                for name in item.fields:
                    if name not in read:
                        first.setdefault(name, item)
        for name, item in first.items():
            near = nearest(name, {one for one in asked if not _has_own(item, one)}, 0.75)
            if not _in_ids(family, name):
                yield FaceFinding(
                    "unused-field",
                    "warning",
                    f'no template reads the field "{name}" of {family.id}, and no rule names it',
                    hint=_COPIES
                    if name.lower() in _COUNTS
                    else f'did you mean "{near}"? Else {_LEFT_OVER}'
                    if near
                    else _LEFT_OVER,
                    item=item.key,
                    family=family.id,
                    template=family.template,
                    text=name,
                    about=name,
                    place=item.where(name),
                )


def _has_own(item: Item, name: str) -> bool:
    """Return whether an item has a field of its own, not one that the defaults give to all."""
    place = item.where(name)
    return name in item.fields and place.file == item.place.file and place.line >= item.place.line


def _in_ids(family: Family, name: str) -> bool:
    return all(str(item.fields.get(name, item.id)) in item.id for item in family.items)


def _unused(code: str, sort: str, message: str, hint: str, kind: str = "text") -> SmallCheck:
    """Return a check that finds the names of one sort that nothing uses; `kind` is what a finding calls them.

    `sort` is the field of `Printed`, or else of its game, that lists them, and the one of `Used` with those
    that faces ask for.  Names of a game are keys of game.yaml, and told there.  `message` and `hint` have {}
    where the name stands.
    """

    def look(printed: Printed, _: Mapping[str, Any]) -> Iterator[FaceFinding]:
        game = printed.game
        own = sorted(getattr(printed, sort)) if hasattr(printed, sort) else getattr(game, sort)
        used = {*getattr(printed.used, sort), *printed.elsewhere}
        for name in own:
            if name not in used:
                yield FaceFinding(
                    code,
                    "warning",
                    message.format(name),
                    hint=hint.format(name),
                    about=name,
                    place=game.places.get(f"{sort}.{name}", game.places.get(sort, game.place)),
                    **{kind: name},
                )

    return SmallCheck(code, {}, None, look)


UNUSED = (
    _unused(
        "unused-template",
        "templates",
        'nothing is drawn with the template "{}"',
        "name it in a family file, or delete it",
        kind="template",
    ),
    _unused(
        "unused-icon",
        "icons",
        'no face shows the icon "{}" of this game',
        "draw it, or delete the file",
        kind="icon",
    ),
    _unused("unused-colour", "palette", "no template uses palette.{}", "use it, or remove it"),
    _unused("unused-text", "texts", "no template uses texts.{}", "use it, or remove it"),
    _unused("unused-keyword", "keywords", "no text names the keyword {}", "write [[{}]], or remove it"),
)
"""Checks of unused parts of a game; codes.toml has the reason for each."""
