from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
import yaml

from prancha.catalogue import YamlDocument, load_game, read_yaml
from prancha.catalogue.yaml_parser import syntax_diagnostic
from prancha.model.diagnostic import Diagnostic, Place
from tests.work import AT_ONCE

from .projects import HEAD, load, only, refused

READABLE = """\
# a comment
a: [1, two, {b: 2.5}]
c:
  - d: yes
    "e": "012"
  - null
"""


def read(folder: Path, text: str | bytes) -> YamlDocument:
    path = folder / "x.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_yaml(path, folder)


def refusal(folder: Path, text: str | bytes) -> Diagnostic:
    return only(refused(lambda: read(folder, text)))


def test_data_is_plain(tmp_path: Path) -> None:
    data = read(tmp_path, READABLE).data
    assert data == {"a": [1, "two", {"b": 2.5}], "c": [{"d": "yes", "e": "012"}, None]}


@pytest.mark.parametrize(
    ("path", "key", "line", "column"),
    [
        ((), False, 2, 1),
        (("a",), False, 2, 4),
        (("a",), True, 2, 1),
        (("a", 1), False, 2, 8),
        (("a", 2, "b"), True, 2, 14),
        (("a", 2, "b"), False, 2, 17),
        (("c", 0, "e"), False, 5, 10),
        (("c", 0, "lost"), False, 4, 5),
        (("c", 9), False, 4, 3),
        (("c", 0, "d", "deeper"), False, 4, 8),
    ],
)
def test_places(tmp_path: Path, path: tuple[str | int, ...], key: bool, line: int, column: int) -> None:
    assert read(tmp_path, READABLE).place(path, key) == Place("x.yaml", line, column)


def test_aliases_repeat_and_point_at_their_anchor(tmp_path: Path) -> None:
    document = read(tmp_path, "a: &x {k: 1}\nb: *x\nc: &y text\nd: *y\n")
    assert document.data == {"a": {"k": 1}, "b": {"k": 1}, "c": "text", "d": "text"}
    assert document.place(("b", "k")) == Place("x.yaml", 1, 11)


def test_empty_file_and_byte_order_mark(tmp_path: Path) -> None:
    assert read(tmp_path, "").data is None
    marked = read(tmp_path, b"\xef\xbb\xbfa: 1\n")
    assert marked.data == {"a": 1}
    assert marked.place(("a",), key=True) == Place("x.yaml", 1, 1)


