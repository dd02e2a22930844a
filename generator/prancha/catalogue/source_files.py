"""Read the source files of a game: only from its folder or project, and only what can be a catalogue."""

from __future__ import annotations

import os
import re
import stat
from itertools import dropwhile, islice
from pathlib import Path, PurePosixPath, PureWindowsPath

from prancha.model.diagnostic import Diagnostic, Failure, Place, UserError, suggestion

MAX_BYTES = 20_000_000
_CONTROLS = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]"
_RAW_REFUSED = _CONTROLS[:-1] + "\x85\u2028\u2029]"
LOST = "\ufffd"
"""The character that programs write for one they could not decode."""
LOST_TOLD = "U+FFFD stands for a letter that was lost: the file was saved in another encoding"
LOST_HINT = "open the file it was made from, and save that as UTF-8; or type the letter anew"
_CONFLICT = ("<<<<<<< ", ">>>>>>> ")
_MOST_LOST = 20
_SAVE_AS = "save the file as UTF-8 text"
_SIGNATURES = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
MAX_DATA_BYTES = 20_000_000
ENDINGS = (".csv", ".tsv", ".txt", ".xlsx", ".ods", ".json", ".jsonl", ".ndjson")
YAML, MARKDOWN = (".yaml", ".yml"), (".md", ".markdown")
"""Endings of lists that a game can begin with; they are written anew for it."""
_INSIDE = "put the file beside the family file and write its name, such as cards.csv"


def path_in_messages(path: Path, root: Path) -> str:
    """Return `path` as diagnostics show it: relative to `root` when it lies inside."""
    if ".." in path.parts:
        path = Path(os.path.normpath(path))
    try:
        return path.relative_to(root).as_posix()
    except ValueError:
        return path.as_posix()


def describe_file(path: Path, root: Path, code: str, message: str, hint: str = "") -> Diagnostic:
    """Return a finding about a whole file or folder."""
    return Diagnostic(Place(path_in_messages(path, root)), code, message, hint=hint)


def find_control(text: str, refused: str = _CONTROLS) -> re.Match[str] | None:
    """Find the first character that XML and PDF text cannot contain."""
    # isprintable is faster than compiling the pattern.
    return None if text.replace("\n", "").isprintable() else re.search(refused, text)


def refuse_conflicts(text: str, file: str) -> None:
    """Raise Failure for conflict markers of git.

    Otherwise the file would be read with both versions, or half of each.
    """
    if "<<<<<<<" not in text and ">>>>>>>" not in text:
        return
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(_CONFLICT):
            message = f'"{line[:7]}" is a conflict marker of git: the file has two unresolved versions here'
            hint = "keep one version, delete the other and the marker lines"
            found.append(Diagnostic(Place(file, number, 1), "git-conflict", message, hint=hint))
    if found:
        raise Failure(found)


def read_text(path: Path, file: str, data: bytes | None = None) -> str:
    """Return the text of a UTF-8 file without its byte order mark; `data` is read in place of its content.

    Raises Failure when it is missing, no regular file, a link that leaves its
    folder, larger than MAX_BYTES, not UTF-8, or has control characters, U+FFFD or conflict markers.
    """
    if data is None:
        data = _read_bytes(path, file)
    if data.startswith(_SIGNATURES) or b"\x00" in data[:4]:
        raise data_failure(Place(file), "encoding", "the file is UTF-16 or UTF-32, not UTF-8", _SAVE_AS)
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        place = _place(file, data[: error.start].decode())
        message = f"the byte 0x{data[error.start]:02x} is not UTF-8"
        raise data_failure(place, "encoding", message, _SAVE_AS) from None
    if found := find_control(text, _RAW_REFUSED):
        message = f"the invisible character U+{ord(found[0]):04X} is not allowed"
        raise data_failure(_place(file, text[: found.start()]), "control-character", message, "delete it")
    if LOST in text:
        few = islice(re.finditer(LOST, text), _MOST_LOST)
        places = [_place(file, text[: one.start()]) for one in few]
        raise Failure([Diagnostic(place, "encoding", LOST_TOLD, hint=LOST_HINT) for place in places])
    refuse_conflicts(text, file)
    return text


def _read_bytes(path: Path, file: str) -> bytes:
    """Return the bytes of a regular file; raise Failure."""
    try:
        if path.is_symlink() and not path.resolve().is_relative_to(path.parent.resolve()):
            message = "the file is a link to a place outside its folder"
            raise data_failure(Place(file), "unreadable", message, "copy the file here")
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            hint = "a folder, pipe or device is here: put the file itself in its place"
            raise data_failure(Place(file), "unreadable", "this is not a text file", hint)
        if status.st_size > MAX_BYTES:
            message = f"the file has {status.st_size} bytes; the maximum is {MAX_BYTES}"
            raise data_failure(Place(file), "too-large", message, "split it into several families")
        return path.read_bytes()
    except FileNotFoundError:
        hint = "it is a link to nothing: copy the file here, or remove the link" if path.is_symlink() else ""
        raise data_failure(Place(file), "unreadable", "the file does not exist", hint) from None
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or "its links form a loop"
        raise data_failure(Place(file), "unreadable", f"the file cannot be read: {reason}") from None


