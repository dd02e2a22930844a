"""What `prancha build` does with --duplex, --sheet, --gutter and --show-safe, seen in the files it writes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from prancha.building import pipeline
from prancha.building.kit_facts import page_list
from prancha.building.order import Kit, Order
from prancha.cli import command_line
from prancha.model.diagnostic import Failure

ROOT = Path(__file__).parents[2]
CARD = '<rect width="{{ width }}" height="{{ height }}" fill="#336699"/>{{ label(item.id, 5, 20) }}'
GAME = """\
title: Try
languages: [en]
families: [cards, coins, board]
fonts: {body: Alegreya Sans}
"""
CARDS = """\
title: Cards
stock: card
size: 63 x 88 mm
outline: rectangle
bleed: 0 mm
template: card.svg.j2
back: card.svg.j2
items: [{id: a, copies: 12}]
"""
COINS = """\
title: Coins
stock: card
size: 30 mm
outline: circle
template: card.svg.j2
items: [{id: c, copies: 3}]
"""
BOARD = """\
title: Board
stock: board
size: 260 x 300 mm
outline: rectangle
template: card.svg.j2
items: [{id: map}]
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    components, templates = tmp_path / "components" / "try", tmp_path / "templates" / "try"
    components.mkdir(parents=True)
    templates.mkdir(parents=True)
    for name, text in (("game", GAME), ("cards", CARDS), ("coins", COINS), ("board", BOARD)):
        (components / f"{name}.yaml").write_text(text)
    (templates / "card.svg.j2").write_text(CARD)
    return tmp_path


def build(project: Path, **order: Any) -> tuple[Kit, Any]:
    (kit,) = pipeline.build(Order(project, check=False, **order))
    return kit, json.loads(kit.manifest.read_text())


def _labels(file: Path) -> list[str]:
    """The text of each page, by a reader of its own."""
    import pypdfium2

    document = pypdfium2.PdfDocument(file)
    return [page.get_textpage().get_text_range() for page in document]


def _cover(file: Path) -> str:
    """The text of the cover, which may take two pages."""
    return " ".join(" ".join(_labels(file)[:2]).split())


def test_fronts_and_backs_apart_keep_step(project: Path) -> None:
    kit, manifest = build(project, duplex="separate")

    assert kit.pdf.name == "try-a4-fronts.pdf"
    assert kit.backs is not None
    assert kit.backs.name == "try-a4-backs.pdf"
    assert sorted(manifest["files"]) == ["try-a4-backs.pdf", "try-a4-fronts.pdf"]
    fronts, backs = _labels(kit.pdf), _labels(kit.backs)
    assert len(fronts) == len(backs) == manifest["pages"]
    assert kit.pages == 2 * len(fronts)
    for front, back in zip(fronts, backs, strict=True):
        assert ("· front ·" in front and "Cards" in front) == ("· back ·" in back)
    with pikepdf.open(kit.backs) as document:
        assert document.Root.ViewerPreferences.Duplex == "/Simplex"
    assert [entry["side"] for entry in manifest["placed"]["behind"]] == ["back", "back"]


def test_fronts_alone_where_nothing_has_a_back(project: Path) -> None:
    (project / "components" / "try" / "cards.yaml").write_text(CARDS.replace("back: card.svg.j2\n", ""))
    kit, _ = build(project, duplex="separate")

    assert (kit.pdf.name, kit.backs) == ("try-a4-fronts.pdf", None)


def test_folded_sheets_say_so_and_are_printed_on_one_side(project: Path) -> None:
    kit, manifest = build(project, duplex="fold", cover=False)

    texts = _labels(kit.pdf)
    folded = [entry for entry in manifest["placed"]["sheets"] if "fold" in entry]
    assert len(folded) == 3
    assert all("fold on the dotted line and glue" in texts[entry["page"] - 1] for entry in folded)
    assert sum(len(entry["backs"]) for entry in folded) == 12
    with pikepdf.open(kit.pdf) as document:
        assert document.Root.ViewerPreferences.Duplex == "/Simplex"
        content = document.pages[folded[0]["page"] - 1].Contents.read_bytes()
    assert b"[0 1.2] 0 d" in content
    assert content.count(b"/Side /back") == 4


