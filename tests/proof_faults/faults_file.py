"""Switches of the document, and manifests edited along with their PDF."""

from __future__ import annotations

import pikepdf
from injecting import CARD, Case, kind

FILE, LAYERS, MANIFEST = "document", "layers", "manifest"
Name, Dictionary, Array = pikepdf.Name, pikepdf.Dictionary, pikepdf.Array


def _prefer(case: Case, key: str, value: object) -> None:
    case.document.Root.ViewerPreferences[f"/{key}"] = value


@kind("PrintScaling left to the viewer", FILE, "print-scaling")
def _(case: Case) -> None:
    _prefer(case, "PrintScaling", Name.AppDefault)


@kind("no viewer preferences", FILE, "print-scaling")
def _(case: Case) -> None:
    del case.document.Root["/ViewerPreferences"]


@kind("Duplex about the other edge", FILE, "duplex-hint")
def _(case: Case) -> None:
    _prefer(case, "Duplex", Name.DuplexFlipShortEdge)


@kind("PrintPageRange", FILE, "document-setting")
def _(case: Case) -> None:
    _prefer(case, "PrintPageRange", Array([0, 1]))


@kind("NumCopies", FILE, "document-setting")
def _(case: Case) -> None:
    _prefer(case, "NumCopies", 3)


@kind("PickTrayByPDFSize", FILE, "document-setting")
def _(case: Case) -> None:
    _prefer(case, "PickTrayByPDFSize", True)


@kind("PrintArea", FILE, "document-setting")
def _(case: Case) -> None:
    _prefer(case, "PrintArea", Name.TrimBox)


@kind("PageMode full screen", FILE, "document-setting")
def _(case: Case) -> None:
    case.document.Root.PageMode = Name.FullScreen


@kind("JavaScript", FILE, "document-action")
def _(case: Case) -> None:
    script = Dictionary(S=Name.JavaScript, JS="app.alert(1)")
    case.document.Root.Names = Dictionary(JavaScript=Dictionary(Names=Array(["x", script])))


@kind("an action when the file is opened", FILE, "document-action")
def _(case: Case) -> None:
    case.document.Root.OpenAction = Dictionary(S=Name.JavaScript, JS="this.print()")


@kind("an action when the file is printed", FILE, "document-action")
def _(case: Case) -> None:
    case.document.Root.AA = Dictionary(WP=Dictionary(S=Name.JavaScript, JS="1"))


@kind("an action when a page is opened", FILE, "document-action")
def _(case: Case) -> None:
    case.document.pages[2].obj.AA = Dictionary(O=Dictionary(S=Name.JavaScript, JS="1"))


@kind("a bookmark that starts a program", FILE, "document-action")
def _(case: Case) -> None:
    first = case.document.Root.Outlines.First
    first.A = Dictionary(S=Name.Launch, F="x.exe")


@kind("printing forbidden", FILE, "document-locked")
def _(case: Case) -> None:
    allow = pikepdf.Permissions(print_highres=False, print_lowres=False)
    case.saving["encryption"] = pikepdf.Encryption(owner="o", user="", allow=allow)


@kind("encrypted with an empty key", FILE, "document-locked")
def _(case: Case) -> None:
    case.saving["encryption"] = pikepdf.Encryption(owner="", user="")


@kind("a password to open it", FILE, "not-a-pdf")
def _(case: Case) -> None:
    case.saving["encryption"] = pikepdf.Encryption(owner="o", user="u")


@kind("another language", FILE, "document-name")
def _(case: Case) -> None:
    case.document.Root.Lang = "fr"


@kind("no language", FILE, "document-name")
def _(case: Case) -> None:
    del case.document.Root["/Lang"]


@kind("another title", FILE, "document-name")
def _(case: Case) -> None:
    case.document.docinfo["/Title"] = "Rascunho"


@kind("metadata with another title", FILE, "document-name")
def _(case: Case) -> None:
    with case.document.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as meta:
        meta["dc:title"] = "Rascunho"


@kind("an embedded file", FILE, "document-extra")
def _(case: Case) -> None:
    case.document.attachments["x.txt"] = pikepdf.AttachedFileSpec(case.document, b"x", filename="x.txt")


@kind("a form to fill in", FILE, "document-extra")
def _(case: Case) -> None:
    case.document.Root.AcroForm = Dictionary(Fields=Array())


@kind("page labels that count otherwise", FILE, "document-extra")
def _(case: Case) -> None:
    case.document.Root.PageLabels = Dictionary(Nums=Array([0, Dictionary(S=Name.r, St=5)]))


@kind("a portfolio of files", FILE, "document-extra")
def _(case: Case) -> None:
    case.document.Root.Collection = Dictionary(View=Name.H)


@kind("a page that turns by itself", FILE, "document-extra")
def _(case: Case) -> None:
    case.document.pages[2].obj.Dur = 2


@kind("the layer of cuts off", LAYERS, "layer-hidden")
def _(case: Case) -> None:
    properties = case.document.Root.OCProperties
    properties.D.OFF = Array([properties.OCGs[0]])
    properties.D.ON = Array()


@kind("all layers off that are not listed", LAYERS, "layer-hidden")
def _(case: Case) -> None:
    case.document.Root.OCProperties.D.BaseState = Name.OFF
    case.document.Root.OCProperties.D.ON = Array()


