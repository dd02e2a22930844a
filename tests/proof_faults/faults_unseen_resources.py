"""Unseen faults of what pages name: colour spaces, graphics states, shadings, fonts, pictures, forms.

Each docstring says who is harmed.  Where a resource is changed to what this program never writes, its digest
in the manifest is made anew: such a fault could be the program's own.
"""

from __future__ import annotations

from typing import Any

from injecting import Case, named_resource, unseen
from pikepdf import Array, Dictionary, Name, Stream, String

REGULAR, BOLD = "AlegreyaSans-400", "AlegreyaSans-700"


def named(case: Case, kind: str, name: str) -> Any:
    """A resource by its name, which the manifest gets a new digest of."""
    case.retold.append((kind, name))
    return named_resource(case.document, kind, name)


def find(case: Case, kind: str, *entries: str) -> str:
    """The name of the first resource of a kind that has all entries, in pages and in the manifest."""
    for name in case.placed["resources"][kind]:
        if all(entry in named_resource(case.document, kind, name) for entry in entries):
            return name
    raise AssertionError((kind, entries))


def picture(case: Case, masked: bool = False) -> Any:
    """A picture in colours, with or without a soft mask."""
    for name in case.placed["resources"]["XObject"]:
        thing = _look_up(case, "XObject", name)
        if thing.get("/ColorSpace") in (Name.DeviceRGB, Name.DeviceCMYK) and ("/SMask" in thing) == masked:
            return named(case, "XObject", name)
    raise AssertionError("no such picture")


def own_resources(case: Case, page: int, kind: str) -> Any:
    """The resources of a kind that this page alone has from now on."""
    resources = case.document.pages[page - 1].obj.Resources
    copy = Dictionary(dict(resources.items()))
    copy[f"/{kind}"] = Dictionary(dict(resources.get(f"/{kind}", {}).items()))
    case.document.pages[page - 1].obj.Resources = copy
    return copy[f"/{kind}"]


def _turned(case: Case) -> Any:
    return case.document.make_indirect(
        Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([1]), C1=Array([0]), N=1)
    )


@unseen("another meaning of grey on one page", "colour spaces: default")
def default_gray(case: Case) -> None:
    """The grey cross for registration all but vanishes in poppler and Ghostscript, which heed it."""
    page = case.document.pages[case.page() - 1].obj
    copy = Dictionary(dict(page.Resources.items()))
    grey = Array([Name.CalGray, Dictionary(WhitePoint=Array([0.95, 1, 1.09]), Gamma=0.2)])
    copy.ColorSpace = Dictionary(DefaultGray=grey)
    page.Resources = copy


@unseen("another meaning of the four inks within one drawing", "colour spaces: default", kit="x4")
def default_cmyk(case: Case) -> None:
    """The raster processor converts the inks of this card from another profile: its colours differ."""
    form = case.form()
    intent = case.document.Root.OutputIntents[0].DestOutputProfile
    data = bytearray(intent.read_bytes())
    data[-400:] = bytes(400)
    profile = Stream(case.document, bytes(data))
    profile.N = 4
    copy = Dictionary(dict(form.Resources.items()))
    spaces = dict(copy.get("/ColorSpace", {}).items())
    space = Array([Name.ICCBased, case.document.make_indirect(profile)])
    copy.ColorSpace = Dictionary({**spaces, "/DefaultCMYK": space})
    form.Resources = copy


@unseen("two faces that exchanged their names on one page", "resources: fonts", forms=False)
def fonts_exchanged(case: Case) -> None:
    """The sheet of cards is set in the other weight's glyphs, which are other letters."""
    fonts = own_resources(case, case.page(), "Font")
    fonts[f"/{REGULAR}"], fonts[f"/{BOLD}"] = fonts[f"/{BOLD}"], fonts[f"/{REGULAR}"]


@unseen("a font that a page names and does not have", "resources: fonts", forms=False)
def font_gone(case: Case) -> None:
    """Texts of the sheet are missing or set in Helvetica, as the viewer likes."""
    del own_resources(case, case.page(), "Font")[f"/{REGULAR}"]


@unseen("two drawings that exchanged their names on one page", "resources: drawings")
def drawings_exchanged(case: Case) -> None:
    """Where c1 is marked, c3 is drawn, and the other way round."""
    page = case.page()
    drawings = own_resources(case, page, "XObject")
    one, other = case.name("cards/c1"), case.name("cards/c3")
    drawings[one], drawings[other] = drawings[other], drawings[one]


