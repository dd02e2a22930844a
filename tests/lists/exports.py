"""Lists as other programs export them: Notion, Airtable, Obsidian, pandas, Google Sheets, saved tables."""

# ruff: noqa: E501 - rows stand as they are written

from __future__ import annotations

import io
import json
from typing import Any

import openpyxl

from tests.lists.case import Case, csv

_DRAWN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="8" height="8"/></svg>'

_COUNTS = {
    "counts-with-fractions": Case(csv("Name,Qty\nOwl,2.0\nElk,1.0\n"), 3, told=('copies: "Qty"',)),
    "counts-with-decimal-commas": Case(csv("Nome;Quantidade\nCoruja;2,0\nAlce;1,00\n"), 3, told=('copies: "Quantidade"',)),
    "counts-with-zeros": Case(csv("Name,Qty\nOwl,02\nElk,01\n"), 3, told=('copies: "Qty"',)),
    "counts-in-thousands-are-none": Case(csv('Name,Qty\nOwl,"1,000"\nElk,2\nEel,1\n'), 4, told=('copies: "1,000" is not a number and counts as 1',)),
    "counts-in-other-figures": Case(csv("Name,枚数\nOwl,2\nElk,３\n"), 5, told=('copies: "枚数"',)),
    "counts-with-unseen-signs": Case(csv("Name,Qty\nOwl,\u200b3\nElk,2\u00a0\n"), 5, told=("5 cards",)),
}  # fmt: skip

_SIGNS = {
    "unseen-signs": Case(
        csv("Name,Text\nWo\u00adlf,Runs\u202faway.\u2028Then\u00a0rests.\n\u200bOwl,Fly\u2060.\n"), 2,
        printed=("Runs away.", "Owl"),
    ),
    "ticked-boxes": Case(
        csv("Name,Flying\nOwl,☑\nElk,☐\nEel,☒\n"), 3, told=("☐ as {square-outline}, ☑ as {check}, ☒ as {cross}",)
    ),
}  # fmt: skip

_TABLE = {
    "SaveName": "Mine",
    "ObjectStates": [
        {
            "Name": "DeckCustom",
            "Nickname": "Deck",
            "DeckIDs": [100, 101, 101],
            "ContainedObjects": [
                {
                    "Name": "Card",
                    "Nickname": "Alpha",
                    "Description": "[b]Draw[/b] a [FF0000]red[-] card.",
                    "CardID": 100,
                    "Transform": {"posX": 1},
                },
                {
                    "Name": "Card",
                    "Nickname": "Beta",
                    "Description": "Discard one.",
                    "CardID": 101,
                    "Transform": {"posX": 1},
                },
                {
                    "Name": "Card",
                    "Nickname": "Beta",
                    "Description": "Discard one.",
                    "CardID": 101,
                    "Transform": {"posX": 2},
                },
            ],
        },
    ],
}
_DECKS = {
    "game": {
        "decks": [
            {
                "name": "Forest",
                "cards": [
                    {"name": "Owl", "text": "Fly.", "count": 2},
                    {"name": "Elk", "text": "Run.", "count": 1},
                ],
            },
            {"name": "Lake", "cards": [{"name": "Eel", "text": "Swim.", "count": 3}]},
        ]
    }
}
_DEEP = {
    "a-saved-table": Case({"deck.json": json.dumps(_TABLE)}, 3, told=("saved by Tabletop Simulator",), printed=("Alpha", "Draw a red card"), absent=("DeckCustom", "posX")),
    "cards-of-decks": Case({"deck.json": json.dumps(_DECKS)}, 6, told=('the objects of "game.decks.cards", each with the name of its "decks"',), printed=("Owl", "Lake")),
    "cards-of-a-set": Case(
        {"deck.json": json.dumps({"meta": {"version": "5"}, "data": {"name": "Woods", "cards": [{"name": "Owl", "text": "Fly."}, {"name": "Elk", "text": "Run."}], "tokens": [{"name": "Coin"}]}})},
        2, told=('not those of "data.tokens" (',), printed=("Elk",), absent=("Coin",),
    ),
    "names-that-are-one-word": Case({"deck.json": json.dumps([{"name": "Card", "nickname": "Owl"}, {"name": "Card", "nickname": "Elk"}])}, 2, told=('title: "nickname"',)),
}  # fmt: skip


def _book(*rows: list[Any], merged: tuple[str, ...] = ()) -> dict[str, bytes | str]:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in rows:
        sheet.append(row)
    for area in merged:
        sheet.merge_cells(area)
    stream = io.BytesIO()
    book.save(stream)
    return {"deck.xlsx": stream.getvalue()}


