"""Print shops that take pictures or PDFs: those told by a person, and The Game Crafter's plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from prancha.export.face_pictures import FacePictures
from prancha.export.target import Export, File, Plan, Target
from prancha.export.targets.designs import wrong_names
from prancha.export.targets.shop_files import (
    ENDINGS,
    ShopPdf,
    pdf_facts,
    pdf_lots,
    picture_facts,
    picture_files,
    press_for,
    shop_pages,
    told_colour,
)
from prancha.export.targets.shop_orders import (
    ORDER_LIST,
    ShopLot,
    Steps,
    closing_steps,
    joined,
    order_facts,
    order_list,
    order_steps,
    picture_lots,
    piece_looks,
)
from prancha.export.targets.shop_products import Fitted, fit_families
from prancha.model.diagnostic import Diagnostic
from prancha.model.kit_components import ComponentKit, Service

PICTURE_OPTIONS: Mapping[str, Any] = {"product": "", "fit": False}
PDF_OPTIONS: Mapping[str, Any] = {**PICTURE_OPTIONS, "colour": "", "profile": ""}


def fitted(export: Export) -> tuple[Service, Fitted]:
    """The print shop of an export, and the products of its families."""
    service = export.service
    assert service is not None, "the walk finds the print shop of a target"
    options = export.options
    return service, fit_families(export.kit, service, options["product"], options["fit"])


def refused(wrong: Sequence[Diagnostic], told: Sequence[str] = ()) -> Plan:
    """A plan that writes nothing."""
    return Plan((), lambda _: iter(()), {}, tuple(wrong), tuple(told))


def plan_pictures(export: Export) -> Plan:
    """A folder of pictures for each family."""
    service, found = fitted(export)
    if found.wrong:
        return refused(found.wrong, found.told)
    lots = picture_lots(found.fits, service, ENDINGS[service.kind])
    facts = picture_facts(lots, service)
    names = (*_picture_names(lots, service), ORDER_LIST)

    def write(pictures: FacePictures) -> Iterator[File]:
        yield from picture_files(pictures, lots, service)
        yield ORDER_LIST, order_list(lots)

    steps = joined(order_steps(lots), picture_steps(service), closing_steps(service, lots))
    return Plan(
        names, write, steps, wrong=tuple(wrong_names(names)), told=found.told,
        order=order_facts(lots, service, facts), looks=lambda pictures: piece_looks(pictures, lots),
    )  # fmt: skip


def _picture_names(lots: Sequence[ShopLot], service: Service) -> list[str]:
    return [f"{one.name}.{ENDINGS[service.kind]}" for lot in lots for one in lot.faces]


def plan_pdfs(export: Export) -> Plan:
    """A PDF for each family, or one of its fronts and one of its backs."""
    service, found = fitted(export)
    if found.wrong:
        return refused(found.wrong, found.told)
    colour = export.options["colour"]
    press = press_for(service, colour, export.options["profile"])
    lots, files = pdf_lots(found.fits, service)
    names = (*(file.name for file in files), ORDER_LIST)

    def write(pictures: FacePictures) -> Iterator[File]:
        for file in files:
            yield file.name, pictures.pages_pdf(shop_pages(file), "none", press)
        yield ORDER_LIST, order_list(lots)

    warned = told_colour(service, colour)
    steps = joined(
        order_steps(lots), _pdf_steps(service, files), _colour_steps(service, colour),
        closing_steps(service, lots),
    )  # fmt: skip
    return Plan(
        names, write, steps, wrong=tuple(wrong_names(names)),
        told=(*found.told, *((warned,) if warned else ())),
        order=order_facts(lots, service, pdf_facts(files, colour or service.colour)),
        looks=lambda pictures: piece_looks(pictures, lots),
    )  # fmt: skip


_PICTURE_STEPS: Steps = {
    "pt": ("Cada pasta é uma família. Envie frentes e versos; um verso que todas têm chama-se common-back.",),
    "en": ("Each folder is a family. Upload fronts and backs; a back that all share is called common-back.",),
}


def picture_steps(service: Service) -> Steps:
    """How the pictures of a print shop are named, and how many there are of each."""
    if not service.repeat:
        return _PICTURE_STEPS
    back = service.back_word
    return {
        "pt": (
            "Cada pasta é uma família, e cada cópia tem as suas figuras: front e "
            f"{back} de um mesmo número são uma peça. Envie-as todas, uma vez cada.",
        ),
        "en": (
            "Each folder is a family, and each copy has pictures of its own: front and "
            f"{back} of one number are one piece. Upload them all, once each.",
        ),
    }


_PAGES: Mapping[str, tuple[str, str]] = {
    "front-back": ("frente, verso, frente, verso", "front, back, front, back"),
    "back-front": ("verso, frente, verso, frente", "back, front, back, front"),
    "two-files": (
        "as frentes num arquivo, os versos noutro, na mesma ordem",
        "the fronts in one file, the backs in another, in the same order",
    ),
    "back-last": (
        "as frentes, e por último o verso que todas têm; se são vários, em dois arquivos",
        "the fronts, and last the back that all share; where there are several, in two files",
    ),
}


def _pdf_steps(service: Service, files: Sequence[ShopPdf]) -> Steps:
    pt, en = _PAGES[service.pages]
    one = any(page[1] is not None and page[1].side == "back" for file in files for page in file.pages)
    order = {"pt": (f"Ordem das páginas: {pt}.",), "en": (f"Order of the pages: {en}.",)}
    copies: Steps = (
        {"pt": ("Cada cópia é uma página: imprime-se cada página uma vez.",),
         "en": ("Each copy is a page: every page is printed once.",)}
        if service.repeat
        else {"pt": ("Cada desenho está uma vez só; order.csv diz quantas cópias há: mande-o junto.",),
              "en": ("Each design is there once; order.csv says how many copies of each: send it along.",)}
    )  # fmt: skip
    return joined(order, copies) if one else copies


def _colour_steps(service: Service, colour: str) -> Steps:
    if not told_colour(service, colour):
        return {"pt": (), "en": ()}
    ink = (
        (f", no máximo {service.ink} % de tinta", f", at most {service.ink} % of ink")
        if service.ink
        else ("", "")
    )
    return {
        "pt": (f"ATENÇÃO: a loja pede CMYK{ink[0]}; estes arquivos são RGB. Pergunte se ela os converte.",),
        "en": (f"MIND: the shop asks for CMYK{ink[1]}; these files are RGB. Ask whether it converts them.",),
    }


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
    _pdfs("cartamundi", "Cartamundi: a PDF of fronts and one of backs"),
    _pdfs("panda", "Panda Game Manufacturing: a PDF of fronts and one of backs"),
    _pdfs("azao", "Azao: a PDF of fronts and one of backs, a page a copy"),
    _pdfs("pixartprinting", "Pixartprinting and Exaprint: a PDF of each family, 2 mm of bleed"),
    _pdfs("360imprimir", "360imprimir: a PDF of each family, 2 mm of bleed"),
)


PLAN = "tgc.json"


def plan(export: Export) -> Plan:
    """Pictures as for any print shop, and tgc.json."""
    made = plan_pictures(export)
    if made.wrong:
        return made
    service, found = fitted(export)
    lots = picture_lots(found.fits, service, ENDINGS[service.kind])
    data = msgspec.json.format(msgspec.json.encode(_plan(export.kit, service, lots)), indent=1) + b"\n"

    def write(pictures: FacePictures) -> Iterator[File]:
        yield from made.write(pictures)
        yield PLAN, data

    return replace(made, names=(*made.names, PLAN), write=write, steps=joined(_STEPS, made.steps))


def _plan(kit: ComponentKit, service: Service, lots: Sequence[ShopLot]) -> Mapping[str, Any]:
    """The game, the files to upload, and its decks with their cards."""
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


_STEPS: Steps = {
    "pt": (
        "Entre em thegamecrafter.com e crie um jogo; depois, um componente para cada linha abaixo.",
        "Envie as figuras da pasta da família: a frente de cada carta, a quantidade dela e o verso. tgc.json "
        "tem tudo isso na ordem da API (pasta, arquivos, jogo, baralho, cartas), para quem a usa.",
    ),
    "en": (
        "Sign in at thegamecrafter.com and make a game; then a component for each line below.",
        "Upload the pictures of the family's folder: each card's face, its quantity, and the back. tgc.json "
        "has all that in the order of the API (folder, files, game, deck, cards), for whoever uses it.",
    ),
}

TGC = Target(
    "tgc",
    "The Game Crafter: pictures to the pixel and a plan of the order",
    PICTURE_OPTIONS,
    plan,
    service="tgc",
)
