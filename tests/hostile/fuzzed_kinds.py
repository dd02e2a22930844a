"""Every kind of file that a command reads: good ones, where it lies in a project, and the command."""

# ruff: noqa: E501 - contents of files read better unbroken
from __future__ import annotations

import io
import json
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from builders import rows, shipped_font, workbook
from running import INNOCENT, run_here

from prancha.export.colour import shipped_profile
from tests.unit.catalogue.spreadsheets import ods

Prepare = Callable[[Path], None]
"""Changes a project."""

# What is put into files at random, besides what lies there
YAML = tuple(
    (
        "&a *a <<: !!int !x --- ... | > ? : - [ ] { } # % @ ` ' \" , \\ ~ null 0x 1e999 .nan 012 "
        "2001-99-99 \t \u2028 \x00 \ud7ff \ufeff \u202e é 𝔸 items: id: copies: from: matrix: size: 9999999999999999999999"
    ).split(" ")
)
SVG = tuple(
    (
        "<use href='#a'/> <g> </g> <mask id='a'> url(#a) 1e309 -1e30 nan 0 % mm em transform='scale(0)' "
        "<text> <image href='x.png'/> M0 0 A1 1 0 0 1 9 9 z &amp; &lt; &x; <!DOCTYPE <style> { } ; stroke-dasharray='0' "
        "viewBox='0 0 0 0' fill='url(#a)' clip-path='url(#a)' style='opacity:1' <pattern id='a'> ]]> <![CDATA[ <?x?> "
        "filter='url(#f)' <feImage width='black'/> <filter id='f'> <filter width='url(#no)'> url(#) url(# )"
    ).split(" ")
)
CSV = tuple('" "" ; , \t \r \n \r\n \x00 \ufeff = + - @ sep=; 1,5 é 𝔸 id name copies'.split(" "))
JSON = (
    *'{ } [ ] : , "id" "name" "copies" null true 1e999 -0 \\ud800 \\u0000 [[[[ {"a":'.split(" "),
    "9" * 20,
)
JINJA = (
    *"{{ }} {% %} {%if {%endfor%} {%raw%} |upper |join item. (1,2) ~ range(9) {# #} ** // 1/0 item ( ) , ' None -1 [] size= font=".split(
        " "
    ),
    "{% for x in item %}",
    "{% set a = [] %}",
)
PDF = tuple(
    "<< >> obj endobj stream endstream xref trailer /Type /Page /Kids /Count 0 R [ ] ( ) q Q cm Tj /F1 Do <rdf:li> <?xpacket".split(
        " "
    )
)
MARKDOWN = ("\n\n", "|", "|---|", "**", "# ", "- ", "`", "\\", "é", "2x ", "<b>", "&amp;")
PO = tuple('msgid msgstr msgctxt "" #: #, fuzzy \\n \\ " %s charset=UTF-9 [0] ~'.split(" "))
XML = tuple(
    '<a> </a> <!DOCTYPE &amp; &x; ]]> <![CDATA[ 0 -1 1e999 r="A1" r="ZZZZZ9" t="s" t="x" s="99"'.split(" ")
)


@dataclass(frozen=True)
class Kind:
    """A kind of file."""

    goods: tuple[Callable[[], bytes], ...]
    file: str
    """Where it lies in the project."""
    command: tuple[str, ...]
    """What reads it."""
    words: tuple[str, ...] = ()
    prepare: Prepare | None = None
    lined: bool = False
    """Its errors have lines."""
    inside: bool = False
    """It is a zip: its members are changed, too."""

    def lay_out(self, project: Path) -> list[bytes]:
        """Make the project ready for the file; returns the good ones."""
        if self.prepare is not None:
            self.prepare(project)
        return [good() for good in self.goods]


LIST = ("list",)
BUILD = ("build", "gift", "--no-cover", "--no-check", "--duplex", "none", "--out", "out")
NEW = ("new", "made", "--from")
HOME = "out/gift/gift-a4-one-sided-no-cover"
PRESS = "out/gift/gift-a4-one-sided-cmyk-x4-no-cover"


