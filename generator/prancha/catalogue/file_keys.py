"""The keys of game.yaml, family files, papers.yaml, profiles.yaml and services.yaml, and their types.

Structure only: units, languages, references and geometry are checked by the
modules that turn these into model values.  Items stay raw mappings, because
walking every field of 10,000 items here would double the time to load them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from prancha.catalogue.validation import Field, Keys
from prancha.model.face import RASTER
from prancha.model.localised_text import SYMBOL
from prancha.model.outline import Shape
from prancha.model.sheet import MarkStyle

Words = Annotated[str, Field(min_length=1, pattern=r"\S")]
COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
Colour = Annotated[str, Field(pattern=rf"^{COLOUR.pattern}$")]
FileName = Annotated[str, Field(pattern=r"^(?:[^./\\\s][^/\\]*/)*[^./\\\s][^/\\]*\.j2$")]
Drawing = Annotated[str, Field(pattern=r"^(?:[^./\\\s][^/\\]*/)*[^./\\\s][^/\\]*\.(?:j2|svg)$")]
Count = Annotated[int, Field(ge=0, le=9999)]
MOST_COPIES = 9999
Copies = Annotated[int, Field(ge=0, le=MOST_COPIES)]
Length = Annotated[str, Field(min_length=1)]
Source = Literal["stated", "derived", "assumed"]
Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=64)]
Families = Annotated[list[Words], Field(min_length=1, lone=True)]
"""A font family, or several, each a fallback for those before it."""
FamiliesByLanguage = Annotated[list[Words], Field(min_length=1, lone=True, keyed=True)]
"""The same, for all languages or by language: {en: Alegreya Sans, ja: BIZ UDGothic}."""
StockName = Annotated[str, Field(pattern=r"^(?:card|board|paper)$")]
LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*\Z")
Language = Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]
Icon = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")]
"""The name of a file in icons/, without its extension."""
Symbol = Annotated[str, Field(pattern=f"^{SYMBOL}$", max_length=64)]
"""A symbol that texts write in braces for an icon: {1}, {T}, {W/U}, {Münze}."""
Few = Annotated[int, Field(ge=1, le=100)]
SlotShape = Literal["rectangle", "rounded", "circle", "hexagon"]


class Supplied(Keys):
    """Something the owner adds to the kit."""

    name: Any
    count: Annotated[int, Field(ge=1, le=9999)] = 1


class StockFile(Keys):
    """Properties of one stock of a game."""

    thickness: Length | None = None


class BookColours(Keys):
    """The colours of a rulebook, names of the palette."""

    ink: Words | None = None
    accent: Words | None = None
    muted: Words | None = None
    line: Words | None = None
    tint: Words | None = None
    paper: Words | None = None


class BookTemplates(Keys):
    """The game's own templates of a rulebook."""

    page: FileName | None = None
    title: FileName | None = None
    chapter: FileName | None = None
    box: FileName | None = None
    table: FileName | None = None


class CoverTemplates(Keys):
    """The game's own templates of cover and cut plan."""

    page: FileName | None = None
    head: FileName | None = None
    section: FileName | None = None
    table: FileName | None = None
    picture: FileName | None = None
    ruler: FileName | None = None
    plan: FileName | None = None


class CoverColours(BookColours):
    """The colours of cover and cut plan, names of the palette; `table` is that on which the game is shown."""

    table: Words | None = None


class Cover(Keys):
    """The look of the pages before the sheets."""

    colours: CoverColours | None = None
    templates: CoverTemplates | None = None
    template: FileName | None = None


class BookLook(Keys):
    """The look of pages that are made of Markdown."""

    margin: Length | None = None
    columns: Annotated[int, Field(ge=1, le=4)] = 1
    gap: Length = "6 mm"
    text: Length = "9 pt"
    leading: Annotated[int, Field(ge=100, le=200)] = 138
    justify: bool = False
    hyphenate: bool = False
    notes: Length | None = None
    colours: BookColours | None = None
    templates: BookTemplates | None = None


class BookFile(BookLook):
    """The rulebook that is made of rules.<language>.md."""

    page: Length | None = None
    cover: Literal["card", ""] = ""


class Keyword(Keys):
    """A term of the game, printed alike wherever a text names it."""

    name: Any
    icon: Icon = ""
    colour: Words | None = None
    bold: bool = True
    reminder: Any = None


