"""How faces come into a file: in the stream of their page, or as forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from prancha.export.canvas import Resources
from prancha.export.pdf_objects import Raw, face_form
from prancha.model.face import Art
from prancha.model.sheet import Sheet
from prancha.model.units import fine

BEGIN, END = "/Face BMC q", "\nQ EMC"
"""Tag around a face in the stream of a page, by which readers find it."""
_OF_PAGES, _OF_FACES = ("Properties", "ExtGState", "ColorSpace"), ("Font", "Shading")
"""Kinds of resources that pages name themselves, and those that only faces in them name, beside forms."""
_CLIPPED = " re W n\n"
_PATTERN, _BEGIN, _END = b"/Pattern ", BEGIN.encode(), END.encode()
"""What a face in a page may not have: a pattern lies otherwise in a page than in a form (ISO 32000-1,
8.7.3.1), and the rest would look as if the face ended there."""


class Page(Protocol):
    """The properties of a page that decide which faces lie on it."""

    @property
    def sheet(self) -> Sheet | None:
        """Its pieces."""

    @property
    def faces(self) -> Sequence[tuple[str, *tuple[float, ...]]]:
        """What lies beside them."""


class PlacedFaces:
    """Gives the operators that paint each face; `alone` writes all of them as forms.

    `resources` are what all faces name.  Forms of faces are not among them: a page extracted by another
    program would otherwise bring all of them along.
    """

    def __init__(
        self, arts: Mapping[str, Art], pages: Sequence[Page], resources: Resources, alone: bool
    ) -> None:
        self._arts, self._resources = arts, resources
        counts = Counter(digest for page in pages for digest in faces_on(page))
        self._once = frozenset(digest for digest, count in counts.items() if count == 1 and not alone)
        self._forms: dict[str, tuple[str, Raw]] = {}
        self._here: set[str] = set()
        self._shown: set[str] = set()
        self._within = False

    def page_resources(self) -> Raw:
        """Return what was named since the last page: the shared resources, or those of a page with forms."""
        forms, shown, within = self._here, self._shown, self._within
        self._here, self._shown, self._within = set(), set(), False
        if not forms:
            return self._resources
        listed = self._resources.kinds["XObject"]
        own = Resources("XObject")
        own.kinds["XObject"] = {name: listed[name] for name in shown if name in listed}
        own.kinds["XObject"] |= dict(self._forms[digest] for digest in forms)
        for kind in (*_OF_PAGES, *(_OF_FACES if within else ())):
            own.refer(kind, self._resources)
        return own

    def operators(self, digest: str) -> str:
        """Return what paints a face whose origin is the current one."""
        art = self._arts[digest]
        content = art.content if digest in self._once else None
        if content is not None and not (_PATTERN in content or _BEGIN in content or _END in content):
            left, top, right, bottom = art.box
            box = " ".join(map(fine, (left, top, right - left, bottom - top)))
            painted = content.decode("latin-1")
            # What stands before a Do; what is no name there, in a string, is the name of nothing.
            self._shown.update([part[part.rfind("/") + 1 :] for part in painted.split(" Do")[:-1]])
            self._within = True
            return f"{BEGIN} {box}{_CLIPPED}{painted}{END}"
        return f"/{self._form(digest)} Do"

    def _form(self, digest: str) -> str:
        """Return the name of a face's form."""
        if digest not in self._forms:
            name = f"f{len(self._forms)}"
            assert name not in self._resources.kinds["XObject"], "names of pictures and parts are longer"
            self._forms[digest] = name, face_form(self._arts[digest], self._resources)
        self._here.add(digest)
        return self._forms[digest][0]


def faces_on(page: Page) -> Iterator[str]:
    """Yield the faces on a page, as often as they are painted."""
    for digest, *_ in page.faces:
        yield digest
    if page.sheet is None:
        return
    for placement in (*page.sheet.placements, *page.sheet.backs):
        yield placement.face
        if placement.piece.extended:
            yield placement.face  # and enlarged beneath itself