def test_the_cover_speaks_of_backs_only_where_there_are_any(project: Path) -> None:
    told = "glue them back to back"
    kit, _ = build(project, duplex="none")
    assert told not in _cover(kit.pdf)

    large = CARDS.replace("63 x 88", "180 x 250").replace("copies: 12", "copies: 1")
    (project / "components" / "try" / "cards.yaml").write_text(large)
    kit, _ = build(project, duplex="fold")  # too large for half a sheet: front and back on two of them
    assert told in _cover(kit.pdf)


def _add_large_pieces(project: Path) -> None:
    """Beside cards that fold: a mat and a screen that do not, before families without backs."""
    folder = project / "components" / "try"
    (folder / "game.yaml").write_text(GAME.replace("[cards, ", "[cards, mats, screens, "))
    for name, size in (("mats", "180 x 250"), ("screens", "370 x 120")):
        text = CARDS.replace("Cards", name.capitalize()).replace("63 x 88", size)
        (folder / f"{name}.yaml").write_text(text.replace("copies: 12", "copies: 1"))


@pytest.mark.parametrize("duplex", ["long", "short", "fold", "separate", "none"])
def test_page_numbers_on_cover_and_cut_plan_are_those_of_the_pages(project: Path, duplex: str) -> None:
    _add_large_pieces(project)
    kit, manifest = build(project, duplex=duplex)
    texts = dict(enumerate(_labels(kit.pdf), 1))
    first = min(each["page"] for each in manifest["placed"]["sheets"])
    labels = {number: text for number, text in texts.items() if number >= first}
    front = "\r\n".join(texts[number] for number in range(1, first))

    titles = ("Cards", "Mats", "Screens", "Coins", "Board")
    for title in titles:
        real = [
            number
            for number, text in labels.items()
            if f" {title} " in text.replace("\r\n", " ") and "intentionally blank" not in text
        ]
        told = re.search(rf"{title}\s+1\s+\d+\s+([\d–,\s.]+?)\s+(?:card|board|paper)", front)
        assert told, front
        assert " ".join(told[1].split()) == page_list(real, "–", spelled=5)

    cut = {each["page"]: each for each in manifest["placed"]["sheets"] if "plan" in each}
    plans = manifest["placed"]["plans"]
    listed: list[int] = []
    for names, word, told in re.findall(r"(.+)\r\n(pages?|backs?, pages?) ([\d, –]+)(?! of)", front):
        numbers = [
            number
            for part in told.strip().split(", ")
            for ends in [part.split("–")]
            for number in range(int(ends[0]), int(ends[-1]) + 1)
        ]
        assert all(any(title in labels[number] for title in titles if title in names) for number in numbers)
        assert all("back" in word or cut[number]["side"] == "front" for number in numbers[:1])
        listed += numbers
    parted = {each["page"] for each in manifest["placed"]["sheets"] if "window" in each}
    assert sorted(listed) == [n for n, each in cut.items() if plans[each["plan"]][0] or n in parted]


def test_backs_with_sheets_of_their_own_are_cut_by_a_plan_of_their_own(project: Path) -> None:
    _add_large_pieces(project)
    kit, manifest = build(project, duplex="fold", only=("screens",))
    cover, plan, *_ = _labels(kit.pdf)

    assert re.search(r"Screens\s+1\s+1\s+3–6\s", cover), "four papers, of which two are backs"
    assert re.findall(r"B1\r\n(.*)\r\n", plan) == ["page 5", "back, page 6"]
    front, back = ([c[1] for c in manifest["placed"]["plans"][k][0] if c[0] == "x"] for k in (1, 2))
    assert sorted(210 - at for at in front) == pytest.approx(sorted(back))
    assert all(f"{at:.1f}" in plan for at in (*front, *back))


def test_the_cover_says_both_where_some_pieces_fold_and_others_are_too_large(project: Path) -> None:
    _add_large_pieces(project)
    kit, _ = build(project, duplex="fold")
    cover = _cover(kit.pdf)
    assert "dotted line" in cover
    assert "Larger pieces have fronts and backs on separate sheets" in cover


@pytest.mark.parametrize(
    ("duplex", "words"), [("fold", "Fold"), ("separate", "Two files"), ("long", "long edge")]
)
def test_the_cover_says_how_to_print(project: Path, duplex: str, words: str) -> None:
    kit, _ = build(project, duplex=duplex)

    assert words in _labels(kit.pdf)[0].replace("\r\n", " ")