_GROUPS = "Card,,Stats,,,Count\nName,Text,Attack,Defense,Cost,\nOwl,Fly.,1,3,2,4\nElk,Run.,2,2,3,3\nEel,Swim.,4,1,4,2\n,,Avg: 2.33,Avg: 2,,9\n"
_HEADS = {
    "groups-above-names": Case(
        csv(_GROUPS), 9, printed=("Owl", "Attack"), absent=("Avg",),
        told=("names of columns: row 2", 'copies: "column F"', "row left out: row 6 (a total is not a card)"),
    ),
    "groups-above-names-merged": Case(
        _book(["Card", None, "Stats", None, "Count"], ["Name", "Text", "Attack", "Cost", None], ["Owl", "Fly.", 1, 2, 4], ["Elk", "Run.", 2, 3, 3], ["Eel", "Swim.", 4, 4, 2],
              merged=("A1:B1", "C1:D1", "E1:E2")),
        9, told=("names of columns: row 2 (above it cells are merged)", 'copies: "Count"'), printed=("Attack",),
    ),
    "a-title-over-all": Case(
        _book(["My game", None, None], ["Name", "Text", "Qty"], ["Owl", "Fly.", 2], ["Elk", "Run.", 1], ["Sum", None, 3], merged=("A1:C1",)),
        3, told=("names of columns: row 2", 'row left out: row 5, "Sum" (a total is not a card)'), absent=("Sum",),
    ),
    "headings-over-all": Case(
        _book(["Name", "Text", "Qty"], ["BIRDS", None, None], ["Owl", "Fly.", 2], ["Jay", "Sing.", 1], ["FISH", None, None], ["Eel", "Swim.", 1], merged=("A2:C2", "A5:C5")),
        4, told=("merged: fill", 'row left out: row 2, "BIRDS" (a heading over all columns)'), absent=("BIRDS", "FISH"),
    ),
    "names-once-more": Case(
        csv("Name,Qty\nOwl,2\nElk,1\nName,Qty\nEel,3\nTotal,6\n"), 6,
        told=('row left out: row 4, "Name" (the names of the columns again)', 'row left out: row 6, "Total"'),
    ),
    "remarks-below": Case(
        csv("Name,Text,Qty\nOwl,Fly.,2\nElk,Run.,1\n* = not tested yet,,\n"), 4,
        told=('rows with one cell alone print as cards: "* = not tested yet" (row 4); where: "text != null" leaves them out',),
    ),
    "a-first-row-with-gaps": Case(csv("Name,,Cost\nOwl,old,2\nElk,new,3\n"), 2, printed=("Owl",)),
}  # fmt: skip

_LINKS = {
    "notion": Case(
        csv('\ufeffName,Tags,Done,Related cards,Effect\nOwl,"bird, night",Yes,"Elk (https://www.notion.so/Elk-8f2a3b4c?pvs=21), Eel (https://www.notion.so/Eel-1234)",Draw. See [the rule](https://www.notion.so/x).\nElk,beast,No,Owl (https://www.notion.so/Owl-8f2a3b4c),Run.\nEel,fish,No,,Swim.\n'),
        3, told=('left out of "Related cards": 3 addresses on the web',), printed=("Elk, Eel", "See the rule."), absent=("notion", "]("),
    ),
    "airtable": Case(
        {"deck.csv": "Name,Pictures\nOwl,owl.svg (https://v5.airtableusercontent.com/v3/u/abc/def)\nElk,elk.svg (https://v5.airtableusercontent.com/v3/u/abc/ghi)\n",
         "owl.svg": _DRAWN, "elk.svg": _DRAWN},
        2, told=('art: "Pictures"', 'left out of "Pictures": 2 addresses'), absent=("airtable",),
    ),
    "braces-twice": Case(csv("Name,Text\nOwl,Bites <b>hard</b> {{spike}}\nElk,Pay {{coin}}.\n"), 2, printed=("{{spike}}",), absent=("{{coin}}",), told=("{{spike}}",)),
    "braces-twice-alone": Case(csv("Name,Text\nOwl,Bites {{spike}}\nElk,Pay.\n"), 2, printed=("{{spike}}",)),
}  # fmt: skip