def _change(file: str, change: Callable[[str], str]) -> Prepare:
    def prepare(project: Path) -> None:
        path = project / file
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")

    return prepare


def _from(name: str) -> Prepare:
    """Let the family's items come from a data file."""
    return _change(
        "components/gift/cards.yaml", lambda text: f"{text[: text.index('items:')]}from: {{file: {name}}}\n"
    )


def _shown(markup: str) -> Prepare:
    """Let the template hold `markup`."""
    return _change("templates/gift/card.svg.j2", lambda _: markup)


_two_languages = _change(
    "components/gift/game.yaml", lambda text: text.replace("[en]", "[en, pt-BR]") + "texts: {a: {en: word}}\n"
)
_drawn_template = _change("components/gift/cards.yaml", lambda text: text.replace("card.svg.j2", "card.svg"))


def _kit(project: Path) -> None:
    """Make a kit to be proved, and a snapshot to be compared with."""
    for command in (BUILD, (*BUILD, "--colour", "cmyk", "--pdfx", "x4"), ("snapshot", "before", "gift")):
        code, said = run_here(project, command)
        assert code == 0, said


@cache
def _written(file: str) -> bytes:
    """A file that the program itself writes."""
    with tempfile.TemporaryDirectory() as name:
        project = Path(shutil.copytree(INNOCENT, name, dirs_exist_ok=True))
        _kit(project)
        return (project / file).read_bytes()


def _plain_pdf(file: str) -> bytes:
    """The PDF with the contents of its pages as they are before they are compressed."""
    import pikepdf

    held = io.BytesIO()
    with pikepdf.open(io.BytesIO(_written(file))) as pdf:
        for page in pdf.pages:
            page.Contents.write(page.Contents.read_bytes())
        pdf.save(held, compress_streams=False)
    return held.getvalue()


def _page() -> bytes:
    """A page with fonts, a picture, a gradient and transparency, as another program wrote it."""
    folder = Path(__file__).parents[1] / "unit" / "setup" / "new_game" / "others"
    return (folder / "weasyprint.pdf").read_bytes()


def _plain_page() -> bytes:
    """The same without compression."""
    import pikepdf

    held = io.BytesIO()
    with pikepdf.open(io.BytesIO(_page())) as pdf:
        pdf.save(held, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.generalized)
    return held.getvalue()


def _ods() -> bytes:
    return ods([["id", "name"], ["sun", "Sun"], ["moon", "Moon"]])


def _woff() -> bytes:
    from fontTools.ttLib import TTFont

    held = io.BytesIO()
    font = TTFont(io.BytesIO(shipped_font()))
    font.flavor = "woff"
    font.save(held)
    return held.getvalue()


def _catalogue() -> bytes:
    return (INNOCENT / "components" / "gift" / "cards.yaml").read_bytes() + (
        b'  - {id: star, copies: 3, name: "A \\"star\\"", list: [1, 2.5, true, null]}\n'
        b"  - id: text\n    name: &n Text\n    long: |-\n      two\n      lines\n    again: *n\n"
        b"defaults: {name: Nothing, cost: 1}\ntables: {t: {a: 1, b: [x, y]}}\n"
        b"matrix:\n  id: m-{a}\n  axes: {a: [one, two]}\n  fields: {name: Made}\n"
    )


