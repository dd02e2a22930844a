"""Texts covered, cut off or off the card are reported; less ink keeps what was lighter lighter."""

from __future__ import annotations

import io
import re
import shutil
from functools import cache
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from prancha.building import game_loading
from prancha.building.face_drawing import apply_ink, prepare_faces
from prancha.building.order import Order
from prancha.cli.command_line import main
from prancha.export.pdf import PdfPage, write_pdf
from prancha.faces import Drawn
from prancha.graphics.svg.css_colours import contrast
from prancha.model.face import Face, Portfolio
from prancha.render import render

PROJECT = Path(__file__).parents[2]
PER_MM = 8
"""Pixels to a millimetre of the pictures that are looked at."""
FIFTH = '      - {pt-BR: "O jogo acaba com **um mural**.", en: "The game ends with **a mural**."}\n'
FIXED = """{% for step in item.steps[:4] + item.steps[-1:] %}
{{ paragraph(step, 16, 19 + loop.index0 * 10.3, width - 25, 9.8, size=8, min=5, hyphenate=false) }}
{% endfor %}
<rect x="8.9" y="59.5" width="{{ n(width - 17.8) }}" height="20" fill="{{ palette.mist }}"/>
"""
"""The aid with steps at fixed places and a panel after the fourth, as Ceramus had it."""
Pixel = tuple[int, int, int]


class Kit:
    """A finished game: its faces in full and in low ink, as drawings and as pixels."""

    def __init__(self, name: str) -> None:
        self.game = game_loading.load(PROJECT, name)
        self.maker, self.book, self.folders = prepare_faces(PROJECT, self.game, "pt-BR")
        self.full = self.maker.draw()
        self.low = self._inked()

    def _inked(self) -> Drawn:
        # The revision before took no folders here.
        try:
            return apply_ink(Order(PROJECT, ink="low"), self.full, self.book, self.folders)
        except TypeError:
            return apply_ink(Order(PROJECT, ink="low"), self.full, self.book)  # type: ignore[call-arg]

    def pixels(self, face: Face) -> Image.Image:
        drawn = render([face], self.maker.symbols, self.book, self.folders)
        page = PdfPage(face.outline.width, face.outline.height, faces=((face.digest, 0.0, 0.0),))
        document = pypdfium2.PdfDocument(io.BytesIO(self._pdf(page, drawn)))
        picture: Image.Image = document[0].render(scale=PER_MM * 25.4 / 72).to_pil().convert("RGB")
        document.close()
        return picture

    def _pdf(self, page: PdfPage, drawn: Portfolio) -> bytes:
        try:
            from prancha.export.metadata import About
        except ImportError:  # so it was in the revision before
            return write_pdf([page], drawn, self.book, "", "", "none", "")  # type: ignore
        return write_pdf([page], drawn, self.book, About(""), "none")

    def both(self, key: str) -> tuple[Image.Image, Image.Image]:
        return self.pixels(self.full.fronts[key]), self.pixels(self.low.fronts[key])


@cache
def kit(name: str) -> Kit:
    return Kit(name)


def apart(one: Pixel, other: Pixel) -> float:
    """The contrast of two pixels."""
    first, second = ((p[0] / 255, p[1] / 255, p[2] / 255) for p in (one, other))
    return contrast(first, second)


def grey(pixel: Pixel) -> float:
    return 0.2126 * pixel[0] + 0.7152 * pixel[1] + 0.0722 * pixel[2]


def flat(full: Image.Image, low: Image.Image, colour: str, spread: int = 2) -> list[Pixel]:
    """The pixels of `low` where `full` has a colour all around."""
    wanted = tuple(int(colour[k : k + 2], 16) for k in (1, 3, 5))
    found = []
    for x in range(spread, full.width - spread, 2):
        for y in range(spread, full.height - spread, 2):
            around = ((x, y), (x - spread, y), (x + spread, y), (x, y - spread), (x, y + spread))
            if all(
                max(abs(a - b) for a, b in zip(full.getpixel(p), wanted, strict=True)) <= 2 for p in around
            ):
                found.append(low.getpixel((x, y)))
    return found  # type: ignore[return-value]


