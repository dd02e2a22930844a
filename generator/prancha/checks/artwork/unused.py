"""Names of a game that none of its faces uses: colours, texts, keywords, icons and templates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Printed


class UnusedCheck:
    """A check that finds the names of one sort that nothing uses; `kind` is what a finding calls them.

    `names` is the field of `Printed`, or else of its game, that lists them, and the one of `Used` with those
    that faces ask for.  Names of a game are keys of game.yaml, and told there.  `message` and `hint` have {}
    where the name stands.
    """

    OPTIONS: Mapping[str, Any] = {}

    def __init__(self, code: str, names: str, why: str, message: str, hint: str, kind: str = "text") -> None:
        self.CODE, self.__doc__ = code, why
        self._names, self._message, self._hint, self._kind = names, message, hint, kind

    def look(self, printed: Printed, _: Mapping[str, Any]) -> Iterator[FaceFinding]:
        """Yield the names that nothing uses."""
        game, sort = printed.game, self._names
        own = sorted(getattr(printed, sort)) if hasattr(printed, sort) else getattr(game, sort)
        used = {*getattr(printed.used, sort), *printed.elsewhere}
        for name in own:
            if name not in used:
                place = game.places.get(f"{sort}.{name}", game.places.get(sort, game.place))
                yield FaceFinding(
                    self.CODE,
                    "warning",
                    self._message.format(name),
                    hint=self._hint.format(name),
                    about=name,
                    place=place,
                    **{self._kind: name},
                )


UNUSED = (
    UnusedCheck(
        "unused-template",
        "templates",
        "A template in the game's folder that nothing draws with.\n\n"
        "It will be mended, translated and wondered about in vain.\n",
        message='nothing is drawn with the template "{}"',
        hint="name it in a family file, or delete it",
        kind="template",
    ),
    UnusedCheck(
        "unused-icon",
        "icons",
        "An icon in the game's own folder that no face shows.\n\n"
        "A sign that was drawn for this game and is on none of its components was probably forgotten.\n",
        message='no face shows the icon "{}" of this game',
        hint="draw it, or delete the file",
        kind="icon",
    ),
    UnusedCheck(
        "unused-colour",
        "palette",
        "A colour of the game's palette that no template ever asked for.\n\n"
        "Who changes it to recolour the game will print in vain.\n",
        message="no template uses palette.{}",
        hint="use it, or remove it",
    ),
    UnusedCheck(
        "unused-text",
        "texts",
        "A word of `texts` that no template ever asked for.\n\n"
        "It is translated for nobody, or the template that should print it has it written out.\n",
        message="no template uses texts.{}",
        hint="use it, or remove it",
    ),
    UnusedCheck(
        "unused-keyword",
        "keywords",
        "A keyword of game.yaml that no printed text names.\n\n"
        "It is translated for nobody; most likely a text writes its name without the brackets that make it"
        " one.\n",
        message="no text names the keyword {}",
        hint="write [[{}]], or remove it",
    ),
)
