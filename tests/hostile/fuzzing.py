"""Mutated inputs with a fixed seed, read in this process: each is right or refused, and soon."""

# ruff: noqa: E501 - markup and words of other languages read better unbroken
from __future__ import annotations

import io
import random
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from builders import rows, shipped_font, workbook
from running import INNOCENT

from prancha import catalogue
from prancha.building.drawing import prepare_faces, render_faces
from prancha.building.order import silent
from prancha.graphics.fonts import FontBook, FontError
from prancha.model.diagnostic import NOWHERE, Diagnostic, Failure, Place
from prancha.model.face import Face
from prancha.system import shipped

PATIENCE = 5
"""Seconds for one input."""
YAML = (
    "&a *a <<: !!int !x --- ... | > ? : - [ ] { } # % @ ` ' \" , \\ ~ null 0x 1e999 .nan 012 "
    "2001-99-99 \t \u2028 \x00 \ud7ff \ufeff \u202e é 𝔸 items: id: copies: from: matrix: size: 9999999999999999999999"
).split(" ")
SVG = (
    "<use href='#a'/> <g> </g> <mask id='a'> url(#a) 1e309 -1e30 nan 0 % mm em transform='scale(0)' "
    "<text> <image href='x.png'/> M0 0 A1 1 0 0 1 9 9 z &amp; &lt; &x; <!DOCTYPE <style> { } ; stroke-dasharray='0' "
    "viewBox='0 0 0 0' fill='url(#a)' clip-path='url(#a)' style='opacity:1' <pattern id='a'> ]]> <![CDATA[ <?x?>"
).split(" ")
CSV = '" "" ; , \t \r \n \r\n \x00 \ufeff = + - @ sep=; 1,5 é 𝔸 id name copies'.split(" ")


def mutated(data: bytes, chance: random.Random, words: list[str]) -> bytes:
    """`data` with one to four changes: bits, cuts, copies, and words of its language."""
    made = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(made) + 1)
        length = min(chance.choice((1, 1, 2, 4, 16, 64, 256)), len(made) - at)
        match chance.randrange(6):
            case 0 if at < len(made):
                made[at] ^= 1 << chance.randrange(8)
            case 1:
                del made[at : at + length]
            case 2:
                made[at:at] = made[at : at + length] * chance.choice((1, 2, 9))
            case 3:
                other = chance.randrange(len(made) + 1)
                made[at : at + length] = made[other : other + length]
            case 4 if words:
                made[at:at] = chance.choice(words).encode("utf-8", "surrogatepass")
            case _:
                made[at : at + length] = chance.randbytes(length)
    return bytes(made[: len(made) if chance.random() < 0.97 else chance.randrange(len(made) + 1)])


@contextmanager
def in_time(what: str) -> Iterator[None]:
    """Fail when the block takes more processor time than it may."""

    def ring(*_: object) -> NoReturn:
        raise AssertionError(f"{what} takes more than {PATIENCE} s")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def placed(found: tuple[Diagnostic, ...], lined: bool) -> bool:
    """Whether every finding names a file, and its line where it has lines and was read as text at all."""
    return all(one.place.file and (one.place.line or not lined or one.code in _WHOLE) for one in found)


_WHOLE = frozenset(
    ("encoding", "unreadable", "too-large", "bad-spreadsheet", "no-sheet", "no-items", "too-many")
)
"""What is wrong with a file as a whole."""

Try = Callable[[bytes], tuple[Diagnostic, ...]]


def innocent(place: Path) -> Path:
    shutil.copytree(INNOCENT, place, dirs_exist_ok=True)
    return place


def loads(project: Path, name: str) -> Try:
    """Write the bytes to a file of the game, and read all of it."""
    path = project / "components" / "gift" / name

    def attempt(data: bytes) -> tuple[Diagnostic, ...]:
        path.write_bytes(data)
        try:
            return catalogue.load_game(path.parent, project).notes
        except Failure as failure:
            return failure.diagnostics

    return attempt


def draws(project: Path) -> Try:
    """Draw the bytes as a face."""
    game = catalogue.load_game(project / "components" / "gift", project)
    maker, book, folders = prepare_faces(project, game, "en")
    drawn = maker.draw()
    (face, *_) = drawn.fronts.values()

    def attempt(data: bytes) -> tuple[Diagnostic, ...]:
        svg = data.decode("utf-8", "replace")
        changed = Face(svg, "x", face.outline, face.bleed, face.side, face.item, face.template, face.place)
        try:
            return render_faces([changed], drawn.symbols, book, folders, "gift", silent).notes
        except Failure as failure:
            return failure.diagnostics

    return attempt


def pictures(project: Path) -> Try:
    """Draw a face that shows the bytes as a picture."""
    inner, path = draws(project), project / "templates" / "gift" / "art.png"

    def attempt(data: bytes) -> tuple[Diagnostic, ...]:
        path.write_bytes(data)
        return inner(
            b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><image href="art.png" width="9" height="9"/></svg>'
        )

    return attempt