def _drawing() -> bytes:
    return (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88"><defs>'
        b'<linearGradient id="g" x1="0" x2="1"><stop stop-color="#fff"/><stop offset="1" stop-color="#c03"/></linearGradient>'
        b'<clipPath id="c"><circle cx="30" cy="40" r="20"/></clipPath><g id="a"><rect width="5" height="5" rx="1"/></g>'
        b'<mask id="m"><rect width="60" height="60" fill="white"/></mask>'
        b'<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><circle r="1" cx="2" cy="2"/></pattern></defs>'
        b'<path d="M0 0H63V88H0Z M5 5l10 3c1 2 3 4 5 5a4 4 0 1 1 3 3q2 2 4 4t3 3z" fill="url(#g)" fill-rule="evenodd"/>'
        b'<g transform="translate(5 6) rotate(30) scale(1.5)" opacity="0.5" clip-path="url(#c)"><use href="#a" x="3"/>'
        b'<polygon points="0,0 5,5 0,9" stroke="#123456" stroke-width="0.4" stroke-dasharray="1 2" fill="none"/></g>'
        b'<text x="31" y="20" font-family="Cinzel" font-size="5" text-anchor="middle" letter-spacing="0.2">Sun &amp; Moon</text>'
        b'<g mask="url(#m)"><rect width="9" height="9" fill="url(#p)"/></g><ellipse cx="9" cy="9" rx="3" ry="2"/></svg>'
    )


