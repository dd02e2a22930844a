"""Variables of the environment: of their kind and range, or an error that names them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from prancha.model.diagnostic import Failure
from prancha.system import environment


@pytest.mark.parametrize(("given", "found"), [("", None), ("  ", None), ("off", 0), ("OFF", 0), (" 60 ", 60)])
def test_limits(monkeypatch: pytest.MonkeyPatch, given: str, found: int | None) -> None:
    monkeypatch.setenv("PRANCHA_LIMITS", given)
    assert environment.limit_seconds() == found


@pytest.mark.parametrize("given", ["0", "86401", "-1", "1.5", "nan", "1e3", "٣", "9" * 5000])
def test_what_is_no_number_of_seconds(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("PRANCHA_LIMITS", given)
    with pytest.raises(environment.VariableError, match=r"not a number of seconds from 1 to 86400, nor off"):
        environment.limit_seconds()


@pytest.mark.skipif(os.name == "nt", reason="links of POSIX")
def test_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "circle").symlink_to("circle")
    for good in ("", str(tmp_path), str(tmp_path / "new")):
        monkeypatch.setenv("PRANCHA_CONFIG", good)
        assert environment.config_named() == good
    for bad, why in (
        ("file", "is not a folder"),
        ("file/x", "Not a directory"),
        ("circle", "symbolic links"),
    ):
        monkeypatch.setenv("PRANCHA_CONFIG", str(tmp_path / bad))
        with pytest.raises(environment.VariableError, match=why):
            environment.config_named()


def test_a_home_that_is_no_folder_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Services have such homes."""
    monkeypatch.setenv("HOME", os.devnull)
    assert environment.system_folder("HOME") == os.devnull


def test_all_that_is_wrong_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PRANCHA_LIMITS", "PRANCHA_CACHE_MB", "PRANCHA_PROGRESS", "SOURCE_DATE_EPOCH"):
        monkeypatch.setenv(name, "x")
    with pytest.raises(Failure) as caught:
        environment.check()
    assert [one.place.file for one in caught.value.diagnostics] == [
        "PRANCHA_CACHE_MB", "PRANCHA_LIMITS", "PRANCHA_PROGRESS", "SOURCE_DATE_EPOCH",
    ]  # fmt: skip


def test_variables_of_libraries_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RL_pageCompression", "abc")
    monkeypatch.setenv("RLS", "kept")
    environment.forget_foreign()
    assert "RL_pageCompression" not in os.environ
    assert os.environ["RLS"] == "kept"
