"""What a build writes of a rulebook: the same bytes twice, text that can be read, tags, and all counts."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pdfplumber
import pikepdf
import pypdfium2
import pytest

from prancha.building.order import Order
from prancha.building.pipeline import build, build_game, check_faces
from prancha.model.diagnostic import Failure
from tests.programs import use
from tests.unit.book.book_project import EN, PT, write_book

ONLY = ("rulebook",)
LONG = EN + "\n".join(f"\n## Part {k}\n\n{'Some words of a rule. ' * 40}\n" for k in range(6))


def built(project: Path, out: str) -> Path:
    order = Order(project, out=project / out, only=ONLY, cache=False, lang="en")
    return build_game(order, "lume").pdf.parent


def words_of(path: Path) -> str:
    """The text of a PDF, without its running heads and page numbers."""
    with pypdfium2.PdfDocument(path) as document:
        texts = [page.get_textpage().get_text_bounded() for page in document]
    return " ".join(" ".join(texts).split())


def test_build_writes_the_book_beside_the_kit_and_lists_it(lume: Path) -> None:
    (kit,) = build(Order(write_book(lume), cache=False, lang="en"), ["lume"])
    folder = kit.pdf.parent
    told = json.loads(kit.manifest.read_text())["rulebook"]
    assert told["sheets"] == 1
    assert told["staples"] == 0
    assert told["steps"] == [
        "Print 1 sheet on both sides, flipping on the short edge.",
        "Fold it once, with page 1 in front.",
    ]
    names = [f"lume-en-rulebook{end}" for end in (".html", ".pdf", ".txt", "-booklet.pdf")]
    assert sorted(told["files"]) == sorted(names)
    for name in names:
        assert told["files"][name]["bytes"] == (folder / name).stat().st_size
        assert kit.written[name] == told["files"][name]["sha256"]


def test_two_builds_give_the_same_bytes(lume: Path) -> None:
    one, other = built(write_book(lume), "a"), built(lume, "b")
    files = sorted(path.name for path in one.iterdir() if path.name.startswith("lume"))
    assert len(files) == 5
    assert all((one / name).read_bytes() == (other / name).read_bytes() for name in files)


def test_the_text_of_the_pages_is_that_of_the_markdown(lume: Path) -> None:
    folder = built(write_book(lume), "out")
    shown = words_of(folder / "lume-en-rulebook.pdf")
    for text in (
        "Light the sky with 12 cards.",
        "8 suns and 4 moons",
        "Draw one card. See the end.",
        "Example: Ana plays the sun.",
        "Heart of the sun",
        "The game ends when all is light.",
    ):
        assert text in shown, shown


def test_letters_lie_in_their_columns_and_lines_do_not_overlap(lume: Path) -> None:
    parts = "\n".join(f"\n## Part {k}\n\n{'Some words of a rule. ' * 30}\n" for k in range(12))
    write_book(lume, english=EN + parts, design="{columns: 2, page: a5}")
    with pdfplumber.open(built(lume, "out") / "lume-en-rulebook.pdf") as document:
        assert len(document.pages) > 3
        for page in document.pages:
            mm = 72 / 25.4
            lines: dict[tuple[bool, int], tuple[float, float]] = {}
            for char in page.chars:
                assert char["x0"] > 12.5 * mm
                assert char["x1"] < (148 - 12.5) * mm
                right = char["x0"] > 74 * mm
                if 13 * mm < char["top"] < 190 * mm and char["size"] < 12:
                    key = right, round(char["bottom"])
                    lines[key] = (char["top"], char["bottom"])
            for side in (False, True):
                spans = sorted(span for (which, _), span in lines.items() if which == side)
                assert all(after[1] - before[1] > 1.5 for before, after in pairwise(spans)), spans


def test_the_pages_are_tagged_in_reading_order(lume: Path) -> None:
    with pikepdf.open(built(write_book(lume), "out") / "lume-en-rulebook.pdf") as document:
        root = document.Root
        assert root.MarkInfo.Marked
        assert str(root.Lang) == "en"
        roles: list[str] = []
        alts: list[str] = []

        def walk(node: pikepdf.Object) -> None:
            if isinstance(node, pikepdf.Array):
                for kid in node:
                    walk(kid)
            elif isinstance(node, pikepdf.Dictionary) and "/S" in node:
                roles.append(str(node.S))
                if "/Alt" in node:
                    alts.append(str(node.Alt))
                walk(node.K)

        walk(root.StructTreeRoot.K)
        assert roles[:4] == ["/Document", "/H1", "/P", "/Figure"]
        assert alts == ["[star]", "Cards: Heart of the sun", "Cards: Moon"]
        first = document.pages[0]
        assert first.StructParents == 0
        links = [one for page in document.pages for one in page.get("/Annots", [])]
        assert len(links) == 1
        assert links[0].Dest[0].Type == "/Page"


def elements(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield depth, role and words of each structure element of a PDF as poppler reads them.

    A line break in a paragraph is no letter, so words are without spaces.  What follows a child is listed
    with it.
    """
    command = [use("pdfinfo"), "-struct-text", str(path)]
    told = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
    role, words, at = "", "", 0
    for line in [*told.splitlines(), "End"]:
        said = line.strip()
        if said.startswith('"'):
            words += said.strip('"').replace(" ", "")
        elif said and not said.startswith("/"):
            if role:
                yield at, role, words
            role, words, at = re.sub(r" \(\w+\)|:| \d+ \d+$", "", said), "", (len(line) - len(said)) // 2


