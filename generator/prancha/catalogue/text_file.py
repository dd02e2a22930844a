"""Bytes of a catalogue file to text, refusing what cannot be a catalogue."""

from __future__ import annotations

import os
import re
import stat
from itertools import islice
from pathlib import Path

from prancha.model.diagnostic import Diagnostic, Failure, Place

MAX_BYTES = 20_000_000
_CONTROLS = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]"
_RAW_REFUSED = _CONTROLS[:-1] + "\x85\u2028\u2029]"
LOST = "\ufffd"
"""What programs write for a letter that they could not read."""
LOST_TOLD = "the sign U+FFFD stands for a letter that was lost: the file was saved in another encoding"
LOST_HINT = "open the file it was made from, and save that as UTF-8; or type the letter anew"
_CONFLICT = ("<<<<<<< ", ">>>>>>> ")
_MOST_LOST = 20
_SAVE_AS = "save the file as UTF-8 text"
_SIGNATURES = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")


def shown_path(path: Path, root: Path) -> str:
    """Return `path` as diagnostics show it: relative to `root` when it lies inside."""
    if ".." in path.parts:
        path = Path(os.path.normpath(path))
    try:
        return path.relative_to(root).as_posix()
    except ValueError:
        return path.as_posix()


def control_in(text: str, refused: str = _CONTROLS) -> re.Match[str] | None:
    """The first character that XML and PDF text cannot hold."""
    # Python knows at once whether all can be printed: that is faster than to compile the pattern.
    return None if text.replace("\n", "").isprintable() else re.search(refused, text)


def refuse_conflicts(text: str, file: str) -> None:
    """Raise Failure with the marks that git leaves where two versions of a file could not be joined.

    Read on, a file would hold both versions, or half of each.
    """
    if "<<<<<<<" not in text and ">>>>>>>" not in text:
        return
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(_CONFLICT):
            message = f'"{line[:7]}" is a mark of git: two versions of the file stand here unresolved'
            hint = "keep one version, delete the other and the lines with marks"
            found.append(Diagnostic(Place(file, number, 1), "git-conflict", message, hint=hint))
    if found:
        raise Failure(found)


def read_text(path: Path, file: str) -> str:
    """Return the text of a UTF-8 file without its byte order mark.

    Raises Failure when it is missing, no regular file, a link that leaves its
    folder, larger than MAX_BYTES, not UTF-8, or holds control characters, lost letters or marks of git.
    """
    data = _read_bytes(path, file)
    if data.startswith(_SIGNATURES) or b"\x00" in data[:4]:
        raise _failure(Place(file), "encoding", "the file is UTF-16 or UTF-32, not UTF-8", _SAVE_AS)
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        place = _place(file, data[: error.start].decode())
        message = f"the byte 0x{data[error.start]:02x} is not UTF-8"
        raise _failure(place, "encoding", message, _SAVE_AS) from None
    if found := control_in(text, _RAW_REFUSED):
        message = f"the invisible character U+{ord(found[0]):04X} is not allowed"
        raise _failure(_place(file, text[: found.start()]), "control-character", message, "delete it")
    if LOST in text:
        few = islice(re.finditer(LOST, text), _MOST_LOST)
        places = [_place(file, text[: one.start()]) for one in few]
        raise Failure([Diagnostic(place, "encoding", LOST_TOLD, hint=LOST_HINT) for place in places])
    refuse_conflicts(text, file)
    return text


def _read_bytes(path: Path, file: str) -> bytes:
    try:
        if path.is_symlink() and not path.resolve().is_relative_to(path.parent.resolve()):
            message = "the file is a link to a place outside its folder"
            raise _failure(Place(file), "unreadable", message, "copy the file here")
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            hint = "a folder, pipe or device stands here: put the file itself in its place"
            raise _failure(Place(file), "unreadable", "this is not a file of text", hint)
        if status.st_size > MAX_BYTES:
            message = f"the file has {status.st_size} bytes; {MAX_BYTES} is the most"
            raise _failure(Place(file), "too-large", message, "split it into several families")
        return path.read_bytes()
    except FileNotFoundError:
        hint = "it is a link to nothing: copy the file here, or remove the link" if path.is_symlink() else ""
        raise _failure(Place(file), "unreadable", "the file does not exist", hint) from None
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or "its links lead in a circle"
        raise _failure(Place(file), "unreadable", f"the file cannot be read: {reason}") from None


def _place(file: str, before: str) -> Place:
    """Return the place just after the text `before`."""
    line = before.count("\n") + 1
    return Place(file, line, len(before) - before.rfind("\n"))


def _failure(place: Place, code: str, message: str, hint: str = "") -> Failure:
    return Failure([Diagnostic(place, code, message, hint=hint)])