def _place(file: str, before: str) -> Place:
    """Return the place just after the text `before`."""
    line = before.count("\n") + 1
    return Place(file, line, len(before) - before.rfind("\n"))


def data_failure(place: Place, code: str, message: str, hint: str = "") -> Failure:
    """Return the Failure for a file that cannot be read."""
    return Failure([Diagnostic(place, code, message, hint=hint)])


class RefusedFileError(UserError):
    """A file that may not or cannot be read; `code` and `hint` as in a Diagnostic."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        """Store the code, message and hint."""
        super().__init__(message, hint)
        self.code = code


def refuse_link(name: str) -> None:
    """Raise RefusedFileError for an address, which is never fetched; `Path` makes one slash of two."""
    if not (found := re.match(r"https?:[/\\]+([^/\\]+)", name)):
        return
    hint = "download the file, and write its name here"
    if found[1].endswith("google.com"):
        hint = (
            "in Google Sheets: File > Download > Comma Separated Values (.csv); write that file's name here"
        )
    raise RefusedFileError("bad-path", f"this is a link to {found[1]}, and prancha fetches nothing", hint)


class DataFolder:
    """Reads data files below `folder`, and with `../` below `root`; collects warnings in `notes`.

    Files are shown relative to `root`, the project.
    """

    def __init__(self, folder: Path, root: Path) -> None:
        self.folder, self.root = folder, root
        self.notes: list[Diagnostic] = []
        self._read: dict[str, bytes] = {}

    def shown(self, name: str) -> str:
        """Return the path of `name` as messages show it."""
        return path_in_messages(self.folder / name, self.root)

    def give(self, name: str, data: bytes) -> None:
        """Use `data` as the content of file `name`, which need not exist."""
        self._read[name] = data

    def read(self, name: str) -> bytes:
        """Return the bytes of the file `name`; raises RefusedFileError."""
        if name not in self._read:
            self._read[name] = self._open(name)
        return self._read[name]

    def _open(self, name: str) -> bytes:
        refuse_link(name)
        pure = PurePosixPath(name)
        if not name.strip() or "\x00" in name or pure.is_absolute() or "\\" in name:
            hint = f"write / between folders: {PureWindowsPath(name).as_posix()}" if "\\" in name else _INSIDE
            raise RefusedFileError("bad-path", f'"{name}" is not a file of this folder', hint)
        if PureWindowsPath(name).drive:
            raise RefusedFileError("bad-path", f'"{name}" leads out of the folder of the game', _INSIDE)
        inner = tuple(dropwhile(lambda part: part == "..", pure.parts))
        if ".." in inner:
            message = f'"{name}" has .. after a folder name'
            raise RefusedFileError("bad-path", message, "write all ../ at the beginning")
        if pure.suffix.lower() not in ENDINGS:
            message = f'"{name}" ends in none of {", ".join(ENDINGS)}'
            hint = "save the table as .csv"
            if pure.suffix.lower() in (*YAML, *MARKDOWN):
                hint = f"prancha new NAME --from {pure.name} makes a list of it that can be read here"
            raise RefusedFileError("bad-path", message, hint)
        steps_out = len(pure.parts) - len(inner)
        if steps_out > len(self.folder.relative_to(self.root).parts):
            message = f'"{name}" leads out of the project'
            raise RefusedFileError("bad-path", message, "copy the file into the project")
        around, place = (self.root, "project") if steps_out else (self.folder, "folder of the game")
        path = [self.folder, *self.folder.parents][steps_out].joinpath(*inner)
        try:
            if not path.resolve().is_relative_to(around.resolve()):
                message = f'"{name}" is a link that leads out of the {place}'
                raise RefusedFileError("bad-path", message, f"copy the file into the {place.split()[0]}")
            return self._bytes(path, name)
        except FileNotFoundError:
            hint = "was it moved? Write its new path" if steps_out else suggestion(name, self._files())
            where = "" if steps_out else " in this folder"
            raise RefusedFileError("missing-file", f'there is no file "{name}"{where}', hint) from None
        except (OSError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or "its links form a loop"
            raise RefusedFileError("unreadable", f'"{name}" cannot be read: {reason}') from None

    def _bytes(self, path: Path, name: str) -> bytes:
        if not stat.S_ISREG(path.stat().st_mode):
            raise RefusedFileError("unreadable", f'"{name}" is not a regular file')
        # A pipe that replaces the file in between must not block the build.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as stream:
            data = stream.read(MAX_DATA_BYTES + 1)
        if len(data) > MAX_DATA_BYTES:
            message = f'"{name}" has more than {MAX_DATA_BYTES // 1_000_000} MB'
            raise RefusedFileError("too-large", message, "take pictures out of it, or split it")
        return data

    def _files(self) -> list[str]:
        return sorted(entry.name for entry in self.folder.iterdir() if entry.suffix.lower() in ENDINGS)
