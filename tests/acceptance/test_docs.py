"""The pages of docs/ are followed to the letter: their files are written, their commands run."""

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
import yaml

from prancha.building import game_loading
from prancha.cli import command_line, setup_commands
from prancha.model.component_kinds import KINDS

DOCS = Path(__file__).resolve().parents[2] / "docs"
_STEP = re.compile(
    r"<!-- file: (?P<file>\S+) -->\n```\w+\n(?P<text>.*?)```|```console\n(?P<console>.*?)```", re.DOTALL
)


def _follow(page: str, folder: Path) -> int:
    """Write the page's files below `folder`, where we are, and run its commands; how many there were.

    A file that stands twice takes the place of the first.
    """
    ran = 0
    for step in _STEP.finditer((DOCS / page).read_text()):
        if step["file"]:
            file = folder / step["file"]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(step["text"])
        for line in (step["console"] or "").splitlines():
            assert line.startswith("$ prancha "), line
            assert command_line.main(shlex.split(line)[2:]) == 0, line
            ran += 1
    return ran


@pytest.mark.parametrize("page", ["first-game.md"])
def test_page_works_as_written(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert _follow(page, tmp_path) == 3
    assert (tmp_path / "output/fox/fox-a4.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "output/fox/fox-letter-short.pdf").exists()


def test_the_page_on_covers_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert _follow("cover.md", tmp_path) == 1
    document = pypdfium2.PdfDocument(tmp_path / "output/berry/berry-a4.pdf")
    text = document[0].get_textpage().get_text_range()
    assert "Berry Thieves" in text
    assert "Take one more" in text
    assert "6+ (estimated)" in text
    colours = set(document[0].render(scale=1).to_pil().convert("RGB").get_flattened_data())
    assert (0x23, 0x49, 0x2F) in colours, "the head stands on the colour that the game gives it"


_TRANSCRIPT = re.compile(
    r"<!-- file: (?P<file>\S+) -->\n```\w+\n(?P<text>.*?)```|<!-- gone: (?P<gone>.*?) -->"
    r"|```console\n(?P<console>.*?)```",
    re.DOTALL,
)


def follow_the_first_hour(folder: Path, run: Callable[[list[str]], tuple[str, str]]) -> None:
    """Write the page's files in `folder`; compare what its commands print, which `run` gets with errors."""
    page = (DOCS / "first-hour.md").read_text(encoding="utf-8")
    errors = ""
    ran = 0
    for step in _TRANSCRIPT.finditer(page):
        if step["file"]:
            (folder / step["file"]).write_text(step["text"], encoding="utf-8")
        for name in (step["gone"] or "").split():
            shutil.rmtree(folder / name)
        for command in re.split(r"^\$ ", step["console"] or "", flags=re.MULTILINE)[1:]:
            line, _, told = command.partition("\n")
            out, err = run(shlex.split(line)[1:])
            pattern = ".*?".join(re.escape(part) for part in told.split("…"))
            assert re.fullmatch(rf"\s*{pattern}\s*", out, re.DOTALL), f"{line}\n{out}"
            errors += err
            ran += 1
    assert ran == 8
    warned = re.findall(r"^    (cards.csv:.*)\n        (.*)$", page, re.MULTILINE)
    assert len(warned) == 1
    assert all(f"{first}\n    {second}\n" in errors for first, second in warned)


def test_the_first_hour_goes_as_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(words: list[str]) -> tuple[str, str]:
        assert command_line.main(words) == 0, words
        return capsys.readouterr()

    monkeypatch.chdir(tmp_path)
    follow_the_first_hour(tmp_path, run)


@pytest.mark.parametrize("page", ["from-squib.md", "from-nandeck.md", "from-a-merge.md"])
def test_a_deck_of_another_program_is_carried_over(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert _follow(page, tmp_path) == 1
    assert "components measured      7" in capsys.readouterr().out


@pytest.mark.slow
def test_the_page_of_examples_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert _follow("examples.md", tmp_path) == 4
    assert (tmp_path / "output/far-places/far-places-a4.pdf").exists()
    text = (DOCS / "examples.md").read_text()
    assert all(f"| `{example}` |" in text for example in setup_commands.EXAMPLES)
    assert f"{', '.join(setup_commands.KINDS)}." in " ".join(text.split())


def test_the_page_of_statistics_works_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert _follow("statistics.md", tmp_path) == 7
    assert "0        2.9%    100.0%\n  1       34.3%     97.1%" in capsys.readouterr().out
    assert "<h2>Cards</h2>" in (tmp_path / "den.html").read_text()


@pytest.mark.parametrize(
    ("page", "commands"),
    [
        ("backs.md", 5),
        ("icons.md", 3),
        ("from-a-pdf.md", 5),
        ("translations.md", 4),
        ("print-shops.md", 8),
        ("colour.md", 4),
        ("ci.md", 4),
        ("table.md", 4),
    ],
)
def test_how_to_page_works_as_written(
    page: str, commands: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each begins with `prancha new`; what it writes takes the place of what is there."""
    monkeypatch.chdir(tmp_path)
    assert _follow(page, tmp_path) == commands
    assert list(tmp_path.glob("output/den/*.pdf"))
    for file in re.findall(r"`(output/[^`]+)`", (DOCS / page).read_text()):
        assert (tmp_path / file).exists(), file


def test_the_snippet_on_set_ups_lays_a_table_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    _follow("table.md", tmp_path)
    (code,) = re.findall(r"<!-- python -->\n```python\n(.*?)```", (DOCS / "table.md").read_text(), re.DOTALL)
    capsys.readouterr()
    exec(compile(code, "table.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert all(re.fullmatch(r"cards/\S+ hand@fox \S+ \S+ \S+ up", line) for line in lines)


@pytest.mark.slow
def test_the_page_of_cutting_machines_works_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert _follow("cutting-machines.md", tmp_path) == 5
    for name in ("silhouette", "dxf-gutter-3.0", "silhouette-letter-marks-4-inset-16.0-arm-5.0", "cricut"):
        assert (tmp_path / "output/den/export" / name / "READ-ME-FIRST.txt").exists()


@pytest.mark.slow
def test_the_page_of_pictures_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert _follow("pictures-and-screens.md", tmp_path) == 10
    assert len(list((tmp_path / "output/den/export").glob("*/READ-ME-FIRST.txt"))) == 5


def test_the_rulebook_is_made_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert _follow("rulebook.md", tmp_path) == 3
    text = (tmp_path / "output/den/den-rulebook.txt").read_text(encoding="utf-8")
    assert "    Example: Ana draws this card." in text
    assert (tmp_path / "output/den/den-letter-rulebook-booklet.pdf").exists()


@pytest.mark.slow
def test_the_page_of_virtual_tables_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert _follow("virtual-tables.md", tmp_path) == 14
    folder = tmp_path / "output/den/export"
    assert (folder / "tts/Saves/Saved Objects/den.json").exists()
    assert (folder / "tts-whole_save/Saves/den.json").exists()
    assert "https://example.org/den/den-" in (
        folder / "tts-https-example.org-den/Saves/Saved Objects/den.json"
    ).read_text(encoding="utf-8")


def test_the_gallery_s_pictures_are_small_and_made_by_its_script() -> None:
    from PIL import Image

    pictures = sorted((DOCS / "pictures").glob("gallery-*.jpg"))
    games = sorted(path.parent.name for path in DOCS.parent.glob("components/*/game.yaml"))
    assert [path.stem.removeprefix("gallery-") for path in pictures] == games
    for path in pictures:
        assert path.stat().st_size <= 80 * 1024, path.name
        assert Image.open(path).width == 1100
    assert (DOCS / "pictures" / "kits.jpg").stat().st_size <= 300 * 1024


def test_every_page_is_in_the_index() -> None:
    listed = set(re.findall(r"\]\(([\w/-]+\.md)\)", (DOCS / "README.md").read_text()))
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} - {"README.md"}
    assert listed == pages


def test_the_workflow_runs_the_commands_there_are() -> None:
    found = re.search(r"```yaml\n(name: prancha.*?)```", (DOCS / "ci.md").read_text(), re.DOTALL)
    assert found is not None
    steps = yaml.safe_load(found[1])["jobs"]["kits"]["steps"]
    run = "\n".join(step.get("run", "") for step in steps)
    commands = re.findall(r"^prancha (.+?)(?: >.*| \|\|.*)?$", run, re.MULTILINE)
    assert len(commands) == 4
    for command in commands:
        command_line._parser().parse_args(shlex.split(command))
    assert {step["uses"].partition("@")[0] for step in steps if "uses" in step} >= {
        "actions/checkout",
        "actions/upload-artifact",
    }


def test_the_cards_of_a_pull_request_are_compared_and_kept(tmp_path: Path) -> None:
    """The steps run in a shell, with a folder as the remote: for a first and for a second push."""
    page = (DOCS / "ci.md").read_text()
    found = re.search(r"```yaml\n(name: cards.*?)```", page, re.DOTALL)
    assert found is not None
    steps = {step.get("name"): step for step in yaml.safe_load(found[1])["jobs"]["cards"]["steps"]}
    compared = re.search(r"^prancha (diff .*)$", steps["compare with the branch it goes to"]["run"], re.M)
    assert compared is not None
    options = command_line._parser().parse_args(shlex.split(compared[1]))
    assert (options.format, options.out.name) == ("markdown", "cards.md")
    remote = tmp_path / "remote.git"
    subprocess.run(["git", "init", "--quiet", "--bare", str(remote)], check=True)
    keep = steps["put the pictures on their branch"]["run"]
    for number, names in (("7", ("a.png", "b.png")), ("7", ("c.png",)), ("8", ("d.png",))):
        work = tmp_path / f"{number}-{len(names)}-{names[0]}"
        (work / "cards-pictures").mkdir(parents=True)
        for name in names:
            (work / "cards-pictures" / name).write_bytes(name.encode())
        place = {"NUMBER": number, "REMOTE": str(remote), "PATH": os.environ["PATH"], "HOME": str(tmp_path)}
        subprocess.run(["bash", "-e", "-c", keep], cwd=work, env=place, check=True, capture_output=True)
    listed = subprocess.run(
        ["git", "-C", str(remote), "ls-tree", "-r", "--name-only", "card-pictures"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert listed.stdout.split() == ["7/c.png", "8/d.png"]


def test_the_twin_on_gitlab_runs_the_commands_there_are() -> None:
    found = re.search(r"```yaml\n(default:.*?)```", (DOCS / "ci.md").read_text(), re.DOTALL)
    assert found is not None
    jobs = yaml.safe_load(found[1])
    lines = [line for job in ("kits", "cards") for line in jobs[job]["script"] if line.startswith("prancha ")]
    assert len(lines) == 4
    for line in lines:
        command = re.sub(r" (>|\|\|).*", "", line.removeprefix("prancha "))
        command_line._parser().parse_args(shlex.split(command))


@pytest.mark.slow
def test_components_page_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    """Every kind on the page is built and proofed clean."""
    monkeypatch.chdir(tmp_path)
    assert _follow("components.md", tmp_path) == 1
    assert "faults                   0, 0 warnings" in capsys.readouterr().out
    assert {family.kind for family in game_loading.load(tmp_path, "show").families} == {*KINDS, ""}
    page = (DOCS / "components.md").read_text()
    assert all(f"`{kind}`" in page for kind in KINDS)


def test_spreadsheet_page_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its longer family takes the place of the shorter one between two commands."""
    monkeypatch.chdir(tmp_path)
    assert _follow("spreadsheets.md", tmp_path) == 4
    assert (tmp_path / "output/beasts/beasts-a4.pdf").exists()
    (family,) = game_loading.load(tmp_path, "short").families
    assert [(item.id, item.fields["cost"], item.fields["grade"]) for item in family.items] == [
        ("bear", 11, 7),
        ("fox", 5, 7),
    ]


def test_art_page_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    assert _follow("art.md", tmp_path) == 2
    said = capsys.readouterr().err
    assert (
        'components/owls/cards.yaml:10:28: warning missing-art [cards/moon]: there is no picture "moon.svg"'
        in said
    )
    for command in ("build owls --strict", "check owls --strict"):
        assert command_line.main(command.split()) == 1
        assert "missing-art" in "".join(capsys.readouterr())


def test_text_page_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    """With the fonts that the page tells to bring; its mistakes are named as it says."""
    monkeypatch.chdir(tmp_path)
    fonts = DOCS.parent / "tests" / "fonts"
    shutil.copytree(fonts, tmp_path / "templates" / "oasis" / "fonts")
    assert _follow("text.md", tmp_path) == 3
    game = tmp_path / "components/oasis/game.yaml"
    game.write_text(game.read_text().replace(", BIZ UDGothic]", "]").replace("  burning:", "  burnt:"))
    capsys.readouterr()
    assert command_line.main(["build", "oasis", "--lang", "ja"]) == 1
    said = capsys.readouterr().err
    assert "components/oasis/cards.yaml:9:81: error text-glyph [cards/dragon]" in said
    assert "no font of this text has Japanese letters" in said
    assert "name BIZ UDGothic, which has them: fonts: {body: [Alegreya Sans, " in said
    assert command_line.main(["build", "oasis", "--lang", "en"]) == 1
    said = capsys.readouterr().err
    assert '"[[burning]]" in "Draw 2 cards, then pay 3 {coin} to the…" is no keyword of the game' in said
    assert "burnt" in said


def test_first_game_s_mistake_is_named(tmp_path: Path, monkeypatch, capsys) -> None:
    """Step 5 of the page: the misspelt key is found with its line."""
    test_page_works_as_written("first-game.md", tmp_path, monkeypatch)
    cards = tmp_path / "components/fox/cards.yaml"
    before = (tmp_path / "output/fox/fox-a4.pdf").read_bytes()
    cards.write_text(cards.read_text().replace("copies: 6", "copies: 5"))
    assert command_line.main(["build", "fox"]) == 1
    said = capsys.readouterr().err
    assert "components/fox/cards.yaml" in said
    assert "expected 7" in said
    assert (tmp_path / "output/fox/fox-a4.pdf").read_bytes() == before


def test_python_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    test_page_works_as_written("first-game.md", tmp_path, monkeypatch)
    capsys.readouterr()
    parts = re.findall(r"<!-- python -->\n```python\n(.*?)```", (DOCS / "python.md").read_text(), re.DOTALL)
    names: dict[str, object] = {}
    for code in parts:
        exec(compile(code, "python.md", "exec"), names)
    assert len(parts) == 3
    assert "fox-letter-short.pdf" in capsys.readouterr().out


def test_links_between_pages_lead_somewhere() -> None:
    root = DOCS.parent
    pages = [root / "README.md", root / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]
    links = [
        (page, target)
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
    ]
    assert links
    for page, target in links:
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def _anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives the headings of a page."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_links_to_headings_lead_to_headings() -> None:
    root = DOCS.parent
    for page in [root / "README.md", root / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]:
        text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target, anchor in re.findall(r"\]\(([^)#:\s]*)#([^)]+)\)", text):
            there = page.parent / target if target else page
            assert anchor in _anchors(there), f"{page.name} links to {target}#{anchor}"


def test_paths_in_contributing_exist() -> None:
    text = (DOCS.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    paths = re.findall(r"(?:`| )((?:tests|docs|generator|\.ci)/[\w./]+)", text)
    assert len(paths) > 10
    for path in paths:
        assert (DOCS.parent / path).exists(), path


def test_lines_of_the_changelog_are_short() -> None:
    text = (DOCS.parent / "CHANGELOG.md").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if len(line) > 120] == []


def test_the_code_of_the_architecture_page_prints_a_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _follow("first-game.md", tmp_path)
    code = re.search(
        r"<!-- python -->\n```python\n(.*?)```", (DOCS / "architecture.md").read_text(), re.DOTALL
    )
    assert code is not None
    exec(compile(code[1], "architecture.md", "exec"), {})
    with pypdfium2.PdfDocument(tmp_path / "fox.pdf") as document:
        assert len(document) == 3
        assert "The fox" in document[0].get_textpage().get_text_range()
