"""The same build on a Dask cluster of two workers, each a process of its own."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import distributed
import pytest

from prancha.building import pipeline, workers
from prancha.building.order import Order
from prancha.building.workers import open_engine
from prancha.cli.command_line import main
from tests.unit.building.test_workers import many, outputs


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", memory_limit=0
    ) as local:
        yield local.scheduler_address.replace("tcp://", "dask://")


def test_a_cluster_writes_the_bytes_of_one_process(lume: Path, cluster: str) -> None:
    many(lume, 150)
    project = ["--project", str(lume)]
    assert main(["build", *project, "--engine", cluster, "--out", str(lume / "two")]) == 0
    assert main(["build", *project, "--out", str(lume / "one")]) == 0
    assert outputs(lume / "one") == outputs(lume / "two")


def test_a_cluster_s_own_trouble_is_told(lume: Path, cluster: str, monkeypatch, capsys) -> None:
    monkeypatch.setattr(workers, "draw", int)  # which cannot take a task
    monkeypatch.setattr(workers, "WORTH", 1)
    assert main(["build", "--project", str(lume), "--engine", cluster]) == 1
    said = capsys.readouterr().err
    assert f"error worker-lost: the engine {cluster} ended before its faces were drawn: TypeError" in said


def test_all_workers_are_counted(cluster: str) -> None:
    with open_engine(cluster) as workers:
        assert workers.parallel == 2
        with workers.start() as executor:
            assert executor.submit(pow, 2, 3).result() == 8


def test_nobody_answers(lume: Path, capsys, monkeypatch) -> None:
    monkeypatch.setattr("prancha.building.workers.WAIT", 1)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert main(["build", "--project", str(lume), "--engine", f"dask://127.0.0.1:{port}"]) == 2
    said = capsys.readouterr().err
    assert f"error no-engine: no Dask scheduler answers at dask://127.0.0.1:{port}" in said
    assert "dask worker HOST:PORT" in said
    assert pipeline.build(Order(lume))