@unseen("a resource that nobody names", "resources: drawings")
def resource_too_many(case: Case) -> None:
    """A PostScript drawing is run by PostScript printers that load all resources of a page first."""
    program = Stream(case.document, b"/showpage { } def")
    program.update({"/Type": Name.XObject, "/Subtype": Name.PS})
    own_resources(case, case.page(), "XObject")["/stray"] = case.document.make_indirect(program)


@unseen("a state that flattens curves", "graphics state")
def state_flatness(case: Case) -> None:
    """Printers that heed flatness print circles as polygons."""
    named(case, "ExtGState", "a700.700").FL = 100


@unseen("a state with a halftone of 5 lines an inch", "graphics state")
def state_halftone(case: Case) -> None:
    """PostScript printers print what follows in dots as large as peas."""
    halftone = Dictionary(
        Type=Name.Halftone, HalftoneType=1, Frequency=5, Angle=45, SpotFunction=Name.SimpleDot
    )
    named(case, "ExtGState", "a700.700").HT = halftone


@unseen("a state with transfer functions on a press", "graphics state: press", kit="x4")
def state_transfer(case: Case) -> None:
    """Raster processors that heed them print the patch as its negative."""
    state = named(case, "ExtGState", find(case, "ExtGState", "/ca"))
    state.TR2 = Array([_turned(case)] * 4)


@unseen("a state that makes black another way", "graphics state: press", kit="cmyk")
def state_black(case: Case) -> None:
    """Under colour removal of its own: other inks under the same colours, on some printers alone."""
    state = named(case, "ExtGState", find(case, "ExtGState", "/ca"))
    state.BG2, state.UCR2 = _turned(case), Name.Default


@unseen("a state that offers a choice of blend modes", "graphics state: transparency")
def state_blend(case: Case) -> None:
    """A reader takes the first that it knows: pale in one of them, dark in the other."""
    named(case, "ExtGState", "a700.700").BM = Array([Name("/Glow"), Name.Multiply])


@unseen("a soft mask turned round by a function", "soft mask")
def mask_function(case: Case) -> None:
    """What fades out fades in, in readers that know transfer functions of masks."""
    named(case, "ExtGState", find(case, "ExtGState", "/SMask")).SMask.TR = _turned(case)


@unseen("a soft mask of the wrong kind", "soft mask")
def mask_alpha(case: Case) -> None:
    """A gradient that is opaque everywhere masks nothing: the fade is a full bar."""
    named(case, "ExtGState", find(case, "ExtGState", "/SMask")).SMask.S = Name.Alpha


@unseen("a shading that ends within its place", "shading")
def shading_box(case: Case) -> None:
    """A half of the sky is paper."""
    for name in case.placed["resources"]["Shading"]:
        named(case, "Shading", name).BBox = Array([0, 0, 0.5, 1])


@unseen("a shading in colours of another kind", "shading")
def shading_calibrated(case: Case) -> None:
    """CalRGB with a gamma of 4: dark in poppler and Ghostscript, unchanged in browsers."""
    space = Array([
        Name.CalRGB, Dictionary(WhitePoint=Array([0.9505, 1, 1.089]), Gamma=Array([4, 4, 4])),
    ])  # fmt: skip
    for name in case.placed["resources"]["Shading"]:
        named(case, "Shading", name).ColorSpace = space


@unseen("a pattern that brings a state along", "pattern")
def pattern_state(case: Case) -> None:
    """The stroke that is painted with it is invisible where readers heed the state."""
    pattern = named(case, "Pattern", find(case, "Pattern", "/Shading"))
    pattern.ExtGState = Dictionary(ca=0, CA=0)


@unseen("a pattern whose function knows a half of its domain", "pattern")
def pattern_domain(case: Case) -> None:
    """The second half of the gradient is one colour, or an error where the reader is strict."""
    pattern = named(case, "Pattern", find(case, "Pattern", "/Shading"))
    pattern.Shading.Function.Domain = Array([0, 0.5])


def shared(case: Case) -> Any:
    """A drawing that faces share."""
    name = next(name for name in case.placed["resources"]["XObject"] if name.startswith("x"))
    return named(case, "XObject", name)


@unseen("a shared drawing that is moved by its own matrix", "form: matrix")
def form_matrix(case: Case) -> None:
    """The frame of all cards lies half a millimetre beside its texts."""
    shared(case).Matrix = Array([1, 0, 0, 1, 0.5, 0.5])


