"""Expressions of the catalogue in a rulebook's text: `{{ count('cards', suit='red') }}` and their like.

A call of one of the functions below is understood here; everything else is an expression as in rules.yaml,
in which counts may stand: `{{ count('markers', owner=1) // 4 }}`, `{{ tables.limit.moves.value }}`.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import signature
from typing import Any

from prancha.book.book_blocks import (
    Block,
    Contents,
    Inline,
    Inlines,
    PageBreak,
    Picture,
    Pictures,
    SetupPicture,
    Table,
)
from prancha.checks.rules.scope import GAME_FIELDS
from prancha.expression import Environment, ExpressionError, FamilyItems, translate
from prancha.expression.functions import FUNCTIONS
from prancha.faces.text.markup_line import InlineIcon, Span
from prancha.faces.text.text_markup import Keywords, read
from prancha.model.diagnostic import Place, suggestion
from prancha.model.game import Family, Game, Item
from prancha.model.localised_text import resolve_texts
from prancha.model.table_layout import lay_out
from prancha.model.units import Mm, parse_length
from prancha.model.values import MISSING, OWN, is_number, own, show
from prancha.system.words import words

Result = Inlines | tuple[Block, ...]
"""Words, or blocks that stand by themselves."""
_USAGE = {
    "picture": "picture('cards/fox')",
    "pictures": "pictures('cards', suit='red')",
    "icon": "icon('coin')",
    "name": "name('cards/fox')",
    "setup_picture": "setup_picture(players=2)",
    "table": "table('cards', columns=['name'])",
    "page": "page('the-end')",
    "reminder": "reminder('burning')",
}
"""An example of each function that takes something."""
_PLAIN = Inline()
_LEAST: Mm = 5.0
"""The least width of a picture."""


class CatalogueWords:
    """Evaluates the expressions of one game in one language.

    `families` collects the ids of the families that were named, `page_of` gives the number of the page of an
    anchor as far as it is known.  All methods raise ExpressionError.
    """

    def __init__(self, game: Game, lang: str) -> None:
        self.game, self.lang = game, lang
        self.families: set[str] = set()
        self.page_of: Callable[[str], str] = lambda _: "0"
        self._glossary = Keywords(self._resolved(game.keywords), game.palette, symbols=game.symbols)
        self._printed = words(lang, "rulebook")
        self._names: dict[str, Any] = {}
        self.functions: dict[str, Callable[..., Result]] = {
            name: getattr(self, f"_{name}") for name in (*_USAGE, "contents", "page_break", "keywords")
        }

    def evaluate(self, source: str, place: Place) -> Result:
        """The words or blocks that an expression stands for."""
        try:
            tree = ast.parse(source.strip(), mode="eval")
        except (SyntaxError, ValueError, RecursionError) as error:
            reason = error.msg if isinstance(error, SyntaxError) else "cannot be read"
            hint = "write a call such as count('cards'), or one value"
            raise ExpressionError(f"not an expression: {reason}", hint) from None
        node = tree.body
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self.functions:
            return self._call(node, place)
        value = self._value(tree)
        return self.shown(value, place, source)

    def shown(self, value: Any, place: Place, source: str = "") -> Inlines:
        """A value of the catalogue as words; its texts may have the markup of cards."""
        value = self._resolved(value)
        if isinstance(value, bool) or value is None or isinstance(value, Mapping | Item | FamilyItems):
            message = f"{source or 'this'} is {show(value)[:60]}, not a number or a text"
            raise ExpressionError(message, "name one field of it")
        if isinstance(value, Sequence) and not isinstance(value, str):
            parts = [self.shown(one, place, source) for one in value]
            comma = (Inline(", ", bound=True, place=place),)
            return tuple(one for k, part in enumerate(parts) for one in ((*comma, *part) if k else part))
        if is_number(value):
            point = words(self.lang, "paper")["point"]
            text = show(value).replace(".", point)
            return (Inline(text.replace("-", "−", 1), bound=True, place=place),)
        return self.marked(str(value), place, bound=True)

    def marked(self, text: str, place: Place, bound: bool = False, base: Inline = _PLAIN) -> Inlines:
        """A text in the markup of cards as words, in the style of `base`; what is wrong is raised."""
        found: list[Inline] = []
        content = read(text)
        if content.faults:
            raise content.faults[0]
        for number, (_, line) in enumerate(content.entries):
            if number:
                found.append(Inline(newline=True, place=place))
            for one in self._glossary.resolved(line, text):
                if isinstance(one, InlineIcon):
                    found.append(self._icon_of(one.name, one.fill or "", base, place))
                    continue
                assert isinstance(one, Span), one
                found.append(
                    Inline(
                        one.text,
                        one.bold or base.bold,
                        one.italic or base.italic,
                        colour=one.fill or base.colour,
                        caps=one.caps,
                        link=base.link,
                        bound=bound,
                        place=place,
                    )
                )
        return tuple(found)

    def icon(self, name: str, colour: str, base: Inline, place: Place) -> Inline:
        """An icon in the style of `base`, by its name or by a symbol of game.yaml."""
        return self._icon_of(self.game.symbols.get(name, name), colour, base, place)

    def colour(self, name: str) -> str:
        """A colour as `#rrggbb`, by itself or by its name in the palette."""
        if name.startswith("#"):
            return name
        if name not in self.game.palette:
            hint = suggestion(name, self.game.palette) or "define it in palette: of game.yaml"
            raise ExpressionError(f'"{name}" is no colour of the palette', hint)
        return self.game.palette[name]

    def _icon_of(self, name: str, colour: str, base: Inline, place: Place) -> Inline:
        meaning = self.game.texts.get(name, {}).get(self.lang, name.replace("-", " "))
        fill = self.colour(colour) if colour else base.colour
        return Inline(f"[{meaning}]", icon=name, colour=fill, link=base.link, place=place)

    def _resolved(self, value: Any) -> Any:
        return resolve_texts(value, self.lang, self.game.languages)

    def _arguments(self, node: ast.Call) -> tuple[list[Any], dict[str, Any]]:
        if any(isinstance(one, ast.Starred) for one in node.args) or any(
            k.arg is None for k in node.keywords
        ):
            raise ExpressionError("stars are not understood here", "write the values themselves")
        values = [self._value(ast.Expression(one)) for one in node.args]
        options = {str(one.arg): self._argument(str(one.arg), one.value) for one in node.keywords}
        return values, options

    def _argument(self, name: str, node: ast.expr) -> Any:
        """The value of an option; columns and heads may name fields without quotes."""
        if name in ("columns", "heads") and isinstance(node, ast.List):
            return [
                one.id if isinstance(one, ast.Name) else self._value(ast.Expression(one)) for one in node.elts
            ]
        return self._value(ast.Expression(node))

    def _value(self, tree: ast.Expression) -> Any:
        """The value of an expression, its counts first."""
        counted = _Counts(self).visit(tree)
        names = self._known_names()
        source = ast.unparse(ast.fix_missing_locations(counted))
        return translate(source, names.keys()).value(Environment(names))

    def _known_names(self) -> Mapping[str, Any]:
        if not self._names:
            for family in self.game.families:
                items = (item for item in family.items if item.part == 1)
                tables = {**self.game.tables, **family.tables}
                self._names[family.id.replace("-", "_")] = FamilyItems.of(items, tables)
            self._names |= {"tables": self.game.tables, "texts": self.game.texts}
            self._names["players"] = list(self.game.players)
            self._names["game"] = {name: getattr(self.game, name) for name in GAME_FIELDS}
        return self._names

    def _call(self, node: ast.Call, place: Place) -> Result:
        """The words or blocks of a call of one of the functions."""
        name = ast.unparse(node.func)
        values, options = self._arguments(node)
        try:
            signature(self.functions[name]).bind(place, *values, **options)
        except TypeError as error:
            hint = f"write {_USAGE.get(name, name + '()')}"
            raise ExpressionError(f"{name}(): {error}", hint) from None
        return self.functions[name](place, *values, **options)

    # --- what may be counted and shown

    def family(self, name: Any) -> Family:
        """A family by its id, which counts as mentioned."""
        known = [family.id for family in self.game.families]
        if name not in known:
            raise ExpressionError(f'there is no family "{name}"', suggestion(str(name), known))
        self.families.add(name)
        return self.game.family(name)

    def chosen(self, name: Any, where: Any, filters: Mapping[str, Any]) -> list[Item]:
        """One item or more of a family whose fields have these values and for which `where` is true."""
        family = self.family(name)
        items = [item for item in family.items if item.part == 1]
        fields = _fields(items, name, filters)
        for field, wanted in filters.items():
            values = {show(own(item, field)) for item in items if own(item, field) is not MISSING}
            items = [item for item in items if self._matches(own(item, field), wanted)]
            if not items:
                hint = suggestion(show(wanted), values)
                raise ExpressionError(f"no component of {name} has {field} {show(wanted)}", hint)
        if where is not None:
            test = translate(str(where), {*fields, *self._known_names()})
            items = [item for item in items if test.value(self._environment(item, fields))]
            if not items:
                raise ExpressionError(f'no component of {name} has "{where}"', "change the condition")
        return items

    def _environment(self, item: Item, fields: set[str]) -> Environment:
        values = {field: own(item, field) for field in fields}
        given = {name: None if value is MISSING else value for name, value in values.items()}
        return Environment({**self._known_names(), **given})

    def _matches(self, value: Any, wanted: Any) -> bool:
        return bool(value == wanted or self._resolved(value) == wanted)

    def count(self, family: Any, /, where: Any = None, **filters: Any) -> int:
        """The number of pieces that a kit has of the components chosen."""
        return sum(item.copies for item in self.chosen(family, where, filters))

    def title_of(self, item: Item) -> str:
        """The name of a component in words: its name, or its family and id."""
        title = self.game.family(item.family).title[self.lang]
        for field in ("name", "title"):
            found = self._resolved(item.fields.get(field))
            if isinstance(found, str) and found:
                return f"{title}: {''.join(one.text for one in self.marked(found, item.place))}"
        return f"{title}: {item.listed_id.replace('-', ' ')}"

    def _item(self, key: Any) -> Item:
        family, slash, name = str(key).partition("/")
        if not slash:
            raise ExpressionError(f'"{key}" is no component', "write its family and id, such as cards/fox")
        items = [item for item in self.family(family).items if item.part == 1]
        found = next((item for item in items if item.listed_id == name), None)
        if found is None:
            hint = suggestion(name, [item.listed_id for item in items])
            raise ExpressionError(f'there is no component "{name}" in {family}', hint)
        return found

    def _name(self, place: Place, key: Any, /) -> Result:
        item = self._item(key)
        for field in ("name", "title"):
            if item.fields.get(field):
                return self.shown(item.fields[field], place)
        raise ExpressionError(f"{item.key} has no name", "give it a field `name`")

    def _picture(self, place: Place, key: Any, /, width: Any = None, caption: Any = "") -> Result:
        item = self._item(key)
        told = self.marked(str(caption), place) if caption else ()
        one = Picture(item.key, self.title_of(item), told, place)
        return (Pictures((one,), _length(width), place),)

    def _pictures(
        self,
        place: Place,
        family: Any,
        /,
        *,
        where: Any = None,
        width: Any = None,
        captions: Any = None,
        **filters: Any,
    ) -> Result:
        items = self.chosen(family, where, filters)
        named = () if captions is None else (str(captions),)
        _fields(items, family, named)
        found = []
        for item in items:
            caption = tuple(one for field in named for one in self._field(item, field, place))
            found.append(Picture(item.key, self.title_of(item), caption, place))
        return (Pictures(tuple(found), _length(width), place),)

    def _icon(self, place: Place, name: Any, /, colour: Any = "") -> Result:
        return (self.icon(str(name), str(colour), Inline(), place),)

    def _field(self, item: Item, field: str, place: Place) -> Inlines:
        value = own(item, field)
        if value is MISSING:
            return ()
        return self.shown(value, place, field)

    def _table(
        self,
        place: Place,
        family: Any,
        /,
        columns: Any = (),
        *,
        where: Any = None,
        heads: Any = None,
        **filters: Any,
    ) -> Result:
        items = self.chosen(family, where, filters)
        if not isinstance(columns, list) or not columns:
            raise ExpressionError(
                "table() needs the fields to show", f"write table('{family}', columns=['name'])"
            )
        columns = [str(column) for column in columns]
        _fields(items, family, columns)
        if heads is not None and (not isinstance(heads, list) or len(heads) != len(columns)):
            raise ExpressionError(
                f"heads must be a list of {len(columns)} texts", "write one for each column"
            )
        titles = [self._head(one) for one in columns] if heads is None else [str(one) for one in heads]
        head = tuple(self.marked(title, place) for title in titles)
        rows = tuple(tuple(self._field(item, column, place) for column in columns) for item in items)
        numbers = [all(is_number(own(item, c)) for item in items) for c in columns]
        align = tuple("center" if number else "left" for number in numbers)
        return (Table(head, rows, align, (place,) * (len(rows) + 1), place),)

    def _head(self, column: str) -> str:
        """The head of a column: a text of the game by that name, the program's own, else the name itself."""
        own_text = self.game.texts.get(column, {}).get(self.lang)
        known: Mapping[str, str] = self._printed["columns"]
        head = own_text or known.get(column) or column.replace("_", " ")
        return head[:1].upper() + head[1:]

    def _setup_picture(
        self, place: Place, /, players: Any, *, width: Any = None, caption: Any = ""
    ) -> Result:
        table = self.game.play_table
        if table is None:
            if any(note.place.file.endswith("/table.yaml") for note in self.game.notes):
                raise ExpressionError("table.yaml has errors, so no set-up is drawn", "mend these first")
            raise ExpressionError(
                f"{self.game.id} has no table.yaml to lay out", "write one; prancha help table says how"
            )
        if isinstance(players, bool) or players not in table.players:
            known = ", ".join(map(str, table.players))
            raise ExpressionError(
                f"table.yaml has no set-up for {show(players)} players", f"it has set-ups for {known}"
            )
        one, several = self._printed["setup"]
        title = one if players == 1 else several.format(players)
        # Which pieces lie there does not depend on the spaces of boards, which are not known here.
        laid = Counter(
            piece.key.partition("/")[0] for piece in lay_out(self.game, players, drawn=None).pieces
        )
        self.families |= laid.keys()
        there = ", ".join(
            f"{count} × {self.game.family(name).title[self.lang]}" for name, count in laid.items()
        )
        told = self.marked(str(caption or title), place)
        return (SetupPicture(players, f"{title}: {there}", told, _length(width), place),)

    def _contents(self, place: Place, /, depth: Any = 2) -> Result:
        if depth not in (1, 2, 3, 4, 5, 6):
            raise ExpressionError(f"contents() shows headings down to a level of 1 to 6, not {show(depth)}")
        return (Contents(depth, place),)

    def _page(self, place: Place, anchor: Any, /) -> Result:
        name = str(anchor).removeprefix("#")
        return (Inline(self.page_of(name), bound=True, link=f"#{name}", place=place),)

    def _page_break(self, place: Place, /) -> Result:
        return (PageBreak(place),)

    def _keywords(self, place: Place, /) -> Result:
        rows = []
        for keyword in self.game.keywords.values():
            named = self.marked(f"[[{keyword['id']}]]", place)
            rows.append((named, self.shown(keyword["reminder"] or "", place)))
        if not rows:
            raise ExpressionError("game.yaml defines no keywords", "define some under keywords:")
        return (Table((), tuple(rows), ("left", "left"), (place,) * len(rows), place),)

    def _reminder(self, place: Place, name: Any, /) -> Result:
        keyword = self.game.keywords.get(str(name))
        if keyword is None:
            raise ExpressionError(
                f'"{name}" is no keyword of the game', suggestion(str(name), self.game.keywords)
            )
        return self.shown(keyword["reminder"] or "", place)


