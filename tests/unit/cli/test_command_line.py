"""Arguments, printing and exit codes."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from prancha import __version__, catalogue
from prancha.building import pipeline
from prancha.cli.command_line import main
from prancha.cli.output import escape_controls, print_findings, say
from prancha.model.diagnostic import Diagnostic, Place, suggestion

ROOT = Path(__file__).resolve().parents[3]


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("arguments", [["--help"], ["build", "--help"], ["--version"]])
def test_help_answers_at_once_without_the_heavy_libraries(arguments: list[str]) -> None:
    script = (
        "import sys, json\nfrom prancha.cli.command_line import main\n"
        f"try:\n    main({arguments!r})\nexcept SystemExit as stop:\n    code = stop.code\n"
        "print(json.dumps([code, sorted({name.split('.')[0] for name in sys.modules})]))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    code, modules = json.loads(run.stdout.splitlines()[-1])
    assert code == 0
    heavy = {
        "reportlab",
        "jinja2",
        "pydantic",
        "cssselect2",
        "resvg_py",
        "tinycss2",
        "pikepdf",
        "PIL",
        "uharfbuzz",
        "yaml",
        "rich",
    }
    assert not heavy & set(modules)
    assert not run.stderr


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "--help")
    assert code == 0
    assert all(command in out for command in ("build", "check", "list", "doctor"))


def test_help_names_every_paper_and_sheet_profile(capsys: pytest.CaptureFixture[str]) -> None:
    folders = [ROOT / "components" / "_sheets"]
    papers = catalogue.load_papers(folders)
    names = {*papers, *catalogue.load_profiles(folders, papers)}
    shown = set(re.findall(r"[\w-]+", said(capsys, "build", "--help")[1].replace("-\n", "-")))
    assert len(names) >= 16
    assert {name for name in names if name not in shown} == set()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("cache", ["entries and size", "remove all entries"]),
        ("schema", ["cards.yaml", "default: family", "yaml-language-server"]),
        ("printer", ["prancha calibrate", "--printer office"]),
    ],
)
def test_help_says_what_to_write(capsys: pytest.CaptureFixture[str], command: str, words: list[str]) -> None:
    shown = " ".join(said(capsys, command, "--help")[1].split())
    assert [word for word in words if word not in shown] == []


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--version") == (0, f"prancha {__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "required: COMMAND"),
        (("bild",), "invalid choice: 'bild'"),
        (("build", "--duplex", "left"), "invalid choice: 'left'"),
        (("build", "--jobs", "0"), '"0" is not a number from 1 to 64'),
        (("build", "--jobs", "many"), '"many" is not a number from 1 to 64'),
        (("build", "--hue"), "unrecognized arguments: --hue"),
    ],
)
def test_wrong_usage(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str) -> None:
    code, out, err = said(capsys, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.startswith("usage: prancha")


def test_options_that_do_not_go_together_are_told_at_once(
    capsys: pytest.CaptureFixture[str], lume: Path
) -> None:
    start = ("build", "--project", str(lume))
    given = ("--changed-since", "x", "--only", "cards", "--engine", "dask://localhost:1", "--watch")
    assert said(capsys, *start, *given) == (
        2,
        "",
        "--only cannot be combined with --changed-since, which finds out what to print\n"
        "--engine cannot be combined with --changed-since: a reprint is drawn here\n"
        "--watch cannot be combined with --changed-since or --proof\n",
    )
    for more in (("--watch", "--proof"), ("--watch", "--start-slot", "2")):
        code, out, err = said(capsys, *start, *more)
        assert (code, out, err.count("\n")) == (2, "", 1)


def test_an_interruption(
    capsys: pytest.CaptureFixture[str], lume: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("prancha.building.steps.render", interrupted)
    code, out, err = said(capsys, "build", "--project", str(lume))
    assert (code, out, err) == (130, "", "interrupted; nothing half-written was left\n")
    assert not (lume / "output").exists()


def broken(*_: object, **__: object) -> None:
    raise ZeroDivisionError("oh")


def test_a_fault_of_ours(
    capsys: pytest.CaptureFixture[str], lume: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "build_game", broken)
    code, out, err = said(capsys, "build", "--project", str(lume))
    assert (code, out) == (3, "")
    assert err.startswith(
        "components/lume: error our-fault: prancha itself failed, building its kit: ZeroDivisionError: oh\n"
        "    this is our fault, not yours; run again with --debug"
    )
    for given in (["--debug", "build"], ["build", "--debug"], ["build", "lume", "--no-cover", "--debug"]):
        with pytest.raises(ZeroDivisionError):
            main([*given, "--project", str(lume)])


def test_a_reader_that_went_away(lume: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = (
        "import sys\nfrom prancha.cli.command_line import main\n"
        f"sys.exit(main(['list', '--project', {str(lume)!r}]))"
    )
    command = f'"{sys.executable}" -u -c "{script}" | true'
    run = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT)
    assert "Traceback" not in run.stderr


def test_list(capsys: pytest.CaptureFixture[str], duo: Path) -> None:
    code, out, err = said(capsys, "list", "--project", str(duo))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == [
        "lume  Lume  (pt-BR, en)",
        "sombra  Lume  (pt-BR, en)",
    ]
    assert [line.split() for line in lines[1:4]] == [
        ["cards", "12", "pieces,", "2", "designs,", "card", "Cartas"],
        ["hexes", "8", "pieces,", "2", "designs,", "board", "Hexágonos"],
        ["tokens", "6", "pieces,", "1", "design,", "board", "Fichas"],
    ]


def test_list_tells_what_is_broken(capsys: pytest.CaptureFixture[str], duo: Path) -> None:
    (duo / "components" / "lume" / "cards.yaml").write_text("title: [")
    code, _, err = said(capsys, "list", "--project", str(duo))
    assert code == 1
    assert "components/lume/cards.yaml:" in err


def test_check(capsys: pytest.CaptureFixture[str], duo: Path) -> None:
    code, out, err = said(capsys, "check", "--project", str(duo))
    assert (code, err) == (0, "")
    assert out.startswith("2 games checked: 0 errors, ")


def test_check_counts_what_it_finds_in_every_game(capsys: pytest.CaptureFixture[str], duo: Path) -> None:
    rules = duo / "components" / "lume" / "rules.yaml"
    rules.write_text(rules.read_text().replace("is: 12", "is: 13"))
    (duo / "components" / "sombra" / "cards.yaml").write_text("title: [")
    code, out, err = said(capsys, "check", "--project", str(duo))
    assert code == 1
    assert out.startswith("2 games checked: 2 errors, ")
    assert "components/lume/rules.yaml:5:" in err
    assert "components/sombra/cards.yaml:" in err
    assert said(capsys, "check", "lumme", "--project", str(duo))[0] == 2


def test_doctor(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(capsys, "doctor")
    assert (code, err) == (0, "")
    assert out.startswith(f"ok    prancha {__version__} on Python 3")
    assert "WRONG" not in out


def test_doctor_tells_what_is_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from prancha.setup import doctor

    found = (doctor.Finding(True, "all"), doctor.Finding(False, "no fonts", "install it"))
    monkeypatch.setattr(doctor, "examine", lambda: found)
    assert said(capsys, "doctor") == (1, "ok    all\nWRONG no fonts\n      install it\n", "")


def test_a_terminal_gets_a_bar(
    capsys: pytest.CaptureFixture[str], lume: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", SimpleNamespace(**{
        name: getattr(sys.stderr, name) for name in ("write", "flush", "encoding", "fileno", "close")
    }, isatty=lambda: True))  # fmt: skip
    code, out, err = said(capsys, "build", "--project", str(lume))
    assert code == 0
    assert "faces and pages drawn" not in err
    assert "pages in" in out


def test_the_terminal_obeys_nothing_of_somebody_s_files(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert (
        escape_controls("a\x1b[31m\x9b\u202e\u2028\r\x07\ufeff") == r"a\x1b[31m\x9b\u202e\u2028\r\x07\ufeff"
    )
    assert escape_controls("न\u200dहीं\u200e\u3000\xa0\n") == "न\u200dहीं\u200e\u3000\xa0\n"
    say("\x1b[2J")
    code, out, err = said(capsys, "explain", "\x1b[31m")
    assert (code, out) == (2, "\\x1b[2J\n")
    assert err.startswith(r'there is no code "\x1b[31m"')


def test_a_long_list_of_what_is_known_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    known = (f"name-{number}" for number in range(99))
    hints = [suggestion("zzz", known), suggestion("zzz", ("a", "b"))]
    print_findings([Diagnostic(Place("a"), "icon", f"no {k}", hint=hint) for k, hint in enumerate(hints * 2)])
    said = [line.strip() for line in capsys.readouterr().err.splitlines() if "known" in line]
    assert said == [*hints, "known: as above", hints[1]]


def test_a_value_of_several_lines_cannot_look_like_another_finding() -> None:
    one = Diagnostic(Place("a\nb.yaml", 1, 2), "x", 'no "c\nd"', "cards/e", "first\nsecond")
    assert str(one) == r'a\nb.yaml:1:2: error x [cards/e]: no "c\nd"' + "\n    first\n    second"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("command", ["list", "explain", "schema family", "check dual --no-faces"])
def test_an_output_that_is_full_is_told_in_one_line(command: str) -> None:
    with Path("/dev/full").open("w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "prancha", *command.split()],
            stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False,
        )  # fmt: skip
    assert run.returncode == 2
    assert run.stderr == "the output cannot be written: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="streams closed by a shell")
@pytest.mark.parametrize("closed", ["2>&-", ">&-", ">&- 2>&-"])
def test_closed_streams_do_not_stop_it(closed: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m prancha check dual --no-faces {closed}"
    run = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=ROOT, check=False)
    assert run.returncode == 0
    assert "failed" not in run.stdout + run.stderr
