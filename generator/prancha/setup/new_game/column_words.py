"""What columns are called that say what they hold, in many languages; those of copies are in copies.toml."""

# ruff: noqa: E501 - lists of words

from __future__ import annotations

import re

TITLES = (
    "name title card_name card_title cardname card nome título titulo nombre nom titel titre nazwa namn navn naam "
    "karte carte carta kaart item word nickname 名前 名称 "
    "名稱 이름 название имя назва όνομα שם الاسم név nume naziv isim pavadinimas ชื่อ".split()
)
TEXTS = frozenset(
    "text effect effects rule rules rules_text ability abilities description body oracle_text texto efeito regra "
    "regras descrição efecto reglas effet texte wirkung regel effetto testo prompt question tekst "
    "текст эффект описание опис κείμενο טקסט النص szöveg metin tekstas 텍스트 효과 效果 効果 説明 テキスト ข้อความ".split()
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
