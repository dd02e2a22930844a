"""Keywords and colours that texts name: defined once in game.yaml, put in where texts are set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from prancha.faces.text.errors import TextError
from prancha.faces.text.markup import inlines
from prancha.faces.text.spans import Inline, InlineIcon, Paragraph, Span, Term
from prancha.model.diagnostic import suggestion
from prancha.model.excerpt import excerpt

_NBSP = "\u00a0"


class Keywords(Struct, frozen=True):
    """Looks up keywords and colours of one game in one language; notes in `read` and `seen` which.

    `keywords` are mappings with `name`, `icon`, `colour`, `bold` and `reminder`, by id; `palette`
    gives a colour for each name, `symbols` an icon for what stands for it in braces.
    """

    keywords: Mapping[str, Any] = field(default_factory=dict)
    palette: Mapping[str, str] = field(default_factory=dict)
    read: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)
    symbols: Mapping[str, str] = field(default_factory=dict)

    def note(self, content: str, lists: bool) -> None:
        """Take note of what `content` names, however often it was set before; it may hold `lists`."""
        for each in inlines(content, lists):
            fill = each.style.fill if isinstance(each, Term) else each.fill
            if fill and fill[0] == ".":
                self.seen.add(fill[1:])
            if isinstance(each, Term):
                name = keyword_id(each.id)
                self.read.add(name)
                self.seen.add(str(self.keywords[name]["colour"]) if name in self.keywords else "")

    def keywords_in(self, content: str) -> list[Any]:
        """The keywords that `content` names, in order, each once.  TextError for an unknown one."""
        named = dict.fromkeys(each.id for each in inlines(content) if isinstance(each, Term))
        return list({id(found): found for found in (self._keyword(name, content) for name in named)}.values())

    def resolved(self, paragraph: Paragraph, content: str) -> Paragraph:
        """`paragraph` with keywords as icons and words, and names of colours as `#rrggbb`.

        Raises TextError for names that game.yaml does not define.
        """
        if len(paragraph) == 1 and isinstance(paragraph[0], Span) and not paragraph[0].fill:
            return paragraph  # as most are
        found: list[Inline] = []
        for each in paragraph:
            if isinstance(each, InlineIcon) and each.name in self.symbols:
                each = replace(each, name=self.symbols[each.name])
            if isinstance(each, Term):
                found += self._term(each, content)
            elif each.fill and each.fill[0] == ".":
                found.append(replace(each, fill=self._colour(each.fill[1:], content)))
            else:
                found.append(each)
        return tuple(found)

    def _term(self, term: Term, content: str) -> list[Inline]:
        keyword = self._keyword(term.id, content)
        style = term.style
        fill = style.fill or keyword["colour"] or None
        if fill and fill[0] != "#":
            fill = self._colour(fill.removeprefix("."), content)
        words = replace(
            style, text=term.shown or keyword["name"], bold=style.bold or keyword["bold"], fill=fill
        )
        if not keyword["icon"]:
            return [words]
        return [InlineIcon(keyword["icon"], fill), replace(words, text=_NBSP + words.text)]

    def _keyword(self, name: str, content: str) -> Any:
        found = self.keywords.get(keyword_id(name))
        if found is None:
            hint = suggestion(keyword_id(name), self.keywords) or "define it in keywords: of game.yaml"
            raise TextError(
                f'"[[{name}]]" in {excerpt(content)} is no keyword of the game', hint, "text-keyword"
            )
        return found

    def _colour(self, name: str, content: str) -> str:
        colour = self.palette.get(name)
        if colour is None:
            hint = suggestion(name, self.palette) or "define it in palette: of game.yaml"
            raise TextError(
                f'"{name}" in {excerpt(content)} is no colour of the palette', hint, "text-markup"
            )
        return colour


def keyword_id(name: str) -> str:
    """The id that a text means: `First strike` is first-strike."""
    return "-".join(name.lower().split())
