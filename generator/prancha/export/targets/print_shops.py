"""Print shops that take pictures or PDFs: those told by a person, and The Game Crafter's plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import readable_json
from prancha.export.target import Export, File, Plan, Steps, Target, refuse_plan, steps_in_words
from prancha.export.targets.shop_books import shop_book
from prancha.export.targets.shop_files import (
    ENDINGS,
    ShopPdf,
    colour_remark,
    pdf_facts,
    pdf_lots,
    picture_facts,
    picture_files,
    press_for,
    shop_pages,
)
from prancha.export.targets.shop_orders import ORDER_LIST, ShopLot, join_steps, picture_lots, shop_plan
from prancha.export.targets.shop_products import Fitted, fit_families
from prancha.model.kit_components import ComponentKit, Service
from prancha.system.words import words

PICTURE_OPTIONS: Mapping[str, Any] = {"product": "", "fit": False}
PDF_OPTIONS: Mapping[str, Any] = {**PICTURE_OPTIONS, "colour": "", "profile": ""}


def fit_to_shop(export: Export) -> tuple[Service, Fitted]:
    """Return the print shop of an export, and the products of its families."""
    service = export.service
    assert service is not None, "the walk finds the print shop of a target"
    options = export.options
    return service, fit_families(export.kit, service, options["product"], options["fit"])


def plan_pictures(export: Export) -> Plan:
    """Plan a folder of pictures for each family."""
    service, found = fit_to_shop(export)
    if found.wrong:
        return refuse_plan(found.wrong, found.told)
    lots = picture_lots(found.fits, service, ENDINGS[service.kind])
    names = [f"{one.name}.{ENDINGS[service.kind]}" for lot in lots for one in lot.faces]

    def write(pictures: FacePictures) -> Iterator[File]:
        yield from picture_files(pictures, lots, service)

    return shop_plan(
        service,
        found,
        lots,
        names=names,
        write=write,
        facts=picture_facts(lots, service),
        own=picture_steps(service),
    )


def plan_pdfs(export: Export) -> Plan:
    """Plan a PDF for each family, or one of its fronts and one of its backs."""
    service, found = fit_to_shop(export)
    if found.wrong:
        return refuse_plan(found.wrong, found.told)
    colour = export.options["colour"]
    press = press_for(service, colour, export.options["profile"])
    lots, files = pdf_lots(found.fits, service)
    names = [file.name for file in files]

    def write(pictures: FacePictures) -> Iterator[File]:
        for file in files:
            yield file.name, pictures.pages_pdf(shop_pages(file), "none", press)

    warned = colour_remark(service, colour)
    own = join_steps(_pdf_steps(service, files), _colour_steps(service, colour))
    facts = pdf_facts(files, colour or service.colour)
    return shop_plan(
        service, found, lots, names=names, write=write, facts=facts, own=own, told=(warned,) if warned else ()
    )


def picture_steps(service: Service) -> Steps:
    """Say how the pictures of a print shop are named, and how many there are of each."""
    key = "pictures_each_copy" if service.repeat else "pictures"
    return lambda lang: [words(lang, "exports")["shops"][key].format(back=service.back_word)]


def _pdf_steps(service: Service, files: Sequence[ShopPdf]) -> Steps:
    """Say in which order the pages are, where there are backs, and whether copies are pages."""
    backs = any(page[1] is not None and page[1].side == "back" for file in files for page in file.pages)

    def steps(lang: str) -> Sequence[str]:
        texts = words(lang, "exports")["shops"]
        order = texts["page_order"].format(order=texts["orders"][service.pages])
        copies = texts["page_each_copy" if service.repeat else "page_each_design"]
        return (order, copies) if backs else (copies,)

    return steps


def _colour_steps(service: Service, colour: str) -> Steps:
    """Warn where the shop asks for other colours."""

    def steps(lang: str) -> Sequence[str]:
        if not colour_remark(service, colour):
            return ()
        texts = words(lang, "exports")["shops"]
        ink = texts["ink"].format(ink=service.ink) if service.ink else ""
        return (texts["colours"].format(ink=ink),)

    return steps


def _pictures(name: str, summary: str) -> Target:
    return Target(name, summary, PICTURE_OPTIONS, plan_pictures, service=name)


def _pdfs(name: str, summary: str) -> Target:
    return Target(name, summary, PDF_OPTIONS, plan_pdfs, service=name)


TARGETS = (
    _pdfs("dtc", "DriveThruCards: a PDF of each deck, back and front in turn"),
    _pictures("meinspiel", "meinspiel.de: JPEG pictures"),
    _pictures("gameprototyper", "Game Prototyper: pictures numbered 001-front, 001-bak, one a copy"),
    _pdfs("grafica", "gráfica: a PDF of each family for a print shop, 3 mm of bleed"),
    _pdfs("longpack", "LongPack Games: a PDF of each deck, its back on the last page"),
    _pdfs("boda", "Boda Games: a PDF of fronts and one of backs"),
    _pictures("launch-tabletop", "Launch Tabletop: pictures for its Launch Lab, 3 mm of bleed"),
    _pdfs("printninja", "PrintNinja: a PDF of each deck, a page a copy, its back on the last page"),
    _pdfs("cartamundi", "Cartamundi: a PDF of fronts and one of backs"),
    _pdfs("panda", "Panda Game Manufacturing: a PDF of fronts and one of backs"),
    _pdfs("azao", "Azao: a PDF of fronts and one of backs, a page a copy"),
    _pdfs("pixartprinting", "Pixartprinting and Exaprint: a PDF of each family, 2 mm of bleed"),
    _pdfs("360imprimir", "360imprimir: a PDF of each family, 2 mm of bleed"),
)


PLAN = "tgc.json"


def plan(export: Export) -> Plan:
    """Plan pictures as for any print shop, those of the rulebook, and tgc.json."""
    made = plan_pictures(export)
    if made.wrong:
        return made
    service, found = fit_to_shop(export)
    lots = picture_lots(found.fits, service, ENDINGS[service.kind])
    book, told = shop_book(export.book, service)
    order = _plan(export.kit, service, lots)
    data = readable_json({**order, "books": [book.plan]} if book else order)

    def write(pictures: FacePictures) -> Iterator[File]:
        yield from made.write(pictures)
        if book is not None:
            yield from book.files(service)
        yield PLAN, data

    own = (book.steps,) if book else ()
    return replace(
        made,
        names=(*made.names, *(book.names if book else ()), PLAN),
        write=write,
        steps=join_steps(steps_in_words("tgc"), *own, made.steps),
        told=(*made.told, told) if told else made.told,
    )


def _plan(kit: ComponentKit, service: Service, lots: Sequence[ShopLot]) -> Mapping[str, Any]:
    """Return the game, the files to upload, and its decks with their cards."""
    return {
        "service": service.name,
        "checked": service.checked,
        "game": {"name": kit.title, "description": kit.subtitle},
        "folder": {"name": kit.title},
        "files": sorted(
            {name for lot in lots for piece in lot.pieces for name in (piece.front, piece.back) if name}
        ),
        "components": [_component(lot) for lot in lots],
        "list": ORDER_LIST,
    }


def _component(lot: ShopLot) -> Mapping[str, Any]:
    """Return a deck with its cards."""
    backs = {piece.back for piece in lot.pieces}
    shared = next(iter(backs)) if len(backs) == 1 else ""
    return {
        "identity": lot.fit.product.name,
        "name": lot.fit.family.title,
        "quantity": 1,
        "back": shared,
        "cards": [
            {"name": piece.component.title, "face": piece.front, "back": piece.back, "quantity": piece.copies}
            for piece in lot.pieces
        ],
    }


TGC = Target(
    "tgc",
    "The Game Crafter: pictures to the pixel and a plan of the order",
    PICTURE_OPTIONS,
    plan,
    service="tgc",
    book=True,
)
