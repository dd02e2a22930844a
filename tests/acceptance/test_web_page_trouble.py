"""A page that prints in bad circumstances: a plain sentence says it, and the finished PDFs are there."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import looking
from tests.web_page import FOUND, export_page, fake_page, made, real_pack, served

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow
PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a page whose Python is none: what goes wrong before it starts needs none."""
    return fake_page(tmp_path_factory.mktemp("whole"))


@pytest.fixture
def exported(whole: Path, tmp_path: Path) -> Path:
    """Such a folder of its own."""
    return shutil.copytree(whole, tmp_path / "page")


@pytest.fixture(scope="module")
def real_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a page that works."""
    real_pack()
    return export_page(PROJECT, "dual", tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="module")
def real(real_folder: Path) -> Iterator[str]:
    """Its address."""
    with served(real_folder) as (address, _):
        yield address


def told_wrong(page: Page) -> str:
    """Press the button, and return what is wrong; the finished PDFs must stand beside it."""
    page.wait_for_selector("#form:not([hidden])")
    page.click("#make")
    page.wait_for_selector("#wrong:not([hidden])", timeout=FOUND)
    page.wait_for_selector("#make:not([disabled])")
    links = [one.get_attribute("href") for one in page.query_selector_all("#wrong a")]
    assert links == ["kit-a4.pdf", "kit-letter.pdf"]
    return page.inner_text("#wrong p")


OLD = "This browser is too old"


@pytest.mark.parametrize("lost", ["delete window.WebAssembly", "delete window.DecompressionStream"])
def test_an_old_browser_has_the_finished_pdfs(exported: Path, lost: str) -> None:
    with served(exported) as (address, _), looking(address) as (page, _):
        page.add_init_script(lost)
        page.reload()
        page.wait_for_selector("#old:not([hidden])")
        assert page.inner_text("#old").startswith(OLD)
        assert not page.is_visible("#form")
        with page.expect_download() as loaded:
            page.evaluate("document.querySelector('#ready a').download = 'kit.pdf'")
            page.click("#ready a")
        assert Path(loaded.value.path()).read_bytes() == (exported / "kit-a4.pdf").read_bytes()


def test_a_browser_without_scripts_has_the_finished_pdfs(exported: Path) -> None:
    with served(exported) as (address, _), looking(address, java_script_enabled=False) as (page, _):
        assert page.is_visible("#ready a[href='kit-letter.pdf']")
        assert page.is_visible("noscript p")
        assert not page.is_visible("#form")


def test_a_browser_whose_workers_are_no_modules_is_too_old(exported: Path) -> None:
    script = "window.Worker = class { constructor() {} terminate() {} postMessage() {} }"
    with served(exported) as (address, _), looking(address) as (page, _):
        page.add_init_script(script)
        page.reload()
        assert told_wrong(page).startswith(OLD)


@pytest.mark.parametrize(
    "script",
    [
        "delete Navigator.prototype.serviceWorker",
        "ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('no'))",
    ],
)
def test_a_window_without_storage_says_that_it_needs_the_network(exported: Path, script: str) -> None:
    with served(exported) as (address, _), looking(address) as (page, _):
        page.add_init_script(script)
        page.reload()
        page.wait_for_selector("#form:not([hidden])")
        page.wait_for_selector("#offline:has-text('network')")
        assert page.inner_text("#offline").startswith("This window keeps nothing")


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def changed(data: bytes) -> bytes:
    return data[:-8] + bytes(8)  # where gzip has its checksum


@pytest.mark.parametrize(
    ("name", "spoil", "sentence"),
    [
        ("program.bin", None, "The file program.bin is missing beside this page."),
        ("program.bin", cut, "The file program.bin beside this page is damaged or not whole."),
        ("lock.json", cut, "The file lock.json beside this page is damaged or not whole."),
    ],
)
def test_a_missing_or_cut_file_is_named(
    exported: Path, name: str, spoil: Callable[[bytes], bytes] | None, sentence: str
) -> None:
    path = exported / name
    if spoil is None:
        path.unlink()
    else:
        path.write_bytes(spoil(path.read_bytes()))
    with served(exported) as (address, _), looking(address) as (page, _):
        assert told_wrong(page) == sentence


def test_a_damaged_file_of_the_right_size_is_named(exported: Path) -> None:
    path = exported / "python.bin"
    data = gzip.compress(b"python" * 9)
    path.write_bytes(changed(data))
    told = json.loads((exported / "kit.json").read_bytes())
    told["files"]["python.bin"] = len(data)
    (exported / "kit.json").write_text(json.dumps(told))
    for name in ("pyodide.mjs", "pyodide.asm.mjs"):  # so that the worker comes to unpack it
        text = "export const loadPyodide = 0; export default 0;"
        (exported / name).write_text(text + " " * (told["files"][name] - len(text)))
    with served(exported) as (address, _), looking(address) as (page, _):
        assert told_wrong(page) == "The file python.bin beside this page is damaged or not whole."


@pytest.mark.parametrize("data", [None, b"{"])
def test_a_page_without_its_choices_names_the_file(exported: Path, data: bytes | None) -> None:
    (exported / "kit.json").unlink()
    if data is not None:
        (exported / "kit.json").write_bytes(data)
    with served(exported) as (address, _), looking(address) as (page, _):
        page.wait_for_selector("#old:not([hidden])")
        assert page.inner_text("#old").startswith("O arquivo kit.json ao lado")  # its first language
        assert page.is_visible("#ready a")


def test_a_network_that_ends_is_told(exported: Path) -> None:
    with served(exported) as (address, _), looking(address, service_workers="block") as (page, _):
        page.wait_for_selector("#form:not([hidden])")
        page.route("**/*.bin", lambda route: route.abort())
        page.route("**/*.mjs", lambda route: route.abort())
        assert told_wrong(page) == "The file pyodide.mjs could not be loaded. Is there a network?"


NO_MEMORY = """
for (const name of ["instantiate", "instantiateStreaming"]) {
  WebAssembly[name] = async () => { throw new RangeError(`${name}(): Out of memory: Cannot allocate`); };
}
"""


def test_too_little_memory_is_told_and_a_second_try_begins_anew(real_folder: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(real_folder, tmp_path / "page")
    worker = (folder / "worker.js").read_text()
    (folder / "worker.js").write_text(NO_MEMORY + worker)
    with served(folder) as (address, _), looking(address, service_workers="block") as (page, _):
        assert told_wrong(page).startswith("This device has too little memory free")
        (folder / "worker.js").write_text(worker)
        assert made(page)


def test_a_tab_that_is_closed_in_the_middle_leaves_nothing_half_written(real: str) -> None:
    with looking(real) as (page, told):
        for word in ("Loading", "Drawing"):
            page.wait_for_selector("#form:not([hidden])")
            page.click("#make")
            page.wait_for_selector(f"#doing:has-text('{word}')", state="attached", timeout=FOUND)
            context = page.context
            page.close(run_before_unload=False)
            page = context.new_page()
            told.watch(page, real)
            page.goto(real)
        assert made(page)
        assert told.wrong == []


def test_a_slow_phone_says_how_far_it_is_and_can_be_stopped(real: str) -> None:
    with looking(real, (390, 844), is_mobile=True, has_touch=True) as (page, _):
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        speed = {"offline": False, "latency": 300, "downloadThroughput": 200_000, "uploadThroughput": 50_000}
        session.send("Network.emulateNetworkConditions", speed)
        page.wait_for_selector("#form:not([hidden])")
        assert "MB" in page.inner_text("#size")  # told before anything is loaded
        page.tap("#make")
        page.wait_for_selector("#doing:text-matches('^Loading [0-9.]+ MB of')", timeout=FOUND)
        assert 0 < page.evaluate("document.getElementById('bar').value") < 1
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.tap("#stop")
        page.wait_for_selector("#stop[hidden]", state="attached")
        assert not page.is_visible("#wrong")