SYNTAX = [
    ("title: Draw: two\n", 1, 12, "a colon followed by a space stands inside an unquoted text",
     'put the text in quotes: title: "Draw: two"'),
    ("a: 1\n  b: 2\n", 2, 4, "this key is indented deeper than the keys it belongs to", "align the keys"),
    ("a:\n\tb: 1\n", 2, 1, "a tab is used where spaces are needed", "indent with spaces"),
    ("a:\n  b: 1\n\tc: 2\n", 3, 1, "a tab is used where spaces are needed", "indent with spaces"),
    ("a: @x\n", 1, 4, "a text cannot begin with @ outside quotes", "double quotes"),
    ("a: %x\n", 1, 4, "a text cannot begin with % outside quotes", "double quotes"),
    ("t: **bold** x\n", 1, 4, "a text cannot begin with * or & outside quotes", "double quotes"),
    ('a: "open\nb: 2\n', 1, 4, "the quote opened here is never closed", "close it"),
    ('a: "open\nb: 2\nc: "x"\n', 1, 4, "the quote opened here goes on to line 3", "on its own line"),
    ("- a: 'open\n  b: the fox's\n", 1, 6, "the quote opened here goes on to line 2", "on its own line"),
    ('a: "open\n---\n', 1, 4, "the quote opened here is not closed before ---", "close the quote"),
    ("a: 'it's'\n", 1, 8, "text follows the closing ' of a quoted text", "inner quote"),
    ('- a: "x" y\n', 1, 10, 'text follows the closing " of a quoted text', "inner quote"),
    ("a: {coin} text\n", 1, 11, "text follows what was opened with {", "double quotes"),
    ('a: "\\q"\n', 1, 5, "a backslash in double quotes begins an unknown escape", "\\\\ for a backslash"),
    ('a: "\\xZZ"\n', 1, 7, "a backslash escape lacks its hexadecimal digits", "\\\\ for a backslash"),
    ('a: "\\ud800"\n', 1, 7, "a backslash escape names no character", "\\\\ for a backslash"),
    ("a: {b: 1\nc: 2\n", 1, 4, "the mapping opened here with { lacks a comma or its }", "add the comma"),
    ("a: [1, 2\nb: 3\n", 1, 4, "the list opened here with [ lacks a comma or its ]", "add the comma"),
    ("a:\n  b: 1\n c: 2\n", 3, 2, "this line is indented differently", "align the keys"),
    ("a:\n  - x\n  y: 2\n", 3, 3, 'expected another list item "- " here', "align every -"),
    ("a: 1\nb\nc: 2\n", 3, 1, "this line is neither `key: value` nor indented", "a colon and a space"),
    ("a: - b\n", 1, 4, 'a list item "- " cannot begin here', "on its own line"),
    ("a: ? b\n", 1, 4, 'a "? " cannot begin here', "double quotes"),
    ("a: | text\n", 1, 6, "text after | or > must begin on the next line", "move it down"),
    ("a: {b: x:y:, c: 1}\n", 1, 11, "a colon stands inside an unquoted text between { }", "double quotes"),
    ("a: 1\n% x\n", 2, 2, "a line cannot begin with % outside quotes", "double quotes"),
    ('a: 1\nb: {c: "#fff", d: #204060}\n', 2, 19, "a # after a space begins", 'in quotes: "#204060"'),
    ("a: {c: #fff, d: 1}\ne: 2\n", 1, 8, "a # after a space begins a comment", 'in quotes: "#fff"'),
    ("a: [1,\n", 2, 1, "the file ends while a [ or { is still open", "close it with ] or }"),
    ("a: ]\n", 1, 4, "expected a value here", "write the value"),
    ("a: !e!x y\n", 1, 4, "a text cannot begin with ! outside quotes", "double quotes"),
    ("a: 1\n...\nb\n", 3, 1, "nothing may follow the end of the document", "delete the line"),
    ("a: 1\n---\nb: 2\n", 2, 1, "a second document begins here", "delete the ---"),
    ("%YAML 1.1\n%YAML 1.1\n---\na: 1\n", 2, 1, "this is not YAML: found duplicate %YAML directive", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "message", "hint"), SYNTAX)
def test_syntax_in_plain_words(
    tmp_path: Path, text: str, line: int, column: int, message: str, hint: str
) -> None:
    found = refusal(tmp_path, text)
    assert found.code == "yaml-syntax"
    assert found.place == Place("x.yaml", line, column)
    assert message in found.message
    assert hint in found.hint


def test_syntax_error_without_a_mark_names_the_file() -> None:
    found = syntax_diagnostic(yaml.MarkedYAMLError(problem="odd"), "", "x.yaml")
    assert found == Diagnostic(Place("x.yaml"), "yaml-syntax", "odd")


def test_any_other_error_of_the_parser_names_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(text: str) -> None:
        raise yaml.YAMLError("odd")

    monkeypatch.setattr(yaml, "CSafeLoader", broken)
    found = refusal(tmp_path, "a: 1")
    assert found == Diagnostic(Place("x.yaml"), "yaml-syntax", "this is not YAML: odd")


