"""What columns are called that say what they hold, in many languages."""

# ruff: noqa: E501 - lists of words

from __future__ import annotations

import re

SURE = frozenset(
    "copies|copy count|qty|quant|quantity|quantities|quantité|quantite|qté|qte|anzahl|stück|stk|menge|nb|nbr|nbre|"
    "nb cartes|nombre de cartes|exemplaires|ejemplares|pcs|pieces|pieces in box|no of|nr of|number of|number of cards|"
    "number of copies|num of|num copies|card count|cards in deck|in deck|of copies|of cards|x|copias|cópias|"
    "quantidade|qtd|qtde|cantidad|cant|quantità|quantita|qta|aantal|antal|määrä|kpl|ilość|liczba|počet|količina|darab|adet|cantitate|"
    "ποσότητα|кол во|количество|кількість|к сть|כמות|số lượng|จำนวน|数量|枚数|"
    "张数|張數|개수|수량".split("|")
)
"""Names of columns that say how many there are of a card."""
UNSURE = frozenset("number|no|nr|num|n|count|amount|total|copy|times|nombre".split("|"))
"""Names that say so, or number the cards."""
TITLES = (
    "name title card_name card_title cardname card nome título titulo nombre nom titel titre nazwa namn navn naam "
    "karte carte carta kaart item word nickname 名前 名称".split()
)
TEXTS = frozenset(
    "text effect effects rule rules rules_text ability abilities description body oracle_text texto efeito regra "
    "regras descrição efecto reglas effet texte wirkung regel effetto testo prompt question".split()
)
TYPES = frozenset(
    "type types kind category class suit faction element family group tipo classe categoria naipe palo typ sorte "
    "gruppe genre familie type_line card_type couleur_type art_der_karte".split()
)
TINTED = frozenset(
    "colour color colors colours farbe couleur cor color_identity kleur colore kolor suit naipe".split()
)
PRIVATE = re.compile(
    r"(?:designers?_|dev_|my_|internal_)?(?:notes?|comments?|todo|to_do|remarks?|notas?|notizen?|bemerkung(?:en)?|"
    r"kommentare?|commentaires?|coment[aá]rios?|status|playtest\w*|checked|done)(?:_to_self)?\Z"
    r"|designers?_comments?\Z|designers?_notes?\Z"
)
SHAPES = frozenset("shape form forme forma outline umriss contorno".split())
ICONS = frozenset("icon icons symbol symbols symbole ícone icone icono glyph sign".split())
PICTURES = frozenset(
    "art image images img picture pictures pic illustration artwork bild imagem imagen photo foto".split()
)
