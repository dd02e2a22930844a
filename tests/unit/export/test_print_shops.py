"""Print shops: files to the pixel and the page, orders closed, and what does not fit refused before."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pytest
from PIL import Image

from prancha.checks.proof.pdfx import prove_press
from prancha.cli import command_line
from tests.unit.book.book_project import PT as RULES
from tests.unit.book.book_project import write_book
from tests.unit.export.exported_folder import PrintedSheets, folder_problems, png_chunks, unlike, written

PT = 72 / 25.4


def export(project: Path, shop: str, *options: str, only: str = "cards") -> int:
    given = ["export", "lume", "--to", shop, "--only", only, "--project", str(project)]
    return command_line.main([*given, *options])


def folder(project: Path) -> Path:
    (found,) = (project / "output" / "lume" / "export").iterdir()
    return found


def rows(where: Path) -> list[dict[str, str]]:
    text = (where / "order.csv").read_text("utf-8-sig")
    return list(csv.DictReader(text.splitlines()))


def proofed(where: Path, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    code = command_line.main(["proof", str(where)])
    said = capsys.readouterr()
    return f"{code}\n{said.out}{said.err}"


def test_the_game_crafter_gets_pictures_of_its_pixels_and_every_copy(
    lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(lume, "tgc", "--fit") == 0
    told = capsys.readouterr().err
    assert "cards: fitted to PokerDeck: 0.25 mm of bleed more across, 0.45 mm of bleed more down" in told
    where = folder(lume)
    assert folder_problems(where) == []
    assert {path.name for path in where.glob("cards/*")} == {
        "sun-front.png", "moon-front.png", "common-back.png",
    }  # fmt: skip
    for path in where.glob("cards/*.png"):
        assert png_chunks(path)["IHDR"][:9] == b"\0\0\x03\x39\0\0\x04\x65\x08"  # 825 x 1125, 8 bits
        assert Image.open(path).mode == "RGB"
    plan = json.loads((where / "tgc.json").read_bytes())
    (deck,) = plan["components"]
    assert deck["identity"] == "PokerDeck"
    assert {card["name"]: card["quantity"] for card in deck["cards"]} == {
        "Coração do sol": 8, "Lua": 4,
    }  # fmt: skip
    assert set(plan["files"]) == {path.relative_to(where).as_posix() for path in where.rglob("*/*.png")}
    assert [(row["id"], row["copies"]) for row in rows(where)] == [("sun", "8"), ("moon", "4")]
    before = written(where)
    assert export(lume, "tgc", "--fit") == 0
    assert written(where) == before
    assert "0\n" in proofed(where, capsys)[:2]


def test_a_picture_is_the_printed_card_with_its_bleed_around(lume: Path) -> None:
    assert export(lume, "mpc") == 0
    where = folder(lume)
    printed = PrintedSheets(lume, "lume")
    for name, item, side in (
        ("sun-front", "cards/sun", "front"), ("moon-front", "cards/moon", "front"),
        ("common-back", "cards/sun", "back"),
    ):  # fmt: skip
        with Image.open(where / f"cards/cards-{name}.png") as picture:
            assert picture.size == (816, 1110)
            card = picture.crop((36, 36, 36 + 744, 36 + 1038)).convert("RGBA")
            corner = picture.getpixel((1, 1))
        inner = (40, 40, 704, 998)  # within the rounded corners
        assert unlike(card.crop(inner), printed.piece(item, side, card.size).crop(inner)) <= 2
        assert corner != (255, 255, 255)
    assert not list(where.glob("*.xml"))


def test_an_order_of_mpc_autofill_fills_every_slot_once(lume: Path) -> None:
    assert export(lume, "mpc", "--fit", "--product", "cards=poker", "--stock", "M31") == 0
    where = folder(lume)
    assert folder_problems(where) == []
    root = ElementTree.parse(where / "order-poker.xml").getroot()
    assert root.findtext("details/quantity") == "12"
    assert root.findtext("details/stock") == "(M31) Linen"
    slots = {
        int(slot): card.findtext("id") or ""
        for card in root.findall("fronts/card")
        for slot in (card.findtext("slots") or "").split(",")
    }
    assert sorted(slots) == list(range(12))
    assert sorted(slots.values()) == ["cards/cards-moon-front.png"] * 4 + ["cards/cards-sun-front.png"] * 8
    assert root.findtext("cardback") == "cards/cards-common-back.png"
    assert all((where / name).is_file() for name in {*slots.values(), "cards/cards-common-back.png"})
    assert Image.open(where / "cards/cards-sun-front.png").size == (822, 1122)


def test_more_cards_than_an_order_takes_are_several_orders(
    lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = lume / "components/lume/cards.yaml"
    cards.write_text(cards.read_text().replace("copies: 8", "copies: 700"))
    (lume / "components/lume/rules.yaml").unlink()
    assert export(lume, "mpc", "--fit", "--product", "cards=poker") == 0
    assert "2 order files: an order has at most 612 cards" in capsys.readouterr().err
    counts = [
        int(ElementTree.parse(path).getroot().findtext("details/quantity") or 0)
        for path in sorted(folder(lume).glob("order-poker-*.xml"))
    ]
    assert counts == [612, 92]


@pytest.mark.parametrize(
    ("shop", "pages", "trim"),
    [
        ("dtc", {"cards.pdf": 24}, (63.5, 88.9)),
        ("grafica", {"cards.pdf": 24}, (63, 88)),
        ("longpack", {"cards.pdf": 3}, (63, 88)),
        ("boda", {"cards-fronts.pdf": 2, "cards-backs.pdf": 2}, (63, 88)),
        ("azao", {"cards-fronts.pdf": 12, "cards-backs.pdf": 12}, (63, 88)),
    ],
)
def test_pdfs_have_the_pages_and_boxes_that_the_shop_wants(
    lume: Path,
    capsys: pytest.CaptureFixture[str],
    shop: str,
    pages: dict[str, int],
    trim: tuple[float, float],
) -> None:
    assert export(lume, shop, "--fit", "--colour", "rgb", "--lang", "en") == 0
    where = folder(lume)
    assert folder_problems(where) == []
    found = {}
    for path in sorted(where.glob("*.pdf")):
        with pikepdf.open(path) as file:
            found[path.name] = len(file.pages)
            for page in file.pages:
                left, bottom, right, top = (float(side) / PT for side in page["/TrimBox"])
                assert (right - left, top - bottom) == pytest.approx(trim, abs=0.01)
                around = [float(side) / PT for side in page.mediabox]
                bleed = 3.175 if shop == "dtc" else 3
                assert (left - around[0], around[3] - top) == pytest.approx((bleed, bleed), abs=0.01)
    assert found == pages
    assert proofed(where, capsys).startswith("0\n")
    read = (where / "READ-ME-FIRST.txt").read_text()
    assert ("MIND: the shop asks for CMYK" in read) == (shop != "azao")
    assert "Figures of 2026-" in read


@pytest.mark.parametrize(("shop", "claim", "limit"), [("dtc", "PDF/X-1a:2003", 240), ("longpack", "", 280)])
def test_a_shop_that_asks_for_inks_gets_them(lume: Path, shop: str, claim: str, limit: int) -> None:
    assert export(lume, shop, "--fit") == 0
    report = prove_press(folder(lume) / "cards.pdf", limit)
    assert report.claim == claim
    assert 0 < report.most_ink <= limit + 0.5
    assert [one for one in report.faults if not one.code.startswith("pdfx-") or claim] == []
    assert "MIND" not in (folder(lume) / "READ-ME-FIRST.txt").read_text()


def test_a_profile_that_is_none_stops_the_export(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert export(lume, "dtc", "--fit", "--profile", str(lume / "components/lume/game.yaml")) == 1
    assert "this is no ICC profile" in capsys.readouterr().err
    assert not (lume / "output").exists()


def sized(project: Path, size: str) -> None:
    cards = project / "components/lume/cards.yaml"
    cards.write_text(cards.read_text().replace("63 x 88 mm", size))


def test_a_round_piece_is_a_ring_only_where_it_is_asked_for(
    lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    family = lume / "components/lume/tokens.yaml"
    family.write_text(re.sub(r"(?m)^size: .*$", "size: 30 mm", family.read_text()))
    assert export(lume, "tgc", "--fit", only="tokens") == 1
    said = capsys.readouterr().err
    assert "tokens: The Game Crafter has no product of 30 x 30 mm, circle" in said
    assert "Ring" not in said
    assert export(lume, "tgc", "--fit", "--product", "tokens=LargeRing", only="tokens") == 0
    said = capsys.readouterr().err
    assert "tokens: LargeRing is a ring: the shop may cut out its middle" in said
    assert "the figures of LargeRing are not confirmed" in said


def test_a_product_of_any_size_has_no_name_in_the_guide(lume: Path) -> None:
    assert export(lume, "longpack") == 0
    guide = " ".join((folder(lume) / "READ-ME-FIRST.txt").read_text("utf-8").split())
    assert "produto sob medida (63 x 88 mm)" in guide
    assert "product of your own size (63 x 88 mm)" in guide
    assert "free" not in guide


def test_the_guide_names_the_pictures_that_are_there(lume: Path) -> None:
    assert export(lume, "gameprototyper") == 0
    where = folder(lume)
    guide = " ".join((where / "READ-ME-FIRST.txt").read_text().split())
    assert not list(where.glob("cards/common-back*"))
    assert "common-" not in guide
    assert "front and bak of one number are one piece" in guide
    assert "front e bak de um mesmo número são uma peça" in guide


@pytest.mark.parametrize(
    ("shop", "only", "options", "change", "said"),
    [
        (
            "tgc", "cards", (), lambda _: None,
            "cards: 63 x 88 mm is not 63.5 x 88.9 mm, the PokerDeck of The Game Crafter: "
            "0.25 mm white on the left and right and 0.45 mm white above and below",
        ),
        ("tgc", "cards", (), lambda _: None, "--fit enlarges the bleed; or write size: 63.5 x 88.9 mm"),
        (
            "tgc", "cards", ("--fit",), lambda at: sized(at, "80 x 120 mm"),
            "cards: The Game Crafter has no product of 80 x 120 mm, rounded",
        ),
        (
            "tgc", "cards", ("--product", "cards=PokerDek"), lambda _: None,
            'The Game Crafter has no product "PokerDek"\n    did you mean "PokerDeck"?',
        ),
        (
            "tgc", "cards", ("--product", "crds=PokerDeck"), lambda _: None,
            '--product "crds=PokerDeck": there is no family "crds"\n    did you mean "cards"?',
        ),
        (
            "tgc", "cards", ("--product", "cards=SmallRing"), lambda _: None,
            "cards: SmallRing is cut as a ring, not as 63 x 88 mm, rounded",
        ),
        (
            "tgc", "cards", ("--fit", "--product", "cards=TarotDeck"), lambda _: None,
            "give another --product, or write size: 69.85 x 120.65 mm in its catalogue",
        ),
    ],
)  # fmt: skip
def test_what_a_shop_would_spoil_is_refused_and_nothing_is_written(
    lume: Path,
    capsys: pytest.CaptureFixture[str],
    shop: str,
    only: str,
    options: tuple[str, ...],
    change: Callable[[Path], None],
    said: str,
) -> None:
    change(lume)
    assert export(lume, shop, *options, only=only) in (1, 2)
    assert said in capsys.readouterr().err
    assert not (lume / "output").exists()


def check(project: Path, *options: str) -> int:
    return command_line.main(["check", "lume", "--project", str(project), *options])


def test_check_for_a_shop_tells_sizes_safe_zone_and_notes(
    lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(lume, "--for", "tgc", "--only", "cards") == 1
    assert "error shop-size: cards: 63 x 88 mm is not 63.5 x 88.9 mm" in capsys.readouterr().err
    template = lume / "templates/lume/card.svg.j2"
    template.write_text(template.read_text() + "{{ label('edge', 2.2, 80, size=7) }}\n")
    family = lume / "components/lume/cards.yaml"
    family.write_text(family.read_text().replace("radius: 3 mm", "radius: 3 mm\nsafe: 2 mm"))
    assert check(lume) == 0
    capsys.readouterr()
    check(lume, "--for", "tgc", "--only", "cards", "--fit")
    said = capsys.readouterr().err
    assert "shop-safe-zone [cards/" in said
    assert "The Game Crafter may cut it" in said
    assert "warning shop-note: cards: taken for PokerDeck; as large are EuroPokerDeck" in said
    assert not (lume / "output").exists()


FRAMED = (
    '<path d="{{ shape(bleed) }}" fill="{{ palette.ink }}"/>'
    '<rect x="1" y="1" width="{{ width - 2 }}" height="{{ height - 2 }}" rx="2" fill="{{ palette.sun }}"/>\n'
)


def test_a_border_of_1_mm_is_told(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On 409b186a a poker card with one passed `check`, `check --for tgc` and a build without a word."""
    (lume / "templates/lume/card-back.svg.j2").write_text(FRAMED)
    (lume / "components/lume/cards.yaml").write_text(
        (lume / "components/lume/cards.yaml").read_text().replace("63 x 88 mm", "poker")
    )
    assert check(lume, "--for", "tgc", "--only", "cards") == 0
    said = capsys.readouterr().err
    assert "warning shop-border [cards/" in said
    assert "card-back.svg.j2, back: a border of 1 mm all around: a cut that is 1 mm off shows" in said
    for _ in range(2):  # the second time from what was kept
        assert command_line.main(["build", "lume", "--project", str(lume)]) == 0
        said = capsys.readouterr().err
    assert (
        "lume: narrow border, uneven if you cut 1 mm off the line: Cartas 1 mm; make it at least 3 mm wide"
        in said
    )


