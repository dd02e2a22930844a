"""How faces come into a file: in the stream of their page, as forms, or by an earlier build's stream."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Protocol

import msgspec
from msgspec import Struct

from prancha.export.canvas import Resources, SameResources
from prancha.export.pdf_objects import Raw, face_form
from prancha.export.placement import Boxes
from prancha.model.face import Art
from prancha.model.printing import Matrix
from prancha.model.sheet import Sheet, Stroke
from prancha.model.units import Mm, fine
from prancha.system.cache import NOTHING, Pack, made_of

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


class Named(Struct, frozen=True, array_like=True):
    """Names used by a page: forms of faces, other forms, and whether a face stands in the page itself."""

    forms: tuple[tuple[str, str], ...]
    shown: tuple[str, ...]
    within: bool


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
        self._here: dict[str, str] = {}
        self._shown: set[str] = set()
        self._within = False
        self._last: tuple[tuple[Collection[str], set[str], bool], Resources] | None = None
        """What a page named that shows forms, and the resources it has."""

    def page_resources(self) -> Raw:
        """Return what was named since the last page: the shared resources, or those of a page with forms."""
        forms, shown, within = self._here, self._shown, self._within
        self._here, self._shown, self._within = {}, set(), False
        if not forms:
            return self._resources
        named = forms.keys(), shown, within
        if self._last is None or self._last[0] != named:
            self._last = named, self._own_resources(forms, shown, within)
            return self._last[1]
        return SameResources(self._last[1])  # most sheets of a deck show one ruler

    def _own_resources(self, forms: Collection[str], shown: Collection[str], within: bool) -> Resources:
        """Return the resources of a page that shows these forms of faces, and others."""
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

    @property
    def named(self) -> Named:
        """Return what was named since the last page."""
        return Named(tuple(self._here.items()), tuple(sorted(self._shown)), self._within)

    def name_again(self, named: Named) -> bool:
        """Name again what a page named when drawn; False, and nothing done, if forms have other names now."""
        fresh = len(self._forms)
        for digest, name in named.forms:
            known = self._forms.get(digest)
            if name != (known[0] if known is not None else f"f{fresh}"):
                return False
            fresh += known is None
        for digest, _ in named.forms:
            self._form(digest)
        self._shown.update(named.shown)
        self._within |= named.within
        return True

    def is_once(self, digest: str) -> bool:
        """Return whether a face is shown once in the file, and so may stand in its page."""
        return digest in self._once

    def _form(self, digest: str) -> str:
        """Return the name of a face's form."""
        if digest not in self._forms:
            name = f"f{len(self._forms)}"
            assert name not in self._resources.kinds["XObject"], "names of pictures and parts are longer"
            self._forms[digest] = name, face_form(self._arts[digest], self._resources)
        self._here[digest] = self._forms[digest][0]
        return self._here[digest]


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


class DrawnPage(Page, Protocol):
    """The properties of a page that decide how it is drawn."""

    @property
    def size(self) -> tuple[Mm, Mm]:
        """Width and height of what is sent."""

    @property
    def strokes(self) -> tuple[Stroke, ...]:
        """Its outlines for a machine."""

    @property
    def matrix(self) -> Matrix:
        """What takes it to what is sent."""

    @property
    def scale(self) -> float:
        """How much larger its pieces are drawn."""

    @property
    def boxes(self) -> Boxes | None:
        """Its boxes, where it has its own."""


class _Stream(Struct, frozen=True, array_like=True):
    """A deflated stream, and what its faces named."""

    named: Named
    deflated: bytes


_write, _read = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(_Stream).decode


class PageStreams:
    """Recalls and keeps the streams of one file; `how` identifies what all its pages are drawn with.

    The context of `pack` must identify all that faces are drawn from and with: here they have the digest of
    their drawing and the checksum of their operators.
    """

    def __init__(self, arts: Mapping[str, Art], pack: Pack = NOTHING, how: object = None) -> None:
        self._arts, self._pack, self._how = arts, pack, how

    def key(self, page: DrawnPage, faces: PlacedFaces) -> str:
        """Return the cache name of a page with these faces; "" where nothing is kept."""
        if not self._pack:
            return ""
        checks = [(self._arts[digest].check, faces.is_once(digest)) for digest in faces_on(page)]
        told = (
            self._how,
            page.size,
            page.matrix,
            page.sheet,
            page.faces,
            page.strokes,
            page.scale,
            page.boxes,
            checks,
        )
        return sha256(_write(told)).hexdigest()[:32]

    def recall(self, key: str, faces: PlacedFaces) -> bytes | None:
        """Return the stream of a page, and name its faces as if it had just been drawn."""
        kept = made_of(self._pack.get(key), _read) if key else None
        if kept is None:
            return None
        return kept.deflated if faces.name_again(kept.named) else None

    def keep(self, key: str, named: Named, deflated: bytes) -> None:
        """Keep the stream of a page that was just drawn."""
        if key:
            self._pack.put(key, _write(_Stream(named, deflated)))
