"""Tables of text: names of columns, numbers and copies, languages, encodings, delimiters."""

# ruff: noqa: E501 - rows stand as they are written

from __future__ import annotations

import io

from PIL import Image

from tests.lists.case import Case, csv


def _picture(colour: str, kind: str = "PNG") -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (900, 600), colour).save(stream, kind)
    return stream.getvalue()


_ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 4h16v16H4z"/></svg>'

_COPIES = {
    "numbered-from-0": Case(
        csv("Number,Name\n0,Fool\n1,Juggler\n2,Abbess\n12,Hermit\n"),
        4, printed=("Fool", "Hermit"), told=("copies",),
    ),
    "numbered-with-quantity": Case(
        csv("Number,Name,Quantity\n1,Oak,3\n2,Elm,3\n3,Ash,2\n"), 8, told=('copies: "Quantity"',)
    ),
    "number-all-differ": Case(csv("No.,Title,Rule\n3,Ferry,Cross once.\n7,Inn,Rest here.\n11,Mill,Grind.\n"), 3),
    "hash-column": Case(csv("#,Card,Effect\n1,Lantern,See one card.\n2,Rope,Climb.\n3,Map,Look ahead.\n"), 3),
    "nb": Case(csv("Nom,Effet,Nb\nLoup,Piochez.,2\nRenard,Volez.,3\n"), 5, told=('copies: "Nb"',)),
    "pcs": Case(csv("Part,Pcs,Colour\nCube,4,red\nDisc,2,blue\n"), 6, told=('copies: "Pcs"',)),
    "no-of": Case(csv("Name,No. of,Power\nArcher,3,2\nPikeman,4,1\nKnight,1,5\n"), 8, told=('copies: "No. of"',)),
    "x-column": Case(csv("x,Name,Text\n2,Scout,Move twice.\n1,Scribe,Draw.\n2,Smith,Repair.\n"), 5, told=('copies: "x"',)),
    "times-written": Case(csv("Name,Qty\nApple,2x\nPear,x3\nPlum,1x\n"), 6, told=('copies: "Qty"',)),
    "pocet": Case({"karty.csv": "Karta;Počet;Text\nDrak;2 ks;Letí.\nRys;3;Čeká.\n"}, 5, told=('copies: "Počet"',)),
    "pieces-written": Case(csv("Name,Anzahl\nWald,4 Stück\nSee,2 Stk.\nBerg,1\n"), 7, told=('copies: "Anzahl"',)),
    "quantite": Case(
        {"cartes.csv": "Nom;Quantité;Prix;Texte\nÉpée;2;1,5;Frappe une fois.\nBouclier;1;2;Bloque.\n"},
        3, told=('copies: "Quantité"',), printed=("1,5",),
    ),
    "anzahl": Case(
        {"karten.csv": "Karte;Anzahl;Wirkung\nWald;4;Nimm Holz.\n6. Tag;1;Ende der Woche.\n".encode("cp1252")},
        5, told=('copies: "Anzahl"',), printed=("6. Tag",),
    ),
    "quantidade": Case(csv("Nome,Quantidade,Efeito\nOnça,2,Ataque.\nTatu,3,Defenda.\n"), 5, told=('copies: "Quantidade"',)),
    "han-quantity": Case(csv("Name,数量\nCrane,2\nCarp,3\n"), 5, told=('copies: "数量"',)),
    "copies-some-empty": Case(csv("Name,Copies\nSun,2\nMoon,\nStar,3\n"), 6),
    "copies-a-word": Case(csv("Name,Qty\nSun,2\nMoon,two\nStar,3\nSea,1\nSky,1\nRain,1\n"), 9, told=("two",)),
    "copies-zero-is-a-rank": Case(csv("Card,Count,Suit\nA,0,red\nB,1,red\nC,2,blue\n"), 3),
    "total-row": Case(csv("Name,Cost,Copies\nOre,2,4\nGrain,1,6\nWool,1,5\nTotal,4,15\n"), 15, told=("Total",)),
    "total-not-right": Case(
        csv("Name,Text,Copies\nOre,Dig.,4x\nGrain,Sow.,6\nWool,Shear.,5\nTotal,,12\n"), 15, told=("Total",)
    ),
    "copies-chosen": Case(
        csv("Name,Deck A,Deck B\nKey,1,4\nLock,2,1\n"), 5, options=("--copies", "Deck B"), told=('copies: "Deck B"',)
    ),
}  # fmt: skip

