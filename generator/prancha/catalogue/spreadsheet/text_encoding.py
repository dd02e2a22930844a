"""Decode a text table: Unicode by its signature, a named encoding, else the most plausible guess."""

from __future__ import annotations

import codecs
import re
import unicodedata
from contextlib import suppress
from encodings.aliases import aliases

from msgspec import Struct

from prancha.catalogue.source_files import data_failure
from prancha.model.diagnostic import Diagnostic, Place, excerpt, make_warning, nearest

GUESSED_ENCODINGS = {
    "cp1252": "windows-1252", "cp1250": "windows-1250", "cp1251": "windows-1251", "cp1253": "windows-1253",
    "cp1254": "windows-1254", "cp1255": "windows-1255", "cp1256": "windows-1256", "cp1257": "windows-1257",
    "cp1258": "windows-1258", "cp874": "cp874", "cp932": "cp932", "euc_jis_2004": "euc-jis-2004",
    "cp949": "cp949", "gb18030": "gb18030", "big5hkscs": "big5hkscs", "koi8-r": "koi8-r", "koi8-u": "koi8-u",
    "mac-roman": "mac-roman", "mac-cyrillic": "mac-cyrillic", "mac-latin2": "mac-latin2", "cp437": "cp437",
    "cp850": "cp850", "cp852": "cp852", "cp866": "cp866", "iso8859-2": "iso-8859-2",
    "iso8859-5": "iso-8859-5", "iso8859-7": "iso-8859-7",
}  # fmt: skip
"""Encodings that are guessed: names of chardet and of people; of two that decode equally, the first wins."""
_USUAL = "cp1252"
_NEAR = 0.8
"""Likelihood, relative to the best, from which the words of another decoding are compared."""
_KEPT, _KEPT_OF_FEW = 0.7, 0.44
"""The same for keeping Windows-1252, the most common: a letter or two prove nothing."""
_FEW = 2
"""Number of different bytes beyond ASCII that prove nothing."""
_LOOKED_AT = 100_000
"""Bytes inspected: a file has one encoding from end to end."""
_NO_ASCII = re.compile("[^\x00-\x7f]+")
_FOREIGN = re.compile("[\u0370-\u06ff]")
_AMONG = 4
"""Ratio of ASCII letters to letters of another alphabet from which the latter are implausible."""
_LATIN = re.compile("[A-Za-z]")
NOT_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]")
_SIGNS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_ONE_SIDED = 9
"""Ratio between zero bytes at even and odd offsets in a file of UTF-16."""
_MOSTLY = 10
"""Characters of UTF-8 per invalid byte from which a file still counts as UTF-8."""
_UNUSUAL = frozenset("rot_13 idna punycode raw_unicode_escape unicode_escape undefined mbcs oem".split())
"""Codecs of Python in which no program saves tables."""


class Decoded(Struct, frozen=True):
    """The text of a file, its codec, and a warning if that is a guess.

    `guessed` is the value for `encoding:` that confirms the guess, "" if there is none.
    """

    text: str
    codec: str
    note: Diagnostic | None = None
    guessed: str = ""


def decode(data: bytes, file: str, encoding: str | None) -> Decoded:
    """Return the text of `data`.

    `encoding` is the name of a codec of Python (`find_codec`), or None to guess it.  Raises Failure, also
    if the bytes contradict `encoding`.
    """
    shown = _codec_by_signature(data)
    if encoding is not None:
        codec = find_codec(encoding)
        _refuse_other(data, file, encoding, shown)
        codec = shown or ("utf-8-sig" if codec == "utf-8" else codec)
        return Decoded(_decode_strictly(data, file, codec, encoding), codec)
    if shown:
        return Decoded(_decode_strictly(data, file, shown, shown.removesuffix("-sig")), shown)
    try:
        return Decoded(data.decode(), "utf-8")
    except UnicodeDecodeError as error:
        _refuse_mixed(data, file, error)
        return guess_encoding(data, file)


class _Decoding(Struct, frozen=True):
    """One decoding of a file: its codec, chardet's confidence, and the number of implausible letters."""

    codec: str
    likely: float
    odd: int
    text: str


