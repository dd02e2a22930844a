"""Faces that others draw: the same bytes, the same words, and no one left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

from prancha.building import game_loading, pipeline, worker_tasks, workers
from prancha.building.order import Order
from prancha.building.worker_tasks import Result, Task, pack_game, unpack_game
from prancha.building.workers import Workers
from prancha.cli.command_line import main
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.system import processes

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even a handful of cards is worth handing out, two at a time."""
    monkeypatch.setattr(workers, "WORTH", 1)
    monkeypatch.setattr(workers, "LEAST", 2)


def outputs(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def many(project: Path, count: int) -> Path:
    """A deck of `count` different cards instead of two."""
    cards = project / "components/lume/cards.yaml"
    head = cards.read_text().split("items:")[0]
    items = (f"  - {{id: c{k}, cost: {k}, name: Card {k}}}\n" for k in range(count))
    cards.write_text(f"{head}items:\n{''.join(items)}")
    (project / "components/lume/rules.yaml").unlink()
    return project


def told(project: Path, **how: object) -> tuple[Diagnostic, ...]:
    with pytest.raises(Failure) as failure:
        pipeline.build(Order(project), ["lume"], **how)  # type: ignore[arg-type]
    return failure.value.diagnostics


def test_cards_of_a_spreadsheet_are_drawn_by_processes(lume: Path, few: None) -> None:
    many(lume, 2)
    cards = lume / "components/lume/cards.yaml"
    cards.write_text(cards.read_text().split("items:")[0] + "from: cards.csv\n")
    rows = "".join(f"c{k},{k},Card {k}\n" for k in range(20))
    (lume / "components/lume/cards.csv").write_text(f"id,cost,name\n{rows}")
    pipeline.build(Order(lume, out=lume / "one"))
    pipeline.build(Order(lume, out=lume / "two"), jobs=2)
    game = game_loading.load(lume, "lume")
    there = unpack_game(pack_game(game))
    for one, other in zip(game.families[0].items, there.families[0].items, strict=True):
        assert (one.fields, one.where("name")) == (other.fields, other.where("name"))
    with ProcessPoolExecutor(2) as pool:
        pipeline.build(Order(lume, out=lume / "three"), workers=Workers.of(pool, 2))
    assert outputs(lume / "one") == outputs(lume / "two") == outputs(lume / "three")


def test_two_processes_write_the_bytes_of_one(lume: Path) -> None:
    many(lume, 230)
    (alone,) = pipeline.build(Order(lume, out=lume / "one"))
    (shared,) = pipeline.build(Order(lume, out=lume / "two"), jobs=2)
    assert outputs(lume / "one") == outputs(lume / "two")
    assert [row.faces for row in shared.rows] == [row.faces for row in alone.rows]
    assert shared.notes == alone.notes


@pytest.mark.parametrize("ink", ["full", "low", "outline"])
def test_any_executor_will_do(lume: Path, few: None, ink: str) -> None:
    with ThreadPoolExecutor(3) as executor:
        pipeline.build(Order(lume, out=lume / "two", ink=ink), workers=Workers.of(executor, 3))  # type: ignore[arg-type]
    pipeline.build(Order(lume, out=lume / "one", ink=ink))  # type: ignore[arg-type]
    assert outputs(lume / "one") == outputs(lume / "two")


@pytest.mark.slow
def test_a_kit_of_the_shipped_games_is_the_same(few: None, tmp_path: Path) -> None:
    """They have icons, gradients, backs, and faces that read other items."""
    for game in ("dual", "aperiodik"):
        with ThreadPoolExecutor(2) as executor:
            pipeline.build(Order(ROOT, out=tmp_path / "two"), [game], workers=Workers.of(executor, 2))
        pipeline.build(Order(ROOT, out=tmp_path / "one"), [game])
    assert len(outputs(tmp_path / "one")) >= 3
    assert outputs(tmp_path / "one") == outputs(tmp_path / "two")


def test_the_build_draws_nothing_again(lume: Path, few: None, monkeypatch: pytest.MonkeyPatch) -> None:
    from prancha.render.renderer import DirectRenderer

    many(lume, 20)
    pool = ProcessPoolExecutor(2)
    drawn: list[str] = []
    usual = DirectRenderer.draw

    def counted(self: DirectRenderer, digest: str, root: object) -> object:
        drawn.append(digest)
        return usual(self, digest, root)  # type: ignore[arg-type]

    with pool:
        pool.submit(os.getpid).result()  # begun before this process counts
        monkeypatch.setattr(DirectRenderer, "draw", counted)
        (kit,) = pipeline.build(Order(lume), workers=Workers.of(pool, 2))
    assert sum(row.faces for row in kit.rows) == 20 + 1 + 2 + 1
    assert len(drawn) == len(set(drawn)) < 26, "cover and labels only"


def test_mistakes_are_told_as_by_one_process(lume: Path, few: None) -> None:
    template = lume / "templates/lume/card.svg.j2"
    drawing = (
        '<foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject>'
    )
    broken = "{% if item.cost % 3 == 1 %}{{ item.nothing }}{% endif %}" + drawing
    template.write_text(template.read_text() + broken)
    many(lume, 30)
    alone = told(lume)
    assert len(alone) >= 1
    with ThreadPoolExecutor(2) as executor:
        assert told(lume, workers=Workers.of(executor, 2)) == alone
    template.write_text(
        template.read_text().replace("{% if item.cost % 3 == 1 %}{{ item.nothing }}{% endif %}", "")
    )
    alone = told(lume)
    assert alone[0].code == "svg"
    assert told(lume, jobs=2) == alone


def test_progress_never_goes_back(lume: Path, few: None) -> None:
    many(lume, 40)
    seen: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as executor:
        workers = Workers.of(executor, 2)
        pipeline.build(Order(lume), progress=lambda _, __, done, of: seen.append((done, of)), workers=workers)
    done = [step for step, _ in seen]
    assert done == sorted(done)
    assert [step == of for step, of in seen].count(True) == 1, "told as done once, at the end"


def test_a_cache_keeps_what_others_drew(lume: Path, few: None, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("PRANCHA_CACHE", str(tmp_path / "cache"))
    many(lume, 30)
    pipeline.build(Order(lume, out=lume / "one"), jobs=2)
    monkeypatch.setattr(workers, "_results", None)  # there is nothing left to hand out
    pipeline.build(Order(lume, out=lume / "two"), jobs=2)
    cards = lume / "components/lume/cards.yaml"
    cards.write_text(cards.read_text().replace("Card 7}", "Card seven}"))
    monkeypatch.undo()
    monkeypatch.setenv("PRANCHA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(workers, "WORTH", 1)
    pipeline.build(Order(lume, out=lume / "three"), jobs=2)
    pipeline.build(Order(lume, out=lume / "clean", cache=False))
    assert outputs(lume / "one") == outputs(lume / "two")
    assert outputs(lume / "three") == outputs(lume / "clean")


def _end(_: Task) -> Result:
    os._exit(9)


def _end_at_c7(task: Task) -> Result:
    return _end(task) if "cards/c7" in task.keys else worker_tasks.draw(task)


@pytest.mark.parametrize("problem", [PermissionError(13, "Permission denied"), ImportError("no sem_open")])
def test_without_semaphores_one_process_builds(
    duo: Path,
    few: None,
    problem: Exception,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Found in a container whose /dev/shm belongs to root: the build ended in an unexpected error."""

    def refuse(*_: object) -> None:
        raise problem

    monkeypatch.setattr(processes.WorkerPool, "__init__", refuse)
    for games in (["lume"], ["lume", "sombra"]):
        assert len(pipeline.build(Order(duo, out=duo / "out"), games, jobs=2)) == len(games)
        assert "so one process does all the work" in capfd.readouterr().err


@pytest.mark.slow
def test_what_a_worker_leaves_that_dies_is_drawn_here(
    lume: Path, few: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(lume, 30)
    (alone,) = pipeline.build(Order(lume, out=lume / "one"))
    monkeypatch.setattr(workers, "draw", _end_at_c7)
    (shared,) = pipeline.build(Order(lume, out=lume / "two"), jobs=2)
    assert outputs(lume / "one") == outputs(lume / "two")
    assert [row.faces for row in shared.rows] == [row.faces for row in alone.rows]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="ceilings are held where processes can be forked")
@pytest.mark.parametrize("game", [["lume"], []], ids=["its faces", "its game"])
def test_a_face_that_takes_too_long_is_told_by_two_processes_as_by_one(duo: Path, game: list[str]) -> None:
    many(duo, 120)
    template = duo / "templates/lume/card.svg.j2"
    slow = "{% if item.id == 'c77' %}{{ item.cost|round(30000000, 'ceil') }}{% endif %}"
    template.write_text(template.read_text() + slow)
    command = [sys.executable, "-m", "prancha", "build", *game, "--project", str(duo), "--jobs"]
    runs = [
        subprocess.run(
            [*command, jobs], cwd=ROOT, env={**os.environ, "PRANCHA_LIMITS": "1"},
            capture_output=True, text=True, check=False,
        )
        for jobs in ("1", "2")
    ]  # fmt: skip
    assert [run.returncode for run in runs] == [1, 1]
    assert "error too-slow [cards/c77]: drawing its front" in runs[0].stderr
    assert runs[0].stderr == runs[1].stderr


def test_a_worker_of_somebody_else_that_dies_is_told(
    lume: Path, few: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "draw", _end)
    with ProcessPoolExecutor(1) as executor:
        (one,) = told(lume, workers=Workers.of(executor, 1))
    assert one.code == "worker-lost"
    assert one.message.startswith("a worker process ended before its faces were drawn: BrokenProcessPool")
    assert one.hint == "it may lack memory; without workers this process draws the faces"


def test_a_worker_with_another_program_is_refused(lume: Path, few: None, monkeypatch) -> None:
    monkeypatch.setattr(worker_tasks, "program_digest", lambda: b"another")
    with ThreadPoolExecutor(1) as executor:
        (one,) = told(lume, workers=Workers.of(executor, 1))
    assert one.code == "worker-stranger"
    assert one.message == "a worker process runs another version of prancha, Python or a library"


def test_a_worker_with_other_files_is_refused(lume: Path, few: None, monkeypatch) -> None:
    monkeypatch.setattr(worker_tasks, "faces_context", lambda *_: b"others")
    with ThreadPoolExecutor(1) as executor:
        (one,) = told(lume, workers=Workers.of(executor, 1))
    assert one.code == "worker-stranger"
    assert one.message == f"a worker process sees other files in {lume.resolve()} than are here"


def test_a_file_saved_while_faces_are_drawn_is_no_stranger(lume: Path, few: None, monkeypatch) -> None:
    """Then nobody is as he was: the build draws what there is, as it would alone."""
    usual = workers._split_task

    def saved(*given):
        yield from list(usual(*given))
        template = lume / "templates/lume/token.svg.j2"
        template.write_text(template.read_text() + "<!-- saved -->")

    monkeypatch.setattr(workers, "_split_task", lambda *given: list(saved(*given)))
    with ThreadPoolExecutor(1) as executor:
        (kit,) = pipeline.build(Order(lume), workers=Workers.of(executor, 1))
    assert kit.pdf.exists()


def test_a_game_travels_whole(lume: Path) -> None:
    game = game_loading.load(lume, "lume")
    there = unpack_game(pack_game(game))
    assert repr(there.families[0].items[0].fields) == repr(game.families[0].items[0].fields)
    assert there.families[0].items[0].where("name") == game.families[0].items[0].where("name")
    assert pack_game(there) == pack_game(unpack_game(pack_game(there)))


def test_ctrl_c_ends_the_workers(lume: Path) -> None:
    many(lume, 4000)
    command = [sys.executable, "-m", "prancha", "build", "--jobs", "2", "--project", str(lume)]
    child = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, start_new_session=True)
    limit = time.monotonic() + 600
    while len(_children(child.pid)) < 3:
        assert child.poll() is None
        assert time.monotonic() < limit
        time.sleep(0.02)
    workers = _children(child.pid)
    os.killpg(child.pid, signal.SIGINT)
    assert child.wait(300) == 130
    assert child.stderr is not None
    assert child.stderr.read().decode().endswith("interrupted; nothing half-written was left\n")
    while any(_alive(pid) for pid in workers):
        assert time.monotonic() < limit
        time.sleep(0.05)
    assert not outputs(lume / "output")


def _children(pid: int) -> list[int]:
    """All below the process: the program itself works in one that is held to ceilings."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    if not Path("/proc/self/task").exists():
        pytest.skip("without /proc children cannot be listed")
    try:
        own = [int(word) for word in path.read_text().split()]
    except OSError:  # it has just ended
        return []
    return [*own, *(below for each in own for below in _children(each))]


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize(("address", "said", "hint"), [
    ("dask://nowhere", '"dask://nowhere" is not the address of an engine', "write dask://HOST:PORT"),
    ("ray://host:1", '"ray://host:1" is not the address of an engine', "write dask://HOST:PORT"),
])  # fmt: skip
def test_an_engine_s_address_is_checked(lume: Path, capsys, address: str, said: str, hint: str) -> None:
    assert main(["build", "--project", str(lume), "--engine", address]) == 2
    assert capsys.readouterr().err == f"--engine: error no-engine: {said}\n    {hint}\n"


def test_an_engine_needs_its_extra(lume: Path, capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["build", "--project", str(lume), "--engine", "dask://localhost:8786"]) == 2
    assert (
        'needs the package distributed\n    install it: pip install "prancha[dask]"'
        in capsys.readouterr().err
    )


def test_a_reprint_is_drawn_here(lume: Path, capsys) -> None:
    given = ["--engine", "dask://localhost:1", "--changed-since", "x"]
    assert main(["build", "--project", str(lume), *given]) == 2
    assert "--engine cannot be combined with --changed-since" in capsys.readouterr().err
