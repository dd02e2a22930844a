"""The script of each character, and the direction it runs in (Unicode bidirectional algorithm, UAX #9).

Rules W1 to N2, I1, I2 and L2, with paired brackets and isolates (X5a to X6a).  Embeddings and overrides (X2
to X5) are left out: in card texts they only ever hide something, and isolates and marks suffice.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from unicodedata import bidirectional, category, name


def _ranges(text: str) -> tuple[tuple[int, int], ...]:
    """Ranges of characters, written in hexadecimal numbers."""
    return tuple((int(start, 16), int(end, 16)) for start, end in (each.split("-") for each in text.split()))


_WIDE = _ranges(
    "1100-11FF 2E80-9FFF A960-A97F AC00-D7FF F900-FAFF FE30-FE4F FF00-FFEF 1B000-1B16F 20000-3FFFF"
)
_JAMO = _ranges("1100-11FF A960-A97F D7B0-D7FF")
_TALL = _ranges("0590-109F 1700-1C7F A800-AAFF ABC0-ABFF FB1D-FDFF FE70-FEFC 10800-11FFF 1E800-1EFFF")
_JOINED = _ranges("0600-07FF 0840-08FF 0900-0DFF 0F00-109F FB50-FDFF FE70-FEFC 1E900-1E95F")
_CURSIVE = _ranges(
    "0600-077F 07C0-07FF 0840-08FF 1800-18AF A840-A87F FB50-FDFF FE70-FEFC 10D00-10D3F 1E900-1E95F"
)
_FIRST = "\u0590"
_KOREAN = ("HANGUL", "HALFWIDTH HANGUL")
_NEVER_FIRST = frozenset(
    "、。，．・：；？！‼⁇⁈⁉゛゜ヽヾゝゞ々〻ー～〜…‥ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ"
    "ㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ｡､･ｰｧｨｩｪｫｬｭｮｯ％‰℃°′″,.:;?!%’”»"
)
_NEVER_LAST = frozenset("‘“«＄￥￡$£€¥№＃#")
_TOGETHER = frozenset("…‥—―")
"""Two of these in a row are never parted."""


def is_scripted(text: str) -> bool:
    """Whether `text` has a letter beyond Latin, Greek and Cyrillic ones, which is set with more care."""
    return not text.isascii() and any(c >= _FIRST and _in_script(c) for c in set(text))


def is_joined(text: str) -> bool:
    """Return whether `text` has letters written in one stroke, or hung on one line, with their neighbours."""
    return any(_within(c, _JOINED) for c in set(text))


def is_cursive(text: str) -> bool:
    """Return whether `text` has letters written in one stroke, which letter-spacing leaves alone."""
    return not text.isascii() and any(_within(c, _CURSIVE) for c in set(text))


@lru_cache(maxsize=8192)
def is_wide(character: str) -> bool:
    """Return whether it is an ideograph, kana, hangul, or as wide as they are."""
    return _within(character, _WIDE)


def breaks(text: str) -> frozenset[int]:
    """Return the positions in `text` before which a line may begin, except those after spaces.

    They are those of Chinese and Japanese, which have no spaces (the rules called kinsoku).
    """
    if not any(map(_is_ideograph, set(text))):
        return frozenset()
    return frozenset(k for k in range(1, len(text)) if _may_break(text[k - 1], text[k]))


def _is_ideograph(character: str) -> bool:
    """Return whether a line may end beside a character without a space: wide ones, except hangul."""
    return is_wide(character) and not name(character, "").startswith(_KOREAN)


def _may_break(before: str, after: str) -> bool:
    wide_before, wide_after = _is_ideograph(before), _is_ideograph(after)
    if not (wide_before or wide_after) or " " in (before, after) or "\u00a0" in (before, after):
        return False
    if after in _NEVER_FIRST or before in _NEVER_LAST or (before in _TOGETHER and after in _TOGETHER):
        return False
    kind_before, kind_after = category(before), category(after)
    if kind_after in ("Pe", "Pf") or kind_before in ("Ps", "Pi") or kind_after[0] == "M":
        return False
    if after == ICON:
        return not kind_before.startswith("N")
    return not (kind_before == "Nd" and wide_after) and kind_after not in ("Cf",)


def is_jamo(character: str) -> bool:
    """Return whether it is a part of a Korean syllable, which joins with those beside it."""
    return _within(character, _JAMO)


@lru_cache(maxsize=8192)
def _in_script(character: str) -> bool:
    return _within(character, _TALL) or _within(character, _WIDE)


def _within(character: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    code = ord(character)
    return any(first <= code <= last for first, last in ranges)


RTL = re.compile(
    "[\u2067\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Characters of scripts that run from right to left, their figures and marks, and what isolates such."""