def guess_encoding(data: bytes, file: str) -> Decoded:
    """Decode a file in its most likely encoding; raise Failure if there is none."""
    readings = _possible_decodings(data)
    different = len(set(data) - set(range(128)))
    while readings:
        chosen, other = _choose_reading(readings, different)
        try:
            text = data.decode(chosen.codec)
            break
        except UnicodeDecodeError:  # an error behind the sample
            readings.remove(chosen)
    else:
        line = next((k for k, part in enumerate(data.split(b"\n"), 1) if not part.isascii()), 1)
        message = f"line {line} is in no known text encoding"
        raise data_failure(Place(file, line, 1), "encoding", message, "save the file as CSV UTF-8")
    name = GUESSED_ENCODINGS[chosen.codec]
    line, word = _first_word(chosen.text)
    message = f"the file is not UTF-8; it is read as {name}, so that line {line} holds {word}"
    hint = f"save it as CSV UTF-8, or write encoding: {name}"
    if other is not None:
        differing, as_other = _first_difference(chosen.text, other.text)
        second = GUESSED_ENCODINGS[other.codec]
        message += f"; read as {second}, {differing} would be {as_other}"
        hint += f", or encoding: {second}"
    return Decoded(text, chosen.codec, make_warning(Place(file, line, 1), "encoding", message, hint), name)


def _possible_decodings(data: bytes) -> list[_Decoding]:
    """Return possible decodings of a file, the likeliest first."""
    import chardet  # slow to import, and few files need it

    sample = data[:_LOOKED_AT]
    found = chardet.detect_all(
        sample, include_encodings=list(GUESSED_ENCODINGS), compat_names=False, ignore_threshold=True
    )
    likely = {str(one["encoding"]): float(one["confidence"]) for one in found}
    readings: list[_Decoding] = []
    for codec in GUESSED_ENCODINGS:
        if codec in likely:
            with suppress(UnicodeDecodeError):
                # A character of several bytes may be cut at the end of the sample.
                text = codecs.getincrementaldecoder(codec)().decode(sample, len(sample) == len(data))
                if not NOT_TEXT.search(text):
                    readings.append(_Decoding(codec, likely[codec], _count_odd_letters(text), text))
    return sorted(readings, key=lambda one: -one.likely)


def _choose_reading(readings: list[_Decoding], different: int) -> tuple[_Decoding, _Decoding | None]:
    """Return the best decoding, and an equally plausible one with another text, if there is one.

    `different` is the number of different bytes beyond ASCII.
    """
    readings = _prefer_windows(readings)
    most = readings[0].likely
    near = sorted((one for one in readings if one.likely >= _NEAR * most), key=lambda one: one.odd)
    chosen = near[0]
    usual = next((one for one in readings if one.codec == _USUAL), None)
    kept = _KEPT_OF_FEW if different <= _FEW else _KEPT
    if usual is not None and usual.odd <= chosen.odd and usual.likely >= kept * most:
        chosen = usual
    others = [
        one
        for one in near
        if one.odd <= chosen.odd and one.text != chosen.text and one.likely >= _NEAR * chosen.likely
    ]
    return chosen, min(others, key=lambda one: [*GUESSED_ENCODINGS].index(one.codec), default=None)


def _prefer_windows(readings: list[_Decoding]) -> list[_Decoding]:
    """Drop decodings other than Windows ones if their punctuation (’ “ – …) stands where it should.

    All Windows encodings have them at the same code points, where others have letters; chardet only
    looks at letters, and takes "don’t" for "donít".
    """
    usual = next((one for one in readings if one.codec == _USUAL), None)
    if usual is None or usual.odd:
        return readings
    signs = [sign for sign in usual.text if not sign.isascii()]
    if not any(map(str.isalpha, signs)):
        return [usual]
    if any(unicodedata.category(sign)[0] == "P" and sign > "\xff" for sign in signs):
        return [one for one in readings if one.codec.startswith("cp125")]
    return readings


def _count_odd_letters(text: str) -> int:
    """Count implausible letters and signs of a text: `WŠchter`, `n·mero`, `caf‚`."""
    places = (found.start() for found in re.finditer(r"[^\x00-\x7f]", text))
    odd = sum(_is_odd(text[max(at - 1, 0) : at], text[at], text[at + 1 : at + 2]) for at in places)
    ascii_letters = sum(map(str.isalpha, _NO_ASCII.sub("", text)))
    foreign = len(_FOREIGN.findall(text))
    # Single letters of another alphabet among Latin words are implausible.
    return odd + (foreign if ascii_letters > _AMONG * foreign else 0)


def _is_odd(before: str, sign: str, after: str) -> bool:
    """Return whether a character beyond ASCII is implausible between these neighbours."""
    kind = unicodedata.category(sign)
    inside = before.isalpha() and after.isalpha()
    if kind[0] == "L" and "\u0370" <= sign <= "\u06ff" and _LATIN.search(before + after):
        return True
    if kind == "Lu":
        return before.islower()
    if kind == "Ll":
        return before.isupper() and after.isupper()
    if kind[0] == "L":
        return sign in "ªºƒﬁﬂ" and before.isalpha()
    if kind[0] == "P":
        return inside and (sign not in "’·—–…" or (sign == "–" and before.islower() and after.islower()))
    if kind[0] == "S":
        leads = after.isalpha() and sign != "°"  # as in "®aba", which is not a word
        return leads or "\u2500" <= sign <= "\u259f" or (kind == "Sk" and before.isalpha())
    if kind[0] == "C":
        return sign not in "\u200b\u200c\u200d\u200e\u200f\u00ad"
    return inside and kind != "Mn" and kind != "Mc"