REFUSED = [
    ("a: 1\nb: 2\na: 3\n", 3, 1, "duplicate-key", 'the key "a" is written twice; first at line 1, column 1'),
    ("x: {a: 1, 'a': 2}\n", 1, 11, "duplicate-key", "first at line 1, column 5"),
    ("a: &a {x: 1}\nb: {<<: *a}\n", 2, 5, "merge-key", "merge keys (<<) are not allowed"),
    ("a: !!int 5\n", 1, 4, "yaml-tag", "the tag !!int is not allowed"),
    ("a: !!python/object:os.system {}\n", 1, 4, "yaml-tag", "the tag !!python/object:os.system is not"),
    ("a: !local [x]\n", 1, 4, "yaml-tag", "the tag !local is not allowed"),
    ("a: &a [*a]\n", 1, 8, "bad-alias", "the alias *a lies inside what it repeats"),
    ("a: *b\n", 1, 4, "bad-alias", "the alias *b has no anchor &b before it"),
    ("a: &b 1\nc: &b 2\n", 2, 4, "bad-alias", "the anchor &b is defined twice"),
    ("? [a]\n: b\n", 1, 3, "bad-key", "a key must be text, this one is a list"),
    ("{a}: b\n", 1, 1, "bad-key", "a key must be text, this one is a mapping"),
    ("a: &a [1]\n? *a\n: 2\n", 2, 3, "bad-key", "a key must be text, *a is a list or mapping"),
    ("1.5: a\n", 1, 1, "bad-key", "a key must be text or a whole number"),
    ("true: a\n", 1, 1, "bad-key", "a key must be text or a whole number"),
    ("a: .inf\n", 1, 4, "bad-number", ".inf is not a number"),
    ("a: " + "1" * 5000 + "\n", 1, 4, "bad-number", "a number of 5000 digits"),
    ('a: "\\0"\n', 1, 4, "control-character", "the text holds the control character U+0000"),
    ("a: x\x07y\n", 1, 5, "control-character", "the invisible character U+0007 is not allowed"),
    ("a: x\u2028y\n", 1, 5, "control-character", "the invisible character U+2028 is not allowed"),
    (b"a: 1\nb: \xff\n", 2, 4, "encoding", "the byte 0xff is not UTF-8"),
    ("a: 1\n".encode("utf-16"), 0, 0, "encoding", "the file is UTF-16 or UTF-32, not UTF-8"),
    ("a: 1\n".encode("utf-16-be"), 0, 0, "encoding", "the file is UTF-16 or UTF-32, not UTF-8"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "code", "message"), REFUSED)
def test_refused(tmp_path: Path, text: str | bytes, line: int, column: int, code: str, message: str) -> None:
    found = refusal(tmp_path, text)
    assert (found.place, found.code) == (Place("x.yaml", line, column), code)
    assert message in found.message


def _bomb(levels: int, wide: int) -> str:
    lines = [f"a0: &a0 [{', '.join('x' * wide)}]"]
    lines += [f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * wide)}]" for k in range(1, levels)]
    return "\n".join(lines)


def _chain(levels: int) -> str:
    return "a0: &a0 [x]\n" + "\n".join(f"a{k}: &a{k} [*a{k - 1}]" for k in range(1, levels))


BOMBS = [
    ("[" * 20_000, "too-deep", "nested deeper than 64 levels"),
    ("- " * 20_000, "too-deep", "nested deeper than 64 levels"),
    ("{a: " * 20_000, "too-deep", "nested deeper than 64 levels"),
    (_chain(100), "too-deep", "aliases nest deeper than 64 levels"),
    (_bomb(9, 9), "too-large", "more than 1000000 values, counting what aliases repeat"),
    ("a: &a x\nb: [" + "*a, " * 1001 + "]\n", "too-large", "more than 1000 aliases"),
]


@pytest.mark.parametrize(("text", "code", "message"), BOMBS, ids=range(len(BOMBS)))
def test_bombs_are_refused_quickly(tmp_path: Path, text: str, code: str, message: str) -> None:
    started = time.process_time()
    found = refusal(tmp_path, text)
    assert found.code == code
    assert message in found.message
    assert found.place.line > 0
    assert time.process_time() - started < AT_ONCE


def test_64_levels_and_1000_aliases_are_fine(tmp_path: Path) -> None:
    assert read(tmp_path, "[" * 64 + "]" * 64).data
    assert len(read(tmp_path, "a: &a x\nb: [" + "*a, " * 1000 + "]\n").data["b"]) == 1000