def test_every_front_has_a_cut_plan_in_the_manifest(project: Path) -> None:
    kit, manifest = build(project)
    placed = manifest["placed"]

    fronts = [entry for entry in placed["sheets"] if entry["side"] == "front"]
    plans = [placed["plans"][entry["plan"]] for entry in fronts]
    assert len(plans[0][0]) == 8
    rows = {row.family: row for row in kit.rows}
    assert (rows["cards"].cuts, rows["cards"].scissors) == (8, False)
    assert rows["coins"].scissors
    assert plans[0][0][0] == ["y", 16.5, 0.0, 210.0]


def test_pages_of_a_poster_are_named_by_column_and_row(project: Path) -> None:
    kit, _ = build(project, cover=False)
    text = " ".join(_labels(kit.pdf))

    assert "part A1" in text
    assert "part A2" in text


def test_what_is_printed_in_parts_says_so_and_is_to_be_glued(project: Path) -> None:
    kit, _ = build(project)
    cover = _labels(kit.pdf)[0].replace("\r\n", " ")

    assert kit.remarks == (
        "Board: 260 x 300 mm is larger than the 194 x 281 mm that can be printed on A4; "
        "it is printed in 2 parts to be glued",
    )
    assert "Join what is larger than the sheet" in cover
    assert "by their tabs" not in cover
    row = (project / "components" / "try" / "board.yaml").read_text()
    (project / "components" / "try" / "board.yaml").write_text(row.replace("260 x 300", "160 x 200"))
    kit, _ = build(project)
    assert kit.remarks == ()
    assert "Join" not in _labels(kit.pdf)[0]


def test_a_gutter_stands_over_the_families_and_art_without_bleed_is_enlarged(project: Path) -> None:
    kit, manifest = build(project, gutter=6.0, cover=False)

    assert kit.remarks[0] == "Cards: the template draws no bleed, so its art is enlarged to give 3 mm"
    first = manifest["placed"]["sheets"][0]["pieces"]
    assert first[1][2] - first[0][2] == pytest.approx(63 + 6)
    assert first[0][6:10] == [3, 3, 3, 3]
    with pikepdf.open(kit.pdf) as document:
        content = document.pages[0].Contents.read_bytes()
    assert content.count(b"1.095238 0 0 1.068182 -3 -3 cm") == 8


def test_what_is_enlarged_shows_beyond_the_trim_alone(project: Path) -> None:
    """A face that is not opaque would else be printed twice, once a little larger."""
    import pypdfium2

    frame = (
        '<rect x="1" y="1" width="{{ width - 2 }}" height="{{ height - 2 }}" fill="none" stroke="#000000"/>'
    )
    (project / "templates" / "try" / "card.svg.j2").write_text(
        frame + '<path d="M0 30h63" stroke="#ff0000"/>'
    )
    kit, manifest = build(project, gutter=6.0, cover=False)

    x, y = manifest["placed"]["sheets"][0]["pieces"][0][2:4]
    left, top = x - 31.5, y - 44
    image = pypdfium2.PdfDocument(kit.pdf)[0].render(scale=20 / 72 * 25.4).to_pil().convert("RGB")

    def at(mm_x: float, mm_y: float) -> tuple[int, ...]:
        return image.getpixel((round((left + mm_x) * 20), round((top + mm_y) * 20)))

    assert at(-2, 30 - 14 * 0.068182) == (255, 0, 0), "beyond the trim the line is carried on"
    assert at(20, 30) == (255, 0, 0)
    assert at(20, 30 - 14 * 0.068182) == (255, 255, 255), "within it, it is there once"


def test_no_art_is_enlarged_without_need(project: Path) -> None:
    kit, _ = build(project)
    assert not any("enlarged" in remark for remark in kit.remarks)


def test_outlines_that_cannot_be_enlarged_evenly_are_named(project: Path) -> None:
    hats = COINS.replace("circle", "hat\nbleed: 0 mm")
    (project / "components" / "try" / "coins.yaml").write_text(hats)
    kit, _ = build(project, sheet="extended")

    assert "Coins: the template draws no bleed, and this outline cannot be enlarged evenly" in kit.remarks


def test_trim_and_safe_zone_are_a_layer_of_their_own(project: Path) -> None:
    names = []
    for show in (False, True):
        kit, _ = build(project, show_safe=show)
        with pikepdf.open(kit.pdf) as document:
            names.append([str(layer.Name) for layer in document.Root.OCProperties.OCGs])

    assert names == [["Cut lines and marks"], ["Cut lines and marks", "Trim and safe zone"]]