_COPIES_BY_NAME = {
    "count-all-differ": Case(csv("Tile,Terrain,Count\n1,Forest,4\n2,City,2\n3,Lake,1\n"), 7, told=('copies: "Count"',)),
    "count-in-turn": Case(csv("Name,Count\nAce,1\nDeuce,2\nTrey,3\n"), 3, told=("copies: one of each",)),
}  # fmt: skip

_NAMELESS = {
    "first-row-a-card": Case(
        csv("Goblin,7,15,Hides\nOgre,59,11,Smashes\nWyrm,256,19,Burns\n"), 3,
        told=('the first row, "Goblin 7 15 Hides", is a card',), printed=("Goblin", "Hides", "Wyrm"),
    ),
    "first-row-a-card-with-a-gap": Case(
        csv("Fox,,Ally,Draw a card.\nOwl,1,Event,Fly.\nElk,3,Ally,Walk.\n"), 3,
        told=("is a card",), printed=("Fox", "Draw a card", "Walk"),
    ),
    "years-are-names": Case(csv("Country,2019,2020\nSpain,12,13\nPeru,3,4\n"), 2, absent=("Country",), printed=("2019",)),
    "one-year-is-a-name": Case(csv("Country,1999\nSpain,12\nPeru,3\n"), 2, absent=("Country",)),
    "questions": Case(
        {"party.txt": "What would you never eat?\nWho is the funniest here?\nWhat is your worst habit?\n"}, 3,
        told=("is a card",), printed=("never eat",),
    ),
    "one-word-a-line": Case({"words.txt": "Animal\nFox\nOwl\n"}, 2, told=('"Animal", in the first row, is no card',), absent=("Animal",)),
    "deck-list": Case(
        {"deck.txt": "4 Lightning Rod\n2x Counterweight\n20 Island\n1 Dark Lotus\n"}, 27,
        told=("count, name (each line counts a card",), printed=("Lightning Rod", "Counterweight"),
    ),
    "markdown-table": Case(
        {"deck.md": "# Cards\n\nSome words | here.\n\n| Name | Cost | Text |\n|:---|---:|---|\n| Fox | 2 | **Sly** \\| quick |\n| Bear | 4 | |\n\nMore words.\n"},
        2, told=("the first table of the file is stored as cards.csv",), printed=("Sly | quick", "Bear"), absent=("More",),
    ),
}  # fmt: skip

