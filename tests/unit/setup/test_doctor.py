"""What doctor looks at, and the remedy it names for each lack."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from prancha.graphics.fonts import FontError
from prancha.setup import doctor
from prancha.system import program_folders


def test_all_is_well_here() -> None:
    findings = doctor.examine()
    assert [finding.text for finding in findings if not finding.fine] == []
    assert all(not finding.remedy for finding in findings)
    shown = "\n".join(finding.text for finding in findings)
    assert all(name in shown for name in (*doctor.PACKAGES, "resvg-py", "font families shipped"))


def test_an_old_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 9))
    found = doctor.examine()[0]
    assert (found.fine, found.remedy) == (False, "prancha needs Python 3.11 or newer")


def test_a_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PACKAGES", ("Nothing-Of-The-Kind",))
    assert doctor.examine()[1] == doctor.Finding(
        False, "Nothing-Of-The-Kind is not installed", "run: pip install nothing-of-the-kind"
    )


def test_without_what_draws_filters_nothing_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(doctor, "version", none)
    assert doctor.examine()[-2] == doctor.Finding(
        True, "shadows and blurs are refused; with prancha[effects] they are printed as pictures"
    )


def test_missing_fonts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(program_folders, "TEMPLATES", tmp_path)
    found = doctor._fonts()
    assert (found.fine, found.text, found.remedy) == (
        False,
        f"no fonts in {tmp_path}",
        "install prancha again",
    )


def test_a_damaged_font(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "_library" / "fonts" / "Broken"
    folder.mkdir(parents=True)
    (folder / "400.ttf").write_bytes(b"not a font")
    monkeypatch.setattr(program_folders, "TEMPLATES", tmp_path)
    found = doctor._fonts()
    assert (found.fine, found.remedy) == (False, "install prancha again")
    assert "400.ttf" in found.text


def test_a_font_family_without_upright_faces(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> tuple[int, ...]:
        raise FontError("there is no font", "")

    monkeypatch.setattr(doctor.FontBook, "weights", none)
    assert doctor._fonts().text == "there is no font"
