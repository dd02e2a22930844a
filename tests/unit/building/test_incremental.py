"""A build with a cache writes the bytes of one without, and does no more than it must."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from prancha.building import game_loading, incremental, pipeline
from prancha.building.face_drawing import prepare_faces
from prancha.building.order import Order
from prancha.cli.command_line import main
from prancha.model.diagnostic import Diagnostic

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("PRANCHA_CACHE", str(folder))
    return folder


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def outputs(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def both(project: Path, capsys: pytest.CaptureFixture[str], *more: str) -> None:
    """Build with the cache and without: same files, same warnings."""
    command = ["build", "--project", str(project), *more]
    capsys.readouterr()
    assert main(command) == 0
    warm = capsys.readouterr().err
    assert main([*command, "--no-cache", "--out", str(project / "clean")]) == 0
    clean = capsys.readouterr().err
    # Where nothing changed, no faces are drawn.
    assert warm in (
        clean,
        "".join(line for line in clean.splitlines(True) if "faces and pages drawn" not in line),
    )
    assert outputs(project / "output") == outputs(project / "clean")


def draw_star(project: Path) -> None:
    folder = project / "templates/lume/icons"
    folder.mkdir()
    (folder / "star.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    )


CHANGES: dict[str, Callable[[Path], None]] = {
    "nothing": lambda p: None,
    "a text": lambda p: edit(p / "components/lume/cards.yaml", "Lua", "Lua nova"),
    "copies": lambda p: edit(p / "components/lume/hexes.yaml", "copies: 5", "copies: 4"),
    "a card less": lambda p: edit(
        p / "components/lume/cards.yaml",
        "  - {id: moon, copies: 4, cost: 2, name: {pt-BR: Lua, en: Moon}}\n", "",
    ),
    "a colour": lambda p: edit(p / "components/lume/game.yaml", "#c0392b", "#a02010"),
    "a template": lambda p: edit(p / "templates/lume/token.svg.j2", "palette.sun", "palette.ink"),
    "a title": lambda p: edit(p / "components/lume/cards.yaml", "en: Cards", "en: Deck"),
    "a size": lambda p: edit(p / "components/lume/tokens.yaml", "20 mm", "21 mm"),
    "an icon of its own": draw_star,
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_after_a_change_the_bytes_are_those_of_a_clean_build(
    lume: Path, cache: Path, capsys: pytest.CaptureFixture[str], change: str
) -> None:
    edit(lume / "components/lume/rules.yaml", "total:", "severity: warning\n    total:")
    both(lume, capsys)
    CHANGES[change](lume)
    both(lume, capsys)


@pytest.mark.parametrize("command", ["build", "check", "build --jobs 2", "build --paper letter"])
def test_what_a_build_drew_before_it_failed_prints_whole_once_the_mistake_is_mended(
    lume: Path, cache: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    """The cover was printed without its words: it was kept, but not which glyphs it needs."""
    edit(lume / "components/lume/rules.yaml", "total:", "severity: warning\n    total:")
    template = lume / "templates/lume/token.svg.j2"
    right = template.read_text(encoding="utf-8")
    template.write_text(right + '<rect width="-1" height="1"/>', encoding="utf-8")
    assert main([*command.split(), "--project", str(lume)]) == 1
    template.write_text(right, encoding="utf-8")
    both(lume, capsys)


@pytest.mark.parametrize("reading", [
    "{{ items('cards')|length }}", "{{ family['items'][0].id }}", "{{ family.copies }}",
    "{% for each in family['items'] %}{{ each.copies }}{% endfor %}",
    "{% for a in game.assumptions %}{{ a.why }}{% endfor %}",
    "{% import 'count.svg.j2' as c %}{{ c.all() }}",
])  # fmt: skip
def test_a_face_that_reads_other_items_follows_them(
    lume: Path, cache: Path, capsys: pytest.CaptureFixture[str], reading: str
) -> None:
    (lume / "templates/lume/count.svg.j2").write_text(
        "{% set found = items('cards')|map(attribute='copies')|sum %}"
        "{% macro all() %}{{ found }}{% endmacro %}"
    )
    template = lume / "templates/lume/card.svg.j2"
    template.write_text(f"<desc>{reading}</desc>\n{template.read_text()}")
    edit(lume / "components/lume/rules.yaml", "is: 12", "min: 1")
    both(lume, capsys)
    edit(
        lume / "components/lume/cards.yaml",
        "  - {id: moon, copies: 4,",
        "  - {id: star, source: assumed, why: {pt-BR: sim, en: yes it is}, copies: 1, cost: 3, "
        "name: {pt-BR: Astro, en: Star}}\n  - {id: moon, copies: 5,",
    )
    both(lume, capsys)


def test_a_face_does_not_depend_on_those_drawn_before_it(lume: Path) -> None:
    (lume / "templates/lume/count.svg.j2").write_text(
        "{% set ns = namespace(n=0) %}{% macro next() %}{% set ns.n = ns.n + 1 %}{{ ns.n }}{% endmacro %}"
    )
    (lume / "templates/lume/hex.svg.j2").write_text(
        "{% import 'count.svg.j2' as c %}<desc>{{ c.next() }}</desc>"
    )
    game = game_loading.load(lume, "lume")
    maker, _, _ = prepare_faces(lume, game, "en")
    faces = [face.svg for key, face in maker.draw().fronts.items() if key.startswith("hexes/")]
    assert len(faces) == 2
    assert len(set(faces)) == 1


def test_a_picture_with_words_brings_its_letters_to_every_card(
    lume: Path, cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not only to the first card of the build that drew it."""
    sign = lume / "templates/lume/art/sign.svg"
    sign.parent.mkdir(exist_ok=True)
    sign.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="9" viewBox="0 0 30 9">'
        '<text x="1" y="7" font-size="6" font-family="Cinzel" font-weight="700">QWZ</text></svg>'
    )
    template = lume / "templates/lume/card.svg.j2"
    template.write_text(template.read_text() + "{{ art('sign.svg', 10, 40, 30, 9) }}")
    assert main(["build", "--project", str(lume), "--out", str(lume / "before")]) == 0
    both(lume, capsys, "--items", "cards/moon")