class GameFile(Keys):
    """game.yaml."""

    title: Words
    languages: Annotated[list[Language], Field(min_length=1)]
    families: Annotated[list[Name], Field(min_length=1)]
    subtitle: Any = None
    designers: list[Words] = []
    artists: list[Words] = []
    publisher: Any = ""
    licence: Any = ""
    rulebook: Any = ""
    players: list[Annotated[int, Field(ge=1, le=999)]] = []
    revision: Words = "1"
    revision_mark: bool = False
    raster: Annotated[int, Field(ge=100, le=1200)] = RASTER
    palette: dict[Words, Colour] = {}
    fonts: dict[Words, FamiliesByLanguage] = {}
    texts: dict[Words, Any] = {}
    keywords: dict[Name, Keyword] = {}
    symbols: dict[Symbol, Icon] = {}
    tables: dict[Words, Any] = {}
    stocks: dict[StockName, StockFile] = {}
    supplied: list[Supplied] = []
    assumed: dict[Words, Any] = {}
    pitch: Any = None
    time: Any = ""
    age: Any = ""
    cover: Cover | None = None
    book: BookFile | None = None


class Matrix(Keys):
    """Items by combination; ids are the cells' pattern."""

    axes: Annotated[dict[Words, Annotated[list[Any], Field(min_length=1)]], Field(min_length=1)]
    id: Words
    copies: Copies = 1
    fields: dict[Words, Any] = {}


class FamilyFile(Keys):
    """A family file; `items` are checked one by one elsewhere."""

    title: Any
    stock: Literal["card", "board", "paper"]
    outline: Shape
    template: Drawing
    size: Length | None = None
    radius: Length | None = None
    orientation: Literal["pointy", "flat"] | None = None
    points: Annotated[list[Any], Field(min_length=3, max_length=500)] | None = None
    cells: Annotated[list[Any], Field(min_length=1, max_length=500)] | None = None
    path: Annotated[str, Field(min_length=1, max_length=20_000)] | None = None
    bleed: Length = "3 mm"
    safe: Length = "3 mm"
    gutter: Length = "0 mm"
    sheet: Name | None = None
    back: Drawing | None = None
    note: Any = None
    make: list[Literal["cut", "fold", "glue"]] = []
    sort: Any = None
    markup: dict[Words, Literal["read", "none"]] = {}
    continue_: Annotated[Literal["back", "card"] | None, Field(alias="continue")] = None
    source: Source = "stated"
    why: Any = ""
    defaults: dict[Words, Any] = {}
    tables: dict[Words, Any] = {}
    items: list[Any] = []
    from_: Annotated[Any, Field(alias="from")] = None
    references: dict[Words, Words] = {}
    matrix: Matrix | None = None


class PaperFile(Keys):
    """One paper in papers.yaml."""

    size: Length
    margin: Length | None = None


class PapersFile(Keys):
    """papers.yaml."""

    margin: Length = "8 mm"
    papers: Annotated[dict[Name, PaperFile], Field(min_length=1)]


class ProductFile(Keys):
    """One product of a print shop: the pixels of its `file`, bleed included, or its `trim`, or both."""

    file: Length | None = None
    trim: Length | None = None
    shape: Literal["box", "circle", "ring", "hexagon", "free", "book"] = "box"
    stock: Literal["card", "board", "paper", ""] = ""
    bleed: Length | None = None
    safe: Length | None = None
    most: Count = 0
    unconfirmed: bool = False
    automatic: bool = False


class ServiceFile(Keys):
    """One print shop in services.yaml."""

    title: Words
    checked: Words
    source: Words
    kind: Literal["png", "jpeg", "pdf"]
    bleed: Length
    safe: Length
    products: Annotated[dict[Words, ProductFile], Field(min_length=1)]
    site: Words | None = None
    dpi: Annotated[int, Field(ge=72, le=1200)] = 300
    colour: Literal["rgb", "cmyk"] = "rgb"
    ink: Annotated[int, Field(ge=0, le=400)] = 0
    standard: Words | None = None
    pages: Literal["back-front", "front-back", "two-files", "back-last"] = "front-back"
    naming: Words = "{family}/{id}-{side}"
    back_word: Words = "back"
    repeat: bool = False
    largest: Annotated[int, Field(ge=0)] = 0
    note: dict[Words, Words] = {}
    unconfirmed: bool = False
    border: Length | None = None


class ServicesFile(Keys):
    """services.yaml."""

    services: Annotated[dict[Name, ServiceFile], Field(min_length=1)]


class MarksFile(Keys):
    """How crop marks look."""

    style: MarkStyle = "corner"
    length: Length = "4 mm"
    distance: Length = "2.5 mm"
    weight: Length = "0.15 mm"
    colour: Colour = "#000000"
    backs: bool = True
    light: bool = False


