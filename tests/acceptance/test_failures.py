"""Broken streams, limits, variables, links and libraries give one clear line and no traceback."""

# ruff: noqa: E501 - messages stand as they are read

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from weakref import WeakValueDictionary

import pytest
from PIL import Image

from prancha.system import signals
from prancha.system.processes import worker_processes
from tests.acceptance.card_deck import ROOT, deck, prancha, refused, started

ITEMS = "items:\n  - {id: sun, name: Sun}\n"
posix = pytest.mark.skipif(os.name == "nt", reason="signals, links and streams of POSIX")


def turkish(project: Path) -> Path:
    deck(project, ITEMS)
    game = project / "components/deck/game.yaml"
    game.write_text(game.read_text().replace("title: Deck", "title: Kırk"), encoding="utf-8")
    template = project / "templates/deck/card.svg.j2"
    template.write_text("<path d='M1 1H9'/>\n")  # no font has to have the letter
    return project


@pytest.mark.parametrize(
    ("encoding", "command"),
    [
        ("cp1252", "list"), ("ascii", "list"), ("ascii", "check --no-faces"), ("cp1252", "build --no-cover --no-check"),
        ("cp1252", "manifest deck"), ("cp1252", "diff v1"), ("ascii", "diff v1 --format json"),
    ],
)  # fmt: skip
def test_a_letter_that_the_terminal_lacks_fails_nothing(tmp_path: Path, encoding: str, command: str) -> None:
    """A title that stdout cannot encode; with ASCII `build` fails after the kit was written."""
    project = turkish(tmp_path)
    if "diff" in command:
        assert prancha(project, "snapshot", "v1").code == 0
        cards = project / "components/deck/cards.yaml"
        cards.write_text(cards.read_text().replace("Sun}", "Kırk}"), encoding="utf-8")
    done = started(project, *command.split(), encoding="latin-1", PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    if command != "check --no-faces":
        assert "K\\u0131rk" in done.stdout or "K\u00c4\u00b1rk" in done.stdout


def test_what_programs_read_is_utf_8_everywhere(tmp_path: Path) -> None:
    done = started(turkish(tmp_path), "check", "--no-faces", "--format", "json", PYTHONIOENCODING="ascii")
    assert json.loads(done.stdout)["games"] == ["deck"]


@posix
@pytest.mark.parametrize(
    "shell", ["{} list >&-", "{} list >&- 2>&-", "{} explain | head -1", "{} explain 2>&1 | true"]
)
def test_a_stream_that_is_closed_is_no_traceback(tmp_path: Path, shell: str) -> None:
    deck(tmp_path, ITEMS)
    program = f"{sys.executable} -P -m prancha"
    done = subprocess.run(
        shell.format(program), shell=True, cwd=tmp_path, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


def test_a_header_of_500_parts(tmp_path: Path) -> None:
    """A CSV header of 500 dotted parts: RecursionError."""
    project = deck(tmp_path, "from: cards.csv\n", cards_csv=f"id,{'a.' * 499}a\nsun,1\n")
    said = refused(project)
    assert "components/deck/cards.csv:1:2: error too-deep: row 1: the name of the column" in said
    assert "has 500 parts" in said
    assert len(said) < 500


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (f"id,count\ncards/sun,{'9' * 5000}\n", 'list.csv:2: error list-bad-count [cards/sun]: row 2: the count of "cards/sun"'),
        (f"id,count\ncards/sun,1\n{'x' * 140_000},2\n", 'list.csv:3: error list-extra: row 3: the catalogue has no component "xxx'),
        (f"id,count\n{'x' * 210_000},2\n", "list.csv:2:1: error too-large: row 2: a cell has more than 200000 characters"),
        ("id,count\n<<<<<<< HEAD\ncards/sun,1\n", "list.csv:2:1: error git-conflict: "),
    ],
)  # fmt: skip
def test_a_list_of_monstrous_cells(tmp_path: Path, rows: str, message: str) -> None:
    """`manifest --compare` with a count of 5,000 digits, a cell over 131,072 characters."""
    project = deck(tmp_path, ITEMS)
    (project / "list.csv").write_text(rows)
    done = prancha(project, "manifest", "deck", "--compare", "list.csv")
    assert done.code == 1
    assert message in done.out + done.err
    assert len(done.out + done.err) < 1000


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("SOURCE_DATE_EPOCH", "today", '"today" is not a number of seconds since 1970 from 0 to'),
        ("SOURCE_DATE_EPOCH", "-5", '"-5" is not a number of seconds since 1970'),
        ("PRANCHA_LIMITS", "1" * 5000, f'"{"1" * 79}…" is not a number of seconds from 1 to 86400, nor off'),
        ("PRANCHA_LIMITS", "nan", '"nan" is not a number of seconds'),
        ("PRANCHA_CACHE_MB", "1" * 5000, f'"{"1" * 79}…" is not a number of megabytes from 0 to 1000000'),
        ("PRANCHA_CACHE_MB", "-1", '"-1" is not a number of megabytes'),
        ("PRANCHA_CACHE", "1" * 5000, f'"{"1" * 79}…" cannot be a folder: File name too long'),
        ("PRANCHA_CACHE", __file__, "is not a folder"),
        ("PRANCHA_CONFIG", "1" * 5000, "cannot be a folder"),
        ("XDG_CACHE_HOME", "1" * 5000, "cannot be a folder"),
        ("HOME", "1" * 5000, "cannot be a folder"),
    ],
)
@posix
def test_a_variable_that_cannot_be_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, message: str
) -> None:
    """`SOURCE_DATE_EPOCH=today`; `PRANCHA_LIMITS`, `PRANCHA_CACHE_MB` with 5,000 digits."""
    monkeypatch.setenv(name, value)
    said = refused(deck(tmp_path, ITEMS), "list", code=2)
    assert said.startswith(f"{name}: error bad-variable: ")
    assert message in said
    assert len(said) < 400