def _filters() -> bytes:
    return (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>.a{fill:#123;opacity:.5} g > rect{stroke:red}</style>'
        b'<filter id="f" x="0" width="2"><feGaussianBlur stdDeviation="1"/><feOffset dx="1" dy="1" result="o"/>'
        b'<feFlood flood-color="#000"/><feComposite in2="o" operator="in"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>'
        b'<g class="a" filter="url(#f)"><rect x="4" y="4" width="9" height="9"/></g></svg>'
    )


def _icon() -> bytes:
    return b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2h20v20z"/><circle cx="9" cy="9" r="4"/></svg>'


def _picture(kind: str) -> Callable[[], bytes]:
    def make() -> bytes:
        from PIL import Image

        image = Image.linear_gradient("L").resize((48, 32))
        bands = (image, image.rotate(180), image)
        made = Image.merge("RGB", bands) if kind == "JPEG" else Image.merge("RGBA", (*bands, image))
        held = io.BytesIO()
        made.save(held, kind)
        return held.getvalue()

    return make


def _table() -> bytes:
    return 'id,name,copies,text\nsun,Sun,2,"one, ""two"""\nmoon,Mond é,1,\n'.encode()


def _book(*table: tuple[str, ...]) -> Callable[[], bytes]:
    return lambda: workbook(rows(*table))


def _is(text: str, encoding: str = "utf-8") -> Callable[[], bytes]:
    return lambda: text.encode(encoding)


_OBJECTS = [
    {"id": "sun", "name": "Sun", "copies": 2},
    {"id": "moon", "name": "Moon", "tags": ["a", {"b": 1}]},
]
_JSON = _is(json.dumps(_OBJECTS))
_LINES = _is("\n".join(map(json.dumps, _OBJECTS)))
_GAME = _is(
    'title: Gift\nlanguages: [en]\nlicence: CC0\nrulebook: "A folder"\nplayers: [2, 4]\nfamilies: [cards]\npalette: {ink: "#1b1b1f"}\nfonts: {title: Cinzel, body: Alegreya Sans}\ntexts: {a: {en: b}}\nassumed: {c: d}\n'
)
_RULES = _is(
    'rules:\n  - id: cards\n    says: "There are 3."\n    source: "1"\n    total: {family: cards, is: 3}\n  - {id: each, says: Each, source: "2", expression: {family: cards, where: {name: {not: Star}}, each: "len(item.name) > 1 and item.id != item.name"}}\n'
)
_PAPERS = _is(
    "margin: 7 mm\npapers:\n  mine: {size: 200 x 280 mm, margin: 6 mm}\n  a4: {size: 210 x 297 mm}\n"
)
_PROFILES = _is(
    'profiles:\n  mine: {paper: a4, bleed: 3 mm, margin: 6 mm, marks: {style: edge, length: 4 mm, colour: "#777777"}}\n  sheet:\n    paper: a4\n    margin: 4 mm\n    grid: {columns: 3, rows: 2, x: 5 mm, y: 9 mm, size: 63 x 88 mm, step: 64 x 90 mm, shape: rounded, radius: 3 mm}\n'
)
_SERVICES = _is(
    'services:\n  grafica:\n    title: Mine\n    site: https://example.org\n    checked: 2026-11-23\n    source: a page\n    kind: png\n    dpi: 300\n    bleed: 3 mm\n    safe: 3 mm\n    naming: "{family}/{number}-{side}"\n    products:\n      Deck: {trim: 63 x 88 mm, stock: card, most: 200}\n'
)
_NOTES = _is("# Notes to components, kept by prancha studio.\ncards/sun:\n- too strong\n")
_TEXTS = _is(
    "game:\n  texts: {a: Palavra}\ncards:\n  title: Cartas\n  items:\n    sun: {name: Sol}\n    moon: {name: Lua}\n"
)
_PO = _is(
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: pt-BR\\n"\n\nmsgctxt "cards/sun/name"\nmsgid "Sun"\nmsgstr "Sol"\n'
)
_PRINTERS = _is(
    "printers:\n  office: {scale-x: 99.4 %, scale-y: 100.3 %, back-dx: 0.7 mm, back-angle: 0.1 deg, paper: a4, margin: 5 mm}\n"
)
_TEMPLATE = _is(
    "<path d=\"{{ shape(bleed) }}\" fill=\"#f3ead7\"/>\n{% set big = item.name|upper %}{% for k in range(3) %}{{ label(big, 31.5, 20 + 9 * k, size=9, align='center') }}{% endfor %}\n{{ paragraph('**a** _b_', 5, 50, 40, 30, size=8) }}\n"
)
_MACROS = _is(
    '{% macro crest(item, x=3) %}<rect x="{{ x }}" y="2" width="5" height="5" fill="#123456"/>{{ label(item.name, x, 30, size=8) }}{% endmacro %}\n'
)
_MARKDOWN = _is(
    "# Deck\n\n| Name | Copies | Text |\n|---|---|---|\n| Sun | 2 | **Shine** |\n| Moon | 1 | Wane |\n"
)
_WORDS = "Sun\nMoon\nÁrvore\nA long line of words\n"

KINDS: dict[str, Kind] = {
    # the game's own
    "family": Kind((_catalogue,), "components/gift/cards.yaml", LIST, YAML, lined=True),
    "game": Kind((_GAME,), "components/gift/game.yaml", LIST, YAML, lined=True),
    "rules": Kind((_RULES,), "components/gift/rules.yaml", ("check", "gift"), YAML),
    "texts": Kind((_TEXTS,), "components/gift/texts/pt-BR.yaml", LIST, YAML, _two_languages, lined=True),
    "notes": Kind((_NOTES,), "components/gift/notes.yaml", ("diff", "before", "gift"), YAML, _kit),
    "po": Kind((_PO,), "gift.pt-BR.po", ("texts", "import", "gift", "gift.pt-BR.po"), PO, _two_languages),
    # the project's and the user's
    "papers": Kind((_PAPERS,), "components/_sheets/papers.yaml", (*BUILD, "--paper", "mine"), YAML),
    "profiles": Kind((_PROFILES,), "components/_sheets/profiles.yaml", (*BUILD, "--sheet", "mine"), YAML),
    "die-sheet": Kind((_PROFILES,), "components/_sheets/profiles.yaml", (*BUILD, "--sheet", "sheet"), YAML),
    "services": Kind((_SERVICES,), "components/_sheets/services.yaml", ("check", "gift", "--for", "grafica"), YAML),
    "printers": Kind((_PRINTERS,), "config/printers.yaml", (*BUILD, "--printer", "office"), YAML),
    # data that items come from
    "csv": Kind((_table,), "components/gift/t.csv", LIST, CSV, _from("t.csv"), lined=True),
    "tsv": Kind((_is(_table().decode().replace(",", "\t")),), "components/gift/t.tsv", LIST, CSV, _from("t.tsv"), lined=True),
    "json": Kind((_JSON,), "components/gift/t.json", LIST, JSON, _from("t.json")),
    "jsonl": Kind((_LINES,), "components/gift/t.jsonl", LIST, JSON, _from("t.jsonl")),
    "xlsx": Kind((_book(("id", "name"), ("sun", "Sun"), ("moon", "Moon")),), "components/gift/t.xlsx", LIST, XML, _from("t.xlsx"), inside=True),
    "ods": Kind((_ods,), "components/gift/t.ods", LIST, XML, _from("t.ods"), inside=True),
    # lists that a game is begun with
    "new-csv": Kind((_table,), "deck.csv", (*NEW, "deck.csv"), CSV),
    "new-json": Kind((_JSON,), "deck.json", (*NEW, "deck.json"), JSON),
    "new-yaml": Kind((_is("cards:\n- {name: Sun, text: Shine}\n- {name: Moon}\n"),), "deck.yaml", (*NEW, "deck.yaml"), YAML),
    "new-markdown": Kind((_MARKDOWN,), "deck.md", (*NEW, "deck.md"), MARKDOWN),
    "new-words": Kind((_is(_WORDS), _is(_WORDS, "cp1252"), _is(_WORDS, "utf-16")), "deck.txt", (*NEW, "deck.txt"), CSV),
    "new-xlsx": Kind((_book(("Name", "Qty"), ("Sun", "2"), ("Moon", "1")),), "deck.xlsx", (*NEW, "deck.xlsx"), XML, inside=True),
    "new-ods": Kind((_ods,), "deck.ods", (*NEW, "deck.ods"), XML, inside=True),
    # what is drawn
    "template": Kind((_TEMPLATE,), "templates/gift/card.svg.j2", BUILD, (*JINJA, *SVG)),
    "macros": Kind((_MACROS,), "templates/gift/parts.svg.j2", BUILD, JINJA, _shown("{% from 'parts.svg.j2' import crest with context %}{{ crest(item) }}")),
    "drawing": Kind((_drawing,), "templates/gift/card.svg", BUILD, SVG, _drawn_template),
    "art": Kind((_drawing, _filters), "templates/gift/fox.svg", BUILD, SVG, _shown("{{ art('fox.svg', 0, 0, 63, 88) }}")),
    "icon": Kind((_icon,), "templates/gift/icons/odd.svg", BUILD, SVG, _shown("{{ icon('odd', 30, 40, 12) }}")),
    "picture": Kind(tuple(map(_picture, ("PNG", "JPEG", "WEBP"))), "templates/gift/art.png", BUILD, prepare=_shown("{{ art('art.png', 5, 5, 50, 40) }}")),
    "page": Kind((_page, _plain_page), "templates/gift/art.pdf", BUILD, PDF, _shown("{{ art('art.pdf', 5, 5, 50, 40) }}")),
    "font": Kind((shipped_font,), "templates/gift/fonts/Odd/400.ttf", BUILD, prepare=_shown("{{ label(item.name, 9, 20, size=9, font='Odd') }}")),
    "font-add": Kind((shipped_font,), "odd.ttf", ("font", "add", "odd.ttf")),
    "woff": Kind((_woff,), "odd.woff", ("font", "add", "odd.woff")),
    "profile": Kind((lambda: shipped_profile().data,), "press.icc", (*BUILD, "--colour", "cmyk", "--profile", "press.icc")),
    # what the program wrote
    "snapshot": Kind((lambda: _written("components/gift/.snapshots/before.json"),), "components/gift/.snapshots/before.json", ("diff", "before", "gift"), JSON),
    "manifest": Kind((lambda: _written(f"{HOME}.json"),), f"{HOME}.json", ("proof", f"{HOME}.pdf"), JSON, _kit),
    "pdf": Kind((lambda: _written(f"{HOME}.pdf"), lambda: _plain_pdf(f"{HOME}.pdf")), "changed.pdf", ("proof", "changed.pdf", "--manifest", f"{HOME}.json"), PDF, _kit),
    "press-pdf": Kind((lambda: _written(f"{PRESS}.pdf"), lambda: _plain_pdf(f"{PRESS}.pdf")), "press.pdf", ("proof", "press.pdf", "--pdfx"), PDF),
}  # fmt: skip
