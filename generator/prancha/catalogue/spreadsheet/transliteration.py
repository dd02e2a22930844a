"""Words of other scripts in Latin letters, so that ids made of names can be read."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Any

_HIRAGANA, _KATAKANA = range(0x3041, 0x3097), 0x60
"""Code points of hiragana, and how far behind them katakana stand."""
_HANGUL = range(0xAC00, 0xD7A4)
_BY_NAME = re.compile(
    r"(DEVANAGARI|BENGALI|GURMUKHI|GUJARATI|ORIYA|TAMIL|TELUGU|KANNADA|MALAYALAM|SINHALA|THAI|LAO) "
    r"(LETTER|VOWEL SIGN|CHARACTER|SIGN)(?: SARA| VOWEL SIGN)? ([A-Z]+)"
)
"""Names of letters of scripts from India to Laos, which spell their sound: DEVANAGARI LETTER KA."""
_SOUNDS = {"ANUSVARA": "n", "CANDRABINDU": "n", "VISARGA": "h"}


def transliterate(text: str) -> str:
    """Return `text`, in lower case, with letters of other scripts as Latin ones where the sound is known."""
    if text.isascii():
        return text
    written: list[str] = []
    is_open = False  # whether the last letter ends in a vowel that a sign behind it replaces
    for letter in unicodedata.normalize("NFC", text):
        found = _BY_NAME.match(unicodedata.name(letter, ""))
        if found is None:
            sound = _sound(letter)
            if (
                sound in ("ya", "yu", "yo")
                and letter in "ゃゅょャュョ"
                and written
                and written[-1][-1:] == "i"
            ):
                written[-1] = written[-1][:-1]
            written.append(sound)
            is_open = False
        elif found[1] in ("THAI", "LAO"):
            plain = found[3].lower()
            consonant = (
                plain.endswith("o") and unicodedata.category(letter) == "Lo" and " SARA " not in found[0]
            )
            written.append(plain[:-1] if consonant else "" if plain in _MUTE else plain)
        else:
            plain = _SOUNDS.get(found[3], found[3].lower())
            if is_open and (found[2] == "VOWEL SIGN" or plain == "virama"):
                written[-1] = written[-1][:-1]
            written.append("" if plain in _MUTE else plain)
            is_open = found[2] == "LETTER" and len(plain) > 1 and plain.endswith("a")
    return "".join(written)


_MUTE = frozenset("virama nukta mai paiyannoi thanthakhat nikhahit yamakkan phinthu maiyamok".split())


@cache
def _tables() -> dict[str, Any]:
    import tomllib  # words in Latin letters do not need it

    text = (files("prancha.catalogue.spreadsheet") / "latin_sounds.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _sounds(table: str) -> dict[str, str]:
    words = [word for written in _tables()[table].values() for word in written.split(" ")]
    return dict(zip(words[::2], words[1::2], strict=True))


def _sound(letter: str) -> str:
    """Return the sound of a letter in Latin ones, the letter itself where it is not known."""
    code = ord(letter)
    if code in _HANGUL:
        first, rest = divmod(code - _HANGUL.start, 588)
        parts = zip(("first", "middle", "last"), (first, rest // 28, rest % 28), strict=True)
        return "".join(_tables()["hangul"][part].split(" ")[number] for part, number in parts)
    if letter in "ーッっ":
        return ""
    kana = chr(code + _KATAKANA) if code in _HIRAGANA else letter
    base = unicodedata.normalize("NFD", letter)[0]
    known = (_sounds("letters").get(letter), _sounds("kana").get(kana), _sounds("letters").get(base))
    return next((sound for sound in known if sound is not None), letter)
