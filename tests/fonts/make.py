"""Make the fonts of `acceptance/script_lines.py` anew: `python tests/fonts/make.py FOLDER`.

FOLDER holds the Debian packages of README.md, unpacked with `dpkg -x`.  Needs fontTools.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from acceptance.script_lines import LINES  # noqa: E402

SOURCES = {
    "Noto Serif": "noto/NotoSerif-Regular.ttf",
    "Noto Sans Bengali": "noto/NotoSansBengali-Regular.ttf",
    "Noto Sans Tamil": "noto/NotoSansTamil-Regular.ttf",
    "Noto Sans Thai": "noto/NotoSansThai-Regular.ttf",
    "Noto Sans Lao": "noto/NotoSansLao-Regular.ttf",
    "Noto Sans Khmer": "noto/NotoSansKhmer-Regular.ttf",
    "Noto Sans Myanmar": "noto/NotoSansMyanmar-Regular.ttf",
    "Test Latin": "charis/CharisSIL-Regular.ttf",
    "Test Burmese": "padauk/Padauk-Regular.ttf",
    "Test Hangul": "nanum/NanumGothic.ttf",
    "Test Han": "lxgw-wenkai/LXGWWenKai-Regular.ttf",
}
RENAMED = "Test "
"""These have reserved names, which a changed font may not bear (Open Font License, 3)."""
ALWAYS = " .,-"
MADE_OF = {"\u0e33": "\u0e4d\u0e32", "\u0eb3": "\u0ecd\u0eb2"}
"""Letters that HarfBuzz takes apart whatever the font says."""


def main(folder: Path) -> None:
    """Write each font with the letters of its lines."""
    for family, source in SOURCES.items():
        letters = set(ALWAYS).union(
            *(part.text for line in LINES for part in line.parts if part.family == family)
        )
        letters |= {c for whole in letters for c in MADE_OF.get(whole, "")}
        options = subset.Options(
            layout_features=["*"], hinting=False, drop_tables=["Silf", "Sill", "Feat", "Glat", "Gloc", "DSIG"]
        )
        font = subset.load_font(str(folder / "usr/share/fonts/truetype" / source), options)
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=map(ord, letters))
        subsetter.subset(font)
        if family.startswith(RENAMED):
            for name in (1, 3, 4, 6, 16):
                if font["name"].getDebugName(name):
                    font["name"].removeNames(nameID=name)
                    font["name"].setName(family.replace(" ", "") if name == 6 else family, name, 3, 1, 0x409)
        target = HERE / family / "400.ttf"
        target.parent.mkdir(exist_ok=True)
        font["head"].modified = font["head"].created
        font.recalcTimestamp = False
        font.save(target)
        print(family, target.stat().st_size)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
