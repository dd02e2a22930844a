"""Names of a game that none of its faces uses: colours, texts, keywords, icons and templates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Printed, Used
from prancha.model.diagnostic import Place

Names = Callable[[Printed], Iterable[str]]


class UnusedCheck:
    """A check that finds the names of one sort that nothing uses; `kind` is what a finding calls them.

    `names` lists those of a game, `used` those that its faces ask for.  `message` and `hint` have {} where
    the name stands.  With `key`, names are keys of game.yaml, and told there.
    """

    OPTIONS: Mapping[str, Any] = {}

    def __init__(
        self,
        code: str,
        why: str,
        *,
        names: Names,
        used: Callable[[Used], Iterable[str]],
        message: str,
        hint: str,
        kind: str = "text",
        key: str = "",
    ) -> None:
        self.CODE, self.__doc__ = code, why
        self._names, self._used = names, used
        self._message, self._hint, self._kind, self._key = message, hint, kind, key

    def look(self, printed: Printed, _: Mapping[str, Any]) -> Iterator[FaceFinding]:
        """Yield the names that nothing uses."""
        used = {*self._used(printed.used), *printed.elsewhere}
        for name in self._names(printed):
            if name not in used:
                yield FaceFinding(
                    self.CODE,
                    "warning",
                    self._message.format(name),
                    hint=self._hint.format(name),
                    about=name,
                    place=self._place(printed, name),
                    text=name if self._kind == "text" else "",
                    icon=name if self._kind == "icon" else "",
                    template=name if self._kind == "template" else "",
                )

    def _place(self, printed: Printed, name: str) -> Place:
        game = printed.game
        if not self._key:
            return game.place
        return game.places.get(f"{self._key}.{name}", game.places.get(self._key, game.place))


UNUSED = (
    UnusedCheck(
        "unused-template",
        "A template in the game's folder that nothing draws with.\n\n"
        "It will be mended, translated and wondered about in vain.\n",
        names=lambda printed: sorted(printed.templates),
        used=lambda used: used.templates,
        kind="template",
        message='nothing is drawn with the template "{}"',
        hint="name it in a family file, or delete it",
    ),
    UnusedCheck(
        "unused-icon",
        "An icon in the game's own folder that no face shows.\n\n"
        "A sign that was drawn for this game and is on none of its components was probably forgotten.\n",
        names=lambda printed: sorted(printed.icons),
        used=lambda used: used.icons,
        kind="icon",
        message='no face shows the icon "{}" of this game',
        hint="draw it, or delete the file",
    ),
    UnusedCheck(
        "unused-colour",
        "A colour of the game's palette that no template ever asked for.\n\n"
        "Who changes it to recolour the game will print in vain.\n",
        names=lambda printed: printed.game.palette,
        used=lambda used: used.palette,
        key="palette",
        message="no template uses palette.{}",
        hint="use it, or remove it",
    ),
    UnusedCheck(
        "unused-text",
        "A word of `texts` that no template ever asked for.\n\n"
        "It is translated for nobody, or the template that should print it has it written out.\n",
        names=lambda printed: printed.game.texts,
        used=lambda used: used.texts,
        key="texts",
        message="no template uses texts.{}",
        hint="use it, or remove it",
    ),
    UnusedCheck(
        "unused-keyword",
        "A keyword of game.yaml that no printed text names.\n\n"
        "It is translated for nobody; most likely a text writes its name without the brackets that make it"
        " one.\n",
        names=lambda printed: printed.game.keywords,
        used=lambda used: used.keywords,
        key="keywords",
        message="no text names the keyword {}",
        hint="write [[{}]], or remove it",
    ),
)
