"""Put a fault into a good PDF, keep its manifest consistent where who did it could, and ask `proof`.

File digests and the seal are always made anew: a fault is to be found by what it does, not by the date of it.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pikepdf

from prancha.checks.proof.inline_faces import unfold
from prancha.checks.proof.proofing import proof
from prancha.export.pdf_objects import digest_of, number_form, stream_form
from prancha.model.diagnostic import Failure

K = 72 / 25.4
CARD = "cards/c1"
Edit = Callable[["Case"], None]


@dataclass(frozen=True)
class Kind:
    """A kind of fault: what was done, and the codes of which one must tell it; none where nothing can.

    With `forms` it is done to a file whose faces are all forms; else to one as it was written.
    One in `UNSEEN` has no codes, as whoever wrote it down did not know them: any error counts as caught.
    Its group is the object that is touched.
    """

    name: str
    group: str
    codes: tuple[str, ...]
    edit: Edit
    kit: str = "long"
    forms: bool = True


KINDS: dict[str, Kind] = {}
UNSEEN: dict[str, Kind] = {}
"""Kinds written down by somebody who had not read the checks, before these were run on them."""


def kind(name: str, group: str, *codes: str, kit: str = "long", forms: bool = True) -> Callable[[Edit], Edit]:
    """Register an edit as a kind of fault."""

    def keep(edit: Edit) -> Edit:
        assert name not in KINDS, name
        KINDS[name] = Kind(name, group, codes, edit, kit, forms)
        return edit

    return keep


def unseen(name: str, touched: str, kit: str = "long", forms: bool = True) -> Callable[[Edit], Edit]:
    """Register an edit as a kind that the checks have not met; its docstring says who is harmed and how."""

    def keep(edit: Edit) -> Edit:
        assert name not in UNSEEN, name
        assert edit.__doc__, f"{name}: say who is harmed"
        UNSEEN[name] = Kind(name, touched, (), edit, kit, forms)
        return edit

    return keep


@dataclass
class Case:
    """A document and its manifest, to be spoiled.

    `others` are the bytes of the other files of the set, by name.  `finish` changes the bytes of the saved
    document.  `retold` are the resources, as kind and name, whose digests the manifest gets anew.
    """

    document: pikepdf.Pdf
    tree: dict[str, Any]
    saving: dict[str, Any] = field(default_factory=dict)
    others: dict[str, bytes] = field(default_factory=dict)
    finish: Callable[[bytes], bytes] | None = None
    retold: list[tuple[str, str]] = field(default_factory=list)

    @property
    def placed(self) -> dict[str, Any]:
        return self.tree["placed"]

    def page(self, item: str = CARD, side: str = "front") -> int:
        """The first page with a face of an item."""
        return next(
            sheet["page"]
            for sheet in self.placed["sheets"]
            if sheet["side"] == side and any(row[0] == item for row in sheet["pieces"])
        )

    def sheet(self, item: str = CARD, side: str = "front") -> dict[str, Any]:
        """What the manifest tells of that page."""
        page = self.page(item, side)
        return next(sheet for sheet in self.placed["sheets"] if sheet["page"] == page)

    def text(self, page: int) -> str:
        """The content of a page."""
        return self.document.pages[page - 1].Contents.read_bytes().decode("latin1")

    def write(self, page: int, text: str) -> None:
        self.document.pages[page - 1].Contents.write(text.encode("latin1"))

    def sub(self, page: int, old: str, new: Any, count: int = 1) -> None:
        """Replace a pattern in the content of a page; it must be there."""
        text, done = re.subn(old, new, self.text(page), count=count, flags=re.S)
        assert done, f"{old} is not on page {page}"
        self.write(page, text)

    def paint(self, page: int, operators: str, first: bool = False) -> None:
        """Paint over everything on a page, or under it, in its mm."""
        text = self.text(page)
        head, _, rest = text.partition("cm\n")
        self.write(page, f"{head}cm\n{operators}\n{rest}" if first else f"{text}\n{operators}\n")

    def piece(self, item: str = CARD, copy: int = 1, side: str = "front") -> str:
        """A pattern of a whole piece."""
        return rf"/Piece <</Item \({item}\) /Copy {copy} /Side /{side}>> BDC.*?EMC"

    def place(self, page: int, item: str = CARD, copy: int = 1, side: str = "front") -> tuple[float, float]:
        """Where a piece begins on its page, mm."""
        head = rf"/Item \({item}\) /Copy {copy} /Side /{side}>> BDC q\s+(?:\S+ ){{4}}(\S+) (\S+) cm"
        found = re.search(head, self.text(page))
        assert found
        return float(found[1]), float(found[2])

    def names(self, page: int) -> list[str]:
        """What the forms on a page are called, in the order of painting, each once."""
        return list(dict.fromkeys(re.findall(r"/f\d+(?= Do)", self.text(page))))

    def name(self, item: str = CARD, side: str = "front") -> str:
        """What the drawing of a face is called on its page."""
        found = re.search(self.piece(item, 1, side), self.text(self.page(item, side)), re.S)
        assert found
        name = re.search(r"/f\d+(?= Do)", found[0])
        assert name
        return name[0]

    def form(self, item: str = CARD, side: str = "front") -> Any:
        """The drawing of a face."""
        page = self.document.pages[self.page(item, side) - 1]
        return page.Resources.XObject[self.name(item, side)]

    def resources(self, item: str = CARD) -> Any:
        """What all faces share: one that was in its page has what the page has, and forms in it have all."""
        own = self.form(item).Resources
        return next((one.Resources for _, one in sorted(own.XObject.items()) if "/Resources" in one), own)

    def beside(self, page: int, number: int) -> Any:
        """The drawing of something beside the pieces, by its order: ruler, label."""
        names = re.findall(r"q 1 0 0 1 \S+ \S+ cm\s+/(f\d+) Do", self.text(page))
        return self.document.pages[page - 1].Resources.XObject[f"/{names[number]}"]

    def resource(self, kind: str, of: str = "") -> Any:
        """An object that faces name: the first of its kind, or the first whose dictionary has an entry."""
        listed = self.resources()[f"/{kind}"]
        return next(
            thing for _, thing in sorted(listed.items()) if not of or str(thing.get("/Subtype")) == of
        )

    def images(self) -> list[Any]:
        """The pictures, those with a mask last."""
        found = [
            thing for _, thing in sorted(self.resources().XObject.items())
            if thing.get("/Subtype") == "/Image" and thing.Width > 1 and "/ColorSpace" in thing
            and thing.ColorSpace != "/DeviceGray"
        ]  # fmt: skip
        return sorted(found, key=lambda thing: "/SMask" in thing)

    def redraw(self, form: Any, old: bytes, new: bytes, consistent: bool = False, text: bool = False) -> None:
        """Change a drawing; `consistent` also in the manifest, and what it tells of its `text`."""
        content = form.read_bytes()
        changed = re.sub(old, new, content, count=1, flags=re.S)
        assert changed != content, old
        form.write(changed)
        if consistent:
            self.told(content, changed, text)

    def told(self, content: bytes, changed: bytes, text: bool = True) -> None:
        """Tell the manifest of another drawing of a face; with `text` it was meant to be as long as it is."""
        before, after = (f"{zlib.crc32(one):08x}" for one in (content, changed))
        faces = self.placed["faces"]
        number = faces.index(before)
        faces[number] = after
        if text:
            self.placed["advances"][number] = None

    def fonts(self) -> Iterator[Any]:
        """The composite fonts."""
        for thing in self.document.objects:
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Subtype") == "/Type0":
                yield thing


def inject(kind: Kind, pdf: Path, manifest: Path, folder: Path) -> tuple[Path, Path]:
    """Write the spoiled PDF, its manifest and the other files that it names."""
    folder.mkdir(parents=True, exist_ok=True)
    spoiled, listing = folder / pdf.name, folder / manifest.name
    tree = json.loads(manifest.read_text(encoding="utf-8"))
    for name in tree["files"]:
        (folder / name).unlink(missing_ok=True)
    others = {name: (pdf.parent / name).read_bytes() for name in tree["files"] if name != pdf.name}
    with pikepdf.open(pdf) as document:
        if kind.forms:
            unfold(document)
        case = Case(document, tree, others=others)
        kind.edit(case)
        document.save(spoiled, **case.saving)
    if case.retold:
        _retell(case, spoiled)
    if case.finish:
        spoiled.write_bytes(case.finish(spoiled.read_bytes()))
    for name, data in case.others.items():
        (folder / name).write_bytes(data)
    for name in [pdf.name, *(name for name in case.tree["files"] if name in case.others)]:
        data = (folder / name).read_bytes()
        case.tree["files"][name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    listing.write_text(json.dumps(sealed(case.tree), ensure_ascii=False), encoding="utf-8")
    return spoiled, listing


def _retell(case: Case, spoiled: Path) -> None:
    """Put the digests of changed resources into the manifest, as they were saved."""
    with pikepdf.open(spoiled) as document:
        for kind, name in case.retold:
            told = case.placed["resources"][kind]
            told[name] = digest_of(canonical(named_resource(document, kind, name)))


def named_resource(document: pikepdf.Pdf, kind: str, name: str) -> Any:
    """A resource by its name, of a page or of a form within one."""
    return next(
        resources[f"/{kind}"][f"/{name}"]
        for page in document.pages
        for resources in _all_resources(page)
        if f"/{name}" in resources.get(f"/{kind}", {})
    )


def _all_resources(holder: Any) -> Iterator[Any]:
    resources = holder.get("/Resources", pikepdf.Dictionary())
    yield resources
    for one in resources.get("/XObject", pikepdf.Dictionary()).values():
        if one.get("/Subtype") == "/Form":
            yield from _all_resources(one)


def canonical(thing: Any) -> bytes:
    """An object of a file in the form that `prancha.export.pdf_objects` describes."""
    if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
        kept = ((key[1:], value) for key, value in thing.items() if key not in ("/Length", "/Resources"))
        entries = {key: canonical(value) for key, value in kept}
        return stream_form(entries, thing.read_raw_bytes() if isinstance(thing, pikepdf.Stream) else None)
    if isinstance(thing, pikepdf.Array):
        return b"[" + b" ".join(map(canonical, thing)) + b"]"
    if isinstance(thing, pikepdf.Name):
        return str(thing).encode()
    if isinstance(thing, pikepdf.String):
        return b"(" + bytes(thing).hex().encode() + b")"
    if isinstance(thing, bool):
        return b"true" if thing else b"false"
    return b"null" if thing is None else number_form(float(thing))


def sealed(tree: dict[str, Any]) -> dict[str, Any]:
    """The manifest with the seal that fits it, unless the fault is that seal."""
    if tree.get("seal") != "broken":
        tree.pop("seal", None)
        told = {key: value for key, value in tree.items() if key != "files"}
        canonical = msgspec.json.encode(msgspec.json.decode(json.dumps(told)))
        tree["seal"] = hashlib.sha256(canonical).hexdigest()
    return tree


def codes_of(pdf: Path, manifest: Path) -> set[str]:
    """The codes of all errors that `proof` tells."""
    try:
        report = proof(pdf, manifest)
    except Failure as failure:
        return {diagnostic.code for diagnostic in failure.diagnostics}
    return {fault.code for fault in report.faults if fault.severity == "error"}