@pytest.fixture
def ceramus(tmp_path: Path) -> Path:
    for folder in ("components", "templates"):
        shutil.copytree(PROJECT / folder / "ceramus", tmp_path / folder / "ceramus")
    shutil.copytree(PROJECT / "components" / "_rules", tmp_path / "components" / "_rules")
    aids = tmp_path / "components" / "ceramus" / "aids.yaml"
    lines = aids.read_text(encoding="utf-8").splitlines(keepends=True)
    end = next(k for k, line in enumerate(lines) if line.startswith("    end:"))
    aids.write_text("".join([*lines[:end], FIFTH, *lines[end:]]), encoding="utf-8")
    (tmp_path / "templates" / "ceramus" / "aid.svg.j2").write_text(FIXED, encoding="utf-8")
    return tmp_path


def test_a_fifth_step_under_a_panel(ceramus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A fifth step added to Ceramus' aid: `check` finds nothing, the card shows four."""
    assert main(["check", "--project", str(ceramus)]) == 1
    told = capsys.readouterr().err
    (line,) = [row for row in told.splitlines() if "error covered" in row]
    assert "[aids/aid]: aid.svg.j2, front: all of " in line
    assert re.search(r'all of "(O jogo acaba|The game ends)[^"]*" is hidden: a rect in #[0-9a-f]{6} is', line)
    assert re.search(r"the text: \S*aid\.svg\.j2:2, what covers it: \S*aid\.svg\.j2:4\)", line)
    assert main(["build", "--project", str(ceramus), "--out", str(ceramus / "out")]) == 1
    assert not (ceramus / "out").exists()


def deck(folder: Path, template: str, items: str) -> Path:
    game, templates = folder / "components" / "deck", folder / "templates" / "deck"
    game.mkdir(parents=True)
    templates.mkdir(parents=True)
    (game / "game.yaml").write_text(
        "title: Deck\nlanguages: [en]\nfamilies: [cards]\nfonts: {body: Alegreya Sans}\n", encoding="utf-8"
    )
    head = "title: Cards\nstock: card\nsize: 63 x 88 mm\noutline: rectangle\ntemplate: card.svg.j2\nitems:\n"
    (game / "cards.yaml").write_text(head + items, encoding="utf-8")
    (templates / "card.svg.j2").write_text(template, encoding="utf-8")
    return folder


def test_a_text_off_the_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A text 74 mm outside the card is only a warning."""
    project = deck(tmp_path, "{{ label(item.name, 137, 40, size=12) }}\n", "  - {id: fox, name: Fox}\n")
    assert main(["build", "--project", str(project), "--out", str(project / "out")]) == 1
    told = capsys.readouterr().err
    assert "components/deck/cards.yaml:7:5: error safe-zone [cards/fox]" in told
    assert 'the text "Fox" is off the piece: all of it lies outside the trim' in told
    assert not (project / "out").exists()


def test_two_texts_in_one_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Text hidden under a later text of the same place belongs to the class."""
    labels = "{{ label(item.name, 30, 40, size=14) }}{{ label(item.kind, 30, 40.5, size=14) }}\n"
    project = deck(tmp_path, labels, "  - {id: fox, name: Red fox, kind: Animal}\n")
    assert main(["check", "--project", str(project)]) == 1
    assert '"Animal" and "Red fox" are printed over one another' in capsys.readouterr().err


def test_a_text_that_a_clip_cuts_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Text lost through clips, cut away in part."""
    clip = '<defs><clipPath id="c"><rect x="5" y="30" width="12" height="20"/></clipPath></defs>'
    drawn = clip + '<g clip-path="url(#c)">{{ label(item.name, 8, 40, size=14) }}</g>\n'
    project = deck(tmp_path, drawn, "  - {id: fox, name: Red fox}\n")
    main(["check", "--project", str(project)])
    assert re.search(r'\d+% of "Red fox" is cut away by a clip', capsys.readouterr().err)


def test_what_is_printed_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The checks looked at faces in full ink, whatever was printed."""
    drawn = '<rect x="10" y="10" width="40" height="40" fill="{{ item.colour }}"/>\n'
    cards = '  - {id: dim, colour: "#303030"}\n  - {id: grey, colour: "#585858"}\n'
    project = deck(tmp_path, drawn, cards)
    assert main(["check", "--project", str(project)]) == 0
    assert "colour-only" not in capsys.readouterr().err
    assert main(["build", "--ink", "low", "--project", str(project), "--out", str(project / "out")]) == 0
    told = capsys.readouterr().err
    assert "colour-only" in told
    assert '"dim" and "grey" differ by colour only' in told


def test_checks_look_at_less_ink_when_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`check` could not be asked about less ink."""
    drawn = "{{ label(item.name, 137, 40, size=12) }}\n"
    project = deck(tmp_path, drawn, "  - {id: fox, name: Fox}\n")
    assert main(["check", "--ink", "low", "--project", str(project)]) == 1
    assert "card.svg.j2, front, low ink: the text" in capsys.readouterr().err


@pytest.mark.parametrize("player", ["blue", "copper", "graphite"])
def test_white_signs_do_not_vanish(player: str) -> None:
    """Hexagonal p. 13: white signs vanish on pale blue, copper, graphite."""
    hexagonal = kit("hexagonal")
    full, low = hexagonal.both(f"pieces/{player}-1")
    ground = flat(full, low, hexagonal.game.tables["player"][player]["colour"])[0]
    middle = full.height // 2
    row = [(full.getpixel((x, middle)), low.getpixel((x, middle))) for x in range(full.width // 2)]
    past_rim = next(x for x, (old, _) in enumerate(row) if min(old) < 120)  # type: ignore[type-var]
    start = next(x for x, (old, _) in enumerate(row) if x > past_rim and min(old) > 240)  # type: ignore[type-var]
    sign = [new for _, new in row[start - 4 : start + 5]]
    assert max(apart(pixel, ground) for pixel in sign) >= 1.8  # type: ignore[arg-type]
    assert max(apart(a, b) for a in sign for b in sign) >= 3  # type: ignore[arg-type]


def test_ornament_is_not_broken_up() -> None:
    """Ceramus p. 11: strapwork becomes stray dashes."""
    full, low = kit("ceramus").both("markers/islamic-1")
    strap = (0x46, 0x30, 0x0D)  # its dark lines, which is one colour as designed
    places = [(x, y) for x in range(full.width) for y in range(full.height) if full.getpixel((x, y)) == strap]
    levels = sorted(grey(low.getpixel(place)) for place in places)  # type: ignore[arg-type]
    assert len(levels) > 2500
    # All of it is as dark: its darkest and its lightest twentieth are next to each other.
    assert levels[-1 - len(levels) // 20] - levels[len(levels) // 20] < 12


def test_faded_originals_stay_fainter_than_markers() -> None:
    """Ceramus p. 3: faded originals print stronger than markers."""
    ceramus = kit("ceramus")

    def darkest(kind: str) -> list[int]:
        return [
            _twentieth(ceramus.pixels(face))
            for key, face in ceramus.low.fronts.items()
            if re.match(kind, key)
        ]

    assert min(darkest("murals/")) > max(darkest(r"markers/[a-z-]+-1$"))


def _twentieth(picture: Image.Image) -> int:
    """The grey that a twentieth of a picture is as dark as, or darker than."""
    counts = picture.convert("L").histogram()
    return next(k for k in range(256) if sum(counts[: k + 1]) * 20 >= sum(counts))


def test_three_eras_are_treated_alike() -> None:
    """Autômato p. 3: era I grey, II and III full."""
    automato = kit("automato")
    eras = automato.game.tables["era"]
    colours = [automato.game.palette[era["colour"]] for era in eras]
    frames = {
        stroke
        for key, face in automato.low.fronts.items() if key.startswith("action/")
        for stroke in re.findall(r'stroke="(#[0-9a-f]{6})"', face.svg)
    }  # fmt: skip
    assert len(colours) == 3
    assert not frames & set(colours)


def test_white_cards_stay_lighter_than_black_ones() -> None:
    """DUAL p. 9 D: white cards darker than black."""
    dual = kit("dual")
    # The squares of the diagram; what else is white up there is text, which may turn dark.
    whole = dual.both("modifiers/greed")
    wide, high = whole[0].size
    full, low = (
        each.crop((wide * 33 // 100, high // 8, wide * 74 // 100, high * 38 // 100)) for each in whole
    )
    white, black = (flat(full, low, colour) for colour in ("#ffffff", dual.game.palette["ink"]))
    assert min(map(len, (white, black))) > 100
    assert min(map(grey, white)) > max(map(grey, black))