def test_the_structure_tree_says_what_the_markdown_says(lume: Path) -> None:
    path = built(write_book(lume), "out") / "lume-en-rulebook.pdf"
    assert [" ".join((str(depth), role, words)).strip() for depth, role, words in elements(path)] == [
        "0 Document",
        "1 H1 Lume",
        "1 P Lightthe",
        "2 Figure skywith12cards.",
        "1 H2 Inthebox",
        "1 L",
        "2 LI",
        "3 Lbl •",
        "3 LBody",
        "4 P 8sunsand4moons",
        "2 LI",
        "3 Lbl •",
        "3 LBody",
        "4 P 8hexes,6tokens",
        "1 Figure Heartofthesuncost:1",
        "2 Caption Heartofthesun",
        "1 Figure Mooncost:2",
        "2 Caption Moon",
        "1 H2 Turn",
        "1 L",
        "2 LI",
        "3 Lbl 1.",
        "3 LBody",
        "4 P Drawonecard.See",
        "5 Link theend",
        "6 Object .",
        "2 LI",
        "3 Lbl 2.",
        "3 LBody",
        "4 P Playit.",
        "1 Div",
        "2 P Example:Anaplaysthesun.",
        "1 Table",
        "2 TR",
        "3 TH Name",
        "3 TH Cost",
        "2 TR",
        "3 TD Heartofthesun",
        "3 TD 1",
        "2 TR",
        "3 TD Moon",
        "3 TD 2",
        "1 H2 End",
        "1 P Thegameendswhenallislight.",
    ]


def test_headings_grow_by_one_level_and_their_text_is_in_the_language_of_the_book(lume: Path) -> None:
    text = EN + "\n### Ties\n\nNone.\n\n#### More\n\nx\n\n## Last\n\nx\n" + "Some words of a rule. " * 400
    path = built(write_book(lume, english=text), "out") / "lume-en-rulebook.pdf"
    levels = [int(role[1]) for _, role, _ in elements(path) if re.fullmatch(r"H\d", role)]
    assert levels == [1, 2, 2, 2, 3, 4, 2]
    long = [words for _, role, words in elements(path) if role == "P"][-1]
    assert long == "x" + "Somewordsofarule." * 400
    with pikepdf.open(path) as document:
        assert len(document.pages) > 2
        assert str(document.Root.Lang) == "en"


def test_words_at_the_ends_of_lines_are_apart_for_screen_readers(lume: Path) -> None:
    rule = "Draw a card, pay for it (or not), and say what you do; then pass. " * 6
    path = built(write_book(lume, english=f"{EN}\n{rule}\n"), "out") / "lume-en-rulebook.pdf"
    command = [use("pdfinfo"), "-struct-text", str(path)]
    told = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
    assert f'"{rule.strip()}"' in told