def test_several_findings_at_once_but_not_without_end(tmp_path: Path) -> None:
    assert len(refused(lambda: read(tmp_path, "a: 1\na: 2\nb: !x y\nc: .nan\n"))) == 3
    assert len(refused(lambda: read(tmp_path, "a: 1\n" * 500))) == 100


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    def message(path: Path) -> str:
        found = only(refused(lambda: read_yaml(path, tmp_path)))
        assert found.place == Place(path.name)
        return f"{found.code}: {found.message}"

    assert message(tmp_path / "none.yaml") == "unreadable: the file does not exist"
    (tmp_path / "folder.yaml").mkdir()
    assert message(tmp_path / "folder.yaml") == "unreadable: this is not a text file"
    os.mkfifo(tmp_path / "pipe.yaml")
    assert message(tmp_path / "pipe.yaml") == "unreadable: this is not a text file"
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    assert message(tmp_path / "loop.yaml").startswith("unreadable: the file cannot be read: ")
    (tmp_path / "link.yaml").symlink_to("/etc/passwd")
    assert message(tmp_path / "link.yaml") == "unreadable: the file is a link to a place outside its folder"
    with (tmp_path / "big.yaml").open("wb") as file:
        file.truncate(20_000_001)
    assert message(tmp_path / "big.yaml") == "too-large: the file has 20000001 bytes; the maximum is 20000000"


def test_places_outside_the_root_show_the_whole_path(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("a: 1")
    document = read_yaml(tmp_path / "x.yaml", tmp_path / "other")
    assert document.place().file == (tmp_path / "x.yaml").as_posix()


CUT = """\
title: Card #3
stock: card # a word, no text
palette: {ink: pale} # no text
defaults:
  text: Fox # strong
items: # nothing stands before it
  - id: a # no text
    name: Card #3
    cost: 3 # a number
    quoted: "Fox" # in quotes
    two: Fox  # behind two spaces
    none: # nothing
    hash: C# or a#b
    long: goes
      on #4
    block: |
      Fox # strong
"""


def test_a_text_that_ends_at_a_comment_is_told(tmp_path: Path) -> None:
    notes = read(tmp_path, CUT).notes
    assert [(one.place.line, one.place.column, one.item) for one in notes] == [
        (1, 8, ""), (5, 9, ""), (8, 11, "x/a"), (14, 11, "x/a"),
    ]  # fmt: skip
    assert {one.severity for one in notes} == {"warning"}
    assert notes[1].message == ('the text is "Fox": a # after a space begins a comment, "# strong"')
    assert notes[1].hint == 'put all of it in quotes: "Fox # strong"; before a comment write two spaces'


def test_a_text_that_ends_at_a_comment_is_told_with_its_game(tmp_path: Path) -> None:
    loaded = load(tmp_path, HEAD + "items:\n  - id: star\n    name: Card #3\n")
    (note,) = loaded.notes
    assert (note.code, note.item, str(note.place)) == (
        "text-cut", "grid/star", "components/dual/grid.yaml:8:11",
    )  # fmt: skip
    folder = tmp_path / "components/dual"
    (folder / "texts").mkdir()
    (folder / "texts/en.yaml").write_text("grid: {items: {star: {name: Star}}}\n")
    (folder / "texts/pt-BR.yaml").write_text("grid:\n  items:\n    star:\n      name: Carta #3\n")
    assert [note.place.line for note in load_game(folder, tmp_path).notes] == [8, 4]


@pytest.mark.parametrize(
    ("text", "column", "hint"),
    [
        ("items:\n  - {id: a, name: Fox # strong}\n", 19, 'put the text in quotes: "Fox # strong"'),
        ("items:\n  - {id: a, name: Card #3, text: x}\n", 19, 'put the text in quotes: "Card #3"'),
    ],
)
def test_a_comment_that_swallows_a_bracket_is_told(tmp_path: Path, text: str, column: int, hint: str) -> None:
    found = refusal(tmp_path, text)
    assert (found.place.line, found.place.column, found.hint) == (2, column, hint)
    assert "a # after a space begins a comment" in found.message