_COLUMNS = {
    "text-behind-a-quote": Case(csv('Name,Text\nA,"Card with a, b".\nB,"Say ""hi"" now" please\n'), 2, printed=("Card with a, b.", "please"), told=("row 2 has a text behind a closing quote",)),
    "two-sides": Case(csv("Front,Back\nder Hund,dog\ndie Katze,cat\n"), 2, printed=("der Hund", "dog"), told=('back: "Back"',)),
    "two-languages-by-heading": Case(csv("Nome,Name,Texto,Text\nRaposa,Fox,Compre.,Draw.\nCoruja,Owl,Voe.,Fly.\n"), 2, printed=("Raposa",), absent=("Fox",), told=("languages: pt, en",)),
    "six-values": Case(csv("Name,Strength,Dexterity,Constitution,Intelligence,Wisdom,Charisma\nFighter,16,12,14,10,11,9\nWizard,8,14,10,18,12,11\n"), 2, printed=("Constitution",)),
    "form-answers": Case(csv("Timestamp,Email Address,Name,Rule\n1/2/2024 10:11:12,a@b.org,Owl,Fly over.\n1/3/2024 11:12:13,c@d.org,Elk,Run.\n"), 2, absent=("a@b.org", "10:11:12")),
    "bare-languages": Case(
        csv("key,en,de,fr\nfox,Fox,Fuchs,Renard\nowl,Owl,Eule,\nbear,Bear,,Ours\n"), 3,
        told=("languages: en, de, fr", 'id: "key"'), printed=("Fox", "Bear"), absent=("Fuchs",),
    ),
    "languages-by-name": Case(
        csv("Card,English,Deutsch\n1,Draw a card and keep it for later.,Zieh eine Karte und behalte sie.\n"
            "2,Give a card to the left.,Gib eine Karte nach links.\n"), 2, told=("languages: en, de",), absent=("Zieh",),
    ),
    "answers": Case(
        csv("#,Question,A,B,Correct,Category\n1,Which river is the longest?,Nile,Amazon,A,Geo\n2,Which is the deepest lake?,Como,Baikal,B,Geo\n"
            "3,Which hill is highest?,Etna,Teide,B,Geo\n"), 3, told=('title: "Category"',), printed=("A: Nile",),
    ),
    "ids-are-no-costs": Case(
        csv("Card,Cost\nAlpha,1\nBeta,2\nAlpha,0\n"), 3, told=('id: "Card" and the number of the row (several are called Alpha)',)
    ),
    "only-numbers": Case(csv("Rank,Points\n7,0\n9,3\n12,10\n"), 3, told=('title: "Rank"',)),
    "titles-with-signs": Case(csv("Name,Text\n🔥 Fire,Burn.\n🌊 Wave,Wet.\n"), 2, printed=("Fire",), absent=("{",)),
    "doubled-column": Case(
        csv("Name,Text,Text\nOwl,Fly.,Hoo.\nMole,Dig.,Scrape.\n"), 2, told=("text_2",), printed=("Hoo.",)
    ),
    "trailing-commas": Case(csv("Name,Cost,,,\nBarn,2,,,\nSilo,3,,,\n"), 2),
    "nameless-column": Case(csv("Name,Cost,\nBarn,2,old\nSilo,3,new\n"), 2, told=("column C",)),
    "ragged-rows": Case(csv("Name,Cost\nBarn,2,spare\nSilo\n"), 2),
    "blank-rows": Case(csv("Name,Cost\n\nBarn,2\n,\n\nSilo,3\n"), 2),
    "section-rows": Case(csv("Name,Type,Cost\nCreatures,,\nImp,small,2\nOgre,large,4\nSpells,,\nSpark,quick,1\n"), 5),
    "title-above": Case(csv("My prototype v3,,\nName,Cost,Text\nGate,1,Open it.\nWall,2,Stand.\n"), 2, printed=("Gate",)),
    "shouting-names": Case(csv("CARD_NAME,CARD_TYPE,RULES_TEXT\nHELM,GEAR,Add 1 to defence.\nBOOT,GEAR,Move 1 more.\n"), 2),
    "python-words": Case(csv("name,class,items,keys,values,range,if,copy\nAda,mage,3,a,b,2,c,9\nBo,thief,1,d,e,4,f,8\n"), 2),
    "one-column": Case(csv("Word\nanchor\nbasket\ncandle\ndragon\n"), 4, printed=("dragon",)),
    "one-column-long": Case(csv("Prompt\nWhat would your neighbour never say at dinner?\nThe worst gift is a ____.\n"), 2),
    "many-columns": Case(
        csv(
            ",".join(f"Stat {n}" for n in range(24)) + ",Name\n"
            + ",".join(str(n) for n in range(24)) + ",Titan\n"
            + ",".join(str(n * 3) for n in range(24)) + ",Giant\n"
        ), 2, printed=("Titan",),
    ),
    "yes-and-no": Case(csv("Name,Unique,Starter\nOrb,yes,no\nRing,no,yes\n"), 2),
    "lists-in-cells": Case(csv('Name,Tags,Cost\nOrb,"magic, round",2\nRing,"gold, small, magic",3\n'), 2),
    "ids-in-capitals": Case(csv("ID,Name,HP\nBASE_001,Crab,3\nBASE_002,Eel,5\n"), 2, told=("id:",)),
    "ids-twice": Case(csv("id,name\na1,Crab\na1,Eel\na2,Ray\n"), 3),
    "same-name-twice": Case(csv("Name,Suit\nAce,red\nAce,blue\nKing,red\nKing,blue\n"), 4),
    "rows-repeated": Case(csv("Name,Text\nCoal,Burns.\nCoal,Burns.\nIce,Melts.\n"), 3),
    "no-title-words": Case(csv("a,b,c\n1,2,3\n4,5,6\n"), 2),
    "empty-titles": Case(csv("Name,Text\nOwl,Fly.\n,Nameless creature.\nElk,Run.\n"), 3),
    "colour-column": Case(csv("Name,Colour,Text\nRuby,#b3261e,Glow.\nSky,blue,Wide.\nMoss,green,Soft.\n"), 3, told=("colour:",)),
    "type-column": Case(csv("Name,Type,Text\nRat,Beast,Bite.\nCat,Beast,Pounce.\nTrap,Item,Snap.\n"), 3, told=("type:",)),
    "dates-and-shares": Case(csv("Name,Date,Share,Price,Dice\nFair,2024-05-01,50%,€3.20,2d6+1\nFeast,2024-06-24,+1/-1,$10,1d4\n"), 2, printed=("50%", "2d6+1")),
    "notes-column": Case(csv("Name,Text,Notes,Designer comment\nOwl,Fly.,too strong?,ask playtesters\nElk,Run.,,\n"), 2),
    "id-asked": Case(csv("Code,Name\nx-1,Owl\nx-2,Elk\n"), 2, options=("--id", "Code"), told=('id: "Code"',)),
    "title-asked": Case(csv("Name,Headline,Text\nowl1,The Owl,Fly.\nelk1,The Elk,Run.\n"), 2, options=("--title", "Headline"), told=('title: "Headline"',)),
}  # fmt: skip