def test_addresses_of_links_are_ascii_strings(lume: Path) -> None:
    text = EN + "\n[Write](mailto:me@page.org) or see <https://example.org/(fim)/é>.\n"
    with pikepdf.open(built(write_book(lume, english=text), "out") / "lume-en-rulebook.pdf") as document:
        links = [one for page in document.pages for one in page.get("/Annots", []) if "/A" in one]
        assert [bytes(one.A.URI) for one in links] == [
            b"mailto:me@page.org",
            b"https://example.org/(fim)/%C3%A9",
        ]


def test_plain_text_and_html_have_every_block(lume: Path) -> None:
    folder = built(write_book(lume), "out")
    text = (folder / "lume-en-rulebook.txt").read_text()
    assert "Lume\n====\n\nLight the [star] sky with 12 cards.\n" in text
    assert "- 8 suns and 4 moons\n" in text
    assert "1. Draw one card. See the end.\n" in text
    assert "    Example: Ana plays the sun.\n" in text
    html = (folder / "lume-en-rulebook.html").read_text()
    assert '<html lang="en">' in html
    assert "<li>8 suns and 4 moons</li>" in html
    assert '<a href="#end">the end</a>' in html
    assert '<h2 id="end">End</h2>' in html
    assert 'aria-label="star"' in html
    assert html.count("<img ") == 2
    assert "<figcaption>Moon</figcaption>" in html


@pytest.mark.parametrize("family", ["cards", "hexes", "tokens"])
def test_a_changed_count_changes_the_book(family: str, lume: Path) -> None:
    before = (built(write_book(lume), "a") / "lume-en-rulebook.txt").read_text()
    path = lume / "components/lume" / f"{family}.yaml"
    text = path.read_text()
    path.write_text(re.sub(r"copies: (\d+)", lambda found: f"copies: {int(found[1]) + 1}", text, count=1))
    (lume / "components/lume/rules.yaml").unlink()
    after = (built(lume, "b") / "lume-en-rulebook.txt").read_text()
    assert before != after


def test_a_booklet_shows_each_page_once_on_its_side(lume: Path) -> None:
    folder = built(write_book(lume, english=LONG, design="{page: 100 x 90 mm}"), "out")
    with pikepdf.open(folder / "lume-en-rulebook-booklet.pdf") as document:
        streams = [page.Contents.read_bytes().decode("latin-1") for page in document.pages]
    numbers = [re.findall(r"/BookPage <</Number (\d+)>>", stream) for stream in streams]
    whole = json.loads((folder / "lume-en-rulebook.json").read_text())
    assert sorted(int(one) for side in numbers for one in side) == [*range(1, whole["pages"] + 1)]
    assert len(streams) == 2 * whole["sheets"]
    assert whole["staples"] == 2


def test_a_cover_of_other_stock_is_told(lume: Path) -> None:
    folder = built(write_book(lume, english=LONG, design="{page: 100 x 90 mm, cover: card}"), "out")
    steps = json.loads((folder / "lume-en-rulebook.json").read_text())["steps"]
    assert steps[1] == "Print the first sheet on card, the rest on paper."


def test_a_game_without_a_rulebook_is_told(lume: Path) -> None:
    with pytest.raises(Failure, match="the game has no rulebook to build"):
        built(lume, "out")


def test_a_page_too_large_for_the_paper_is_told(lume: Path) -> None:
    write_book(lume, design="{page: a4}")
    with pytest.raises(Failure, match="two pages of 210 x 297 mm"):
        built(lume, "out")


def test_check_lays_out_the_books_of_all_languages(lume: Path) -> None:
    write_book(lume, portuguese=PT + "\n{nothing}\n")
    with pytest.raises(Failure, match=r'rules\.pt-BR\.md:\d+:1: .*there is no icon "nothing"'):
        check_faces(lume, "lume")


def test_design_of_a_book_is_checked(lume: Path) -> None:
    for design, told in (
        ("{page: huge}", 'there is no page "huge"'),
        ("{page: 10 x 10 mm}", "a page of 10 x 10 mm is out of range"),
        ("{colours: {ink: nocolour}}", '"nocolour" is not a colour of the palette'),
        ("{margin: 1 mm}", "must lie between 5 mm and 60 mm"),
        ("{columns: 9}", "columns"),
    ):
        write_book(lume, design=design)
        with pytest.raises(Failure) as failure:
            built(lume, "out")
        assert told in str(failure.value), failure.value
