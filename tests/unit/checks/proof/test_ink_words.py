"""Words are ink by the area of their glyphs, wherever a picture would tell the same, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pikepdf
import pytest
from fontTools.pens.areaPen import AreaPen
from fontTools.ttLib import TTFont
from msgspec.structs import replace
from test_printed_ink import inks_of

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.checks.proof import face_ink, ink_words, printed_ink
from prancha.checks.proof.face_ink import NONE, InkEstimate, LoneFace, add_inks, inks_of_pictures
from prancha.checks.proof.ink_words import Covered, CutText, cut, read
from prancha.checks.proof.printed_pieces import FaceContent

ROOT = Path(__file__).parents[4]
WORDS = ("Hill", "Mill", "Till", "Kiln", "Wind", "Field", "Mine", "Vine", "Fine")
GROUND = '<rect x="-3" y="-3" width="60" height="60" fill="{}"/>'
TEXT = '<text x="4" y="20" font-family="Alegreya Sans" font-size="7" fill="{}"{}>{{{{ item.w }}}} it</text>'
FAMILIES = {
    "plain": GROUND.format("#ffff00") + TEXT.format("#ff0000", ""),
    "faded": GROUND.format("#ffff00") + TEXT.format("#0000ff", ' fill-opacity="0.5"'),
    "turned": f'<g transform="translate(14 0) rotate(20) scale(1.2)">{TEXT.format("#00ff00", "")}</g>',
    "tight": '<path d="M-3 13L20 12.8L60 13V21L20 20.8L-3 21Z" fill="#ffff00"/>' + TEXT.format("#ff0000", ""),
    "hidden": TEXT.format("#000000", "") + GROUND.format("#00ffff"),
    "half": TEXT.format("#000000", "") + '<rect x="0" y="10" width="8" height="20" fill="#00ffff"/>',
    "twice": TEXT.format("#ff0000", "") + TEXT.format("#0000ff", ' dx="0.4"'),
    "striped": "".join(f'<rect x="{2 * k}" width="1" height="40" fill="#00ffff"/>' for k in range(20))
    + TEXT.format("#ff0000", ""),
    "clipped": '<clipPath id="c"><rect x="4" y="14" width="9" height="9"/></clipPath>'
    f'<g clip-path="url(#c)">{TEXT.format("#ff0000", "")}</g>',
}
BY_WORDS = {"plain", "faded", "turned", "tight", "hidden"}
"""Letters of labels reach lower than the strip of `tight`, which words of that family do not."""


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("words")
    game, templates = folder / "components" / "t", folder / "templates" / "t"
    game.mkdir(parents=True)
    templates.mkdir(parents=True)
    names = ", ".join(FAMILIES)
    (game / "game.yaml").write_text(
        f"title: T\nlanguages: [en]\nfamilies: [{names}]\nfonts: {{body: Alegreya Sans}}\n"
    )
    items = "".join(f"  - {{id: c{k}, w: {word}}}\n" for k, word in enumerate(WORDS))
    for name, template in FAMILIES.items():
        (game / f"{name}.yaml").write_text(
            f"title: {name}\nstock: card\nsize: 40 x 40 mm\noutline: rectangle\ngutter: 6 mm\n"
            f"template: {name}.svg.j2\nitems:\n{items}"
        )
        (templates / f"{name}.svg.j2").write_text(template)
    return pipeline.build_game(Order(folder, check=False, cover=False, out=folder / "out"), "t").pdf


def _of_families(inks: Mapping[str, InkEstimate]) -> dict[str, InkEstimate]:
    return {
        name: add_inks(ink for item, ink in inks.items() if item.startswith(f"{name}/")) for name in FAMILIES
    }


def test_words_where_a_picture_tells_what_they_lie_on(pdf: Path) -> None:
    known = inks_of(pdf)[1]
    assert len(known.pictured) == len(WORDS) * len(FAMILIES.keys() - BY_WORDS)
    assert len(known.by_words) == len(WORDS) * len(BY_WORDS)


def test_words_that_show_as_before_are_not_measured(pdf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_now: list[int] = []
    real = ink_words.Places.covered

    def counted(self: ink_words.Places, texts: Sequence[CutText], exactly: bool) -> list[Covered] | None:
        read_now.append(len(texts))
        return real(self, texts, exactly)

    monkeypatch.setattr(ink_words.Places, "covered", counted)
    first, known = inks_of(pdf, named="fonts")
    fresh = len(read_now)
    assert inks_of(pdf, known, "fonts") == (first, known)
    again = len(read_now) - fresh
    dearest = max(known.by_words, key=lambda key: sum(known.by_words[key]))
    fewer = {key: ink for key, ink in known.by_words.items() if key != dearest}
    assert inks_of(pdf, replace(known, by_words=fewer), "fonts") == (first, known)
    assert len(read_now) - fresh - again <= again + 2
    assert fresh >= again + len(known.by_words)
    wrong = dict.fromkeys(known.by_words, (0.0, 0.0, 0.0, 0.0))
    assert inks_of(pdf, replace(known, by_words=wrong), "other fonts")[0] == first


def test_what_words_take_is_told_only_where_enough_faces_share_their_drawing(
    pdf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = inks_of(pdf)[1]
    monkeypatch.setattr(printed_ink, "WORTH", 10_000)
    assert inks_of(pdf, known)[0] == inks_of(pdf)[0]


def test_they_take_what_fine_pictures_tell(pdf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = _of_families(inks_of(pdf)[0])
    monkeypatch.setattr(printed_ink, "WORTH", 10_000)
    pictured = _of_families(inks_of(pdf)[0])
    monkeypatch.setattr(face_ink, "DPI", 600)
    fine = _of_families(inks_of(pdf)[0])
    for name, ink in found.items():
        if name not in BY_WORDS:
            assert ink == pictured[name]
            continue
        assert ink == pytest.approx(fine[name], rel=0.01, abs=0.5 * len(WORDS)), name
        off, before = (
            sum(abs(a - b) for a, b in zip(one, fine[name], strict=True)) for one in (ink, pictured[name])
        )
        assert off <= before, name


def test_they_take_the_area_of_their_outlines(pdf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    font = TTFont(ROOT / "templates" / "_library" / "fonts" / "Alegreya Sans" / "400.ttf")
    glyphs, letters, area = font.getGlyphSet(), font.getBestCmap(), 0.0
    for letter in "".join(f"{word} it" for word in WORDS):
        pen = AreaPen(glyphs)
        glyphs[letters[ord(letter)]].draw(pen)
        area += abs(pen.value)
    area *= (7 / font["head"].unitsPerEm) ** 2  # type: ignore[attr-defined]  # fontTools types no tables
    found = _of_families(inks_of(pdf)[0])["plain"][1]
    monkeypatch.setattr(printed_ink, "WORTH", 10_000)
    by_picture = _of_families(inks_of(pdf)[0])["plain"][1]
    assert found == pytest.approx(area, rel=0.01)
    assert abs(found - area) < abs(by_picture - area)


def test_words_are_cut_out_at_the_begin_of_a_line_only() -> None:
    text = b"BT /F 2 Tf 1 0 0 -1 3 4 Tm [%b] TJ ET"
    one, other = text % rb"(AB)12(\(\r\\\)) -3", b"BT /F 2 Tf <0041> Tj ET"
    content = b"\n".join((b"q", one, one, b"Q", other, b"/A " + one, one + b" f", one))
    parts, texts = cut(content)
    around = b"\nQ\n" + other + b"\n/A " + one + b"\n" + one + b" f\n"
    assert parts == (b"\nq\n", around, b"")
    assert [run for run, *_ in texts] == [0, 0, 1]
    assert texts[0][1:] == (b"/F 2 Tf 1 0 0 -1 3 4", rb"(AB)12(\(\r\\\)) -3")


@pytest.mark.parametrize(
    ("operands", "shown", "shift"),
    [
        (b"", b"", 0),
        (b"(AB)", b"AB", 0),
        (rb"(AB)12(\(\r\\\)) -3", rb"AB(" + b"\r" + rb"\)", 9),
        (b"7(AB)12(C\nD )-3 (EF)", b"ABC\nD EF", 16),
        (rb"(\\\()5(\)\\)", b"\\()\\", 5),
        (rb"(A\))1(\(B)", b"A)(B", 1),
    ],
)
def test_the_codes_that_are_shown(operands: bytes, shown: bytes, shift: float) -> None:
    found = read(operands)
    assert found is not None
    assert bytes(code for both in found[0] for code in divmod(both, 256)) == shown
    assert found[1] == shift


@pytest.mark.parametrize(
    "operands",
    [
        rb"(\101B)", b"(ABC)", b"(A(B)C)", b"((AB))", b"(AB", b"AB)", b"(AB) /F", b"<0041>(AB)", rb"(AB\)",
        b"(A(B) CD)", b"(AB)(CD)", b"(AB)1 2(CD)", b"(AB)x(CD)",
    ],
)  # fmt: skip
def test_strings_that_are_written_otherwise_are_not_read(operands: bytes) -> None:
    assert read(operands) is None


def test_faces_of_which_nothing_shows_are_told_elsewhere() -> None:
    with pikepdf.new() as document:
        content = b"0 g\nBT /F1 7 Tf 1 0 0 1 %d 2 Tm [(ab)] TJ ET\nf"
        faces = {
            (f"face {k}", ((), ())): LoneFace(
                FaceContent(content % k, (0, 0, 1, 1), pikepdf.Dictionary()), shapes=(), frame=None
            )
            for k in range(9)
        }
        assert printed_ink.inks_by_words(document, faces, {}) == {}
        named = {name: face for (name, _), face in faces.items()}
        assert inks_of_pictures(document, named) == dict.fromkeys(named, NONE)
