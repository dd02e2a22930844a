"""Unseen faults of a document as a whole: catalogue, viewers, layers, metadata, output intents, the file.

Each docstring says who is harmed.
"""

from __future__ import annotations

import re

import pikepdf
from injecting import Case, unseen
from pikepdf import Array, Dictionary, Name, Stream, String


def change_xmp(case: Case, old: str, new: str) -> None:
    """Replace a pattern in the XMP packet; it must be there."""
    packet = case.document.Root.Metadata.read_bytes().decode()
    changed, done = re.subn(old, new, packet, count=1, flags=re.S)
    assert done, old
    case.document.Root.Metadata.write(changed.encode())


def add_xmp(case: Case, namespaces: str, properties: str) -> None:
    """Add properties to the XMP packet."""
    change_xmp(case, '<rdf:Description rdf:about=""', f'<rdf:Description rdf:about="" {namespaces}')
    change_xmp(case, "</rdf:Description>", f"{properties}</rdf:Description>")


def _layer(case: Case, name: str) -> pikepdf.Object:
    return next(one for one in case.document.Root.OCProperties.OCGs if str(one.Name) == name)


@unseen("a script that runs before the document is printed", "catalogue")
def script_before_printing(case: Case) -> None:
    """Acrobat runs it on Print: here it adds a page, so every back comes behind the wrong front."""
    code = String("this.newPage(1);")
    case.document.Root.AA = Dictionary(WP=Dictionary(S=Name.JavaScript, JS=code))


@unseen("a form of another kind (XFA) shown in place of the pages", "catalogue: form")
def dynamic_form(case: Case) -> None:
    """Acrobat draws the form's own pages and never shows or prints those of the file."""
    template = Stream(case.document, b'<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template/></xdp:xdp>')
    case.document.Root.AcroForm = Dictionary(Fields=Array(), XFA=template)
    case.document.Root.NeedsRendering = True


@unseen("a form field that covers a card", "catalogue: form")
def form_field(case: Case) -> None:
    """Viewers draw the field over the art, and print it."""
    form = Stream(case.document, b"1 g 0 0 120 60 re f")
    form.update({"/Type": Name.XObject, "/Subtype": Name.Form, "/BBox": Array([0, 0, 120, 60])})
    field = case.document.make_indirect(
        Dictionary(
            Type=Name.Annot, Subtype=Name.Widget, FT=Name.Tx, T=String("name"), F=4,
            Rect=Array([60, 600, 180, 660]), AP=Dictionary(N=case.document.make_indirect(form)),
        )
    )  # fmt: skip
    case.document.Root.AcroForm = Dictionary(Fields=Array([field]))
    case.document.pages[case.page() - 1].Annots = Array([field])


@unseen("a portfolio, of which viewers show the cover alone", "catalogue")
def portfolio(case: Case) -> None:
    """Acrobat opens the list of attachments in place of the sheets, and prints what is selected there."""
    case.document.Root.Collection = Dictionary(Type=Name.Collection, View=Name.T)


@unseen("page labels that count otherwise", "catalogue: page labels")
def page_labels(case: Case) -> None:
    """Who prints "pages 5-6" in Acrobat, as the cutting guide says, gets pages 3 and 4."""
    case.document.Root.PageLabels = Dictionary(Nums=Array([0, Dictionary(S=Name.D, St=3)]))


@unseen("a version in the catalogue that a press does not read", "catalogue: version", kit="x4")
def catalogue_version(case: Case) -> None:
    """The catalogue overrules the header: a PDF/X-4 of version 2.0 is refused by the shop's preflight."""
    case.document.Root.Version = Name("/2.0")


@unseen("a language that the texts are not in", "catalogue: language")
def document_language(case: Case) -> None:
    """A screen reader reads English cards with a Portuguese voice."""
    case.document.Root.Lang = String("pt-BR")


@unseen("a file attached to the document", "catalogue: attachments", forms=False)
def attachment(case: Case) -> None:
    """Mail filters and shops refuse files that carry others; players get what is not meant for them."""
    case.document.attachments["campaign.txt"] = b"the traitor is Ana"


@unseen("the document belongs to a file that is embedded in it", "catalogue: attachments")
def associated_file(case: Case) -> None:
    """Readers of PDF 2.0 offer the embedded source as what the sheets were made of."""
    held = Stream(case.document, b"title: another game\n")
    held.Type = Name.EmbeddedFile
    case.document.Root.AF = Array([
        case.document.make_indirect(
            Dictionary(
                Type=Name.Filespec, F=String("game.yaml"), UF=String("game.yaml"),
                AFRelationship=Name.Source, EF=Dictionary(F=case.document.make_indirect(held)),
            )
        )
    ])  # fmt: skip


