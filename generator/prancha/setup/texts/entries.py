"""The texts of a game, each by whose it is and its name there, with what a translator should know."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec import Struct

from prancha.faces.face_drawings import SeenFace, SeenText
from prancha.model.diagnostic import Place
from prancha.model.game import Family, Game
from prancha.model.plain_text import each_text, unescaped
from prancha.model.text import is_text, resolve_texts

HEAD = ("subtitle", "publisher", "licence", "rulebook", "texts", "keywords", "supplied", "assumed", "tables")
"""What of game.yaml has texts."""
_WIDEST = 2_000.0
"""A box wider or higher than any paper was set to measure a text, not to print it (mm)."""


class TextEntry(Struct, frozen=True):
    """One text: `context` names it (`cards/owl:name`), `source` and `target` are its words.

    `notes` tell the box and the picture it is printed with; `before` is what the target was translated
    from, where the source changed since.
    """

    context: str
    source: str
    target: str
    place: Place
    notes: tuple[str, ...] = ()
    before: str = ""


def text_entries(
    game: Game, lang: str, defaults: Mapping[str, Mapping[str, Any]], seen: Mapping[str, SeenFace]
) -> tuple[TextEntry, ...]:
    """All texts of a game; one that is the same in all languages only where a face shows it."""
    return tuple(_Reader(game, lang, defaults, seen).read())


class _Reader:
    def __init__(
        self, game: Game, lang: str, defaults: Mapping[str, Mapping[str, Any]], seen: Mapping[str, SeenFace]
    ) -> None:
        self._game, self._lang, self._defaults, self._seen = game, lang, defaults, seen
        self._first = game.languages[0]
        self._stale = {f"{one.owner}:{one.path}": one.before for one in game.stale if one.language == lang}

    def read(self) -> Iterator[TextEntry]:
        game = self._game
        head = {name: getattr(game, name) for name in HEAD}
        yield from self._texts("game", head, "", game.places, SeenFace())
        for family in game.families:
            told = {"title": family.title, "note": family.note, "tables": family.tables}
            yield from self._texts(family.id, told, "", family.places, SeenFace())
            usual = self._usual(family)
            shown = self._together(family.id)
            written = _as_written(usual, family.plain_fields)
            yield from self._texts(family.id, written, "defaults.", family.places, shown)
            for item in family.items:
                own = {
                    name: value for name, value in item.fields.items()
                    if name not in usual or not self._same(value, usual[name])
                }  # fmt: skip
                extra = {"why": item.why, "assumed": item.assumed}
                own = _as_written(own, family.plain_fields)
                values = {**own, **{name: value for name, value in extra.items() if name not in item.fields}}
                yield from self._texts(
                    item.key, values, "", item.places, self._seen.get(item.key, SeenFace())
                )

    def _usual(self, family: Family) -> Mapping[str, Any]:
        """What a family gives its items, with what the language has of it."""
        usual = dict(self._defaults.get(family.id, {}))
        for name, value in usual.items():
            having = (item.fields[name] for item in family.items if name in item.fields)
            usual[name] = next((one for one in having if self._same(one, value)), value)
        return usual

    def _same(self, one: Any, other: Any) -> bool:
        """Whether two values are the same in the language that the game is written in."""
        first, second = (resolve_texts(each, self._first, self._game.languages) for each in (one, other))
        return bool(first == second)

    def _together(self, family: str) -> SeenFace:
        """What the components of a family show, for texts that they all have."""
        faces = [face for key, face in self._seen.items() if key.startswith(f"{family}/")]
        return SeenFace(tuple(dict.fromkeys(text for face in faces for text in face.texts)))

    def _texts(
        self, owner: str, value: Any, name: str, places: Mapping[str, Place], shown: SeenFace
    ) -> Iterator[TextEntry]:
        """The texts in `value`, which is called `name` and stands in `owner`."""
        if is_text(value, self._game.languages):
            same = len(value) == len(self._game.languages) and len(set(value.values())) == 1
            source, target = str(value.get(self._first) or ""), str(value.get(self._lang) or "")
            if same and f"{name}.{self._lang}" not in places:
                target = ""  # one text for all languages is not yet one of this
            if source.strip():
                yield self._entry(owner, name, source=source, target=target, places=places, shown=shown)
        elif isinstance(value, Mapping):
            for key, part in value.items():
                inner = f"{name}{key}" if name.endswith(".") or not name else f"{name}.{key}"
                yield from self._texts(owner, part, inner, places, shown)
        elif isinstance(value, list | tuple):
            for number, part in enumerate(value):
                yield from self._texts(owner, part, f"{name}.{number}", places, shown)
        elif isinstance(value, str) and any(map(str.isalpha, value)) and _boxes(value, shown):
            yield self._entry(owner, name, source=value, target="", places=places, shown=shown)

    def _entry(
        self, owner: str, name: str, source: str, target: str, places: Mapping[str, Place], shown: SeenFace
    ) -> TextEntry:
        place = places.get(name) or places.get(name.partition(".")[0]) or self._game.place
        notes = [_box(text) for text in _boxes(source, shown)]
        notes += [f"picture {picture}" for picture in shown.pictures]
        context, told = f"{owner}:{name}", tuple(note for note in notes if note)
        return TextEntry(context, source, target, place, notes=told, before=self._stale.get(context, ""))


def _as_written(fields: Mapping[str, Any], plain_fields: Collection[str]) -> dict[str, Any]:
    """The fields as their author wrote them: of `plain_fields` without the escapes of markup."""
    return {
        name: each_text(value, unescaped) if name in plain_fields else value for name, value in fields.items()
    }


def _boxes(text: str, shown: SeenFace) -> list[SeenText]:
    """Where a text is set: as it is, or else within a longer one."""
    plain = text.strip()
    found = [seen for seen in shown.texts if seen.text.strip() == plain]
    return found or [seen for seen in shown.texts if len(plain) > 3 and plain in seen.text]


def _box(seen: SeenText) -> str:
    """`box 45 x 30 mm`; "" for a text without limits."""
    if seen.width is None or seen.width > _WIDEST or (seen.height or 0) > _WIDEST:
        return ""
    if seen.height is None:
        return f"one line, {seen.width:g} mm wide"
    return f"box {seen.width:g} x {seen.height:g} mm"