def test_only_the_changed_card_is_drawn_again(
    lume: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from prancha.faces.drawing_tools import Templates
    from prancha.graphics.scene.scene import SceneMaker
    from prancha.render.renderer import DirectRenderer

    main(["build", "--plain-cover", "--project", str(lume)])
    edit(lume / "components/lume/cards.yaml", "Lua", "Lua nova")
    done: list[str] = []
    for kind, name in ((Templates, "render"), (DirectRenderer, "draw"), (SceneMaker, "scene")):
        usual = getattr(kind, name)

        def counted(self: object, *given: Any, usual: Callable[..., Any] = usual, name: str = name) -> Any:
            done.append(name)
            return usual(self, *given)

        monkeypatch.setattr(kind, name, counted)
    assert main(["build", "--plain-cover", "--project", str(lume)]) == 0
    # The cover reads all items, is made again, and is the same.
    # The second scene measures its border.
    assert sorted(done) == ["draw", "render", "render", "scene", "scene"]


def test_an_unchanged_kit_is_left_alone_and_told(
    lume: Path, cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(lume / "components/lume/hexes.yaml", "colour:", "weight: 3, colour:")
    assert main(["build", "--project", str(lume)]) == 0
    first = capsys.readouterr()
    pdf = lume / "output/lume/lume-a4.pdf"
    before = pdf.stat()
    assert main(["build", "--project", str(lume)]) == 0
    again = capsys.readouterr()
    assert "pages unchanged: " in again.out
    assert "pages in" in first.out
    assert "warning unused-field" in again.err
    assert again.err in first.err, "the warnings come again"
    assert pdf.stat().st_ino == before.st_ino


def test_remembering_what_was_printed_makes_no_kit_anew(
    lume: Path, cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["build", "--project", str(lume)])
    main(["printed", "--project", str(lume)])
    capsys.readouterr()
    main(["build", "--project", str(lume)])
    assert "pages unchanged" in capsys.readouterr().out


@pytest.mark.parametrize("harm", [
    lambda kit: (kit / "lume-a4.pdf").unlink(),
    lambda kit: (kit / "lume-a4.pdf").write_bytes(b"%PDF"),
    lambda kit: (kit / "manifest.json").write_text("{}"),
])  # fmt: skip
def test_a_harmed_output_is_built_again(lume: Path, cache: Path, harm: Callable[[Path], None]) -> None:
    command = ["build", "--project", str(lume)]
    main(command)
    wanted = outputs(lume / "output")
    harm(lume / "output/lume")
    assert main(command) == 0
    assert outputs(lume / "output") == wanted


def test_what_another_build_wrote_meanwhile_is_not_taken_for_ours(
    lume: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["build", "--project", str(lume)]
    pdf, outcomes = lume / "output/lume/lume-a4.pdf", pipeline.build_each

    def overtaken(*arguments: Any) -> Iterator[Any]:
        for outcome in outcomes(*arguments):
            pdf.write_bytes(b"%PDF of a build that came last")
            yield outcome

    with monkeypatch.context() as patch:
        patch.setattr(pipeline, "build_each", overtaken)
        assert main(command) == 0
    assert main(command) == 0
    assert pdf.read_bytes().rstrip().endswith(b"%%EOF")


def test_each_option_has_its_own_kit(lume: Path, cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for more in ([], ["--lang", "en"], ["--no-cover"], ["--duplex", "separate"], ["--gutter", "3"], []):
        both(lume, capsys, *more)


def test_another_date_is_another_kit(
    lume: Path, cache: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    both(lume, capsys)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    both(lume, capsys)


def test_without_a_cache_nothing_is_kept(lume: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRANCHA_CACHE", str(tmp_path / "cache"))
    main(["build", "--project", str(lume), "--no-cache"])
    assert not (tmp_path / "cache").exists()


def test_the_way_of_nothing_changed_imports_nothing_heavy(lume: Path, cache: Path) -> None:
    main(["build", "--project", str(lume)])
    heavy = ("jinja2", "pydantic", "reportlab", "pikepdf", "uharfbuzz", "yaml", "PIL")
    script = (
        "import sys\nfrom prancha.cli.command_line import main\n"
        f"code = main(['build', 'lume', '--project', {str(lume)!r}])\n"
        f"sys.exit(code or ' '.join(n for n in {heavy!r} if n in sys.modules))"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=dict(os.environ), capture_output=True, text=True
    )
    assert "pages unchanged" in run.stdout
    assert run.stderr.strip() == "", run.stderr


@pytest.mark.parametrize("name", ["LUME", "sub/lume", "sub\\lume", "_lume", "n" * 300, ""])
def test_only_what_the_folder_lists_takes_the_short_way(
    lume: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Played: a disk that knows no capitals has a file by any name that is alike."""
    monkeypatch.setattr(incremental, "is_file", lambda path: True)
    asked: list[str] = []
    monkeypatch.setattr("prancha.building.selection.choose_games", lambda _, games: asked.extend(games))
    incremental._choose_names(lume, [name])
    assert asked == [name]
    assert incremental._choose_names(lume, ["lume", "lume"]) == ("lume",)


def test_one_bad_game_hides_no_good_one(duo: Path, cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(duo / "components/lume/cards.yaml", "cost: 1", "cost: [")
    assert main(["build", "--project", str(duo)]) == 1
    told = capsys.readouterr()
    assert "sombra-a4.pdf" in told.out
    assert "components/lume/cards.yaml" in told.err


def test_watching_builds_again_and_says_once_what_is_wrong(
    lume: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from prancha.building import incremental as watching

    cards = lume / "components/lume/cards.yaml"
    steps = iter([
        lambda: edit(cards, "Lua", "Lua nova"), lambda: edit(cards, "cost: 1,", "cost: [,"),
        lambda: edit(cards, "Lua nova", "Lua cheia"), lambda: edit(cards, "cost: [,", "cost: 1,"),
    ])  # fmt: skip
    # Of this module alone: others that wait meanwhile take no step.
    monkeypatch.setattr(watching, "time", SimpleNamespace(sleep=lambda _: next(steps)()))
    written: list[int] = []
    reports: list[list[Diagnostic]] = []
    watching.watch(
        Order(lume),
        (),
        1,
        lambda kits: written.append(len(kits)),
        lambda d: reports.append(list(d)),
        rounds=5,
    )
    assert written == [1, 1, 0, 0, 1]
    assert [bool(found) for found in reports] == [True, False]
    assert "the last good kits are kept" in capsys.readouterr().err
    assert incremental.build(Order(lume)).kits[0].unchanged


@pytest.mark.parametrize(
    "asked", ['item.get("\\ud800", 1)', 'palette.get("\\udfff", 1)', "item.get(5, 1)", "texts.get(none, 1)"]
)
def test_what_can_be_no_name_is_asked_for_in_vain(
    lume: Path, cache: Path, capsys: pytest.CaptureFixture[str], asked: str
) -> None:
    template = lume / "templates/lume/card.svg.j2"
    template.write_text(f"{template.read_text()}<!-- {{{{ {asked} }}}} -->")
    both(lume, capsys)
    both(lume, capsys)


def test_half_a_character_is_told(lume: Path, cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    template = lume / "templates/lume/card.svg.j2"
    template.write_text(template.read_text() + '{{ "\\udc41" }}')
    for more in ([], ["--no-cache"]):
        assert main(["build", "--project", str(lume), *more]) == 1
        assert " card.svg.j2 writes U+DC41, which is half a character" in capsys.readouterr().err
