"""Words of other scripts in Latin letters, so that ids made of names can be read."""

# ruff: noqa: E501 - wide letters

from __future__ import annotations

import re
import unicodedata

_PAIRS = (
    # Cyrillic
    "а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh "
    "щ shch ъ  ы y ь  э e ю yu я ya ґ g є ye і i ђ dj ј j љ lj њ nj ћ c џ dz ѕ dz ў u ё yo ї yi ќ k ѓ g ә a ғ g қ k ң n ө o ұ u "
    "ү u һ h "
    # Greek
    "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o "
    # Georgian
    "ა a ბ b გ g დ d ე e ვ v ზ z თ t ი i კ k ლ l მ m ნ n ო o პ p ჟ zh რ r ს s ტ t უ u ფ p ქ k ღ gh ყ q შ sh "
    "ჩ ch ც ts ძ dz წ ts ჭ ch ხ kh ჯ j ჰ h "
    # Armenian
    "ա a բ b գ g դ d ե e զ z է e ը y թ t ժ zh ի i լ l խ kh ծ ts կ k հ h ձ dz ղ gh ճ ch մ m յ y ն n շ sh ո o "
    "չ ch պ p ջ j ռ r ս s վ v տ t ր r ց ts ւ u փ p ք k օ o ֆ f և ev "
    # Hebrew and Arabic write no short vowels.
    "א a ב b ג g ד d ה h ו v ז z ח ch ט t י y כ k ך k ל l מ m ם m נ n ן n ס s ע a פ p ף p צ ts ץ ts ק k ר r "
    "ש sh ת t ا a ب b ت t ث th ج j ح h خ kh د d ذ dh ر r ز z س s ش sh ص s ض d ط t ظ z ع a غ gh ف f ق q ك k "
    "ل l م m ن n ه h و w ي y ى a ة a ء  پ p چ ch ژ zh گ g ک k ی y"
)
_LETTERS = dict(zip(*[iter(_PAIRS.split(" "))] * 2, strict=True))
_KANA = (
    "ア a イ i ウ u エ e オ o カ ka キ ki ク ku ケ ke コ ko サ sa シ shi ス su セ se ソ so タ ta チ chi ツ tsu テ te "
    "ト to ナ na ニ ni ヌ nu ネ ne ノ no ハ ha ヒ hi フ fu ヘ he ホ ho マ ma ミ mi ム mu メ me モ mo ヤ ya ユ yu ヨ yo "
    "ラ ra リ ri ル ru レ re ロ ro ワ wa ヲ o ン n ガ ga ギ gi グ gu ゲ ge ゴ go ザ za ジ ji ズ zu ゼ ze ゾ zo ダ da "
    "ヂ ji ヅ zu デ de ド do バ ba ビ bi ブ bu ベ be ボ bo パ pa ピ pi プ pu ペ pe ポ po ヴ vu ァ a ィ i ゥ u ェ e ォ o "
    "ャ ya ュ yu ョ yo"
)
_SYLLABLES = dict(zip(*[iter(_KANA.split(" "))] * 2, strict=True))
_HIRAGANA, _KATAKANA = range(0x3041, 0x3097), 0x60
"""Code points of hiragana, and how far behind them katakana stand."""
_FIRST = "g kk n d tt r m b pp s ss  j jj ch k t p h".split(" ")
_MIDDLE = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split()
_LAST = " k k k n n n t l k m l l l p l m p p t t ng t t k t p t".split(" ")
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


def _sound(letter: str) -> str:
    """Return the sound of a letter in Latin ones, the letter itself where it is not known."""
    code = ord(letter)
    if code in _HANGUL:
        first, rest = divmod(code - _HANGUL.start, 588)
        return _FIRST[first] + _MIDDLE[rest // 28] + _LAST[rest % 28]
    if letter in "ーッっ":
        return ""
    kana = chr(code + _KATAKANA) if code in _HIRAGANA else letter
    base = unicodedata.normalize("NFD", letter)[0]
    known = (_LETTERS.get(letter), _SYLLABLES.get(kana), _LETTERS.get(base))
    return next((sound for sound in known if sound is not None), letter)
