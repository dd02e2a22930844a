"""Where lines of Chinese and Japanese may break, which have no spaces (the rules that are called kinsoku)."""

from __future__ import annotations

import unicodedata

from prancha.graphics.fonts.character_scripts import is_wide

_KOREAN = ("HANGUL", "HALFWIDTH HANGUL")
_NEVER_FIRST = frozenset(
    "、。，．・：；？！‼⁇⁈⁉゛゜ヽヾゝゞ々〻ー～〜…‥ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ"
    "ㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ｡､･ｰｧｨｩｪｫｬｭｮｯ％‰℃°′″,.:;?!%’”»"
)
_NEVER_LAST = frozenset("‘“«＄￥￡$£€¥№＃#")
_TOGETHER = frozenset("…‥—―")
"""Of these two are never parted."""
_ICON = "\ufffc"


def breaks(text: str) -> frozenset[int]:
    """Positions in `text` before which a line may begin, those after spaces aside."""
    if not any(map(is_ideograph, set(text))):
        return frozenset()
    return frozenset(k for k in range(1, len(text)) if _may_break(text[k - 1], text[k]))


def is_ideograph(character: str) -> bool:
    """Return whether a line may end beside it without a space: wide characters, but for hangul."""
    return is_wide(character) and not unicodedata.name(character, "").startswith(_KOREAN)


def _may_break(before: str, after: str) -> bool:
    wide_before, wide_after = is_ideograph(before), is_ideograph(after)
    if not (wide_before or wide_after) or " " in (before, after) or "\u00a0" in (before, after):
        return False
    if after in _NEVER_FIRST or before in _NEVER_LAST or (before in _TOGETHER and after in _TOGETHER):
        return False
    kind_before, kind_after = unicodedata.category(before), unicodedata.category(after)
    if kind_after in ("Pe", "Pf") or kind_before in ("Ps", "Pi") or kind_after[0] == "M":
        return False
    if after == _ICON:
        return not kind_before.startswith("N")
    return not (kind_before == "Nd" and wide_after) and kind_after not in ("Cf",)