class SlotFile(Keys):
    """One place of a label or die sheet."""

    x: Length
    y: Length
    size: Length
    shape: SlotShape = "rectangle"
    radius: Length | None = None


class GridFile(SlotFile):
    """Equal places in columns and rows; `step` is from corner to corner."""

    columns: Few
    rows: Few
    step: Length | None = None


class ProfileFile(Keys):
    """One sheet profile."""

    paper: str = ""
    margin: Length | None = None
    marks: MarksFile | None = None
    bleed: Length = "0 mm"
    grid: GridFile | None = None
    slots: Annotated[list[SlotFile], Field(min_length=1, max_length=500)] | None = None


class ProfilesFile(Keys):
    """profiles.yaml."""

    profiles: Annotated[dict[Name, ProfileFile], Field(min_length=1)]


Number = Annotated[int, Field(ge=1, le=9999)]
Angle = Annotated[int, Field(ge=-360, le=360)]
Point = Annotated[list[Length], Field(min_length=2, max_length=2)]
PlaceName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=64)]
WordList = Annotated[list[Words], Field(min_length=1, lone=True)]
"""One text, or several."""


_SEATS: Mapping[str, Any] = {
    "type": "array",
    "items": {
        "anyOf": [
            {"type": ["string", "integer"]},
            {
                "type": "object",
                "properties": {
                    "id": {"type": ["string", "integer"]},
                    "at": {"type": "array", "items": {"type": "string"}},
                    "angle": {"type": "integer"},
                },
                "required": ["id"],
                "additionalProperties": False,
            },
        ]
    },
}
_SPACE: Mapping[str, Any] = {"type": ["string", "integer"]}
_SPACES: Mapping[str, Any] = {
    "anyOf": [
        _SPACE,
        {"type": "array", "items": _SPACE},
        {"type": "object", "additionalProperties": {"type": "array", "items": _SPACE}},
    ]
}


class SeatFile(Keys):
    """A player's side of the table."""

    id: PlaceName
    at: Point | None = None
    angle: Angle | None = None


class PlaceFile(Keys):
    """A place of the table, and what lies there; a set-up that inherits it writes only what differs."""

    title: Any = None
    family: WordList | None = None
    items: Annotated[list[Any], Field(min_length=1, lone=True)] | None = None
    where: dict[Words, Any] = {}
    count: Number | None = None
    each: Number | None = None
    as_: Annotated[Literal["stack", "row", "column", "grid", "fan", "bag", "hand"], Field(alias="as")] = (
        "stack"
    )
    columns: Few | None = None
    rows: Few | None = None
    gap: Length = "2 mm"
    at: Point | None = None
    angle: Angle = 0
    turned: Literal[0, 60, 90, 120, 180] = 0
    face: Literal["up", "down"] = "up"
    down: Annotated[list[Number], Field(max_length=1000)] = []
    shuffled: bool = False
    on: Words | None = None
    spaces: Annotated[Any, Field(schema=_SPACES)] = None
    seat: WordList | None = None


class CounterFile(Keys):
    """A number that is counted during play."""

    title: Any = None
    start: Annotated[int, Field(ge=-9999, le=9999)] = 0
    low: Annotated[int, Field(ge=-9999, le=9999)] | None = None
    high: Annotated[int, Field(ge=-9999, le=9999)] | None = None
    at: Point | None = None
    seat: WordList | None = None


class SetupFile(Keys):
    """The differences of one set-up; `like` is the number of players of the one that it begins with."""

    like: Annotated[int, Field(ge=1, le=999)] | None = None
    seats: Annotated[list[Any], Field(max_length=20, schema=_SEATS)] | None = None
    lay: dict[PlaceName, PlaceFile | None] = {}
    counters: dict[PlaceName, CounterFile | None] = {}


class TableFile(Keys):
    """table.yaml: how the game begins, for each number of players."""

    size: Length = "900 x 900 mm"
    seats: Annotated[list[Any], Field(max_length=20, schema=_SEATS)] = []
    lay: dict[PlaceName, PlaceFile] = {}
    counters: dict[PlaceName, CounterFile] = {}
    spaces: dict[Words, dict[PlaceName, Point]] = {}
    box: Annotated[list[Words], Field(lone=True)] = []
    players: dict[Annotated[int, Field(ge=1, le=999)], SetupFile] = {}
    scene: SetupFile | None = None
