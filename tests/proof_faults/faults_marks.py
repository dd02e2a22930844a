"""Faces that are written into their pages: their marks, what clips them, and what the page has for them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pikepdf
from injecting import CARD, Case, Edit, kind

MARKED = "faces in pages"
HEAD = r"/Face BMC q (\S+ \S+ \S+ \S+ re W n\n)"
FACE = HEAD + r"(.*?)\nQ EMC"


def marked(name: str, *codes: str) -> Callable[[Edit], Edit]:
    """Register an edit of a page as it is written."""

    def keep(edit: Edit) -> Edit:
        return kind(name, MARKED, *codes, forms=False)(edit)

    return keep


def _page(case: Case) -> int:
    page = case.page()
    assert len(re.findall(FACE, case.text(page), re.S)) > 3
    return page


def _edit(case: Case, old: str, new: object) -> None:
    case.sub(_page(case), old, new)


def _resources(case: Case) -> Any:
    return case.document.pages[_page(case) - 1].Resources


marked("a face without marks", "copy-missing", "stray-paint", "face-wrong")(
    lambda case: _edit(case, FACE, r"q \1\2\nQ")
)  # fmt: skip
marked("a face whose mark does not begin", "copy-missing", "stray-paint")(
    lambda case: _edit(case, "/Face BMC q", "q")
)
marked("a face whose mark has no end", "stray-paint")(lambda case: _edit(case, FACE, r"/Face BMC q \1\2\nQ"))
marked("a face whose mark ends early", "face-wrong")(
    lambda case: _edit(case, FACE, r"/Face BMC q \1EMC \2\nQ EMC")
)
marked("a mark whose name is written otherwise", "stray-paint")(
    lambda case: _edit(case, "/Face BMC", "/F#61ce BMC")
)
marked("a mark with properties", "stray-paint")(lambda case: _edit(case, "/Face BMC", "/Face <</A 1>> BDC"))
marked("a Q too many in a face", "face-wrong")(lambda case: _edit(case, HEAD, r"/Face BMC q \1Q q q "))
marked("a q too many in a face", "face-wrong")(lambda case: _edit(case, HEAD, r"/Face BMC q \1q "))
marked("a face within another", "face-wrong")(
    lambda case: _edit(case, FACE, r"/Face BMC q \1/Face BMC q \1\2\nQ EMC\nQ EMC")
)
marked("a picture within a face", "face-wrong")(
    lambda case: _edit(case, HEAD, r"/Face BMC q \1BI /W 1 /H 1 /BPC 8 /CS /G ID x EI\n")
)
marked("a face that is not clipped", "stray-paint")(lambda case: _edit(case, HEAD, "/Face BMC q\n"))
marked("a face clipped to less", "bleed-short", "face-wrong")(
    lambda case: _edit(case, r"(/Face BMC q) -3 -3 69 94", r"\1 0 0 63 88")
)
marked("the clip of a face in a comment", "stray-paint")(lambda case: _edit(case, HEAD, r"/Face BMC q %\1"))
marked("all of a face's head in a comment", "copy-missing", "stray-paint")(
    lambda case: _edit(case, HEAD, r"%/Face BMC q \1")
)
marked("a face at 99 %", "piece-size")(
    lambda case: _edit(case, "/Face BMC q", "0.99 0 0 0.99 0 0 cm /Face BMC q")
)
marked("a face turned within its marks", "face-wrong")(
    lambda case: _edit(case, HEAD, r"/Face BMC q \1-1 0 0 -1 63 88 cm ")
)
marked("paint before a face", "stray-paint")(
    lambda case: _edit(case, "/Face BMC q", "1 0 0 rg 0 0 20 20 re f /Face BMC q")
)
marked("paint after a face", "stray-paint")(
    lambda case: _edit(case, FACE, r"/Face BMC q \1\2\nQ EMC 1 0 0 rg 0 0 20 20 re f")
)
marked("paint within a face", "face-wrong")(
    lambda case: _edit(case, FACE, r"/Face BMC q \1\2\n1 0 0 rg 0 0 20 20 re f\nQ EMC")
)
marked("an opacity before a face", "state-altered")(
    lambda case: _edit(case, "/Face BMC q", "/a700.700 gs /Face BMC q")
)
marked("a face on a layer", "state-altered", "stray-paint")(
    lambda case: _edit(case, FACE, r"/OC /Cut BDC /Face BMC q \1\2\nQ EMC EMC")
)


@marked("two faces in one mark", "face-wrong")
def _(case: Case) -> None:
    page = _page(case)
    one, other = re.findall(FACE, case.text(page), re.S)[:2]
    both = f"/Face BMC q {one[0]}{one[1]}\n{other[1]}\nQ EMC"
    case.sub(page, FACE, lambda _: both)


@marked("two faces exchanged", "face-wrong")
def _(case: Case) -> None:
    page = _page(case)
    (_, one), (_, other) = re.findall(FACE, case.text(page), re.S)[:2]
    text = case.text(page)
    case.write(page, text.replace(one, "\0", 1).replace(other, one, 1).replace("\0", other, 1))


@marked("a page without the fonts of its faces", "resource-wrong")
def _(case: Case) -> None:
    del _resources(case)["/Font"]


@marked("a page whose fonts are exchanged", "resource-wrong")
def _(case: Case) -> None:
    listed = dict(_resources(case).Font.items())
    _resources(case).Font = pikepdf.Dictionary(
        dict(zip(listed, [*listed.values()][1:] + [*listed.values()][:1], strict=True))
    )


@marked("a page without a form of its faces", "resource-wrong")
def _(case: Case) -> None:
    objects = _resources(case).XObject
    name = next(name for name, thing in sorted(objects.items()) if not re.match(r"/f\d", name))
    del objects[name]


@marked("a form of a page's faces with resources of its own", "resource-wrong")
def _(case: Case) -> None:
    for thing in _resources(case).XObject.values():
        if "/Resources" in thing:
            own = pikepdf.Dictionary(dict(thing.Resources.items()))
            fonts = dict(own.Font.items())
            own.Font = pikepdf.Dictionary(
                dict(zip(fonts, [*fonts.values()][1:] + [*fonts.values()][:1], strict=True))
            )
            own.ExtGState = pikepdf.Dictionary()
            own.XObject = pikepdf.Dictionary()
            thing.Resources = case.document.make_indirect(own)


@marked("a card taken out with its marks", "copy-missing")
def _(case: Case) -> None:
    case.sub(_page(case), case.piece(CARD), "")