@pytest.mark.parametrize(
    "name", ["SOURCE_DATE_EPOCH", "PRANCHA_LIMITS", "PRANCHA_CACHE_MB", "PRANCHA_CONFIG"]
)
def test_an_empty_variable_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, " ")
    assert prancha(deck(tmp_path, ITEMS), "list").code == 0


def test_variables_of_libraries_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = deck(tmp_path, ITEMS)
    done = started(project, "build", "--no-cover", RL_pageCompression="abc", EVAL_DEBUG="x", RL_invariant="?")
    assert done.returncode == 0, done.stderr


@posix
def test_a_working_folder_that_was_deleted(tmp_path: Path) -> None:
    """A working folder that was deleted."""
    gone = tmp_path / "gone"
    gone.mkdir()
    program = (
        f"import os, sys; sys.path.insert(0, {str(ROOT)!r}); os.chdir({str(gone)!r}); os.rmdir({str(gone)!r})\n"
        "from prancha.cli.command_line import main\nsys.exit(main(['list']))"
    )
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        ".: error no-folder: the folder you are in cannot be used: No such file or directory\n"
        "    it was deleted or moved; go to another with cd\n"
    )


@pytest.mark.parametrize("format", ["text", "json", "github", "sarif", "junit", "markdown"])
def test_messages_are_short_and_few_in_every_format(tmp_path: Path, format: str) -> None:
    """Messages of up to a megabyte (values quoted whole), 10,000 lines of errors at once."""
    rows = "".join(f"row-{k},{'x' * 1000}{k},two\n" for k in range(90))
    project = deck(tmp_path, 'from: {file: cards.csv, id: "{id}"}\n', cards_csv=f"id,name,copies\n{rows}")
    more = "".join(f"  - {{id: a{k}, copys{k}: 1, copies: x{k}}}\n" for k in range(2000))
    (project / "components/deck/more.yaml").write_text(
        "title: M\nstock: card\nsize: 63 x 88 mm\noutline: rectangle\ntemplate: card.svg.j2\n"
        f'source: "{"y" * 1_000_000}"\nitems:\n{more}'
    )
    done = prancha(project, "check", "--format", format)
    said = done.out + done.err
    assert done.code == 1
    assert len(said) < 100_000
    assert "x" * 100 not in said
    assert "y" * 100 not in said
    assert "2092 errors" in said or '"errors": 2092' in said or "and 1903 more" in said
    if format == "text":
        assert "(and 89 more like it: lines 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, …)" in said
        assert "\nand 1903 more: 1903 errors\n" in said
    if format == "json":
        found = json.loads(done.out)
        assert found["more"] == {"errors": 1903, "warnings": 0}
        (folded,) = [one for one in found["findings"] if one["count"] > 1]
        assert (folded["count"], len(folded["others"])) == (90, 89)


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{{ 1e999 }}", "error template [cards/sun]: templates/deck/card.svg.j2:1: a number is too large to be worked with"),
        ("{{ 10**400 * 1.0 }}", "a number grew too large to be worked with"),
        ("{% for a in [1] %}" * 30 + "x" + "{% endfor %}" * 30, "for and if stand more than 20 deep in each other"),
        ("{% if 1 %}" * 150 + "{% endif %}" * 150, "blocks stand more than 100 deep in each other"),
        ("{{ label('x', 1, 2, size=1, size=2) }}", 'the argument "size" is given twice'),
        ("{% macro a(x, x) %}{% endmacro %}{{ a(1,2) }}", 'a macro has two arguments called "x"'),
        ("{% include '" + "a" * 5000 + "' %}", f'there is no template "{"a" * 79}…"'),
        ("{{ 1 + 'a' }}", "+ does not go with a number and a text"),
        ("{{ 'a' + 1 }}", '+ does not go with '),
        ("{{ 1 < 'a' }}", "a number < a text cannot be compared"),
        ("{{ item(1) }}", "is called as if it were a macro"),
    ],
)  # fmt: skip
def test_mistakes_are_told_without_python(tmp_path: Path, template: str, message: str) -> None:
    """Python's words in messages: NameError, SyntaxError, OSError with 5,000 characters."""
    said = refused(deck(tmp_path, ITEMS, template=template))
    assert message in said
    assert "Error:" not in said
    assert len(said) < 1500