@unseen("a bookmark that leads to another family's sheet", "outline")
def bookmark_elsewhere(case: Case) -> None:
    """Who jumps to Cards and prints the page shown prints the board."""
    first = case.document.Root.Outlines.First.First
    first.Dest = Array([case.document.pages[case.page("board/map") - 1].obj, Name.Fit])


@unseen("a bookmark that starts a program", "outline")
def bookmark_launches(case: Case) -> None:
    """A click on it asks to run a command; virus scanners put the file into quarantine."""
    first = case.document.Root.Outlines.First.First
    del first.Dest
    first.A = Dictionary(S=Name.Launch, F=String("calc.exe"))


@unseen("the viewer is asked for three copies", "viewer preferences")
def three_copies(case: Case) -> None:
    """Acrobat's dialog prints the kit three times."""
    case.document.Root.ViewerPreferences.NumCopies = 3


@unseen("the viewer prints no more than the trim box", "viewer preferences")
def print_clip(case: Case) -> None:
    """Marks, ruler and bleed are outside it and are not printed."""
    case.document.Root.ViewerPreferences.PrintClip = Name.TrimBox


@unseen("marks that show while their layer is hidden", "layers: membership")
def inverted_layer(case: Case) -> None:
    """Whoever switches the layer on, as it is, prints without marks; the expression turns it round."""
    layer = _layer(case, "Cut lines and marks")
    for page in case.document.pages:
        if "/Properties" in page.Resources:
            page.Resources.Properties["/Cut"] = case.document.make_indirect(
                Dictionary(Type=Name.OCMD, OCGs=layer, VE=Array([Name.Not, layer]))
            )


@unseen("layers of which only one can be on", "layers: configuration", kit="contour")
def radio_layers(case: Case) -> None:
    """Who shows the contours hides the marks, and a cutter without marks cuts beside the cards."""
    groups = case.document.Root.OCProperties
    groups.D.RBGroups = Array([Array(list(groups.OCGs))])


@unseen("layers that are off unless somebody switches them on", "layers: configuration")
def layers_off(case: Case) -> None:
    """Marks and cut lines are not printed."""
    default = case.document.Root.OCProperties.D
    default.BaseState = Name.OFF
    default.ON = Array()


@unseen("the layer of marks is called like that of contours", "layers: group", kit="contour")
def layer_renamed(case: Case) -> None:
    """A machine that cuts the layer of this name cuts the crop marks too."""
    _layer(case, "Cut lines and marks").Name = String("CutContour")


@unseen("marks that are printed in design views alone", "layers: group")
def layer_intent(case: Case) -> None:
    """A viewer that looks at layers of the intent View ignores the group, another hides it by its usage."""
    layer = _layer(case, "Cut lines and marks")
    layer.Intent = Name.Design
    layer.Usage = Dictionary(Print=Dictionary(Subtype=Name.Trapping, PrintState=Name.OFF))
    events = Dictionary(Event=Name.Print, Category=Array([Name.Print]), OCGs=Array([layer]))
    case.document.Root.OCProperties.D.AS = Array([events])


@unseen("a claim to be an archive file (PDF/A)", "metadata: XMP")
def claims_archive(case: Case) -> None:
    """Acrobat opens it locked in PDF/A view and libraries file it as what it is not."""
    add_xmp(
        case, 'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"',
        "<pdfaid:part>1</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>",
    )  # fmt: skip


@unseen("rights in the metadata that the game does not give", "metadata: XMP")
def rights_added(case: Case) -> None:
    """A player who reads "public domain" in the file's properties sells copies."""
    add_xmp(
        case, 'xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"',
        "<xmpRights:Marked>False</xmpRights:Marked>"
        '<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">CC0</rdf:li></rdf:Alt></dc:rights>',
    )  # fmt: skip


@unseen("a file said to be trapped that is not", "metadata: Info", kit="x4")
def says_trapped(case: Case) -> None:
    """The shop's workflow does not trap it again, and light gaps show between the inks."""
    case.document.docinfo.Trapped = Name("/True")
    change_xmp(case, "<pdf:Trapped>False", "<pdf:Trapped>True")


@unseen("another date in XMP than in the Info dictionary", "metadata: dates", kit="x4")
def dates_differ(case: Case) -> None:
    """PDF/X-4 wants one date of change; preflight refuses the file."""
    change_xmp(case, r"<xmp:ModifyDate>\d+", "<xmp:ModifyDate>2019")


@unseen("a file that says it is PDF/X-4 and was not made so", "metadata: Info", kit="cmyk")
def claims_pdfx(case: Case) -> None:
    """A shop takes it without looking; its XMP has no document id, and the manifest names no standard."""
    case.document.docinfo.GTS_PDFXVersion = String("PDF/X-4")
    add_xmp(
        case, 'xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"',
        "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>",
    )  # fmt: skip