def fonts(project: Path) -> Try:
    """Measure, shape and subset with the bytes as a font."""
    folder = project / "templates" / "gift"
    path = folder / "fonts" / "Odd" / "400.ttf"
    path.parent.mkdir(parents=True)

    def attempt(data: bytes) -> tuple[Diagnostic, ...]:
        path.write_bytes(data)
        try:
            font = FontBook((folder,)).font("Odd")
            run = font.shape("Quick fox 123 ÁÉ")
            sizes = (font.cap_height, font.x_height, font.bbox, font.postscript_name)
            assert font.subset(glyph.gid for glyph in run.glyphs) or sizes
        except FontError as error:
            named = Place(str(path)) if "400.ttf" in error.message else NOWHERE
            return (Diagnostic(named, "font", str(error)),)
        return ()

    return attempt


def a_catalogue() -> bytes:
    return (INNOCENT / "components" / "gift" / "cards.yaml").read_bytes() + (
        b'  - {id: star, copies: 3, name: "A \\"star\\"", list: [1, 2.5, true, null]}\n'
        b"  - id: text\n    name: &n Text\n    long: |-\n      two\n      lines\n    again: *n\n"
        b"defaults: {name: Nothing, cost: 1}\ntables: {t: {a: 1, b: [x, y]}}\n"
        b"matrix:\n  id: m-{a}\n  axes: {a: [one, two]}\n  fields: {name: Made}\n"
    )


def a_drawing() -> bytes:
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


def a_picture(kind: str) -> bytes:
    from PIL import Image

    image = Image.linear_gradient("L").resize((48, 32))
    bands = (image, image.rotate(180), image)
    made = Image.merge("RGB", bands) if kind == "JPEG" else Image.merge("RGBA", (*bands, image))
    held = io.BytesIO()
    made.save(held, kind)
    return held.getvalue()


def a_table() -> bytes:
    return 'id,name,copies,text\nsun,Sun,2,"one, ""two"""\nmoon,Mond é,1,\n'.encode()


def a_workbook() -> bytes:
    return workbook(rows(("id", "name"), ("sun", "Sun"), ("moon", "Moon")))


def deflated(change: Callable[[bytes, random.Random], bytes]) -> Callable[[bytes, random.Random], bytes]:
    """Change what is inside a workbook, in half of the cases, rather than its container."""
    import zipfile

    def mutate(data: bytes, chance: random.Random) -> bytes:
        if chance.random() < 0.4:
            return change(data, chance)
        held = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(held, "w") as new:
            chosen = chance.choice(old.namelist())
            for name in old.namelist():
                inside = old.read(name)
                new.writestr(name, change(inside, chance) if name == chosen else inside)
        return held.getvalue()

    return mutate


def kind_of(kind: str, place: Path) -> tuple[list[bytes], Callable[[bytes, random.Random], bytes], Try]:
    """Good inputs of a kind, what changes them, and what reads them."""
    project = innocent(place)
    cards = project / "components" / "gift" / "cards.yaml"
    words = {"yaml": YAML, "svg": SVG, "csv": CSV}.get(kind, [])

    def change(data: bytes, chance: random.Random) -> bytes:
        return mutated(data, chance, words)

    if kind in ("csv", "xlsx"):
        text = cards.read_text(encoding="utf-8")
        cards.write_text(text[: text.index("items:")] + f"from: {{file: table.{kind}}}\n", encoding="utf-8")
    match kind:
        case "yaml":
            return [a_catalogue()], change, loads(project, "cards.yaml")
        case "svg":
            return [a_drawing()], change, draws(project)
        case "image":
            return [a_picture(each) for each in ("PNG", "JPEG", "WEBP")], change, pictures(project)
        case "font":
            return [shipped_font()], change, fonts(project)
        case "csv":
            return [a_table()], change, loads(project, "table.csv")
    return [a_workbook()], deflated(change), loads(project, "table.xlsx")


def fuzz(kind: str, times: int, seed: int, place: Path) -> int:
    """Try `times` changed inputs; returns how many were refused.  AssertionError tells the number of a bad one."""
    assert shipped.TEMPLATES.is_dir()
    goods, change, attempt = kind_of(kind, place)
    for good in goods:
        wrong = [str(one) for one in attempt(good) if one.severity == "error"]
        assert not wrong, wrong
    refused = 0
    for number in range(times):
        chance = random.Random(f"{kind} {seed} {number}")
        data = change(chance.choice(goods), chance)
        started = time.perf_counter()
        try:
            with in_time(f"{kind} number {number}"):
                found = attempt(data)
        except Exception as error:
            kept = place.parent / f"{kind}-{number}"
            kept.write_bytes(data)
            took = time.perf_counter() - started
            raise AssertionError(f"{kind} number {number} ({kept}) after {took:.1f} s: {error!r}") from error
        assert placed(found, kind in ("yaml", "csv")), (number, [str(one) for one in found])
        refused += any(one.severity == "error" for one in found)
    return refused