CONTROLS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What only tells direction and is not set; of these marks and isolates are heeded."""
_ISOLATED = re.compile("[\u2066-\u2068]")
ICON = "\ufffc"
"""Stands for an icon in a text whose directions are looked at."""
_PAIRS = (
    "()[]{}༺༻༼༽᚛᚜⁅⁆⁽⁾₍₎⌈⌉⌊⌋〈〉❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦍⦐⦏⦎⦑⦒⦓⦔⦕⦖⦗⦘⧘⧙⧚⧛⧼⧽⸢⸣⸤⸥⸦⸧⸨⸩"
    "⹕⹖⹗⹘⹙⹚⹛⹜〈〉《》「」『』【】〔〕〖〗〘〙〚〛﹙﹚﹛﹜﹝﹞（）［］｛｝｟｠｢｣"
)
_CLOSES = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
_SAME = {"\u2329": "\u3008", "\u232a": "\u3009"}
"""Brackets that are canonically others."""
_EXPLICIT = frozenset("LRE RLE LRO RLO PDF BN".split())
_ISOLATES = frozenset(("LRI", "RLI", "FSI"))
_MOST_DEPTH = 125
_NEUTRAL = frozenset("B S WS ON".split())
_SIDES = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
"""Which side a kind takes in the rules for neutral characters, once weak ones are resolved."""
_DEPTH = 63


def is_rtl(text: str, expected: bool) -> bool:
    """Return whether `text` runs from right to left: as its first letter does (P2, P3).

    Where its language does (`expected`), most of its letters suffice (HL1).
    """
    if _ISOLATED.search(text):
        inside = [k for start, end in _isolates(list(map(bidirectional, text))) for k in range(start, end)]
        text = "".join(c for k, c in enumerate(text) if k not in {*inside})
    strong = [kind != "L" for kind in map(bidirectional, text) if kind in ("L", "R", "AL")]
    return strong[:1] == [True] or (expected and 2 * sum(strong) > len(strong))


@lru_cache(maxsize=2048)
def levels(text: str, rtl: bool) -> tuple[int, ...]:
    """The level of each character: even ones run from left to right, odd ones from right to left."""
    return tuple(_levels(text, int(rtl)))


def _levels(text: str, base: int) -> list[int]:
    """The level of each character of a text, or of what is isolated in one, whose own level is `base`."""
    odd = base % 2
    side = "R" if odd else "L"
    kinds = [bidirectional(c) or "L" for c in text]
    isolates = _isolates(kinds) if _ISOLATED.search(text) else []
    inside = {k for start, end in isolates for k in range(start, end)}
    kinds = ["BN" if kind in _EXPLICIT or k in inside else kind for k, kind in enumerate(kinds)]
    seen = [k for k, kind in enumerate(kinds) if kind != "BN"]
    run = ["ON" if kinds[k] in _ISOLATES or kinds[k] == "PDI" else kinds[k] for k in seen]
    _weak(run, side)
    _brackets(run, [text[k] for k in seen], odd)
    _neutral(run, side)
    found = [base] * len(text)
    for k, kind in zip(seen, run, strict=True):
        if kind == "R":
            found[k] = base + 1 - odd
        elif kind in ("EN", "AN"):
            found[k] = base + 2 - odd
        elif kind == "L":
            found[k] = base + odd
    for start, end in isolates:
        part, opening = text[start:end], bidirectional(text[start - 1])
        turned = opening == "RLI" or (opening == "FSI" and is_rtl(part, False))
        level = (base + 1) | 1 if turned else (base + 2) & ~1
        found[start:end] = _levels(part, level) if level <= _MOST_DEPTH else [base] * len(part)
    for k, kind in enumerate(kinds):
        if kind == "BN" and k and k not in inside:  # X9: what is not set goes with what stands before it
            found[k] = found[k - 1]
    return found


def _isolates(kinds: Sequence[str]) -> list[tuple[int, int]]:
    """Start and end of what is isolated, but not what is isolated within that (BD9)."""
    found: list[tuple[int, int]] = []
    depth = start = 0
    for k, kind in enumerate(kinds):
        if kind in _ISOLATES:
            depth += 1
            if depth == 1:
                start = k + 1
        elif kind == "PDI" and depth:
            depth -= 1
            if not depth:
                found.append((start, k))
    return [*found, (start, len(kinds))] if depth else found


def visual(found: Sequence[int]) -> list[int]:
    """Visual order of things with these levels: their numbers from left to right (rule L2)."""
    order = list(range(len(found)))
    for level in range(max(found, default=0), 0, -1):
        start = None
        for k in range(len(order) + 1):
            inside = k < len(order) and found[order[k]] >= level
            if inside and start is None:
                start = k
            elif not inside and start is not None:
                order[start:k] = order[start:k][::-1]
                start = None
    return order


def _weak(kinds: list[str], side: str) -> None:
    """Rules W1 to W7: marks, digits and separators."""
    before = strong = side
    arabic = False
    for k, kind in enumerate(kinds):
        if kind == "NSM":
            kind = before
        if kind in ("L", "R", "AL"):
            arabic = kind == "AL"
        elif kind == "EN" and arabic:
            kind = "AN"
        kinds[k] = before = kind
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]
    for k in range(1, len(kinds) - 1):
        first, middle, last = kinds[k - 1 : k + 2]
        if first == last and (
            (first == "EN" and middle in ("ES", "CS")) or (first == "AN" and middle == "CS")
        ):
            kinds[k] = first
    for start, end in _stretches(kinds, ("ET",)):
        if "EN" in (kinds[start - 1] if start else "", kinds[end] if end < len(kinds) else ""):
            kinds[start:end] = ["EN"] * (end - start)
    for k, kind in enumerate(kinds):
        if kind in ("L", "R"):
            strong = kind
        elif kind in ("ES", "ET", "CS"):
            kinds[k] = "ON"
        elif kind == "EN" and strong == "L":
            kinds[k] = "L"


def _brackets(kinds: list[str], text: Sequence[str], base: int) -> None:
    """N0: a pair of brackets runs as what is in it, or else as what is before it."""
    own, other = ("R", "L") if base else ("L", "R")
    for start, end in _pairs(kinds, text):
        inside = {_SIDES.get(kind) for kind in kinds[start + 1 : end]}
        if own in inside:
            chosen = own
        elif other in inside:
            before = next((_SIDES[kind] for kind in reversed(kinds[:start]) if kind in _SIDES), own)
            chosen = other if before == other else own
        else:
            continue
        for place in (start, end):
            kinds[place] = chosen
            for k in range(place + 1, len(kinds)):  # marks on a bracket go with it
                if bidirectional(text[k]) != "NSM":
                    break
                kinds[k] = chosen


def _pairs(kinds: Sequence[str], text: Sequence[str]) -> list[tuple[int, int]]:
    """BD16: places of brackets that belong together, by their opening."""
    found: list[tuple[int, int]] = []
    waiting: list[tuple[str, int]] = []
    for k, letter in enumerate(text):
        if kinds[k] != "ON":
            continue
        letter = _SAME.get(letter, letter)
        if letter in _CLOSES:
            if len(waiting) == _DEPTH:
                return []
            waiting.append((_CLOSES[letter], k))
            continue
        for depth in range(len(waiting) - 1, -1, -1):
            if waiting[depth][0] == letter:
                found.append((waiting[depth][1], k))
                del waiting[depth:]
                break
    return sorted(found)


def _neutral(kinds: list[str], side: str) -> None:
    """N1 and N2: what is neither goes with both its sides, or else with the paragraph."""
    for start, end in _stretches(kinds, _NEUTRAL):
        before = _SIDES[kinds[start - 1]] if start else side
        after = _SIDES[kinds[end]] if end < len(kinds) else side
        kinds[start:end] = [before if before == after else side] * (end - start)


def _stretches(kinds: Sequence[str], among: Collection[str]) -> Iterator[tuple[int, int]]:
    """Start and end of each unbroken stretch of these kinds."""
    start = None
    for k in range(len(kinds) + 1):
        inside = k < len(kinds) and kinds[k] in among
        if inside and start is None:
            start = k
        elif not inside and start is not None:
            yield start, k
            start = None


def stretches(text: str, rtl: bool) -> list[tuple[str, bool]]:
    """Text of one direction each, from left to right, and whether it runs from right to left."""
    found = parted(text, rtl)
    if len(found) == 1:
        return [(found[0][0], bool(found[0][1] % 2))]
    return [(part, bool(level % 2)) for part, level in (found[k] for k in visual([lv for _, lv in found]))]


def parted(text: str, rtl: bool) -> list[tuple[str, int]]:
    """Text of one level each (UAX #9, 3.3), in reading order; `rtl` is the direction of the whole."""
    if not rtl and (text.isascii() or not RTL.search(text)):
        return [(text, 0)]
    found = levels(text, rtl)
    if len({level % 2 for level in found}) < 2:
        return [(text, found[0] % 2 if found else 0)]
    starts = [k for k in range(len(text)) if not k or found[k] != found[k - 1]]
    return [(text[a:b], found[a]) for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]
