"""Resources that the faces of a document share: icons, gradients, pictures, glyphs and equal parts."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from hashlib import blake2b

from msgspec import Struct

from prancha.graphics.fonts import Font
from prancha.graphics.svg.matrix import ViewBox
from prancha.model.face import Art, Glyphs, Resource
from prancha.render.path_operators import n

_LAST = "\U0010ffff"
"""No text comes after it."""


class FontVariant(Struct, frozen=True):
    """A font as a document has it: with glyphs that are `wider` by so many font units."""

    font: Font
    wider: int = 0

    @property
    def key(self) -> str:
        """Its name in a PDF."""
        return f"{self.font.key}w{self.wider}" if self.wider else self.font.key


class PrintedWord(Struct, frozen=True, eq=False):
    """A word as it is printed: its glyphs, each with the text it stands for."""

    cut: FontVariant
    word: str
    glyphs: tuple[tuple[int, str], ...]


class DocumentResources:
    """Collects each shared resource once, under a name derived from its content.

    Names never depend on the order of drawing, so faces drawn in several
    processes name the same thing alike.  The document has what finished faces need: what was
    made for one that was then drawn in another way is in none.
    """

    def __init__(self) -> None:
        self._resources: dict[str, Resource] = {}
        self._cuts: dict[str, FontVariant] = {}
        self._texts: dict[str, dict[int, str]] = {}
        self.touched: set[str] = set()
        self.spoken: set[PrintedWord] = set()
        self._needed: set[str] = set()
        self._printed: set[PrintedWord] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._resources

    def keep(self, resource: Resource) -> str:
        """Store a resource under its name, which is returned."""
        self._resources.setdefault(resource.name, resource)
        self.touched.add(resource.name)
        return resource.name

    def __getitem__(self, name: str) -> Resource:
        return self._resources[name]

    def begin(self) -> None:
        """Start a face: `touched` are the resources, `spoken` the words it needs."""
        self.touched, self.spoken = set(), set()

    def end(self) -> None:
        """End a face that is drawn: the document needs what the face needs."""
        self.need(self.touched)
        new = self.spoken - self._printed
        for word in new:
            self.use(word.cut, word.glyphs)
        self._printed |= new

    def need(self, names: Iterable[str]) -> None:
        """Let the document have resources that a finished face needs."""
        self._needed.update(names)

    def use(self, cut: FontVariant, glyphs: Iterable[tuple[int, str]]) -> None:
        """Remember that glyphs of a font are printed, and what text each stands for."""
        self._cuts.setdefault(cut.key, cut)
        texts = self._texts.setdefault(cut.key, {})
        for gid, text in glyphs:
            if text < texts.get(gid, _LAST):
                texts[gid] = text

    @property
    def resources(self) -> tuple[Resource, ...]:
        """All that finished faces need, in the order of their names."""
        return tuple(self._resources[name] for name in sorted(self._needed))

    @property
    def glyphs(self) -> Mapping[str, Glyphs]:
        """Per font key, which glyphs were used for which text."""
        found = {}
        for key, texts in sorted(self._texts.items()):
            font, wider = self._cuts[key].font, self._cuts[key].wider
            found[key] = Glyphs(font.family, font.weight, font.italic, dict(texts), wider)
        return found


WORTH_SHARING = 80
"""Characters of operators; a shorter shape costs less than a reference to it."""
NO_KEY = ""
"""The key of a part that other faces may not share."""


class Part(Struct, frozen=True):
    """A stretch of a face, drawn from a fresh graphics state; other faces may share it by its `key`.

    `advance` is that of its own text (see Art).
    """

    operators: str
    key: str
    advance: float = 0.0


class FaceParts(Struct, frozen=True):
    """A face as parts, and its view box (x, y, width, height) in mm."""

    digest: str
    box: ViewBox
    parts: tuple[Part, ...]


def key_of_part(operators: str, box: ViewBox) -> str:
    """The key of a part that faces may share: of its operators and the view box that clips them."""
    return blake2b(repr((operators, box)).encode(), digest_size=16).hexdigest()


def extract_shared(faces: deque[FaceParts]) -> tuple[dict[str, Art], list[Resource]]:
    """Turn drawn faces into art: parts that several faces share become resources.

    Which are shared depends on all faces together and names on content, so
    the order of drawing does not matter.
    Each face is taken away once it is art, so that no drawing is in memory twice.
    """
    shared = _name_shared(faces)
    arts: dict[str, Art] = {}
    forms: dict[str, Resource] = {}
    while faces:
        face = faces.popleft()
        written, advance = [], 0.0
        for part in face.parts:
            name = shared.get(part.key, "")
            if name:
                written.append(f"/{name} Do")
                if name not in forms:
                    forms[name] = _form(name, part.operators, face.box)
            else:
                # Each part starts from a fresh state, whatever the one before it sets.
                written.append(f"q\n{part.operators}\nQ")
                advance += part.advance  # added one by one: `sum` rounds otherwise since Python 3.12
        content = "\n".join(written).encode("latin-1")
        x, y, width, height = face.box
        box = x, y, x + width, y + height
        arts[face.digest] = Art(face.digest, box, content, zlib.crc32(content), advance)
    return arts, [forms[name] for name in sorted(forms)]


def _name_shared(faces: Iterable[FaceParts]) -> Mapping[str, str]:
    """The names of parts that several faces show, by their keys."""
    seen: Counter[str] = Counter()
    texts: dict[str, tuple[str, ViewBox]] = {}
    for face in faces:
        own = {part.key: part.operators for part in face.parts if part.key}
        seen.update(own.keys())
        for key, operators in own.items():
            texts[key] = operators, face.box
    names = {key: _name(texts[key]) for key, count in seen.items() if count > 1}
    # Names are short, since every face tells them: two parts that would get the same stay unshared.
    once = Counter(names.values())
    return {key: name for key, name in names.items() if once[name] == 1}


def _name(part: tuple[str, ViewBox]) -> str:
    return "x" + urlsafe_b64encode(blake2b(repr(part).encode(), digest_size=3).digest()).decode()


def _form(name: str, operators: str, box: ViewBox) -> Resource:
    x, y, width, height = box
    entries = f"/Subtype /Form /BBox [{n(x)} {n(y)} {n(x + width)} {n(y + height)}] /Filter /FlateDecode"
    return Resource(name, "XObject", entries, zlib.compress(operators.encode("latin-1"), 9))