class _Counts(ast.NodeTransformer):
    """Replaces each `count('family', ...)` by its number; a count of a list of items is left to the rest."""

    def __init__(self, words_: CatalogueWords) -> None:
        self._words = words_

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Replace one call, or look inside it."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        own_names = self._words.functions
        if name in own_names:
            raise ExpressionError(f"{name}() cannot be a part of an expression", "let it stand alone")
        if name and name not in FUNCTIONS:
            known = (*own_names, *FUNCTIONS)
            raise ExpressionError(f'there is no function "{name}"', suggestion(name, known))
        if name != "count" or not node.args or not isinstance(node.args[0], ast.Constant):
            return self.generic_visit(node)
        values, options = self._words._arguments(node)
        if len(values) != 1:
            hint = "add filters by name: count('cards', suit='red')"
            raise ExpressionError("count() takes one family", hint)
        return ast.copy_location(ast.Constant(self._words.count(values[0], **options)), node)


def _fields(items: Iterable[Item], family: str, named: Iterable[str]) -> set[str]:
    """All fields of some items of a family; raises ExpressionError where a named one is not among them."""
    fields = {field for item in items for field in item.fields} | set(OWN)
    for field in named:
        if field not in fields:
            raise ExpressionError(
                f'no component of {family} has a field "{field}"', suggestion(field, fields)
            )
    return fields


def _length(width: Any) -> float | None:
    """A width in mm: a number, or a text with a unit."""
    if width is None:
        return None
    try:
        length = float(width) if is_number(width) else parse_length(str(width))
    except ValueError as error:
        raise ExpressionError(str(error)) from None
    if length < _LEAST:
        raise ExpressionError(f"a picture of {show(width)} is too narrow", f"give it {_LEAST:g} mm or more")
    return length
