"""Lists as other programs export them: Notion, Airtable, Obsidian, pandas, Google Sheets, saved tables."""

# ruff: noqa: E501 - rows stand as they are written

from __future__ import annotations

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

EXPORTS: dict[str, Case] = {**_COUNTS, **_SIGNS}
