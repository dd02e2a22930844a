"""What a person reads off a calibration sheet, and nonsense refused."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from prancha.model.diagnostic import Failure
from prancha.model.printing import Printer
from prancha.setup import printers_file
from prancha.setup.user_settings import config_folder

pytestmark = pytest.mark.usefixtures("config")

OFFICE = Printer("office", 0.994, 1.003, 0.7, -0.4, 0.3, 6.0, "a4")


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("scale-x", "149.6", 99.7333),
        ("scale-x", "149,6 mm", 99.7333),
        ("scale-x", "14.96 cm", 99.7333),
        ("scale-y", "99.8 %", 99.8),
        ("scale-y", "99.8", 99.8),
        ("scale-y", "0.998", 99.8),
        ("back-dx", "-0.4", -0.4),
        ("back-dy", "+0.02 in", 0.508),
        ("back-angle", "0.1°", 0.1),
        ("back-angle", "-5 deg", -5),
        ("margin", "0", 0),
        ("margin", "30 mm", 30),
    ],
)
def test_readings(name: str, text: str, value: float) -> None:
    assert printers_file.parse_reading(name, text) == pytest.approx(value)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("scale-x", "142 mm", "is a scale off by more than 5 %; print the calibration sheet at 100 %"),
        ("scale-y", "1.06", "a scale off by more than 5 %"),
        ("back-dx", "10.1", 'back-dx: "10.1" is an offset over 10 mm; read the sheet again'),
        ("back-dy", "-11 mm", "an offset over 10 mm"),
        ("back-angle", "5.5", "an angle over 5 degrees; read the sheet again"),
        ("margin", "31", "a margin that is not from 0 to 30 mm; the smallest number"),
        ("margin", "-1", "a margin that is not from 0 to 30 mm"),
        ("back-dx", "much", 'back-dx: "much" is not a number, such as "0.4 mm"'),
        ("scale-x", "", 'is not a number, such as "149.6 mm" for the 150 mm scale'),
        ("back-angle", "2 mm", 'back-angle: "2 mm" is not in deg; write "0.1 deg"'),
        ("back-dx", "3 %", "is not in mm"),
        ("scale-x", "3 deg", "is not in %"),
    ],
)
def test_nonsense(name: str, text: str, message: str) -> None:
    with pytest.raises(ValueError) as wrong:  # noqa: PT011 (the message is compared)
        printers_file.parse_reading(name, text)
    assert message in str(wrong.value)


def test_kept_and_found_again(config: Path) -> None:
    assert printers_file.load_printers() == {}
    path = printers_file.keep_printer(OFFICE)
    printers_file.keep_printer(Printer("attic"))
    assert path == config / "printers.yaml"
    assert [*printers_file.load_printers()] == ["attic", "office"]
    assert printers_file.find_printer("office") == OFFICE
    assert "scale-x: 99.4 %" in path.read_text(encoding="utf-8")
    printers_file.remove_printer("attic")
    printers_file.remove_printer("office")
    assert printers_file.load_printers() == {}


def test_set_again_keeps_the_rest() -> None:
    changed = printers_file.with_readings(OFFICE, {"back-dx": 0.0, "scale-x": 100.0}, "")
    assert (changed.back_dx, changed.scale_x, changed.back_dy, changed.paper) == (0.0, 1.0, -0.4, "")


def refusal(call: object, *given: object) -> str:
    with pytest.raises(Failure) as wrong:
        call(*given)  # type: ignore[operator]
    return str(wrong.value)


def test_no_such_printer() -> None:
    assert 'there is no printer "office"\n    prancha calibrate' in refusal(
        printers_file.find_printer, "office"
    )
    printers_file.keep_printer(OFFICE)
    assert 'there is no printer "ofice"\n    did you mean "office"?' in refusal(
        printers_file.find_printer, "ofice"
    )
    assert "there is no printer" in refusal(printers_file.remove_printer, "ofice")


def test_a_name_that_is_none() -> None:
    assert '"My Printer" is not a name for a printer\n    use lower-case' in refusal(
        printers_file.keep_printer, Printer("My Printer")
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("printers:\n  office:\n    scale-z: 99 %\n", 'yaml:3:5: error unknown-key: unknown key "scale-z"'),
        ("printers:\n  office:\n    scale-x: 80 %\n", 'scale-x: "80 %" is a scale off by more than 5 %'),
        ("printers:\n  office:\n    back-dx: 3\n", "must be text, not the number 3"),
        ("printer: {}\n", 'unknown key "printer"'),
        ("printers: [", "printers.yaml:2:1: error yaml-syntax"),
    ],
)
def test_a_wrong_file(config: Path, text: str, message: str) -> None:
    config.mkdir()
    (config / "printers.yaml").write_text(text, encoding="utf-8")
    assert message in refusal(printers_file.load_printers)
    # What cannot be read is not written over.
    assert message in refusal(printers_file.keep_printer, OFFICE)
    assert (config / "printers.yaml").read_text(encoding="utf-8") == text


def test_a_folder_that_cannot_be_written(config: Path) -> None:
    config.write_text("a file", encoding="utf-8")
    assert "bad-variable" in refusal(printers_file.keep_printer, OFFICE)


@pytest.mark.parametrize(
    ("platform", "expected"),
    [("linux", ".config/prancha"), ("darwin", "Library/Application Support/prancha")],
)
def test_where_it_is(platform: str, expected: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("PRANCHA_CONFIG", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", platform)
    assert config_folder() == tmp_path / expected
    if platform == "linux":
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
        assert config_folder() == tmp_path / "xdg" / "prancha"


def test_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PRANCHA_CONFIG")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)

    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    assert "there is no home folder to keep printers in\n    set PRANCHA_CONFIG" in refusal(config_folder)


@pytest.mark.parametrize("side", ["front", "back"])
@pytest.mark.parametrize(("width", "height"), [(210.0, 297.0), (297.0, 210.0)])
def test_the_printer_undoes_what_the_page_makes_up_for(width: float, height: float, side: str) -> None:
    a, b, c, d, e, f = OFFICE.makes_up(width, height, side)  # type: ignore[arg-type]
    for x, y in ((10.0, 20.0), (200.0, 190.0), (0.0, 0.0)):
        px, py = a * x + c * y + e - 105, b * x + d * y + f - 148.5
        px, py = px * OFFICE.scale_x, py * OFFICE.scale_y
        if side == "back":
            turn = math.radians(OFFICE.back_angle)
            px, py = px * math.cos(turn) - py * math.sin(turn), px * math.sin(turn) + py * math.cos(turn)
            px, py = px + OFFICE.back_dx, py + OFFICE.back_dy
        printed = px + 105, py + 148.5
        # A sheet on its side is turned to the left on upright paper.
        assert printed == pytest.approx((y, width - x) if width > height else (x, y))
