"""After a change of rules: remember, compare, print only what is new; on a tiny game and its git history."""

from __future__ import annotations

import io
import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from prancha.changes import revisions
from prancha.cli.command_line import main


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    """Run the program on a project; gives its exit code, output and errors."""

    def call(project: Path, command: str, *more: str) -> tuple[int, str, str]:
        capsys.readouterr()
        try:
            code = main([*command.split(), *more, "--project", str(project)])
        except SystemExit as stop:
            code = int(stop.code or 0)
        told = capsys.readouterr()
        return code, told.out, told.err

    return call


def change(project: Path, file: str, *pairs: tuple[str, str], game: str = "lume") -> None:
    folder = "templates" if file.endswith(".j2") else "components"
    path = project / folder / game / file
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def git(project: Path, *arguments: str) -> None:
    who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *who, "-C", str(project), *arguments], check=True, capture_output=True)


def committed(project: Path) -> Path:
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", "as printed")
    git(project, "tag", "v1.0")
    return project


def page_texts(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    return [page.get_textpage().get_text_range() for page in document]


def pieces(path: Path) -> list[tuple[str, str]]:
    """Item and side of every piece in a PDF, page by page."""
    found = []
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            code = page.Contents.read_bytes().decode("latin1")
            found += re.findall(r"/Item \((.*?)\) /Copy \d+ /Side /(\w+)", code)
    return sorted(found)


MORE_MOON = ("copies: 4, cost: 2", "copies: 5, cost: 2")
DEARER_SUN = ("copies: 8, cost: 1", "copies: 8, cost: 3")


# --- snapshots ---


def test_a_snapshot_is_small_text_in_the_project(lume: Path, run) -> None:
    code, out, _ = run(lume, "snapshot v1")
    path = lume / "components/lume/.snapshots/v1.json"
    assert (code, out) == (0, f"stored in {path}\n")
    text = path.read_text(encoding="utf-8")
    assert len(text) < 10_000
    tree = json.loads(text)
    assert [family["id"] for family in tree["families"]] == ["cards", "hexes", "tokens"]
    sun = next(item for item in tree["items"] if item["id"] == "sun")
    assert sun["fields"]["name"] == {"en": "Heart of the sun", "pt-BR": "Coração do sol"}
    assert len({face for pair in sun["faces"].values() for face in pair}) == 3, "two fronts, one back"
    before = path.read_bytes()
    assert run(lume, "snapshot v1 --replace")[0] == 0
    assert path.read_bytes() == before


def test_a_snapshot_is_not_overwritten_unasked(lume: Path, run) -> None:
    run(lume, "snapshot v1")
    code, _, err = run(lume, "snapshot v1")
    assert code == 1
    assert (
        'components/lume/.snapshots/v1.json: error snapshot-exists: there is a snapshot "v1" already' in err
    )
    assert "choose another name, or add --replace" in err


@pytest.mark.parametrize("name", ["../v1", "v 1", ".v1", "a/b"])
def test_names_that_are_none(lume: Path, run, name: str) -> None:
    code, _, err = run(lume, "snapshot", name)
    assert code == 1
    assert f'error bad-name: "{name}" cannot name a snapshot' in err
    assert "use letters, digits, dots, - and _, such as v1.0 or playtest-3" in err
    assert not list(lume.rglob("*.json"))


def test_printed_is_the_last_state(duo: Path, run) -> None:
    assert run(duo, "printed sombra")[0] == 0
    assert not (duo / "components/lume/.snapshots").exists()
    change(duo, "cards.yaml", MORE_MOON, game="sombra")
    assert "copies: 4 -> 5" in run(duo, "diff printed")[1]
    assert run(duo, "printed")[1].count("stored in") == 2
    assert (
        run(duo, "diff printed")[1]
        == "Lume: printed -> now: no difference\n\nLume: printed -> now: no difference\n"
    )


def test_a_broken_catalogue_keeps_no_snapshot_of_any_game(duo: Path, run) -> None:
    change(duo, "cards.yaml", ("stock: card", "stock: carrd"), game="sombra")
    code, _, err = run(duo, "snapshot v1")
    assert code == 1
    assert "components/sombra/cards.yaml:2:" in err
    assert not list(duo.rglob("*.json"))


# --- differences ---


def test_what_changed_is_told_by_id(lume: Path, run) -> None:
    run(lume, "snapshot v1")
    change(lume, "cards.yaml", MORE_MOON, DEARER_SUN)
    change(lume, "hexes.yaml", ('  - {id: sea, copies: 3, colour: "#57a"}\n', ""))
    change(lume, "token.svg.j2", ("palette.sun", "palette.ink"))
    code, out, _ = run(lume, "diff v1")
    assert code == 0
    assert out == (
        "Lume: v1 -> now\n"
        "  ~ cards/sun changed\n"
        "      cost: 1 -> 3\n"
        "      front looks different (pt-BR, en)\n"
        "  ~ cards/moon changed\n"
        "      copies: 4 -> 5\n"
        "  ~ tokens/one changed\n"
        "      front looks different (pt-BR, en)\n"
        "      no field of it changed: see template, fonts, icons, pictures and shared values\n"
        "  - hexes/sea removed, 3 copies\n"
        "  pieces 26 -> 24, designs 5 -> 4\n"
        "  rule findings 0 -> 1\n"
        "    + error rule-total: expected 12 copies of cards, found 13: sun 8, moon 5\n"
    )
    (tree,) = json.loads(run(lume, "diff v1 --format json")[1])
    assert [entry["kind"] for entry in tree["changes"]] == ["changed", "changed", "changed", "removed"]
    assert tree["findings"]["come"][0].startswith("error rule-total")


def test_git_revisions_serve_as_snapshots(lume: Path, run) -> None:
    committed(lume)
    change(lume, "cards.yaml", MORE_MOON)
    assert "Lume: v1.0 -> now\n  ~ cards/moon changed\n      copies: 4 -> 5\n" in run(lume, "diff v1.0")[1]
    git(lume, "commit", "-q", "-a", "-m", "more moons")
    change(lume, "cards.yaml", DEARER_SUN)
    for words in ("v1.0 HEAD", "v1.0 HEAD lume"):
        out = run(lume, f"diff {words}")[1]
        assert out.startswith("Lume: v1.0 -> HEAD\n  ~ cards/moon changed\n      copies: 4 -> 5\n  pieces"), (
            out
        )
    assert "cost: 1 -> 3" in run(lume, "diff HEAD lume")[1]


def test_a_project_below_the_top_of_its_repository(lume: Path, run) -> None:
    git(lume.parent, "init", "-q")
    git(lume.parent, "add", "-A")
    git(lume.parent, "commit", "-q", "-m", "all")
    change(lume, "cards.yaml", MORE_MOON)
    assert "copies: 4 -> 5" in run(lume, "diff HEAD")[1]


def test_a_name_that_is_nothing(lume: Path, run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(lume.parent))
    code, _, err = run(lume, "diff v9")
    assert code == 1
    assert 'error no-snapshot: there is no snapshot "v9", and this project is in no git repository' in err
    assert "take one with: prancha snapshot NAME" in err
    run(lume, "snapshot v1")
    committed(lume)
    err = run(lume, "diff v9")[2]
    assert 'there is no snapshot "v9", and git knows no revision "v9"' in err
    assert "known: v1" in err
    monkeypatch.setenv("PATH", "")
    assert "and git is not installed, so revisions cannot be looked at" in run(lume, "diff HEAD")[2]


def test_a_revision_without_components(lume: Path, run) -> None:
    git(lume, "init", "-q")
    git(lume, "add", "templates")
    git(lume, "commit", "-q", "-m", "drawings first")
    code, _, err = run(lume, "diff HEAD")
    assert code == 1
    assert re.search(r"error revision-empty: revision [0-9a-f]{10} has no components/ folder here", err)
    assert "was the project somewhere else then?" in err


def test_what_was_wrong_in_a_revision_is_told_as_of_then(lume: Path, run) -> None:
    """And what is wrong now is told as it is now; all of each at once."""
    git(lume, "init", "-q")
    change(lume, "cards.yaml", ("copies: 8", "copys: 8"))
    change(lume, "token.svg.j2", ("palette.sun", "palette.moon"))
    git(lume, "add", "-A")
    git(lume, "commit", "-q", "-m", "a slip")
    change(lume, "cards.yaml", ("copys: 8", "copies: 8"))
    for command in ("diff HEAD", "build --changed-since HEAD"):
        code, _, err = run(lume, command)
        assert code == 1
        assert re.match(r"HEAD:components/lume/cards\.yaml:\d+:\d+: error unknown-key", err), err
        assert "so it was in HEAD: name another revision, or a snapshot" in err
    git(lume, "commit", "-q", "-a", "-m", "one slip less")
    err = run(lume, "diff HEAD")[2]
    assert err.startswith("HEAD:components/lume/tokens.yaml:"), err
    git(lume, "checkout", "-q", "HEAD", ".")
    change(lume, "token.svg.j2", ("palette.moon", "palette.sun"))
    git(lume, "commit", "-q", "-a", "-m", "mended")
    change(lume, "cards.yaml", ("copies: 8", "copys: 8"))
    err = run(lume, "diff HEAD")[2]
    assert err.startswith("components/lume/cards.yaml:"), err
    assert "so it was" not in err


def test_a_list_elsewhere_in_the_project_is_that_of_the_revision(lume: Path, run) -> None:
    family = lume / "components/lume/cards.yaml"
    family.write_text(family.read_text().partition("items:")[0] + 'from: "../../all cards.csv"\n')
    rows = "id,copies,cost,name\nsun,8,1,Sun\nmoon,4,2,Moon\n"
    (lume / "all cards.csv").write_text(rows)
    committed(lume)
    (lume / "all cards.csv").write_text(rows.replace("moon,4", "moon,5"))
    assert "~ cards/moon changed\n      copies: 4 -> 5\n" in run(lume, "diff v1.0")[1]


def test_of_a_revision_only_lists_are_read_beside_games(
    lume: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name of a folder had all read that lay in it, of any size."""
    family = lume / "components/lume/cards.yaml"
    family.write_text(family.read_text().partition("items:")[0] + "from: ../../all.csv # [../../pictures]\n")
    (lume / "all.csv").write_text("id,copies,cost,name\nsun,8,1,Sun\nmoon,4,2,Moon\n")
    (lume / "pictures").mkdir()
    (lume / "pictures/large").write_bytes(b"much")
    committed(lume)
    asked: list[str] = []
    contents = revisions._contents

    def noted(project: Path, commit: str, entries: Sequence[revisions.TreeEntry]) -> Iterator[bytes]:
        asked.extend(entry.path for entry in entries)
        return contents(project, commit, entries)

    monkeypatch.setattr(revisions, "_contents", noted)
    assert run(lume, "diff v1.0")[0] == 0
    assert [path for path in asked if not path.startswith(revisions.FOLDERS)] == ["all.csv"]
    monkeypatch.setattr(revisions, "MOST_BYTES", 100)
    assert "; 100 is the most" in run(lume, "diff v1.0")[2]


def test_a_revision_that_git_cannot_read(lume: Path, run) -> None:
    committed(lume)
    asked = ["git", "-C", str(lume), "rev-parse", "HEAD:components/lume/cards.yaml"]
    blob = subprocess.run(asked, capture_output=True, text=True).stdout.strip()
    (lume / ".git/objects" / blob[:2] / blob[2:]).unlink()
    code, _, err = run(lume, "diff HEAD")
    assert code == 1
    assert "error revision-unreadable: git cannot read revision " in err


def test_games_that_were_not_there(duo: Path, run) -> None:
    run(duo, "snapshot v1 lume")
    err = run(duo, "diff v1 lume sombra")[2]
    assert 'error no-snapshot: "sombra" has no snapshot "v1"' in err
    git(duo, "init", "-q")
    git(duo, "add", "components/lume", "templates")
    git(duo, "commit", "-q", "-m", "one game")
    assert "\n  game sombra added, 26 pieces\n" in run(duo, "diff HEAD sombra")[1]
    code, out, err = run(duo, "diff v1")
    assert (code, err) == (0, 'sombra: not compared, there is no snapshot "v1" of it\n')
    assert "sombra" not in out
    code, _, err = run(duo, "build --changed-since v1")
    assert (code, err) == (
        0,
        'sombra: not printed, it has no snapshot "v1"; all of it: prancha build sombra\n',
    )


def test_games_that_came_and_went(duo: Path, run, tmp_path: Path) -> None:
    committed(duo)
    for folder in ("components", "templates"):
        (duo / folder / "sombra").rename(duo / folder / "nova")
    code, out, err = run(duo, "diff v1.0")
    assert (code, err) == (0, "")
    same, came, went = out.split("\n\n")
    assert same == "Lume: v1.0 -> now: no difference"
    assert came.startswith("Lume: v1.0 -> now\n  game nova added, 26 pieces\n  + cards/sun added, 8 copies\n")
    assert went.startswith("Lume: v1.0 -> now\n  game sombra removed, 26 pieces\n  - cards/sun removed, 8")
    assert "pieces 26 -> 0, designs 5 -> 0" in went
    assert "family" not in out, "what a game says of itself comes and goes with it"
    assert run(duo, "diff v1.0 sombra")[1].count("removed, 26 pieces") == 1, "a game by its former name"
    kinds = [tree["whole"] for tree in json.loads(run(duo, "diff v1.0 --format json")[1])]
    assert sorted(kinds, key=str) == [None, "added", "removed"]
    assert "- `game sombra removed, 26 pieces`\n" in run(duo, "diff v1.0 --format markdown")[1]
    assert run(duo, "diff v1.0 --format html --out", str(tmp_path / "x.html"))[0] == 0
    assert "<p>game nova added, 26 pieces</p>" in (tmp_path / "x.html").read_text(encoding="utf-8")
    assert run(duo, "diff v1.0 --format pdf --out", str(tmp_path / "x.pdf"))[0] == 0
    assert "game sombra removed, 26 pieces" in page_texts(tmp_path / "x-sombra.pdf")[0]
    _, out, err = run(duo, "build --changed-since v1.0")
    assert "lume: nothing to print since v1.0" in out
    assert "nova: a new game: all of its 26 copies to print" in err


def test_a_game_that_was_meant_otherwise(duo: Path, run) -> None:
    committed(duo)
    err = run(duo, "diff v1.0 lumo")[2]
    assert 'there is no snapshot "lumo"' in err
    assert 'did you mean the game "lume"?' in err
    err = run(duo, "diff v1.0 lume sombrr")[2]
    assert 'components: error no-game: there is, and was, no game "sombrr"\n    did you mean "sombra"?' in err
    assert "write the two apart: prancha diff v1.0 HEAD" in run(duo, "diff v1.0..HEAD")[2]


def test_games_that_share_no_moment(duo: Path, run) -> None:
    run(duo, "snapshot a lume")
    run(duo, "snapshot b sombra")
    code, _, err = run(duo, "diff a b")
    assert code == 1
    assert "error nothing-to-compare: no game is both in a and in b" in err


def test_a_damaged_snapshot_is_told_by_its_file(lume: Path, run) -> None:
    run(lume, "snapshot v1")
    path = lume / "components/lume/.snapshots/v1.json"
    path.write_bytes(b"\xff")
    code, _, err = run(lume, "diff v1")
    assert code == 1
    assert "components/lume/.snapshots/v1.json: error snapshot-broken: this snapshot cannot be read: " in err


# --- pages ---


def test_html_shows_old_and_new(lume: Path, run, tmp_path: Path) -> None:
    run(lume, "snapshot v1")
    change(lume, "cards.yaml", DEARER_SUN)
    out = tmp_path / "d.html"
    assert run(lume, "diff v1 --format html --out", str(out))[:2] == (0, f"written to {out}\n")
    page = out.read_text(encoding="utf-8")
    assert page.count('<svg class="face"') == 2
    assert page.count('stroke="#d4006e"') == 2, "the price is framed, before and after"
    assert page.count("src:url(data:font/ttf") == page.count("@font-face") == 2
    assert len(page) < 60_000, "of the fonts, what is shown"
    assert "<symbol" in page


def test_pdf_shows_old_and_new(lume: Path, run, tmp_path: Path) -> None:
    run(lume, "snapshot v1")
    change(lume, "cards.yaml", DEARER_SUN)
    out = tmp_path / "d.pdf"
    assert run(lume, "diff v1 --format pdf --paper letter --out", str(out))[0] == 0
    (text,) = page_texts(out)
    for words in (
        "Lume: v1",
        "cards/sun changed",
        "cost: 1 -> 3",
        "front, pt-BR, before",
        "custo: 1",
        "custo: 3",
    ):
        assert words in text
    first = out.read_bytes()
    run(lume, "diff v1 --format pdf --paper letter --out", str(out))
    assert out.read_bytes() == first


def test_markdown_has_the_changes_and_pictures_beside_it(lume: Path, run, tmp_path: Path) -> None:
    run(lume, "snapshot v1")
    change(lume, "cards.yaml", DEARER_SUN)
    code, told, _ = run(lume, "diff v1 --format markdown")
    assert code == 0
    assert told.startswith("### Lume: `v1` → `now`\n\n- pieces 26 -> 26, designs 5 -> 5\n")
    assert "#### cards/sun changed\n\n- `cost: 1 -> 3`\n- `front looks different (pt-BR, en)`\n" in told
    assert "![" not in told
    out = tmp_path / "the diff.md"
    assert run(lume, "diff v1 --format markdown --out", str(out))[0] == 0
    (picture,) = (tmp_path / "the diff-pictures").iterdir()
    assert re.fullmatch(r"lume-cards-sun-front-[0-9a-f]{8}\.png", picture.name)
    link = f"![cards/sun, front, before and after](the%20diff-pictures/{picture.name})"
    assert link in out.read_text(encoding="utf-8")
    with Image.open(picture) as shown:
        assert shown.width == pytest.approx(2 * 248 + 28 + 12, abs=2), "two cards of 63 mm at 100 dpi"
        colours = {colour for _, colour in shown.convert("RGB").getcolors(1 << 20) or ()}
    assert (212, 0, 110) in colours, "the price is framed"
    run(lume, "diff v1 --format markdown --pictures-at https://x.example/p/ --out", str(out))
    assert f"](https://x.example/p/{picture.name})" in out.read_text(encoding="utf-8")


def test_pages_need_a_file_and_pdfs_are_one_a_game(duo: Path, run, tmp_path: Path) -> None:
    run(duo, "snapshot v1")
    for kind in ("html", "pdf"):
        assert run(duo, f"diff v1 --format {kind}")[::2] == (2, f"--format {kind} needs --out FILE\n")
    out, other = tmp_path / "d.pdf", tmp_path / "d-sombra.pdf"
    change(duo, "cards.yaml", DEARER_SUN, game="sombra")
    code, said, err = run(duo, "diff v1 --format pdf --out", str(out))
    assert (code, err) == (0, "")
    assert said == f"lume: no difference\nwritten to {other}\n"
    assert "cards/sun" in "".join(page_texts(other))
    assert not out.exists()
    assert run(duo, "diff v1 lume --format pdf --out", str(out))[1] == f"written to {out}\n"
    assert "no difference" in page_texts(out)[0]


def test_a_face_whose_font_is_gone_is_told_not_drawn(lume: Path, run, tmp_path: Path) -> None:
    own = lume / "templates/lume/fonts/Mine"
    own.mkdir(parents=True)
    library = Path(__file__).resolve().parents[2] / "templates/_library/fonts/Cinzel/400.ttf"
    (own / "400.ttf").write_bytes(library.read_bytes())
    change(lume, "game.yaml", ("title: Cinzel", "title: Mine"))
    run(lume, "snapshot v1")
    change(lume, "game.yaml", ("title: Mine", "title: Cinzel"))
    (own / "400.ttf").unlink()
    own.rmdir()
    out = tmp_path / "d.pdf"
    assert run(lume, "diff v1 --format pdf --out", str(out))[0] == 0
    assert "front, pt-BR, before: can no longer be drawn" in "".join(page_texts(out))
    assert run(lume, "diff v1 --format html --out", str(tmp_path / "d.html"))[0] == 0
    assert run(lume, "build --changed-since v1")[0] == 0
    (made,) = (lume / "output/lume").glob("*.pdf")
    assert "sem figura" in page_texts(made)[-1]


def test_a_picture_that_changed_is_shown_as_it_was(lume: Path, run, tmp_path: Path) -> None:
    art = lume / "templates/lume/art.png"
    Image.new("RGB", (300, 300), "#ff0000").save(art)
    change(lume, "token.svg.j2", ("<path", '<image href="art.png" width="20" height="20"/><path opacity="0"'))
    run(lume, "snapshot v1")
    Image.new("RGB", (300, 300), "#0000ff").save(art)
    out = tmp_path / "d.pdf"
    said = run(lume, "diff v1 --format pdf --out", str(out))
    assert said[0] == 0
    assert "tokens/one changed" in "".join(page_texts(out))
    picture = pypdfium2.PdfDocument(out)[0].render(scale=1).to_pil().convert("RGB")
    colours = {colour for _, colour in picture.getcolors(100_000)}
    assert any(r > 200 and g < 60 and b < 60 for r, g, b in colours), "red as it was"
    assert any(b > 200 and r < 60 and g < 60 for r, g, b in colours), "blue as it is"


# --- reprints ---


def reprint(project: Path, run, *more: str) -> tuple[Path, str]:
    code, out, err = run(project, "build --changed-since v1 --no-check", *more)
    assert code == 0, err
    (path,) = (project / "output/lume").glob("lume-a4-since-v1*.pdf")
    return path, out + err


def test_only_new_and_changed_copies_are_printed(lume: Path, run) -> None:
    run(lume, "snapshot v1")
    run(lume, "build")
    change(lume, "cards.yaml", MORE_MOON, DEARER_SUN)
    change(lume, "hexes.yaml", ('  - {id: sea, copies: 3, colour: "#57a"}\n', ""))
    change(
        lume,
        "tokens.yaml",
        ("  - {id: one, copies: 6}", "  - {id: one, copies: 6}\n  - {id: two, copies: 2, n: 1}"),
    )
    change(lume, "token.svg.j2", ("/>", "/>{% if 'n' in item %}<path d='M9 9h2v2'/>{% endif %}"))
    kit = (lume / "output/lume/lume-a4.pdf").read_bytes(), (lume / "output/lume/manifest.json").read_bytes()
    path, said = reprint(lume, run)
    cards = [("cards/moon", "front"), *[("cards/sun", "front")] * 8]
    backs = [("cards/moon", "back"), *[("cards/sun", "back")] * 8]
    assert pieces(path) == sorted([*cards, *backs, ("tokens/two", "front"), ("tokens/two", "front")])
    assert "lume: 11 copies to print, 11 to take out of the box: see the last page" in said
    last = page_texts(path)[-1]
    assert "Retire da caixa" in last
    assert re.findall(r"(\d+) ×", last) == ["8", "3"]
    assert "cards/sun" in last
    assert "hexes/sea" in last
    assert "Peças que saem: 11. Peças novas nestas folhas: 11." in last
    assert kit == (
        (lume / "output/lume/lume-a4.pdf").read_bytes(), (lume / "output/lume/manifest.json").read_bytes(),
    )  # fmt: skip


def test_a_reprint_can_be_proved(lume: Path, run) -> None:
    run(lume, "snapshot v1")
    change(lume, "cards.yaml", DEARER_SUN)
    path, _ = reprint(lume, run)
    code, out, _ = run_proof(path)
    assert code == 0
    assert out


def run_proof(path: Path) -> tuple[int, str, str]:
    import contextlib

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = main(["proof", str(path)])
    return code, out.getvalue(), ""


def test_the_same_reprint_is_the_same_bytes(lume: Path, run) -> None:
    run(lume, "snapshot v1")
    change(lume, "cards.yaml", DEARER_SUN)
    first = reprint(lume, run)[0].read_bytes()
    assert reprint(lume, run)[0].read_bytes() == first


def test_only_discards(lume: Path, run) -> None:
    run(lume, "snapshot v1")
    change(lume, "cards.yaml", ("copies: 4", "copies: 3"))
    path, said = reprint(lume, run, "--lang", "en")
    assert "0 copies to print, 1 to take out of the box" in said
    (page,) = page_texts(path)
    assert "Take out of the box" in page
    assert pieces(path) == []


def test_no_change_writes_nothing(lume: Path, run) -> None:
    run(lume, "snapshot v1")
    change(lume, "game.yaml", ("players: [2, 3]", 'players: [2, 3]\nrevision: "2"'))
    code, out, _ = run(lume, "build --changed-since v1")
    assert (code, out) == (0, "lume: nothing to print since v1\n")
    assert not (lume / "output").exists()


def test_a_revision_tells_itself_on_the_discard_page(lume: Path, run) -> None:
    run(lume, "snapshot v1")
    change(lume, "game.yaml", ("players: [2, 3]", 'players: [2, 3]\nrevision: "2"'))
    change(lume, "cards.yaml", DEARER_SUN)
    assert "Revisão 1, agora 2." in page_texts(reprint(lume, run)[0])[-1]


def test_a_used_sheet_goes_on_at_its_slot(lume: Path, run) -> None:
    run(lume, "snapshot v1")
    change(lume, "cards.yaml", DEARER_SUN)
    path, _ = reprint(lume, run, "--start-slot", "3")
    fronts = [side for _, side in pieces(path)].count("front")
    assert fronts == 8
    assert len(page_texts(path)) == 5, "7 of 9 slots, then one card; the discards"
    first = pypdfium2.PdfDocument(path)[0].render(scale=1).to_pil().convert("L")
    width, height = first.size
    column, row = 63 / 210 * width, 88 / 297 * height
    left, top = (width - 3 * column) / 2, (height - 3 * row) / 2

    def ink(slot: int) -> float:
        x, y = left + slot % 3 * column, top + slot // 3 * row
        cell = first.crop((int(x + 6), int(y + 6), int(x + column - 6), int(y + row - 6)))
        return sum(value < 128 for value in cell.get_flattened_data()) / (cell.width * cell.height)

    assert [slot for slot in range(9) if ink(slot) > 0.001] == [2, 3, 4, 5, 6, 7, 8]


def test_slots_of_label_sheets(lume: Path, run) -> None:
    run(lume, "snapshot v1")
    change(lume, "token.svg.j2", ("palette.sun", "palette.ink"))
    code, _, err = run(lume, "build --changed-since v1 --no-check --sheet round-40 --start-slot 20")
    assert code == 0, err
    made = lume / "output/lume/lume-a4-since-v1-slot-20-on-round-40.pdf"
    assert len(page_texts(made)) == 3, "5 labels are left on the first sheet, 1 goes on the next"
    code, _, err = run(lume, "build --changed-since v1 --no-check --sheet round-40 --start-slot 25")
    assert code == 1
    assert "error start-slot: the first sheet has 24 slots, so none is numbered 25" in err


def test_slots_that_are_none(lume: Path, run) -> None:
    run(lume, "snapshot v1")
    change(lume, "cards.yaml", DEARER_SUN)
    code, _, err = run(lume, "build --changed-since v1 --no-check --start-slot 10")
    assert code == 1
    assert "error start-slot: the first sheet has 9 slots, so none is numbered 10" in err
    assert "count them in reading order from 1" in err
    code, _, err = run(lume, "build --changed-since v1 --no-check --start-slot 2 --duplex fold")
    assert code == 1
    assert "error no-start-slot: a sheet to be folded begins at its first slot" in err
    assert run(lume, "build --start-slot 2")[::2] == (2, "--start-slot goes with --changed-since\n")
    for slot in ("0", "x", "1000"):
        code, _, err = run(lume, f"build --changed-since v1 --start-slot {slot}")
        assert code == 2
        assert f'"{slot}" is not a slot from 1 to 999' in err


def test_fronts_and_backs_apart(lume: Path, run) -> None:
    run(lume, "snapshot v1")
    change(lume, "cards.yaml", DEARER_SUN)
    assert run(lume, "build --changed-since v1 --no-check --duplex separate")[0] == 0
    made = sorted(path.name for path in (lume / "output/lume").iterdir())
    assert made == [f"lume-a4-since-v1-{end}" for end in ("backs.pdf", "fronts.json", "fronts.pdf")]


def test_a_language_that_was_not_there(lume: Path, run) -> None:
    run(lume, "snapshot v1")
    for path in (lume / "components/lume").glob("*.yaml"):
        path.write_text(
            path.read_text(encoding="utf-8").replace("en:", "fr:").replace("en]", "fr]"), encoding="utf-8"
        )
    code, _, err = run(lume, "build --changed-since v1 --lang fr")
    assert code == 2
    assert 'error no-language: "v1" has no faces of lume in "fr"' in err
    assert "it has: pt-BR, en" in err


def test_rules_still_stand_before_a_reprint(lume: Path, run) -> None:
    run(lume, "snapshot v1")
    change(lume, "cards.yaml", MORE_MOON)
    code, _, err = run(lume, "build --changed-since v1")
    assert code == 1
    assert "rule-total" in err
    assert not (lume / "output").exists()


# --- the revision mark ---


def test_every_face_bears_its_revision_when_wanted(lume: Path, run) -> None:
    change(lume, "game.yaml", ("players: [2, 3]", 'players: [2, 3]\nrevision: "7b"\nrevision_mark: true'))
    code, _, err = run(lume, "build lume --no-cover")
    assert code == 0, err
    text = "".join(page_texts(lume / "output/lume/lume-a4-no-cover.pdf"))
    assert text.count("r7b") == 12 + 12 + 8 + 6
    assert "text-size" not in err
    run(lume, "snapshot v1")
    change(lume, "game.yaml", ('"7b"', '"8"'))
    assert run(lume, "build --changed-since v1")[1] == "lume: nothing to print since v1\n"


def test_a_mark_that_has_no_room(lume: Path, run) -> None:
    long = "second-edition-of-the-last-week-of-november"
    change(lume, "game.yaml", ("players: [2, 3]", f"players: [2, 3]\nrevision: {long}\nrevision_mark: true"))
    code, _, err = run(lume, "build")
    assert code == 1
    assert re.search(r"components/lume/tokens.yaml:\d+:\d+: error template: the revision mark is", err)
    assert "mm wide and finds no room on this outline" in err
    assert "write a shorter revision in game.yaml, or revision_mark: false" in err


def test_notes_are_told_beside_what_changed(lume: Path, run) -> None:
    run(lume, "snapshot v1")
    change(lume, "cards.yaml", ("copies: 8", "copies: 9"))
    notes = lume / "components" / "lume" / "notes.yaml"
    notes.write_text('"cards/sun":\n  - too strong\n')
    assert "copies: 8 -> 9\n      note: too strong" in run(lume, "diff v1")[1]
    notes.write_text('"cards/sun": too strong\n')
    code, _, told = run(lume, "diff v1")
    assert code == 1
    assert (
        "components/lume/notes.yaml:1:1: error bad-notes: expected a list of texts for each component" in told
    )


def test_a_reprint_says_which_translations_may_be_stale(lume: Path, run, tmp_path: Path) -> None:
    committed(lume)
    change(lume, "cards.yaml", ("Coração do sol", "Sol"))
    _, _, err = run(lume, "build --changed-since v1.0")
    assert "The text of one card changed in pt-BR, not in en: Sol" in err
    page = page_texts(lume / "output/lume/lume-a4-since-v1.0.pdf")[-1]
    assert "O texto de uma carta mudou em pt-BR, mas não em en: Sol" in " ".join(page.split())
    code, out, _ = run(lume, "build --lang en --changed-since v1.0")
    assert code == 0
    assert (
        "lume: nothing to print since v1.0\nlume: The text of one card changed in pt-BR, not in en: Sol"
        in out
    )
    assert "The text of one card changed in pt-BR, not in en: Sol" in run(lume, "diff v1.0")[1]