_NOTES = {
    "obsidian": Case(
        {"deck.md": "---\ntags: [deck]\n---\n> [!note] hello\n\n| Name | Art | Links | Text |\n|---|:-:|---|---|\n"
         "| [[Owl]] | ![[owl.svg]] | [[Woods\\|the woods]] | Flies **far**. %%too strong?%% |\n| [[Elk]] | ![an elk](elk.svg) | [[Field]] | Runs. |\n\n"
         "## Tokens\n\n| Name | Count |\n|---|---|\n| Coin | 4 |\n", "owl.svg": _DRAWN, "elk.svg": _DRAWN},
        6, told=("links to notes as their words", 'tokens ("Tokens", 1 row, tokens)', 'art: "Art"'), printed=("Owl", "the woods", "Field", "Coin"), absent=("[[", "strong"),
    ),
    "ids-repeated": Case(csv("id,name,cost\nowl,Owl,1\nelk,Elk,2\nowl,Owl the second,3\n"), 3, told=('id: "name"', 'id: not "id" ("owl" is there more than once: row 2, 4)')),
    "ids-with-gaps": Case(csv("id,name,cost\nowl,Owl,1\n,Elk,2\n"), 2, told=('id: not "id" (some of its cells are empty)',)),
    "languages-asked-for": Case(csv("Name,Text\nOwl,Fly.\nElk,Run.\n"), 2, options=("--lang", "de,en"), told=("languages: de, en (asked for",)),
}  # fmt: skip

_SIDEWAYS = {
    "on-its-side": Case(csv("Name,Owl,Elk,Eel\nCost,2,1,3\nText,Fly.,Run.,Swim.\nQty,1,2,3\n"), 6, told=("a transposed list",), printed=("Owl", "Swim.")),
    "on-its-side-in-a-workbook": Case(
        _book([None, "Owl", "Elk"], ["Cost", 2, 1.5], ["Text", "Fly.", "Run."], ["Copies", 2, 1]), 3, told=("a transposed list", 'title: "Name"'), printed=("Fly.",)
    ),
    "names-that-name-columns": Case(csv("Name,Text,Cost\nText,Write it.,2\nImage,Draw it.,1\n"), 2, printed=("Draw it.",)),
    "commas-without-quotes": Case(csv("Name,Text,Qty\nOwl,Fly.,2\nElk,Run, then rest.,1\n"), 3, told=("row 3: more cells than names of columns",)),
}  # fmt: skip

_SIZES = {
    "sizes-of-tokens": Case(
        csv("Token,Size,Shape,Colour,Quantity\nCoin,15mm,circle,gold,20\nGem,20 mm,hex,#22aa66,5\nMeeple,25mm,square,red,4\n"), 29,
        options=("--kind", "tokens"), told=('icon: "Token"', 'size: not from "Size" (15mm, 20 mm, 25mm; all of a family have one size'), absent=("15mm", "circle"),
    ),
    "sizes-of-tiles": Case(csv("tile,width,height,copies\nA1,50,50,2\nA2,50,100,1\n"), 3, options=("--kind", "tiles"), told=('size: not from "width"', 'size: not from "height"')),
    "colours-alone": Case(csv("Colour,Qty\nred,3\nblue,4\n"), 7, options=("--kind", "tokens"), told=('title: "Colour"',)),
    "a-deck-with-headings": Case(
        {"deck.txt": "Deck\n4 Lightning Rod\n2 Island\n\nSideboard:\n1 Dark Lotus\n"}, 7,
        told=("names of columns: count, name, part",), printed=("Lightning Rod", "Sideboard"),
    ),
}  # fmt: skip

_ENGINES = {
    "kinds-of-values": Case(csv("name,cost,text,copies\nstring,int,string,int\nOwl,2,Fly.,2\nElk,1,Run.,1\n"), 3, told=("(kinds of values)",), absent=("string",)),
    "units": Case(csv("Name,Range,Weight,Qty\n,(m),(kg),\nCannon,300,900,2\nMusket,80,5,4\n"), 6, told=("row left out: row 2", "(units)"), absent=("(kg)",)),
    "rows-that-are-counted": Case(csv(",name,cost\n0,Owl,2\n1,Elk,1\n2,Eel,3\n"), 3, told=('left out: "column A" (it has no name, and counts the rows)',), absent=("column",)),
    "words-for-nothing": Case(csv("name,text\nOwl,NULL\nElk,Run.\nEel,NaN\n"), 3, told=('"text": NULL, NaN prints as it stands (row 2, 4)',)),
    "copies-with-words": Case(csv("Name,Copies\nOwl,2 (3 in 4p)\nElk,1\n"), 2, told=('copies: "2 (3 in 4p)" is not a number and counts as 1',)),
    "names-alike": Case(csv("Name,name,NAME\nOwl,Coruja,Hibou\nElk,Alce,Wapiti\n"), 2, printed=("Coruja",)),
}  # fmt: skip