@unseen("an output intent in a file for office printers", "output intents")
def intent_of_rgb(case: Case) -> None:
    """Acrobat simulates newsprint on screen and in print: all colours are dull."""
    case.document.Root.OutputIntents = Array([
        Dictionary(
            Type=Name.OutputIntent, S=Name.GTS_PDFX, OutputConditionIdentifier=String("IFRA26"),
            RegistryName=String("http://www.color.org"),
        )
    ])  # fmt: skip


@unseen("a second output intent with another condition", "output intents", kit="x4")
def second_intent(case: Case) -> None:
    """Two programs take two of them, and the proof on paper looks other than the print."""
    first = case.document.Root.OutputIntents[0]
    other = Dictionary(dict(first.items()))
    other.S = Name.GTS_PDFA1
    other.OutputConditionIdentifier = String("SWOP")
    case.document.Root.OutputIntents.append(case.document.make_indirect(other))


@unseen("a file that forbids to print in full quality", "encryption", forms=False)
def coarse_printing(case: Case) -> None:
    """Acrobat prints it as a picture of 150 dpi, without asking."""
    allowed = pikepdf.Permissions(print_highres=False)
    case.saving = {"encryption": pikepdf.Encryption(owner="x", user="", allow=allowed)}


@unseen("the table of objects is not where the end of the file says", "cross-reference", forms=False)
def wrong_startxref(case: Case) -> None:
    """Viewers repair it in silence, raster processors of print shops refuse it."""
    case.finish = lambda data: re.sub(rb"startxref\s+\d+", b"startxref\n99", data)


@unseen("something else before the header", "header", forms=False)
def junk_before_header(case: Case) -> None:
    """A download with a web server's headers in it: Acrobat looks no further than 1,024 bytes."""
    case.finish = lambda data: b"HTTP/1.1 200 OK\r\n" + b"X-Padding: 0123456789\r\n" * 60 + b"\r\n" + data


@unseen("a file cut off before its end", "trailer", forms=False)
def tail_missing(case: Case) -> None:
    """A download that broke off: repaired by some viewers, refused by printers that read PDF themselves."""
    case.saving = {"object_stream_mode": pikepdf.ObjectStreamMode.disable}
    case.finish = lambda data: data[: data.rindex(b"trailer")]


@unseen("something else behind the end of the file", "trailer", forms=False)
def junk_at_the_end(case: Case) -> None:
    """Acrobat looks for the end in the last 1,024 bytes and finds none."""
    case.finish = lambda data: data + b"\r\n--boundary--\r\n" * 200


@unseen("objects packed as the standard does not know them", "object streams", kit="x1a", forms=False)
def packed_in_x1a(case: Case) -> None:
    """PDF/X-1a is PDF 1.4: older raster processors cannot read packed objects at all."""
    case.saving = {"object_stream_mode": pikepdf.ObjectStreamMode.generate}


def lzw(data: bytes) -> bytes:
    """LZW without compression: the table is cleared before a code grows beyond 9 bits."""
    bits = ""
    for start in range(0, len(data), 200):
        bits += f"{256:09b}" + "".join(f"{byte:09b}" for byte in data[start : start + 200])
    bits += f"{257:09b}"
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


@unseen("a page packed in a way the standard forbids (LZW)", "filters", kit="x4")
def lzw_page(case: Case) -> None:
    """Preflight of PDF/X refuses it, and the shop sends the job back."""
    contents = case.document.pages[case.page() - 1].Contents
    contents.write(lzw(contents.read_bytes()), filter=Name.LZWDecode)
    case.saving = {"compress_streams": False, "stream_decode_level": pikepdf.StreamDecodeLevel.none}


@unseen("layers in a file of a standard that has none", "catalogue: layers", kit="x1a")
def layers_in_x1a(case: Case) -> None:
    """PDF/X-1a forbids layers: a raster processor of its time prints them all or stops."""
    layer = case.document.make_indirect(Dictionary(Type=Name.OCG, Name=String("Cut lines and marks")))
    listed = Array([layer])
    case.document.Root.OCProperties = Dictionary(OCGs=listed, D=Dictionary(Order=listed, ON=listed))


@unseen("the profile of the output intent is for a screen", "output intents: profile", kit="x4")
def screen_profile(case: Case) -> None:
    """The condition is one of four inks and its profile has three colours: what it converts by is chance."""
    from PIL import ImageCms

    data = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    profile = Stream(case.document, data)
    profile.N = 3
    case.document.Root.OutputIntents[0].DestOutputProfile = case.document.make_indirect(profile)
