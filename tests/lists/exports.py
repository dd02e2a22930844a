"""Lists as other programs export them: Notion, Airtable, Obsidian, pandas, Google Sheets, saved tables."""

# ruff: noqa: E501 - rows stand as they are written

from __future__ import annotations

import json

from tests.lists.case import Case, csv

_COUNTS = {
    "counts-with-fractions": Case(csv("Name,Qty\nOwl,2.0\nElk,1.0\n"), 3, told=('copies: "Qty"',)),
    "counts-with-decimal-commas": Case(csv("Nome;Quantidade\nCoruja;2,0\nAlce;1,00\n"), 3, told=('copies: "Quantidade"',)),
    "counts-with-zeros": Case(csv("Name,Qty\nOwl,02\nElk,01\n"), 3, told=('copies: "Qty"',)),
    "counts-in-thousands-are-none": Case(csv('Name,Qty\nOwl,"1,000"\nElk,2\nEel,1\n'), 3, told=('copies: not "Qty" (it holds "1,000"',)),
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
        2, told=("not those of data.tokens",), printed=("Elk",), absent=("Coin",),
    ),
    "names-that-are-one-word": Case({"deck.json": json.dumps([{"name": "Card", "nickname": "Owl"}, {"name": "Card", "nickname": "Elk"}])}, 2, told=('title: "nickname"',)),
}  # fmt: skip

EXPORTS: dict[str, Case] = {**_COUNTS, **_SIGNS, **_DEEP}
