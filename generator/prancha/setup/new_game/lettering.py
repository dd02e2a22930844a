"""Which of a list's texts mean markup, and which of their letters the fonts of a new game have."""

# ruff: noqa: E501 - wide letters

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

from prancha.catalogue.spreadsheet.cells import replaced
from prancha.graphics.fonts import FontBook, FontError
from prancha.setup.new_game.cell_values import texts_in
from prancha.setup.new_game.icons_at_hand import IconsAtHand
from prancha.setup.new_game.markup_meant import settle_markup
from prancha.setup.new_game.proposal import Proposed

TITLE, BODY = "Josefin Sans", "Alegreya Sans"
_WRITTEN = {
    "arrow-right": "→⇒➔➜➡▶►", "arrow-left": "←⇐⬅◀◄", "arrow-up": "↑⬆▲△", "arrow-down": "↓⬇▼▽", "swap": "↔⇄",
    "star": "★☆⭐🌟✦✪", "heart": "♥❤♡🖤💙💚💛💜🧡", "diamond": "♦◆◇", "clover": "♣🍀", "fire": "🔥",
    "swords": "⚔", "sword": "🗡", "shield": "🛡", "droplet": "💧", "water": "🌊", "coin": "🪙💰", "skull": "💀☠",
    "check": "✓✔✅☑🗹", "cross": "✗✘✕✖❌☒🗵🗷", "square-outline": "☐🗌", "bolt": "⚡🗲", "sun": "☀🌞", "moon": "🌙☾☽", "dice": "🎲", "crown": "👑♛♚",
    "gem": "💎", "pine": "🌲", "tree": "🌳", "house": "🏠🏡", "hourglass": "⏳⌛", "lock": "🔒", "key": "🔑🗝",
    "leaf": "🍃🍂🌿", "flower": "🌸🌼", "fish": "🐟", "horse": "🐴🐎♞", "cow": "🐄🐮", "hand": "✋🖐", "eye": "👁",
    "book": "📖📕", "scroll": "📜", "hammer": "🔨⚒", "gear": "⚙", "mountain": "⛰🏔", "castle": "🏰", "anchor": "⚓",
    "wheat": "🌾", "wood": "🪵", "music": "♪♫🎵", "person": "👤", "users": "👥", "trophy": "🏆", "gift": "🎁",
    "circle": "●⚫🔴", "square": "■⬛", "clock": "⏰🕐", "flag-plain": "🏳⚑", "magnifier": "🔍", "sparkles": "✨",
}  # fmt: skip
_SPELLED = {
    "≥": ">=",
    "≤": "<=",
    "≠": "!=",
    "№": "No.",
    "‑": "-",
    "‐": "-",
    "−": "-",
    "″": '"',
    "′": "'",
    "⁄": "/",
}
_AS_ICON = {letter: f"{{{icon}}}" for icon, letters in _WRITTEN.items() for letter in letters}


class PrintableLetters:
    """Knows which letters can be printed in the fonts that a new game gets."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Look for fonts in `folders`, each with its `fonts/`."""
        self._book = FontBook(folders)
        self._fonts = [self._book.nearest(family, 400, False) for family in (BODY,)]
        self._known: set[str] = set()

    def lacking(self, texts: Iterable[str]) -> list[str]:
        """The letters of `texts` that no font has, in the order of their numbers."""
        letters = {letter for text in texts for letter in text if letter >= "\u00a0"} - self._known
        lost = {letter for letter in letters if not any(font.covers(letter) for font in self._fonts)}
        self._known |= letters - lost
        return sorted(lost)

    def family_with(self, letters: str) -> str:
        """A family of the project that has `letters`; "" for none."""
        for family in self._book.families():
            try:
                if self._book.nearest(family, 400, False).covers(letters):
                    return family
            except FontError:
                continue  # a font that cannot be used is told where it is asked for
        return ""

    def add(self, letters: str) -> None:
        """Know that `letters` can be printed as well."""
        self._known |= set(letters)


def ready(
    fields: Sequence[Proposed], letters: PrintableLetters, icons: IconsAtHand, rows: Sequence[str]
) -> list[str]:
    """Set what the texts of `fields` need: markup, letters written otherwise; returns what is told of it.

    `rows` are the names of the rows.
    """
    told = []
    for one in fields:
        if letters.lacking([one.label]):
            one.label = ""
        if one.out or one.role in ("art", "icon", "id", "copies", "focus", "number"):
            continue
        told += settle_markup(one, icons, rows)
        written = replaced(one.replace)
        told += _rewritten(
            one, letters.lacking(written(text) for value in one.values for text in texts_in(value))
        )
    return told


def _is_sign(letter: str, foreign: bool) -> bool:
    """Whether a letter is a sign by itself; stops and figures of a `foreign` script come with its font."""
    kind = unicodedata.category(letter)[0]
    return kind not in ("LMPN" if foreign and not "\u2000" <= letter < "\u2e00" else "LM")


def _otherwise(letter: str) -> str:
    """What stands for a sign that no font has: an icon, other letters, a space for any space, or nothing."""
    gap = {"Zs": " ", "Zl": "\n", "Zp": "\n"}.get(unicodedata.category(letter), "")
    return _AS_ICON.get(letter) or _SPELLED.get(letter) or gap


def _rewritten(one: Proposed, lacking: Sequence[str]) -> list[str]:
    """Give signs that no font has an icon or other letters; letters of a script stay, for they need a font."""
    foreign = any(unicodedata.category(letter)[0] == "L" for letter in lacking)
    signs = [letter for letter in lacking if letter in "\ufe0f\ufe0e" or _is_sign(letter, foreign)]
    one.replace.update({letter: _otherwise(letter) for letter in signs})
    shown = [letter for letter in signs if letter.isprintable() and not unicodedata.combining(letter)]
    written = [f"{letter} as {one.replace[letter]}" for letter in shown if one.replace[letter]]
    dropped = [letter for letter in shown if not one.replace[letter] and letter not in "\ufe0f\ufe0e"]
    told = []
    if written:
        told.append(f'replaced in "{one.heading}": {", ".join(written)} (no font here has them)')
    if dropped:
        told.append(f'left out of "{one.heading}": {" ".join(dropped)} (no font here has them; see replace:)')
    script = [letter for letter in lacking if letter not in one.replace]
    if script:
        from prancha.graphics.fonts.missing import describe_scripts  # most lists need no other font

        names, way = describe_scripts(script, "")
        what = f"is in {names} letters" if names else f"has {' '.join(script)}"
        told.append(f'"{one.heading}" {what}, which no font here has{": " if way else ""}{way}')
    return told