@unseen("a face that is mirrored by its own matrix", "form: matrix")
def face_mirrored(case: Case) -> None:
    """Both copies of a card are printed as in a mirror."""
    case.form().Matrix = Array([-1, 0, 0, 1, 63, 0])


@unseen("a shared drawing that is cut by its box", "form: box")
def form_box(case: Case) -> None:
    """A half of the frame is missing."""
    shared(case).BBox = Array([-3, -3, 30, 91])


@unseen("a face that is cut at its trim by its box", "form: box")
def face_box(case: Case) -> None:
    """The bleed of a card is gone, and a white edge shows after cutting."""
    case.form().BBox = Array([0, 0, 63, 88])


@unseen("a drawing that stands for a page of another file", "form: reference")
def reference(case: Case) -> None:
    """Acrobat with reference XObjects on prints a page of whatever file lies there."""
    shared(case).Ref = Dictionary(F=String("other.pdf"), Page=0)


@unseen("a drawing that a print server replaces", "form: reference", kit="cmyk")
def opi(case: Case) -> None:
    """An OPI server puts a picture of its own in this place."""
    entry = Dictionary(Type=Name.OPI, Version=2.0, F=String("frame.tif"))
    shared(case).OPI = Dictionary({"/2.0": entry})


@unseen("a group whose parts knock each other out", "form: group")
def knockout(case: Case) -> None:
    """What multiplies with the ground no longer does: the green disc is pale (Acrobat, Ghostscript)."""
    name = next(
        name for name in case.placed["resources"]["XObject"]
        if "/Group" in (thing := _look_up(case, "XObject", name)) and b"/bMultiply" in thing.read_bytes()
    )  # fmt: skip
    named(case, "XObject", name).Group.K = True


@unseen("a group that is mixed in grey", "form: group")
def grey_group(case: Case) -> None:
    """Red and white circles come out grey."""
    for name in case.placed["resources"]["XObject"]:
        thing = _look_up(case, "XObject", name)
        if "/Group" in thing and "/CS" in thing.Group:
            named(case, "XObject", name).Group.CS = Name.DeviceGray
    for name in case.placed["resources"]["ExtGState"]:
        if "/SMask" in _look_up(case, "ExtGState", name):
            named(case, "ExtGState", name)


def _spot(case: Case) -> list[Any]:
    """The resource dictionaries that name the spot colour, each once."""
    found: dict[Any, Any] = {}
    for page in case.document.pages:
        spaces = page.Resources.get("/ColorSpace", {})
        if "/CutContour" in spaces:
            found[spaces.objgen if spaces.is_indirect else id(page)] = spaces
    assert found
    return list(found.values())


@unseen("contours on the black plate, too", "spot colour", kit="contour")
def contours_in_black(case: Case) -> None:
    """The knife still finds its colour, and every card has a black line around it in print."""
    program = Stream(case.document, b"{ exch pop 0 exch 0 exch 0 exch }")
    program.update({
        "/FunctionType": 4, "/Domain": Array([0, 1, 0, 1]), "/Range": Array([0, 1] * 4),
    })  # fmt: skip
    names = Array([Name.CutContour, Name.Black])
    space = Array([Name.DeviceN, names, Name.DeviceCMYK, case.document.make_indirect(program)])
    for spaces in _spot(case):
        spaces["/CutContour"] = space
    for number in range(1, len(case.document.pages) + 1):
        if "1 SCN" in case.text(number):
            case.sub(number, "1 SCN", "1 1 SCN")


@unseen("contours that nobody sees where the plate is not known", "spot colour", kit="contour")
def contours_invisible(case: Case) -> None:
    """The tint is white: who checks the file on screen or on an office printer sees no outlines."""
    for spaces in _spot(case):
        spaces["/CutContour"][3] = Dictionary(
            FunctionType=2, Domain=Array([0, 1]), C0=Array([0, 0, 0, 0]), C1=Array([0, 0, 0, 0]), N=1
        )


@unseen("one spot colour with two alternates", "spot colour: press", kit="x4")
def two_alternates(case: Case) -> None:
    """PDF/X-4 forbids it: a raster processor makes two plates of one name, or refuses the file."""
    page = case.page("hexes/land")
    other = Array([
        Name.Separation, Name.CutContour, Name.DeviceCMYK,
        Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0] * 4), C1=Array([1, 0, 0, 0]), N=1),
    ])  # fmt: skip
    own_resources(case, page, "ColorSpace")["/CutContour"] = other