def _first_word(text: str) -> tuple[int, str]:
    """Return the line and the first word with a letter beyond ASCII."""
    found = re.search(r"[\w'’]*[^\x00-\x7f\s][^\s;,|\t\"]*", text)
    if found is None:
        return 1, ""
    return text.count("\n", 0, found.start()) + 1, excerpt(found[0])


def _first_difference(text: str, other: str) -> tuple[str, str]:
    """Return the first words that differ between two decodings."""
    for one, two in zip(re.split(r"[\s;,|\"]+", text), re.split(r"[\s;,|\"]+", other), strict=False):
        if one != two:
            return excerpt(one), excerpt(two)
    return excerpt(text), excerpt(other)


def find_codec(encoding: str) -> str:
    """Return Python's name of `encoding`; "" if it knows no text encoding of that name."""
    try:
        codec = codecs.lookup(encoding)
    except (LookupError, ValueError):  # ValueError: a zero character
        return ""
    return codec.name if codec._is_text_encoding and codec.name not in _UNUSUAL else ""


def suggest_encodings(encoding: str) -> str:
    """Return a hint for an unknown encoding: similar names."""
    usual = ["utf-8", "utf-16", *GUESSED_ENCODINGS.values()]
    known = {name.replace("_", "-") for name in (*aliases, *aliases.values()) if find_codec(name)}
    near = nearest(encoding.lower().replace("_", "-"), known.union(usual))
    return f'did you mean "{near}"?' if near else "such as " + ", ".join(usual[:4])


def _codec_by_signature(data: bytes) -> str:
    """Return the codec that a signature or zero bytes prove; "" for none."""
    for sign, codec in _SIGNS:
        if data.startswith(sign):
            return codec
    if 0 not in data:
        return ""
    # In UTF-16 ASCII characters have a zero byte: letters, or at least spaces and line ends.
    even, odd = data[::2].count(0), data[1::2].count(0)
    codec = "utf-16-le" if odd > even else "utf-16-be"
    if max(even, odd) < 2 or max(even, odd) < _ONE_SIDED * min(even, odd):
        return ""
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return ""
    return codec if not NOT_TEXT.search(text) and 2 * text.count("\n") >= data.count(b"\n") else ""


def _refuse_other(data: bytes, file: str, encoding: str, shown: str) -> None:
    """Raise Failure for a file whose encoding has changed since `encoding:` was written.

    Almost any bytes are valid Windows-1252, and any even number UTF-16: wrong letters would print.
    """
    codec = find_codec(encoding)
    told = "UTF-8" if codec.startswith("utf-8") else "-".join(codec.upper().split("-")[:2])
    found = "-".join(shown.upper().split("-")[:2])
    if not found and told != "UTF-8":
        with suppress(UnicodeDecodeError):
            beyond = not data.decode().isascii()
            found = "UTF-8" if beyond or (told == "UTF-16" and data) else ""
    if found and found != told:
        first = next((k for k, byte in enumerate(data) if byte > 127), 0)
        place = Place(file, 1 if shown else data.count(b"\n", 0, first) + 1, 1)
        message = f"this file is {found} now, and encoding: {encoding} would read other letters"
        raise data_failure(place, "encoding", message, f"delete encoding: {encoding}: {found} is detected")


def _refuse_mixed(data: bytes, file: str, error: UnicodeDecodeError) -> None:
    """Raise Failure for a file that is UTF-8 except a few bytes: two files joined, or a truncated one."""
    text = data.decode(errors="replace")
    beyond = len(text) - len(text.encode("ascii", "ignore"))
    wrong = text.count("\ufffd")
    if beyond > _MOSTLY * wrong:
        line = data.count(b"\n", 0, error.start) + 1
        message = (
            f"the byte 0x{data[error.start]:02x} in line {line} is not UTF-8, as the rest of the file is"
        )
        hint = "type the letter there again, or save both files as UTF-8 before they are joined"
        raise data_failure(Place(file, line, 1), "encoding", message, hint)


def _decode_strictly(data: bytes, file: str, codec: str, name: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"the byte 0x{data[error.start]:02x} in line {line} is not {name}"
        raise data_failure(Place(file, line, 1), "encoding", message, "save the file as CSV UTF-8") from None