@posix
def test_a_panic_of_a_library_is_not_shown(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A library's panic text before the clean one."""
    from prancha.system.machine import standard_error_silenced

    with standard_error_silenced():
        os.write(2, b"thread '<unnamed>' panicked at src/xlsx.rs\n")
    os.write(2, b"after\n")
    assert capfd.readouterr().err == "after\n"


@posix
def test_a_lock_that_is_a_link_is_named(tmp_path: Path) -> None:
    """`.prancha.lock` as a link names the PDF."""
    project = deck(tmp_path, ITEMS)
    (project / "output/deck").mkdir(parents=True)
    (project / "output/deck/.prancha.lock").symlink_to(tmp_path / "elsewhere")
    assert refused(project, code=2).startswith(
        "output/deck/.prancha.lock: error not-written: cannot write: the lock that builds hold while they write "
        "is not a regular file\n    delete it, and build again\n"
    )


def test_what_git_says_is_told_without_its_fatal(tmp_path: Path) -> None:
    """Git's `fatal:` line for a config of the folder with `include.path`."""
    project = deck(tmp_path, ITEMS)
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    with (project / ".git/config").open("a") as config:
        config.write("[include]\n\tpath = config\n")
    said = refused(project, "diff", "HEAD")
    assert 'there is no snapshot "HEAD", and git says: exceeded maximum include depth (10)' in said
    assert "fatal" not in said


def test_a_font_that_grows_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A font that grows is told as the template; no other test may have left one that has been read."""
    monkeypatch.setattr("prancha.graphics.fonts.book._IN_USE", WeakValueDictionary())
    monkeypatch.setattr("prancha.graphics.fonts.shaping.MOST_GLYPHS", 0)
    said = refused(deck(tmp_path, ITEMS))
    assert "fonts/Alegreya Sans/400.ttf makes " in said
    assert "its tables are damaged, or made to do so; use another font" in said


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_picture_of_very_many_blocks_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """20 MB of JPEG comments take 15 s."""
    monkeypatch.setattr(sys.modules["prancha.graphics.pixels.picture_headers"], "MOST_BLOCKS", 300)
    out = io.BytesIO()
    Image.new("RGB", (900, 1200), "red").save(out, kind)
    data = out.getvalue()
    at, block = (2, b"\xff\xfe\x00\x04ab") if kind == "JPEG" else (33, b"\0\0\0\0abCd\xb1\x8c\xc8\x96")
    project = deck(tmp_path, ITEMS, template="{{ art('a.jpg', 0, 0, width, height) }}")
    picture = project / "templates/deck/art/a.jpg"
    picture.parent.mkdir()
    picture.write_bytes(data)
    assert prancha(project, "check").code == 0
    picture.write_bytes(data[:at] + block * 400 + data[at:])
    assert "has more than 300 blocks beside its pixels" in refused(project)


@pytest.mark.parametrize("name", ["con", "nul", "aux", "com1", "lpt9"])
def test_a_name_that_windows_keeps_for_a_device_is_refused(tmp_path: Path, name: str) -> None:
    """Game or snapshot `con` on Windows."""
    project = deck(tmp_path, ITEMS)
    assert f'error bad-name: "{name}.json" cannot be a file on Windows' in refused(project, "snapshot", name)
    (project / "components/deck/cards.yaml").rename(project / f"components/deck/{name}.yaml")
    assert f'components/deck/{name}.yaml: error bad-id: "{name}.yaml" cannot be a file on Windows' in refused(
        project
    )
    (project / "components/deck").rename(project / f"components/{name}")
    assert f'components/{name}: error bad-id: "{name}" cannot be a folder on Windows' in refused(project)
    assert "Windows keeps this one for a device" in refused(project, "new", name)


@posix
def test_a_stopped_worker_is_ended_and_its_work_done_without_it(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that was stopped (not killed) is waited for without end."""
    from concurrent.futures.process import BrokenProcessPool

    monkeypatch.setattr(signals, "LOOK", 0.02)
    monkeypatch.setattr(signals, "STOPPED_LOOKS", 3)
    with pytest.raises(BrokenProcessPool), worker_processes(1) as pool:
        pool.submit(os.kill, pool.submit(os.getpid).result(), signal.SIGSTOP).result()
    said = capfd.readouterr().err
    assert (
        "was stopped from outside and did not resume for 0.06 s; it was ended, and its work is done" in said
    )


SUPERVISED = """
import os, signal, sys, time
from prancha.system import signals
from prancha.cli.supervisor import supervised
signals.LOOK, signals.STOPPED_LOOKS = 0.05, {looks}
def run():
    if os.fork() == 0:
        os.setpgid(0, 0)
        while open(f"/proc/{{os.getppid()}}/stat").read().split(")")[1].split()[0] != "T": time.sleep(0.01)
        {then}
        os._exit(0)
    os.kill(os.getpid(), signal.SIGSTOP)
    return 7
sys.exit(supervised(run))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads the state of a process as Linux tells it")
@pytest.mark.parametrize(
    ("then", "looks", "code"), [("pass", 3, 1), ("os.kill(os.getppid(), signal.SIGCONT)", 100_000, 7)]
)
def test_a_stopped_program_is_ended_and_named(then: str, looks: int, code: int) -> None:
    """The same of the process that does all the work; one that goes on is left alone."""
    done = subprocess.run(
        [sys.executable, "-c", SUPERVISED.format(then=then, looks=looks)], capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False,
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    told = (
        "error stopped: the program was stopped from outside while it was starting, and did not resume"
        in done.stderr
    )
    assert told == (code == 1)


@posix
@pytest.mark.parametrize(
    "module",
    [
        "gc",
        "prancha.cli.supervisor",
        "prancha.system.signals",
        "mmap",
        "prancha.cli.command_line",
        "argparse",
    ],
)
def test_ctrl_c_while_the_program_is_loaded_is_quiet(tmp_path: Path, module: str) -> None:
    """Ctrl-C in the first milliseconds prints a traceback."""
    deck(tmp_path, ITEMS)
    program = (
        "import os, signal, sys\n"
        f"sys.modules.pop({module!r}, None)\n"
        f"sys.addaudithook(lambda event, given: event == 'import' and given[0] == {module!r}"
        " and os.kill(os.getpid(), signal.SIGINT))\n"
        "from prancha.__main__ import main\n"
        "sys.argv = ['prancha', 'list']\n"
        "sys.exit(main())\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert (done.returncode, done.stderr) in (
        (130, ""), (130, "interrupted; nothing half-written was left\n"),
    ), done.stderr  # fmt: skip


def test_what_nothing_foresaw_names_the_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("oh")

    monkeypatch.setattr("prancha.render.renderer.DirectRenderer.draw", broken)
    done = prancha(deck(tmp_path, ITEMS), "build", "--no-cover")
    assert done.code == 3
    assert done.err.startswith(
        "components/deck/cards.yaml:7:5: error our-fault [cards/sun]: prancha itself failed, printing its front "
        "(card.svg.j2): KeyError: 'oh'\n"
    )


def test_a_proof_that_fails_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`proof` of a PDF behind 2,000 junk bytes, or with a password: whatever it raises is one line."""

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("oh")

    monkeypatch.setattr("prancha.checks.proof.proofing.proof", broken)
    done = prancha(deck(tmp_path, ITEMS), "proof", "some.pdf")
    assert done.code == 3
    assert done.err.startswith(
        "some.pdf: error our-fault: prancha itself failed, measuring this PDF: RuntimeError: oh\n"
    )
