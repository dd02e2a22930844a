"""Revisions are unpacked on every Python there is from 3.11 on, and nothing of them lands elsewhere."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

from generator.reprint.revisions import unpack


def packed(*members: tuple[str, bytes | str | None]) -> bytes:
    """A tar of files (bytes), symbolic links (text) and devices (None)."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, content in members:
            entry = tarfile.TarInfo(name)
            if isinstance(content, bytes):
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
                continue
            entry.type = tarfile.CHRTYPE if content is None else tarfile.SYMTYPE
            entry.linkname = content or ""
            archive.addfile(entry)
    return out.getvalue()


def test_files_and_links_within_are_there(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    unpack(
        packed(("components/a/game.yaml", b"title: A\n"), ("components/b", "a"), ("templates/x.j2", b"")),
        folder,
    )
    assert (folder / "components/b/game.yaml").read_text() == "title: A\n"
    assert (folder / "templates/x.j2").read_bytes() == b""


def test_nothing_else_is(tmp_path: Path) -> None:
    folder, secret = tmp_path / "out", tmp_path / "secret"
    folder.mkdir()
    secret.write_text("mine")
    unpack(
        packed(
            ("../secret", b"theirs"),
            ("components/../../secret", b"theirs"),
            (f"{secret}", b"theirs"),
            ("README.md", b"neither folder"),
            ("components/dev", None),
            ("components/here", "."),
            ("components/abs", str(secret)),
            ("components/up", "../../secret"),
            ("components/winding", "here/../../secret"),
            ("components/door", str(tmp_path)),
            ("components/door/planted", "x"),
            ("components/fine", b"x"),
        ),
        folder,
    )
    assert secret.read_text() == "mine"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out", "secret"]
    found = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*"))
    assert [name for name in found if "/here/" not in name] == [
        "components",
        "components/fine",
        "components/here",
    ]