EXPORTS: dict[str, Case] = {
    **_COUNTS,
    **_SIGNS,
    **_DEEP,
    **_HEADS,
    **_LINKS,
    **_NOTES,
    **_SIDEWAYS,
    **_SIZES,
    **_ENGINES,
    "airtable-several-attachments": Case(
        {
            "deck.csv": 'Name,Pictures\nOwl,"owl.svg (https://v5.airtableusercontent.com/v3/u/abc/def), night.svg (https://v5.airtableusercontent.com/v3/u/abc/x)"\nElk,elk.svg (https://v5.airtableusercontent.com/v3/u/abc/ghi)\n',
            "owl.svg": _DRAWN,
            "elk.svg": _DRAWN,
        },
        2,
        told=('pictures: the first of each cell of "Pictures" (not night.svg)', 'art: "Pictures"'),
        absent=("airtable", "night"),
    ),
    "airtable-attachments-in-json": Case(
        {
            "deck.json": '{"records": [{"id": "rec1", "fields": {"Name": "Owl", "Art": [{"filename": "owl.svg", "url": "https://a.b/c"}, {"filename": "night.svg", "url": "https://a.b/d"}]}}, {"id": "rec2", "fields": {"Name": "Elk", "Art": [{"filename": "elk.svg", "url": "https://a.b/e"}]}}]}',
            "owl.svg": _DRAWN,
            "elk.svg": _DRAWN,
        },
        2,
        told=("night.svg",),
        absent=("https",),
    ),
    "trello": Case(
        {
            "board.json": '{"name": "Game", "cards": [{"id": "5f0000000000000000000001", "name": "Fox", "desc": "Runs.", "closed": false, "pos": 16384, "idShort": 71, "badges": {"votes": 93}}, {"id": "5f0000000000000000000002", "name": "Owl", "desc": "Hoots.", "closed": true, "pos": 2}, {"id": "5f0000000000000000000003", "name": "Elk", "desc": "Stands.", "closed": false, "pos": 3}], "lists": [{"id": "1", "name": "Ideas", "closed": false}], "labels": [{"id": "1", "name": "red"}]}'
        },
        2,
        printed=("Fox", "Elk"),
        absent=("Owl", "closed", "16384", "71", "93"),
        told=('("closed" says that they are archived)',),
    ),
    "archived-in-a-table": Case(
        csv(
            "Name,Text,Archived\nFox,Runs.,FALSE\nOwl,Hoots.,TRUE\n,,\n# more to come,,\nElk,Stands.,FALSE\n"
        ),
        2,
        printed=("Elk",),
        absent=("Owl", "Archived", "more"),
        told=('rows left out: row 3 ("Archived" says that they are archived)',),
    ),
    "none-archived": Case(
        csv("Name,Text,Archived\nFox,Runs.,FALSE\nElk,Stands.,FALSE\n"),
        2,
        absent=("Archived",),
        told=('left out: "Archived" (it says the same of all cards)',),
    ),
    "georgian": Case(
        csv("სახელი,ტექსტი,რაოდენობა\nBear,Draw.,2\nWolf,Rest.,1\n"),
        3,
        printed=("Bear",),
        told=('title: "სახელი"', 'copies: "რაოდენობა"', 'id: "სახელი" (made of its words'),
    ),
    "pictures-with-cyrillic-names": Case(
        {
            "deck.csv": "Имя,Текст,Картинка\nМедведь,Ревёт.,медведь.svg\nВолк,Воет.,Волк.svg\n",
            "картинки/Медведь.svg": _DRAWN,
            "картинки/волк.svg": _DRAWN,
        },
        2,
        printed=("Медведь",),
        told=('art: "Картинка"', 'id: "Имя" (made of its words'),
        absent=("svg",),
    ),
    "a-picture-with-a-thai-name": Case(
        {"deck.csv": "ชื่อ,Image\nBear,หมี.svg\nTiger,เสือ.svg\n", "หมี.svg": _DRAWN, "เสือ.svg": _DRAWN},
        2,
        told=('art: "Image"', 'id: "ชื่อ" (made of its words'),
    ),
    "notion-pages-in-markdown": Case(
        {
            "deck.md": "| Name | Text |\n|---|---|\n| [Owl](Owl%20abc.md) | Flies to [the wood](https://a.b/c). |\n| Elk | Runs. |\n"
        },
        2,
        printed=("Owl", "the wood"),
        absent=("abc.md", "a.b"),
    ),
    "airtable-records": Case(
        {
            "r.json": '{"records": [{"id": "recAbCdEfGhIjKlMn", "createdTime": "2024-05-01T10:22:00.000Z", "fields": {"Name": "Fox", "Rules": "Draw."}}, {"id": "recBbCdEfGhIjKlMn", "createdTime": "2024-05-01T10:22:00.000Z", "fields": {"Name": "Owl", "Rules": "Fly."}}]}'
        },
        2,
        printed=("Fox", "Fly."),
        told=('title: "Name"', "the fields of the records that Airtable exported"),
    ),
}
