"""Files that the page gives: through the guard alone, whole, bounded, and within their batch."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from prancha.graphics import pictures
from prancha.model.diagnostic import Failure
from prancha.setup.new_game import given_pictures, pdf_pages
from prancha.studio import page_files
from prancha.studio.guard import RefusalError
from prancha.studio.page_files import PageFiles, batch_folder
from tests.unit.studio.conftest import Studio, opened

BATCH = "0123456789abcdef"
FILE = {"Content_Type": "application/octet-stream"}


@pytest.fixture
def studio(lume: Path, tmp_path: Path) -> Iterator[Studio]:
    for one in opened(lume):
        one.server.page_files = PageFiles(tmp_path / "given")
        yield one


def sent(
    studio: Studio, name: str, data: bytes = b"a,b\n", batch: str = BATCH, headers: Mapping[str, str] = {}
) -> tuple[int, str]:
    path = f"/api/begin/file?batch={batch}&name={name}"
    status, _, body = studio.send(path, "POST", data, **{**FILE, **headers})
    return status, body.decode()


def test_a_file_is_kept_where_it_lay_below_what_was_given(studio: Studio, tmp_path: Path) -> None:
    data = bytes(range(256)) * 1000
    assert sent(studio, "deck%2Fart%2F%C3%A9t%C3%A9%20x.png", data) == (200, "{}")
    assert (tmp_path / "given" / BATCH / "deck" / "art" / "été x.png").read_bytes() == data
    assert batch_folder(tmp_path / "given", BATCH).name == BATCH


@pytest.mark.parametrize(
    "name",
    [
        "..%2Fa",
        "%2Fetc%2Fpasswd",
        "a%2F..%2Fb",
        "a%5Cb",
        "",
        "a%2F",
        ".bashrc",
        "a%00b",
        "a%0Ab",
        "con.csv",
        "C%3Aa",
    ],
)
def test_a_name_that_leads_elsewhere_is_refused(studio: Studio, tmp_path: Path, name: str) -> None:
    status, told = sent(studio, name)
    assert status == 400
    assert "cannot be the name of a file here: rename it, and give it again" in told
    assert not (tmp_path / "given").exists()


def test_nobody_gives_files_but_the_page(studio: Studio, tmp_path: Path) -> None:
    requests: tuple[tuple[dict[str, str], int], ...] = (
        ({"Cookie": ""}, 401),
        ({"X_Prancha": ""}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Host": "evil.example"}, 403),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": "application/json"}, 415),
        ({"Content_Type": "multipart/form-data"}, 415),
    )
    for headers, status in requests:
        assert sent(studio, "a.csv", headers=headers)[0] == status
    assert not (tmp_path / "given").exists()
    studio.server.page_files = None
    assert sent(studio, "a.csv")[0] == 404


def test_the_page_gives_files_as_large_as_the_command_reads() -> None:
    assert page_files.LARGEST == {".zip": given_pictures.MOST_UNPACKED, ".pdf": pdf_pages.MAX_BYTES}
    assert page_files.LARGEST_OTHER == pictures.MAX_BYTES
    assert page_files.MOST_FILES > given_pictures.MOST_PICTURES


def test_what_is_too_much_or_given_twice_is_refused(
    studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sent(studio, "a.csv")[0] == 200
    assert sent(studio, "a.csv") == (409, "a.csv was given twice\n")
    assert sent(studio, "a.csv", batch="../../../../etc") == (400, "batch: 16 digits were expected\n")
    assert sent(studio, "%2F".join("abcdefghi")) == (400, "i lies more than 8 folders deep\n")
    status, told = sent(studio, "b.csv", headers={"Content_Length": "50000001"})
    assert (status, told) == (413, "b.csv has 50000001 bytes, at most 50000000 are taken\n")
    # A length of so many digits is refused whatever its value: the rest would be taken for a request.
    told = sent(studio, "b.csv", headers={"Content_Length": "0000000000005"})
    assert told == (413, "this is more than is read\n")
    monkeypatch.setattr(page_files, "MOST_FILES", 2)
    assert sent(studio, "c.csv")[0] == 200
    assert sent(studio, "d.csv") == (413, "at most 2 files are taken at once\n")
    monkeypatch.setattr(page_files, "MOST_BYTES", 10)
    assert sent(studio, "e.csv", b"12345678", batch="f" * 16)[0] == 200
    # The older batch has made room.
    assert not (tmp_path / "given" / BATCH).exists()
    with pytest.raises(Failure, match="the files that were given are not kept any more"):
        batch_folder(tmp_path / "given", BATCH)
    with pytest.raises(LookupError):
        batch_folder(tmp_path / "given", "..")
    assert sent(studio, "f.csv", b"1234", batch="f" * 16) == (413, "at most 10 bytes are taken at once\n")


def test_a_file_that_comes_in_part_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(RefusalError, match=r"a\.csv came in part alone"):
        PageFiles(tmp_path).keep(BATCH, "a.csv", 100, io.BytesIO(b"short").read)
    assert list((tmp_path / BATCH).iterdir()) == []


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / BATCH).write_bytes(b"")  # no folder can be made there
    with pytest.raises(RefusalError, match=r"a\.csv cannot be kept: Not a directory"):
        PageFiles(tmp_path).keep(BATCH, "art/a.csv", 1, io.BytesIO(b"1").read)
