"""What the READ-ME of a print shop's folder says, in Portuguese and in English."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from prancha.export.targets.shops.lots import ShopLot
from prancha.model.service import Service

Steps = Mapping[str, Sequence[str]]


def order_steps(lots: Sequence[ShopLot]) -> Steps:
    """What to order: a line for each family, with its product and how many pieces."""
    return {"pt": tuple(_order(lots, "pt")), "en": tuple(_order(lots, "en"))}


def _order(lots: Sequence[ShopLot], lang: str) -> Iterable[str]:
    for lot in lots:
        product, count = lot.fit.product, lot.copies
        one = count == 1
        trim = "{} x {} mm".format(*(f"{v:.2f}".rstrip("0").rstrip(".") for v in lot.fit.trim))
        family = lot.fit.family.title
        if lang == "pt":
            yield f"{family}: {count} {'peça' if one else 'peças'}, produto {product.name} ({trim})."
        else:
            yield f"{family}: {count} {'piece' if one else 'pieces'}, product {product.name} ({trim})."


def closing_steps(service: Service, lots: Sequence[ShopLot]) -> Steps:
    """What to look at before paying, and how sure the figures are."""
    unsure = sorted({lot.fit.product.name for lot in lots if lot.fit.product.unconfirmed})
    note = service.note
    pt = [
        "order.csv diz, linha por linha, que arquivo é a frente e o verso de cada peça e quantas há.",
        "Antes de pagar: veja na prévia da loja cada frente com o seu verso, e peça um exemplar só primeiro.",
        f"Medidas de {service.checked}, de: {service.source}. Compare com a página da loja.",
    ]
    en = [
        "order.csv says, line by line, which file is the front and the back of each piece, and how many.",
        "Before you pay: look at each front with its back in the shop's preview, and order one copy first.",
        f"Figures of {service.checked}, from: {service.source}. Compare them with the shop's own page.",
    ]
    if unsure:
        names = ", ".join(unsure)
        pt.append(
            f"NÃO CONFIRMADO: as medidas de {names}. Baixe o gabarito da loja e compare antes de enviar."
        )
        en.append(
            f"NOT CONFIRMED: the figures of {names}. Compare with the shop's template before you upload."
        )
    if note:
        pt.append(note.get("pt", note.get("en", "")))
        en.append(note.get("en", note.get("pt", "")))
    return {"pt": pt, "en": en}


def joined(*parts: Steps) -> Steps:
    """Steps one after another, in each language."""
    return {lang: tuple(step for part in parts for step in part[lang]) for lang in ("pt", "en")}