@kind("the layer of cuts not printed", LAYERS, "layer-hidden")
def _(case: Case) -> None:
    properties = case.document.Root.OCProperties
    group = properties.OCGs[0]
    group.Usage = Dictionary(Print=Dictionary(PrintState=Name.OFF))
    properties.D.AS = Array([Dictionary(Event=Name.Print, Category=Array([Name.Print]), OCGs=Array([group]))])


@kind("the layer of cuts shown on a condition", LAYERS, "layer-hidden")
def _(case: Case) -> None:
    page = case.document.pages[case.page() - 1]
    group = page.Resources.Properties["/Cut"]
    rule = Dictionary(Type=Name.OCMD, OCGs=Array([group]), P=Name.AllOff)
    page.Resources.Properties["/Cut"] = case.document.make_indirect(rule)


@kind("the layer of cuts not listed", LAYERS, "layer-hidden")
def _(case: Case) -> None:
    case.document.Root.OCProperties.OCGs = Array()


@kind("a layer more than was ordered", LAYERS, "stray-paint")
def _(case: Case) -> None:
    case.paint(case.page(), "/OC /Notes BDC q 0 G 0.1 w 20 280 m 60 280 l S Q EMC")


# Manifests


def _rows(case: Case, side: str) -> list[list[object]]:
    return case.sheet(CARD, side)["pieces"]  # type: ignore[no-any-return]


@kind("two backs swapped in both", MANIFEST, "manifest-contradicts")
def _(case: Case) -> None:
    _swap_backs(case)


def _swap_backs(case: Case) -> tuple[str, str]:
    items = (CARD, "cards/c2")
    rows = [next(row for row in _rows(case, "back") if row[0] == item) for item in items]
    page = case.page(CARD, "back")
    one, other = case.form(items[0], "back"), case.form(items[1], "back")
    names = {str(key): thing for key, thing in case.document.pages[page - 1].Resources.XObject.items()}
    keys = [key for key, thing in names.items() if thing.objgen in (one.objgen, other.objgen)]
    objects = case.document.pages[page - 1].Resources.XObject
    objects[keys[0]], objects[keys[1]] = objects[keys[1]], objects[keys[0]]
    faces = {rows[0][-1]: rows[1][-1], rows[1][-1]: rows[0][-1]}
    for row in _rows(case, "back"):
        row[-1] = faces.get(row[-1], row[-1])
    return items


@kind("two backs swapped everywhere, and every table told so", MANIFEST)
def _(case: Case) -> None:
    one, other = _swap_backs(case)
    table = case.placed["backs"]
    table[one], table[other] = table[other], table[one]


@kind("a copy of a card with another face, in both", MANIFEST, "manifest-contradicts")
def _(case: Case) -> None:
    case.sub(case.page(), r"(\(cards/c1\) /Copy 2 .*?)/f0 Do", r"\1/f1 Do")
    rows = _rows(case, "front")
    other = next(row for row in rows if row[0] == "cards/c2")
    next(row for row in rows if row[0] == CARD and row[1] == 2)[-1] = other[-1]


@kind("a family 1 mm smaller in both", MANIFEST, "manifest-contradicts", "piece-size")
def _(case: Case) -> None:
    for outline in case.placed["outlines"]:
        if outline[1:3] == [63.0, 88.0]:
            outline[1:3] = [62.0, 87.0]


@kind("a back left out in both", MANIFEST, "manifest-contradicts")
def _(case: Case) -> None:
    case.sub(case.page(CARD, "back"), case.piece(CARD, 1, "back"), "")
    rows = _rows(case, "back")
    rows.remove(next(row for row in rows if row[0] == CARD and row[1] == 1))


@kind("a card left out in both", MANIFEST, "copy-count")
def _(case: Case) -> None:
    case.sub(case.page(), case.piece(), "")
    case.sub(case.page(CARD, "back"), case.piece(CARD, 1, "back"), "")
    for side in ("front", "back"):
        rows = _rows(case, side)
        rows.remove(next(row for row in rows if row[0] == CARD and row[1] == 1))


@kind("marks left out in both", MANIFEST, "mark-missing")
def _(case: Case) -> None:
    case.sub(case.page(), r"(/OC /Cut BDC\s+)q 0 G 0\.15 w.*?S Q", r"\1")
    case.sheet()["marks"] = []
    case.sheet()["style"] = "corner"


@kind("a manifest edited without its seal", MANIFEST, "manifest-changed")
def _(case: Case) -> None:
    case.tree["seal"] = "broken"


@kind("the bleed taken away in both", MANIFEST, "claim-wrong")
def _(case: Case) -> None:
    case.sub(case.page(), r"-?\d\S* -?\d\S* \S+ \S+ re W n", "0 0 63 88 re W n", count=0)
    case.sub(case.page(), r"(cm) (-?\d\S*) 0 (\S+) (88|91) re W n", r"\1 0 0 63 88 re W n", count=0)
    for row in _rows(case, "front"):
        row[6:10] = [0.0, 0.0, 0.0, 0.0]
    page = case.document.pages[case.page() - 1].obj
    page.BleedBox = page.TrimBox
