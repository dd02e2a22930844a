"""Several lists in one file: sheets, tables below one another or side by side; and words about a list."""

# ruff: noqa: E501 - rows stand as they are written

from __future__ import annotations

import json

from tests.lists.case import Case, csv
from tests.lists.workbooks import book

_MONSTERS = [["Name", "Text", "Strength"], ["Bear", "Roars.", 3], ["Wolf", "Howls.", 2]]
_TREASURES = [["Name", "Value", "Qty"], ["Crown", 9, 1], ["Ring", 4, 2]]
_BEASTS = '"cards": [{"name": "Bear", "text": "Roars."}, {"name": "Wolf", "text": "Howls."}]'

SEVERAL: dict[str, Case] = {
    "two-sheets": Case(
        {"deck.xlsx": book(("Monsters", _MONSTERS), ("Treasures", _TREASURES))}, 5, printed=("Bear", "Crown", "Treasures"),
        told=('families: monsters ("Monsters", 2 rows, cards), treasures ("Treasures", 2 rows, cards)', "treasures: copies: \"Qty\""),
    ),
    "one-of-two-sheets": Case(
        {"deck.xlsx": book(("Monsters", _MONSTERS), ("Treasures", _TREASURES))}, 3, printed=("Crown",), absent=("Bear",),
        options=("--sheet", "Treasures"), told=('sheet: "Treasures" (asked for)',),
    ),
    "sheets-that-are-none": Case(
        {"deck.xlsx": book(("Read me", [["Version", "Date"], ["1", "May"], ["2", "June"]]), ("Cards", _MONSTERS), ("Legend", [["Name", "Meaning"], ["R", "rare"], ["C", "common"]]),
                           ("Sheet4", [["Rarity", "Chance"], ["rare", 1], ["common", 5]]), ("Cards v1", [["Name", "Text"], ["Bear", "Roared."], ["Wolf", "Howled."]]))},
        2, printed=("Roars.",), absent=("Roared.", "rare"), told=('sheet: "Cards" (the first of components; there is also "Read me" (2 rows), "Legend" (2 rows), "Sheet4" (2 rows), "Cards v1" (2 rows): --sheet NAME)',),
    ),
    "sheets-of-two-decks-and-more": Case(
        {"deck.xlsx": book(("Deck", _MONSTERS), ("Events", [["Name", "Text"], ["Rain", "Wet."]]), ("Legend", [["Name", "Meaning"], ["R", "rare"], ["C", "common"]]), ("Empty", [["Name", "Text"]]),
                           ("Sheet4", [["Rarity", "Chance"], ["rare", 1], ["common", 5]]), ("Deck v1", [["Name", "Text"], ["Bear", "Roared."], ["Wolf", "Howled."]]))},
        3, printed=("Roars.", "Wet."), absent=("Roared.", "rare"),
        told=('left out: "Legend" (2 rows; by its name it lists no components; --sheet takes it)', 'left out: "Sheet4" (2 rows; no column is called', 'left out: "Deck v1" (2 rows; most of its names are in "Deck" too', 'left out: "Empty" (0 rows'),
    ),
    "sheets-of-cards-and-tokens": Case(
        {"deck.xlsx": book(("Deck", _MONSTERS), ("Tokens", [["Name", "Qty"], ["Gold", 4], ["Wood", 2]]), ("Map tiles", [["Name", "Move"], ["Hill", 2], ["Lake", 9]]))},
        10, printed=("Bear", "Gold", "Hill"), told=('tokens ("Tokens", 2 rows, tokens)', 'map-tiles ("Map tiles", 2 rows, tiles)'),
    ),
    "tables-below-one-another": Case(
        csv("Name,Text,Cost\nBear,Roars.,3\nWolf,Howls.,2\n\nName,Value\nCrown,9\nRing,4\n"), 4, printed=("Roars.", "Crown"),
        told=("families: table-1 (\"table 1\", 2 rows, cards), table-2",),
    ),
    "tables-with-titles": Case(
        csv("Monsters,,\nName,Text,Cost\nBear,Roars.,3\nWolf,Howls.,2\n,,\nTreasures,,\nName,Text,Cost\nCrown,Shines.,9\nRing,Glows.,4\n"), 4, printed=("Monsters", "Treasures", "Ring"),
        told=("families: monsters (\"Monsters\", 2 rows, cards), treasures (\"Treasures\", 2 rows, cards)",),
    ),
    "a-table-of-two": Case(
        csv("Monsters,,\nName,Text,Cost\nBear,Roars.,3\nWolf,Howls.,2\n,,\nTreasures,,\nName,Text,Cost\nCrown,Shines.,9\nRing,Glows.,4\n"), 2, printed=("Crown",), absent=("Bear",),
        options=("--sheet", "Treasures"), told=("a table of the file is stored as cards.csv",),
    ),
    "tables-side-by-side": Case(csv("Name,Text,,Name,Value\nBear,Roars.,,Crown,9\nWolf,Howls.,,Ring,4\nOwl,Hoots.,,,\n"), 5, printed=("Hoots.", "Crown")),
    "a-list-in-two-blocks": Case(csv("Name,Text,,Name,Text\nBear,Roars.,,Owl,Hoots.\nWolf,Howls.,,Elk,Runs.\n"), 4, printed=("Hoots.", "Runs.")),
    "tables-in-a-sheet-of-two": Case(
        {"deck.xlsx": book(("Deck", [*_MONSTERS, [], ["Treasures"], *_TREASURES]), ("Events", [["Name", "Text"], ["Rain", "Wet."], ["Sun", "Dry."]]))}, 7, printed=("Bear", "Crown", "Rain"),
        told=("treasures (\"Deck: Treasures\", 2 rows, cards)",),
    ),
    "markdown-tables": Case(
        {"deck.md": "# My game\n\n## Monsters\n| Name | Text |\n| --- | --- |\n| Bear | Roars. |\n| Wolf | Howls. |\n\n## Treasures\n| Name | Value |\n|---|---|\n| Crown | 9 |\n| Ring | 4 |\n"}, 4, printed=("Monsters", "Crown"),
    ),
    "json-lists": Case({"deck.json": f'{{{_BEASTS}, "treasures": [{{"name": "Crown", "value": 9}}], "rules": [{{"name": "Draw", "text": "x"}}], "tags": ["a", "b"]}}'}, 3, printed=("Bear", "Crown"), absent=("Draw",), told=('left out: "rules" (1 row; by its name', 'left out: "tags" (2 rows; it lists words')),
    "yaml-lists": Case({"deck.yaml": "monsters:\n  - {name: Bear, text: Roars.}\n  - {name: Wolf, text: Howls.}\ntokens:\n  - {name: Gold, copies: 4}\n"}, 6, printed=("Wolf", "Gold"), told=("tokens (\"tokens\", 1 row, tokens)",)),
    "a-key-beside": Case(csv("Name,Sign,Text,,Sign,Meaning\nBear,R,Roars.,,R,Rare\nWolf,C,Howls.,,C,Common\nOwl,C,Hoots.,,,\nElk,R,Runs.,,,\n"), 4, absent=("Common", "Rare"), told=('left out: "Sign 2" (a small table beside the list)', 'left out: "Meaning"')),
    "a-key-below": Case(csv("Name,Cost,Text\nBear,3,Roars.\nWolf,2,Howls.\nOwl,1,Hoots.\n\nKey\nC,Common\nR,Rare\n"), 3, absent=("Common",), told=("words below the list",)),
    "notes-below": Case(csv("Name,Cost,Text\nBear,3,Roars.\nWolf,2,Howls.\n\nMade by Ann in 2020\nPlease do not share it\n"), 2, absent=("Ann",), told=('row left out: row 5, "Made by Ann in 2020" (words below the list)',)),
    "comments": Case(csv("Name,Cost,Text\n# the beasts,,\nBear,3,Roars.\n// the birds,,\nOwl,1,Hoots.\n"), 2, absent=("beasts",), told=('row left out: row 2, "# the beasts" (a comment)',)),
    "titles-above": Case(csv("My Game,,\nVersion 3,,\nby Ann,,\nName,Cost,Text\nBear,3,Roars.\nWolf,2,Howls.\n"), 2, printed=("Bear",), absent=("Ann",), told=("names of columns: row 4 (above it stand titles alone",)),
    "groups-with-gaps": Case(csv("Name,Cost,Text\nBear,3,Roars.\nWolf,2,Howls.\n\nOwl,1,Hoots.\nElk,2,\n"), 4, printed=("Elk",)),
    "a-gap-within-the-columns": Case(csv("Name,Cost,,Text\nBear,3,,Roars.\nWolf,2,,\nOwl,1,,Hoots.\n"), 3, printed=("Hoots.",)),
    "json-of-one-and-lookups": Case({"deck.json": json.dumps({"types": [{"id": 1, "colour": "red"}], "cards": [{"name": "Bear", "type": 1}, {"name": "Wolf", "type": 1}]})}, 2, printed=("Bear",)),
    "sheets-called-as-their-columns": Case(
        {"deck.xlsx": book(("Heroes", [["Hero", "Health"], ["Ayla", 12], ["Bram", 15]]), ("Items", [["Item", "Cost"], ["Rope", 1], ["Lamp", 2]]))}, 4, printed=("Ayla", "Rope"), told=('heroes ("Heroes", 2 rows, cards)',),
    ),
    "tables-with-a-key-below": Case(
        csv("MONSTROS,,\nNome,Texto,Qtd\nUrso,Ataca.,2\n,,\nTESOUROS,,\nNome,Valor,Qtd\nCoroa,9,1\n,,\nLegenda,,\nF,Força,\nV,Valor,\n"), 3, absent=("Legenda", "Força"), told=("row left out: row 9 (words below the list)",),
    ),
    "a-template-of-questions": Case(
        {"quiz.xlsx": book(("Sheet1", [["Quiz template"], ["Add questions"], ["Question - max 120 characters", "Answer 1", "Answer 2"], ["What is 2 + 2?", "3", "4"], ["Who hoots?", "Owls", "Elks"]]))}, 2, absent=("template",), told=("names of columns: row 3",),
    ),
    "names-that-are-icons": Case(csv("Card Title,Text,Icon\nFox,Draw.,star\nOwl,Fly.,moon\n"), 2, printed=("Fox", "Owl"), told=('icon: "Icon"', 'title: "Card Title"')),
    "a-list-of-icons": Case({"words.txt": "Animal\nBear\nFox\nOwl\n"}, 3, printed=("Bear",)),
    "words-and-what-they-mean": Case({"set.txt": "photosynthesis\tHow plants make sugar from light\nosmosis\tWater moving through a membrane\n"}, 2, printed=("osmosis", "photosynthesis"), told=("is a card",)),
    "written-by-hand": Case({"deck.txt": "2x Fox - Draw a card.\n1x Owl - Fly over.\n"}, 3, printed=("Fly", "Fox"), absent=("2x",), told=("lines of a name and a text are stored as cards.csv, with name, text, copies",)),
    "markdown-headings": Case({"deck.md": "# Deck\n\n## Fox\nDraw a card.\n\n## Owl\nFly over.\n"}, 2, printed=("Fly", "Fox"), told=("headings with texts below them are stored as cards.csv",)),
}  # fmt: skip