def test_a_sheet_profile_chooses_its_paper(project: Path) -> None:
    (project / "components" / "try" / "coins.yaml").write_text(COINS.replace("30 mm", "40 mm"))
    only_coins = GAME.replace("[cards, coins, board]", "[coins]")
    (project / "components" / "try" / "game.yaml").write_text(only_coins)
    for name in ("cards", "board"):
        (project / "components" / "try" / f"{name}.yaml").unlink()
    kit, manifest = build(project, sheet="round-40", cover=False)

    assert kit.pdf.name == "try-a4-on-round-40-no-cover.pdf"
    assert [piece[2:4] for piece in manifest["placed"]["sheets"][0]["pieces"]] == [
        [36, 33.5],
        [82, 33.5],
        [128, 33.5],
    ]


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ({"sheet": "poker"}, 'there is no sheet profile "poker"\n    did you mean "poker-9"?'),
        ({"sheet": "poker-9", "paper": "a4"}, 'the sheet "poker-9" is for paper letter, not a4'),
        (
            {"sheet": "label-12"},
            "components/try/cards.yaml:1:1: error no-slot [cards]: a rectangle of 63 x 88 mm ",
        ),
        ({"sheet": "label-12", "duplex": "fold"}, "so it cannot be folded"),
        ({"paper": "a44"}, 'there is no paper "a44"'),
    ],
)
def test_what_cannot_be_is_refused(project: Path, order: dict[str, Any], message: str) -> None:
    with pytest.raises(Failure) as caught:
        build(project, **order)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [("wide", '"wide" is not a length; write 3, or "0.125 in"'), ("51", '"51" must lie between 0 and 50 mm')],
)
def test_a_senseless_gutter_is_refused(text: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command_line.main(["build", "--gutter", text])
    assert message in capsys.readouterr().err


def test_gutters_are_millimetres_unless_said_otherwise(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = project / "o"
    arguments = ["build", "--project", str(project), "--no-check", "--out", str(out), "--gutter", "0.125 in"]
    assert command_line.main(arguments) == 0

    manifest = json.loads((out / "try" / "try-a4-gutter-3.175.json").read_text())
    first = manifest["placed"]["sheets"][0]["pieces"]
    assert first[1][2] - first[0][2] == pytest.approx(63 + 3.175)
    assert "its art is enlarged to give 1.5875 mm" in capsys.readouterr().err


def test_some_families_only_have_files_of_their_own(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, listing = build(project)
    before = (whole.pdf.read_bytes(), whole.manifest.read_bytes())

    command = ["build", "try", "--project", str(project), "--no-check", "--only", "Coins,cards", "--proof"]
    assert command_line.main(command) == 0
    told = capsys.readouterr().out
    assert "try-a4-only-cards+coins.pdf" in told
    assert "faults                   0, 0 warnings" in told
    assert (whole.pdf.read_bytes(), whole.manifest.read_bytes()) == before

    part, few = build(project, only=("cards", "coins"))
    assert part.manifest.name == "try-a4-only-cards+coins.json"
    assert [family["id"] for family in few["families"]] == ["cards", "coins"]
    assert {piece[0].split("/")[0] for sheet in few["placed"]["sheets"] for piece in sheet["pieces"]} == {
        "cards",
        "coins",
    }
    assert few["copies"] == listing["copies"] - 1
    assert "Board" not in _labels(part.pdf)[0]


def test_only_families_that_there_are(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["build", "try", "--project", str(project), "--only", "coin,board,hats"]) == 2
    told = capsys.readouterr().err
    assert 'there is no family "coin"' in told
    assert 'did you mean "coins"?' in told
    assert 'there is no family "hats"' in told
    assert "components/try/game.yaml:3:1" in told
    assert not (project / "output").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--only", " , "], "give one or more names, separated by commas"),
        (["--only", "cards", "--changed-since", "v1"], "--only cannot be combined with --changed-since"),
    ],
)
def test_only_of_nothing_or_of_changes_is_refused(
    project: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = command_line.main(["build", "try", "--project", str(project), *options])
    except SystemExit as left:
        code = int(left.code or 0)
    assert code == 2
    assert message in capsys.readouterr().err


def test_all_is_checked_whatever_is_printed(project: Path) -> None:
    (project / "components/try/rules.yaml").write_text(
        "rules: [{id: twelve, total: {family: cards, is: 13}, says: x, source: the book}]\n"
    )
    with pytest.raises(Failure, match="expected 13"):
        pipeline.build(Order(project, only=("coins",)))