_LANGUAGES = {
    "two-languages": Case(csv("name_en,name_de,text_en,text_de\nOwl,Eule,Fly.,Flieg.\nElk,Elch,Run.,Lauf.\n"), 2, told=("en, de",)),
    "one-missing-translation": Case(csv("name_en,name_de\nOwl,Eule\nElk,\n"), 2, told=("de",), printed=("Elk",)),
    "languages-in-brackets": Case(csv("Name (en),Name (fr),Effect (en),Effect (fr)\nOwl,Hibou,Fly,Vole\nElk,Élan,Run,Cours\n"), 2),
    "pt-br": Case(csv("nome.pt-BR,nome.en\nCoruja,Owl\nAlce,Elk\n"), 2),
}  # fmt: skip

_FILES = {
    "mac-roman": Case({"deck.csv": "Nom;Effet\nÉpée;Frappe.\nForêt;Cachez-vous là.\n".encode("mac-roman")}, 2, told=("mac-roman",), printed=("Épée",)),
    "dos": Case({"deck.csv": "Nome;Efeito\nOnça;Não ataque.\nPeão;Avance.\n".encode("cp850")}, 2, told=("cp850",), printed=("Onça", "Não")),
    "signs-of-print": Case({"deck.csv": "Name;Text\nFox;“Hush,” it said – don’t.\nOwl;Fly.\n".encode("cp1252")}, 2, printed=("“Hush,”", "don’t")),
    "windows-1252": Case({"deck.csv": "Name;Text\nBär;Größe zählt.\nAmsel;Schläft.\n".encode("cp1252")}, 2, printed=("Bär",)),
    "utf-8-bom": Case({"deck.csv": "\ufeffName,Text\nOwl,Fly.\nElk,Run.\n"}, 2, printed=("Owl",)),
    "utf-16-tsv": Case({"deck.tsv": "Name\tText\nOwl\tFly.\nElk\tRun.\n".encode("utf-16")}, 2, printed=("Owl",)),
    "sep-line": Case({"deck.csv": "sep=;\r\nName;Text\r\nOwl;Fly.\r\nElk;Run.\r\n"}, 2),
    "bars": Case({"deck.csv": "Name|Text|Cost\nOwl|Fly, then land.|2\nElk|Run.|3\n"}, 2),
    "ending-in-capitals": Case({"DECK.CSV": "Name,Text\nOwl,Fly.\nElk,Run.\n"}, 2),
    "two-files": Case(
        {"base.csv": "Name,Text,Qty\nOwl,Fly.,2\nElk,Run.,1\n", "extra.csv": "Name,Text,Power,Qty\nOrca,Swim.,7,3\n"},
        6, sources=2, printed=("Orca",),
    ),
    "pictures-beside": Case(
        {
            "deck.csv": "Name,Image\nOwl,OWL.PNG\nElk,images/elk run.jpg\nEel,Eel_Dark.png\n",
            "owl.png": _picture("#335577"), "images/Elk_Run.JPG": _picture("#775533", "JPEG"),
            "art/eel-dark.png": _picture("#222244"),
        }, 3, told=("art:",),
    ),
    "pictures-without-ending": Case(
        {"deck.csv": "Name,Art\nOwl,owl\nElk,elk\n", "art/owl.png": _picture("#335577"), "art/elk.png": _picture("#775533")},
        2, told=("art:",),
    ),
    "pictures-missing": Case(csv("Name,Art\nOwl,owl.png\nElk,elk.png\n"), 2, told=("not in",)),
    "pictures-on-the-web": Case(csv("Name,Image\nOwl,https://example.org/owl.png\nElk,https://example.org/elk.png\n"), 2, told=("Image",)),
    "icons-beside": Case(
        {"deck.csv": "Name,Icon\nOwl,Big Feather\nElk,fire\n", "icons/big_feather.svg": _ICON}, 2, told=("icon:",)
    ),
    "icons-in-capitals": Case(csv("Name,Symbol\nOwl,FIRE\nElk,Water\n"), 2, told=("icon:",)),
}  # fmt: skip

TABLES: dict[str, Case] = {**_COPIES, **_COPIES_BY_NAME, **_NAMELESS, **_COLUMNS, **_LANGUAGES, **_FILES}
