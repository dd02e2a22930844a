"""Keep objects of a PDF one by one: fonts, pictures, gradients, forms, each with the entries that matter.

`kept_entries.toml` is a closed list: other entries, such as metadata, are left out.  Objects that
viewers and printers show in different ways, such as a font that is not in the file, are refused by name.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
import zlib
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any

import pikepdf
from msgspec import Struct

from prancha.graphics.pdf_art.kept_content import Cleaned, check_packed, clean_content, peel
from prancha.graphics.svg.matrix import Matrix
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box

MAX_DEPTH = 16
"""The most objects within objects."""
MAX_BYTES = 50_000_000
"""The most bytes of all kept streams, packed."""
MAX_PARTS = 5_000
MOST_PAINTED = 1_000_000
"""The most operators that a page paints, counting a form each time it is shown: viewers take seconds."""
_LEAST_STEP = 0.01
_DIGITS = 10
"""Digits behind the point: viewers round letters to whole pixels, so what is a little off may move by one."""
_IDENTITIES = ("/Identity", "/Default")

_WORDS = {None: "null", True: "true", False: "false"}
_PLAIN_NAME = re.compile(rb"[A-Za-z0-9_.,+*:;$!?&=^~|\\'\"`-]")


_FRESH = b"/prancha gs 0 g 0 G 1 w 0 J 0 j 10 M [] 0 d 0 Tc 0 Tw 100 Tz 0 TL 0 Tr 0 Ts\n"
"""A page begins in this state; a form begins in that of what shows it."""
_FRESH_STATE = "/ExtGState <</prancha <</ca 1 /CA 1 /BM /Normal>>>>"


class KeptObject(Struct, frozen=True):
    """A part of a page: the source of its dictionary, and its stream if it has one.

    `name` is made of both; in the source, `@name` refers to another part.
    """

    name: str
    entries: str
    content: bytes | None = None


_UNCLEAR = {
    "OC": "it has layers, which viewers show or hide",
    "TR": "it has a transfer function",
    "TR2": "it has a transfer function",
    "Font": "a graphics state sets its font",
    "OPI": "it shows a picture that is not in the file",
}
"""Entries that decide what is seen and that viewers understand in different ways."""


@cache
def _entries() -> Mapping[str, Mapping[str, str]]:
    """The entries that are kept of each kind of dictionary, and how each is kept."""
    text = (files("prancha.graphics.pdf_art") / "kept_entries.toml").read_text(encoding="utf-8")
    split = {
        kind: [word.partition(":") for word in words.split()] for kind, words in tomllib.loads(text).items()
    }
    return {kind: {key: rule or "plain" for key, _, rule in words} for kind, words in split.items()}


class ObjectKeeper:
    """Keeps objects of one document; `kept` are all so far, by name."""

    def __init__(self) -> None:
        self.kept: dict[str, KeptObject] = {}
        self._known: dict[tuple[tuple[int, int], str], str] = {}
        self._painted: dict[str, int] = {}
        """The number of operators each form paints, counting the forms in it each time they are shown."""
        self._depth = self._bytes = 0

    def keep_page(self, page: Any, resources: Any, group: Any, box: Box, matrix: Matrix | None = None) -> str:
        """Keep a page, or a stream as one, as a form that is clipped to `box`; returns its name.

        `matrix` takes points of the page to where they lie in what shows it.  Raises DrawingFault.
        """
        content = clean_content(page)
        if resources is None:
            resources = pikepdf.Dictionary()
        corners = " ".join(_number(value) for value in box)
        if group is None and content.used.get("ExtGState"):
            # A page is a group by itself: what blends in it must not blend with the paper's other contents.
            group = pikepdf.Dictionary(S=pikepdf.Name("/Transparency"))
        entries = f"/BBox [{corners}]"
        if matrix is not None:
            entries += f" /Matrix [{' '.join(_number(value) for value in matrix)}]"
        form = self._form(content, resources, entries, group, whole=True)
        return form.removeprefix("@")

    def _form(self, content: Cleaned, resources: Any, entries: str, group: Any, whole: bool = False) -> str:
        head = f"/Type /XObject /Subtype /Form {entries}"
        if group is not None:
            if group.get("/K", False):
                raise DrawingFault("it has a knockout group, which few viewers show")
            own = self._dictionary(group, "group")
            alone = " /I true" if whole and "/I " not in own else ""
            head += f" /Group <<{own}{alone}>>"
        listed = self._resources(resources, content.used)
        painted = content.operators
        for name, count in content.shown.items():
            shown = self._resource("XObject", resources["/XObject"][f"/{name}"])
            painted += count * self._painted.get(shown, 1)
        if painted > MOST_PAINTED:
            raise DrawingFault(f"drawings within its drawings paint more than {MOST_PAINTED:,} operators")
        if whole:
            listed = (
                f"{listed} {_FRESH_STATE}"
                if "/ExtGState" not in listed
                else listed.replace("/ExtGState <<", f"{_FRESH_STATE.removesuffix('>>')} ", 1)
            )
        source = _FRESH + content.source if whole else content.source
        form = self._part(f"{head} /Resources <<{listed}>>", source)
        self._painted[form] = painted
        return form

    def _resources(self, resources: Any, used: Mapping[str, set[str]]) -> str:
        """Return the source of the resources that are used."""
        parts = []
        spaces = resources.get("/ColorSpace", pikepdf.Dictionary())
        defaults = {name[1:] for name, _ in spaces.items() if name.startswith("/Default")}
        if defaults:
            used = {**used, "ColorSpace": used.get("ColorSpace", set()) | defaults}
        for kind in sorted(used):
            listed = resources.get(f"/{kind}", pikepdf.Dictionary())
            members = []
            for name in sorted(used[kind]):
                thing = listed.get(f"/{name}")
                if thing is None:
                    raise DrawingFault(f'a resource that it names is missing: {kind} "{name[:40]}"')
                members.append(f"{_name(name)} {self._resource(kind, thing)}")
            parts.append(f"/{kind} <<{' '.join(members)}>>")
        return " ".join(parts)

    def _resource(self, kind: str, thing: Any) -> str:
        keep: Mapping[str, Callable[[Any], str]] = {
            "XObject": self._xobject,
            "ExtGState": lambda one: f"<<{self._dictionary(one, 'state')}>>",
            "Font": self._font,
            "Shading": self._shading,
            "ColorSpace": self._space,
            "Pattern": self._pattern,
        }
        return self._once(thing, kind, keep[kind])

    def _once(self, thing: Any, kind: str, keep: Callable[[Any], str]) -> str:
        """Keep an object once.  Raises DrawingFault for one that contains itself."""
        number = thing.objgen if isinstance(thing, pikepdf.Object) else (0, 0)
        known = self._known.get((number, kind)) if number != (0, 0) else None
        if known is not None:
            return known
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise DrawingFault("its parts are nested too deep, or contain themselves")
        source = keep(thing)
        self._depth -= 1
        if number != (0, 0):
            self._known[number, kind] = source
        return source

    def _part(self, entries: str, content: bytes | None = None, packed: bool = False) -> str:
        """Keep a part; returns the reference to it.  A stream that is not `packed` is deflated."""
        if content is not None and not packed:
            entries, content = f"{entries} /Filter /FlateDecode", zlib.compress(content, 9)
        digest = hashlib.blake2b(entries.encode("latin-1") + b"\0" + (content or b""), digest_size=9)
        name = f"P{digest.hexdigest()}"
        if name not in self.kept:
            self._bytes += len(entries) + len(content or b"")
            if self._bytes > MAX_BYTES or len(self.kept) >= MAX_PARTS:
                raise DrawingFault(
                    f"it has more than {MAX_PARTS:,} parts, or {MAX_BYTES / 1e6:.0f} MB of them"
                )
            self.kept[name] = KeptObject(name, entries, content)
        return f"@{name}"

    def _dictionary(self, thing: Any, kind: str) -> str:
        """Return the source of the entries of a dictionary that its kind has."""
        if not isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
            raise DrawingFault(f"something else stands where a dictionary of a {kind} is expected")
        for key, why in _UNCLEAR.items():
            value = thing.get(f"/{key}")
            if value is not None and str(value) not in _IDENTITIES:
                raise DrawingFault(why)
        parts = []
        for key, rule in _entries()[kind].items():
            value = thing.get(f"/{key}")
            if value is not None:
                parts.append(f"/{key} {self._value(value, rule)}")
        return " ".join(parts)

    def _value(self, value: Any, rule: str) -> str:
        if rule == "plain":
            return self._plain(value)
        if rule == "space":
            return self._once(value, rule, self._space)
        if rule == "image":
            return self._once(value, rule, self._image)
        if rule == "mask":
            return self._plain(value) if isinstance(value, pikepdf.Array) else self._value(value, "image")
        if rule == "form":
            return self._once(value, rule, self._inner_form)
        if rule == "functions" and isinstance(value, pikepdf.Array):
            return f"[{' '.join(self._value(one, 'functions') for one in value)}]"
        if rule == "functions":
            return self._once(value, rule, lambda one: self._either(one, "function"))
        if rule == "shading":
            return self._once(value, rule, self._shading)
        if rule == "softmask" and isinstance(value, pikepdf.Name):
            return "/None"
        if rule == "glyphs":
            return f"[<<{self._dictionary(value[0], 'glyphs')}>>]"
        if rule in ("encoding", "stream", "program") and isinstance(value, pikepdf.Name):
            return self._plain(value)
        if rule == "stream":
            return self._once(value, rule, lambda one: self._part("", self._unpacked(one)))
        if rule == "program":
            return self._once(value, rule, self._program)
        return f"<<{self._dictionary(value, rule)}>>"

    def _plain(self, value: Any, depth: int = 0) -> str:
        """Return the source of a value that refers to nothing."""
        if value is None or isinstance(value, bool):
            return _WORDS[value]
        if isinstance(value, int | float | Decimal):
            return _number(value)
        if isinstance(value, pikepdf.Name):
            return _name(str(value)[1:])
        if isinstance(value, pikepdf.String):
            return f"<{bytes(value).hex()}>"
        if isinstance(value, pikepdf.Array) and depth < 4:
            return f"[{' '.join(self._plain(one, depth + 1) for one in value)}]"
        raise DrawingFault("an object stands where a plain value is expected")

    def _either(self, thing: Any, kind: str) -> str:
        """Return a dictionary in its source, or a reference to a stream."""
        entries = self._dictionary(thing, kind)
        if isinstance(thing, pikepdf.Stream):
            return self._part(entries, self._unpacked(thing))
        return f"<<{entries}>>"

    def _unpacked(self, stream: Any) -> bytes:
        if not isinstance(stream, pikepdf.Stream):
            raise DrawingFault("something else stands where a stream is expected")
        check_packed(stream)
        data: bytes = stream.read_bytes()
        return data

    # XObjects

    def _xobject(self, thing: Any) -> str:
        kind = str(thing.get("/Subtype"))
        if kind == "/Image":
            return self._image(thing)
        if kind == "/Form":
            return self._inner_form(thing)
        raise DrawingFault("it shows PostScript, which few viewers understand")

    def _inner_form(self, form: Any) -> str:
        for key, why in _UNCLEAR.items():
            if f"/{key}" in form:
                raise DrawingFault(why)
        content = clean_content(form)
        entries = f"/BBox {self._plain(form.BBox)}"
        if "/Matrix" in form:
            entries += f" /Matrix {self._plain(form.Matrix)}"
        return self._form(content, form.get("/Resources", pikepdf.Dictionary()), entries, form.get("/Group"))

    def _image(self, image: Any) -> str:
        entries = f"/Type /XObject /Subtype /Image {self._dictionary(image, 'image')}"
        data, filters = peel(image)
        if filters in (["/DCTDecode"], ["/FlateDecode"]):
            check_packed(image)
            parameters = image.get("/DecodeParms")
            if isinstance(parameters, pikepdf.Array):
                parameters = parameters[-1]
            if isinstance(parameters, pikepdf.Dictionary):
                entries += f" /DecodeParms <<{self._dictionary(parameters, 'stored')}>>"
            return self._part(f"{entries} /Filter {filters[0]}", data, packed=True)
        for one in filters:
            if one in ("/JPXDecode", "/JBIG2Decode", "/CCITTFaxDecode", "/DCTDecode"):
                raise DrawingFault(f"a picture in it is packed by {one[1:]}, which viewers read differently")
        return self._part(entries, self._unpacked(image))

    # Fonts

    def _font(self, font: Any) -> str:
        kind, called = str(font.get("/Subtype")), str(font.get("/BaseFont", "/?"))[1:41]
        if kind == "/Type3":
            raise DrawingFault("it has a font whose letters are drawings (Type 3)")
        if kind == "/Type0":
            if str(font.get("/Encoding")) != "/Identity-H":
                raise DrawingFault(f"the letters of its font {called} are numbered by a table of their own")
            descriptor = font.DescendantFonts[0].get("/FontDescriptor")
        elif kind in ("/Type1", "/MMType1", "/TrueType"):
            descriptor = font.get("/FontDescriptor")
        else:
            raise DrawingFault(f"it has a font of an unknown kind ({kind})")
        if descriptor is None or not any(f"/FontFile{one}" in descriptor for one in ("", "2", "3")):
            raise DrawingFault(f"its font {called} is not in the file")
        table = "type0" if kind == "/Type0" else "type1"
        return self._part(f"/Type /Font /Subtype {kind} {self._dictionary(font, table)}")

    def _program(self, stream: Any) -> str:
        lengths = [f"/Length{k} {int(stream[f'/Length{k}'])}" for k in (1, 2, 3) if f"/Length{k}" in stream]
        if "/Subtype" in stream:
            lengths.append(f"/Subtype {self._plain(stream.Subtype)}")
        return self._part(" ".join(lengths), self._unpacked(stream))

    # Colours

    def _space(self, space: Any) -> str:
        if isinstance(space, pikepdf.Name):
            return self._plain(space)
        kind = str(space[0])
        if kind == "/ICCBased":
            return f"[/ICCBased {self._once(space[1], 'profile', lambda one: self._either(one, 'profile'))}]"
        if kind in ("/CalGray", "/CalRGB", "/Lab"):
            return f"[{kind} <<{self._dictionary(space[1], 'calibrated')}>>]"
        if kind == "/Indexed":
            table = space[3]
            colours = self._unpacked(table) if isinstance(table, pikepdf.Stream) else bytes(table)
            return f"[/Indexed {self._inner_space(space[1])} {int(space[2])} <{colours.hex()}>]"
        if kind in ("/Separation", "/DeviceN"):
            tint = self._value(space[3], "functions")
            return f"[{kind} {self._plain(space[1])} {self._inner_space(space[2])} {tint}]"
        if kind == "/Pattern":
            return f"[/Pattern {self._inner_space(space[1])}]" if len(space) > 1 else "[/Pattern]"
        if len(space) == 1:  # a device's, in brackets
            return self._plain(space[0])
        raise DrawingFault(f"it has a colour space of an unknown kind ({kind[:20]})")

    def _inner_space(self, space: Any) -> str:
        return self._once(space, "space", self._space)

    def _shading(self, shading: Any) -> str:
        return self._either(shading, "shading")

    def _pattern(self, pattern: Any) -> str:
        if int(pattern.PatternType) == 2:
            return f"<<{self._dictionary(pattern, 'shaded')}>>"
        if min(abs(float(pattern.XStep)), abs(float(pattern.YStep))) < _LEAST_STEP:
            raise DrawingFault("a pattern in it has tiles that nobody sees")
        content = clean_content(pattern, coloured=int(pattern.PaintType) == 1)
        keys = ("PatternType", "PaintType", "TilingType", "BBox", "XStep", "YStep", "Matrix")
        entries = " ".join(
            f"/{key} {self._plain(pattern[f'/{key}'])}" for key in keys if f"/{key}" in pattern
        )
        resources = self._resources(pattern.get("/Resources", pikepdf.Dictionary()), content.used)
        return self._part(f"/Type /Pattern {entries} /Resources <<{resources}>>", content.source)


def inherited(page: Any, key: str) -> Any:
    """Return an entry of a page, or of the nearest of its parents that has it; None without one."""
    thing = page.obj
    for _ in range(50):
        if key in thing:
            return thing[key]
        if "/Parent" not in thing:
            return None
        thing = thing["/Parent"]
    return None


def _number(value: int | float | Decimal) -> str:
    if isinstance(value, int):
        return str(value)
    if not abs(float(value)) < 1e9:
        raise DrawingFault("a number in it is larger than any length")
    text = f"{value:.{_DIGITS}f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def _name(name: str) -> str:
    """Return the source of a name; @ would be read as a reference."""
    return "/" + "".join(
        chr(byte) if _PLAIN_NAME.fullmatch(bytes((byte,))) else f"#{byte:02x}" for byte in name.encode()
    )
