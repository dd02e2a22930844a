"""Of a revision's files nothing lands elsewhere, and links only within."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from prancha.changes.revisions import FILE, LINK, TreeEntry, unpack


def packed(*members: tuple[str, bytes | str | None]) -> Iterator[tuple[TreeEntry, bytes]]:
    """Files (bytes), symbolic links (text) and something else (None)."""
    for name, content in members:
        kind = f"{FILE}644" if isinstance(content, bytes) else LINK if content is not None else "160000"
        yield TreeEntry(name, kind), content.encode() if isinstance(content, str) else content or b""


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