def test_a_shop_may_ask_for_a_wider_border(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (lume / "templates/lume/card-back.svg.j2").write_text(FRAMED)
    own = lume / "components/_sheets/services.yaml"
    own.parent.mkdir()
    own.write_text(
        "services:\n  grafica:\n    {title: The corner, checked: 2026-11-20, source: its list, kind: pdf,"
        " bleed: 2 mm, safe: 2 mm,\n     border: 2 mm, products: {free: {shape: free}}}\n"
    )
    assert check(lume, "--for", "grafica", "--only", "cards") == 1
    said = capsys.readouterr().err
    assert "error shop-border [cards/" in said
    assert "The corner asks for 2 mm" in said


def test_check_for_a_shop_that_is_none(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(lume, "--for", "tgcc") == 2
    said = capsys.readouterr().err
    assert 'there is no print shop "tgcc"' in said
    assert 'did you mean "tgc"?' in said
    assert check(lume, "--fit") == 2
    assert "--fit is an option of --for" in capsys.readouterr().err


def test_a_coarse_picture_prints_at_home_and_stops_an_order(
    lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    art = lume / "templates/lume/art/sky.png"
    art.parent.mkdir(exist_ok=True)
    Image.new("RGB", (100, 140), "teal").save(art)
    template = lume / "templates/lume/card.svg.j2"
    template.write_text("{{ art('sky.png', -3, -3, 69, 94) }}" + template.read_text())
    assert command_line.main(["build", "lume", "--project", str(lume)]) == 0
    assert "warning picture-resolution [cards/" in capsys.readouterr().err
    assert check(lume, "--for", "tgc", "--only", "cards", "--fit") == 1
    assert "error shop-resolution [cards/" in capsys.readouterr().err
    assert export(lume, "tgc", "--fit") == 1
    assert "error picture-resolution [cards/" in capsys.readouterr().err


def test_the_game_crafter_gets_the_pages_of_the_rulebook(
    lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = RULES + "\n## Mais\n\n" + "Umas palavras. " * 300
    write_book(lume, portuguese=text, design="{page: medium-booklet, colours: {paper: '#ffeedd'}}")
    assert export(lume, "tgc", "--fit", only="cards,rulebook") == 0
    assert "the rulebook is taken for MediumBooklet, " in capsys.readouterr().err
    where = folder(lume)
    assert folder_problems(where) == []
    (book,) = json.loads((where / "tgc.json").read_bytes())["books"]
    assert book["identity"] == "MediumBooklet"
    assert book["pages"] == sorted(path.relative_to(where).as_posix() for path in where.glob("rulebook/*"))
    assert len(book["pages"]) % 4 == 0
    assert len(book["pages"]) > 4
    pictures = [Image.open(where / name) for name in book["pages"]]
    assert {picture.size for picture in pictures} == {(1125, 1575)}
    # The colour of the paper reaches over the trim to every corner, also of blank pages at the end.
    corners = ((0, 0), (1124, 0), (0, 1574), (1124, 1574))
    shown = [one for one in pictures if len(one.getcolors(1 << 24) or ()) > 1]
    assert {picture.getpixel(corner) for picture in shown for corner in corners} == {(0xFF, 0xEE, 0xDD)}
    read_me = (where / "READ-ME-FIRST.txt").read_text()
    assert f"peça um MediumBooklet de {len(book['pages'])} páginas" in " ".join(read_me.split())
    assert "0\n" in proofed(where, capsys)[:2]


@pytest.mark.parametrize(
    ("design", "told"),
    [
        ("{}", "the rulebook is left out: no product has pages of 148.5 x 210 mm; write page: large-booklet"),
        ("{page: small-booklet, margin: 8 mm, text: 12 pt}", "pages, and SmallBooklet at most 40"),
    ],
)
def test_a_rulebook_that_the_game_crafter_has_no_product_for_is_told(
    lume: Path, capsys: pytest.CaptureFixture[str], design: str, told: str
) -> None:
    text = "# Lume\n\n{{ count('cards') }}\n\n" + "Umas palavras. " * 4000
    write_book(lume, portuguese=text, design=design)
    assert export(lume, "tgc", "--fit", only="rulebook") == 0
    assert told in capsys.readouterr().err
    assert not (folder(lume) / "rulebook").exists()
