"""Lists in which a column says how many, or may say so; those of no pieces are asked about."""

# ruff: noqa: E501 - rows stand as they are written

from __future__ import annotations

from tests.lists.case import Case
from tests.unit.catalogue.spreadsheets import ods, xlsx

_TEXTS = {
    "csv-number-per-colour": Case({'a.csv': 'colour,number,name\nred,1,red 1\nred,2,red 2\nred,3,red 3\nred,4,red 4\nred,5,red 5\nred,6,red 6\nred,7,red 7\nred,8,red 8\nred,9,red 9\nred,10,red 10\nblue,1,blue 1\nblue,2,blue 2\nblue,3,blue 3\nblue,4,blue 4\nblue,5,blue 5\nblue,6,blue 6\nblue,7,blue 7\nblue,8,blue 8\nblue,9,blue 9\nblue,10,blue 10\n'}, 0, told=("--copies none",)),
    "csv-poker-ranks": Case({'a.csv': 'suit,number\nspades,2\nspades,3\nspades,4\nspades,5\nspades,6\nspades,7\nspades,8\nspades,9\nspades,10\nhearts,2\nhearts,3\nhearts,4\nhearts,5\nhearts,6\nhearts,7\nhearts,8\nhearts,9\nhearts,10\nclubs,2\nclubs,3\nclubs,4\nclubs,5\nclubs,6\nclubs,7\nclubs,8\nclubs,9\nclubs,10\n'}, 0, told=("--copies none",)),
    "csv-collector-no-in-sets": Case({'a.csv': 'Set,No.,Card\nA,1,A1\nA,2,A2\nA,3,A3\nA,4,A4\nA,5,A5\nA,6,A6\nA,7,A7\nB,1,B1\nB,2,B2\nB,3,B3\nB,4,B4\nB,5,B5\nB,6,B6\nB,7,B7\nC,1,C1\nC,2,C2\nC,3,C3\nC,4,C4\nC,5,C5\nC,6,C6\nC,7,C7\n'}, 0, told=("--copies none",)),
    "csv-shuffled-groups": Case({'a.csv': 'name,type,number\nA,x,3\nB,y,1\nC,x,1\nD,y,2\nE,x,2\nF,y,3\nG,x,4\n'}, 0, told=("--copies none",)),
    "csv-groups-with-a-gap": Case({'a.csv': 'type,nr,name\nDragon,1,D1\nDragon,2,D2\nDragon,3,D3\nDragon,5,D5\nDragon,6,D6\nDragon,7,D7\nCave,1,C1\nCave,2,C2\nCave,4,C4\nCave,5,C5\nCave,6,C6\n'}, 0, told=("--copies none",)),
    "csv-by-0": Case({'a.csv': 'type,n,name\nA,0,A0\nA,1,A1\nA,2,A2\nA,3,A3\nA,4,A4\nB,0,B0\nB,1,B1\nB,2,B2\nB,3,B3\nB,4,B4\n'}, 10),
    "csv-copies-per-group-sorted": Case({'a.csv': 'type,Qty,name\nA,1,A1\nA,2,A2\nA,3,A3\nA,4,A4\nA,5,A5\nB,1,B1\nB,2,B2\nB,3,B3\nB,4,B4\nB,5,B5\n'}, 30),
    "csv-Count-few": Case({'a.csv': 'Name,Count\nA,4\nB,2\nC,4\nD,1\n'}, 11),
    "csv-Count-15-per-type": Case({'a.csv': 'Name,Type,Count\nx1,x,1\nx2,x,2\nx3,x,3\nx4,x,4\nx5,x,5\ny1,y,1\ny2,y,2\ny3,y,3\ny4,y,4\ny5,y,5\n'}, 0, told=("--copies none",)),
    "csv-Amount-money": Case({'a.csv': 'Name,Amount\nLoan,500\nFine,50\nGift,200\nTax,150\n'}, 0, told=("--copies none",)),
    "csv-Amount-small": Case({'a.csv': 'Name,Amount\nLoan,5\nFine,0\nGift,2\n'}, 7),
    "csv-total-of-stats": Case({'a.csv': 'Name,HP,Attack,Total\nA,45,49,318\nB,60,62,405\nC,80,82,318\n'}, 0, told=("--copies none",)),
    "csv-pt-zero": Case({'a.csv': 'Nome;Quantidade\nRaposa;3\nCoruja;0\n'}, 3),
    "csv-pl-sztuk": Case({'a.csv': 'Nazwa;Liczba sztuk\nLis;3\nSowa;2\n'}, 5),
    "csv-de-cp1252": Case({'a.csv': b'Name;St\xfcckzahl\nF\xfcchse;3\nEulen;2\n'}, 5),
    "csv-fullwidth-digits": Case({'a.csv': 'Name,枚数\nA,３\nB,２\n'}, 5),
    "csv-ar": Case({'a.csv': 'Name,عدد النسخ\nA,3\nB,2\n'}, 5),
    "csv-arabic-digits": Case({'a.csv': 'Name,الكمية\nA,٣\nB,٢\n'}, 5),
    "csv-qty-with-word-none": Case({'a.csv': 'Name,Qty\nA,2\nB,none\nC,3\nD,1\n'}, 7),
    "csv-qty-dash": Case({'a.csv': 'Name,Qty\nA,2\nB,-\nC,3\n'}, 6),
    "csv-qty-x": Case({'a.csv': 'Name,Qty\nA,x2\nB,3x\nC,×4\n'}, 9),
    "csv-Copies-and-Amount": Case({'a.csv': 'Name,Copies,Amount\nA,2,500\nB,1,50\n'}, 3),
    "csv-x-y": Case({'a.csv': 'x,y,Name\n1,2,A\n1,3,B\n2,2,C\n'}, 3),
    "csv-negative": Case({'a.csv': 'Name,Qty\nA,2\nB,-1\nC,4\n'}, 7),
    "csv-20": Case({'a.csv': 'Name,number\nA,20\nB,2\nC,2\nD,3\n'}, 27),
    "csv-21": Case({'a.csv': 'Name,number\nA,21\nB,2\nC,2\nD,3\n'}, 0, told=("--copies none",)),
    "csv-ask-col": Case({'a.csv': 'Name,number\nA,21\nB,2\nC,2\nD,3\n'}, 28, options=('--copies', 'number')),
    "csv-ask-none": Case({'a.csv': 'Name,number\nA,21\nB,2\nC,2\nD,3\n'}, 4, options=('--copies', 'none')),
    "csv-sure-none": Case({'a.csv': 'Name,Qty\nA,21\nB,2\n'}, 2, options=('--copies', 'none')),
    "tsv-how-many": Case({'a.tsv': 'Card\tHow many?\nA\t2\nB\t3\n'}, 5),
    "json-cost": Case({'a.json': '[{"name": "I0", "cost": {"quantity": 50, "unit": "gp"}}, {"name": "I1", "cost": {"quantity": 5, "unit": "gp"}}, {"name": "I2", "cost": {"quantity": 2, "unit": "gp"}}, {"name": "I3", "cost": {"quantity": 10, "unit": "gp"}}]'}, 0, told=("--copies none",)),
    "json-cost-zero": Case({'a.json': '[{"name": "I0", "cost": {"quantity": 50, "unit": "gp"}}, {"name": "I1", "cost": {"quantity": 0, "unit": "gp"}}, {"name": "I2", "cost": {"quantity": 2, "unit": "gp"}}, {"name": "I3", "cost": {"quantity": 10, "unit": "gp"}}]'}, 4),
    "json-copies-+-cost": Case({'a.json': '[{"name": "I0", "copies": 2, "cost": {"quantity": 50}}, {"name": "I1", "copies": 2, "cost": {"quantity": 5}}, {"name": "I2", "copies": 2, "cost": {"quantity": 2}}, {"name": "I3", "copies": 2, "cost": {"quantity": 10}}]'}, 8),
    "json-cost-ones": Case({'a.json': '[{"name": "I0", "cost": {"quantity": 1, "unit": "gp"}}, {"name": "I1", "cost": {"quantity": 1, "unit": "gp"}}, {"name": "I2", "cost": {"quantity": 1, "unit": "gp"}}]'}, 3),
    "json-ingredients": Case({'a.json': '[{"name": "Soup", "needs": [{"name": "Leek", "quantity": 2}]}, {"name": "Cake", "needs": [{"name": "Egg", "quantity": 3}, {"name": "Flour", "quantity": 1}]}]'}, 2),
    "json-airtable": Case({'a.json': '{"records": [{"id": "rec1", "fields": {"Name": "A", "Qty": 2}}, {"id": "rec2", "fields": {"Name": "B", "Qty": 3}}]}'}, 5),
    "json-deep-nested": Case({'a.json': '[{"name": "A", "shop": {"price": {"amount": 30}}}, {"name": "B", "shop": {"price": {"amount": 20}}}]'}, 0, told=("--copies none",)),
    "json-numbers-as-text": Case({'a.json': '[{"name": "A", "count": "2"}, {"name": "B", "count": "2"}, {"name": "C", "count": "4"}]'}, 8),
    "jsonl-quantity": Case({'a.jsonl': '{"name": "A", "quantity": 2}\n{"name": "B", "quantity": 0}\n{"name": "C", "quantity": 1}\n'}, 3),
    "yaml-count": Case({'a.yaml': '- {name: A, count: 2}\n- {name: B, count: 3}\n- {name: C, count: 2}\n'}, 7),
    "yaml-by-id-nested": Case({'a.yaml': 'fox:\n  price: {amount: 40}\nowl:\n  price: {amount: 10}\n'}, 0, told=("--copies none",)),
    "yaml-zero": Case({'a.yaml': '- {name: A, copies: 0}\n- {name: B, copies: 3}\n'}, 3),
    "md-qty": Case({'a.md': '| Card | Qty |\n|---|---|\n| A | 2 |\n| B | 0 |\n'}, 2),
    "md-number-per-type": Case({'a.md': '| Type | Number | Card |\n|---|---|---|\n| Fox | 1 | Fox1 |\n| Fox | 2 | Fox2 |\n| Fox | 3 | Fox3 |\n| Fox | 4 | Fox4 |\n| Owl | 1 | Owl1 |\n| Owl | 2 | Owl2 |\n| Owl | 3 | Owl3 |\n| Owl | 4 | Owl4 |\n'}, 0, told=("--copies none",)),
    "txt-deck-list": Case({'a.txt': '4 Rod\n3x Weight\n1 Line\n'}, 8),
    "txt-numbered": Case({'a.txt': '1 Rod\n2 Weight\n3 Line\n'}, 3),
    "txt-lands": Case({'a.txt': '24 Forest\n4 Rod\n'}, 0, told=("--copies none",)),
    "txt-lands-asked": Case({'a.txt': '24 Forest\n4 Rod\n'}, 28, options=('--copies', 'count')),
    "txt-lands-none": Case({'a.txt': '24 Forest\n4 Rod\n'}, 2, options=('--copies', 'none')),
    "csv-headless": Case({'a.csv': 'Fox,2,Run.\nOwl,3,Fly.\nElk,2,Walk.\n'}, 3),
    "csv-group-header": Case({'a.csv': 'Cards,,Numbers,\nName,Text,Qty,Cost\nA,Run.,2,1\nB,Fly.,0,2\n'}, 2),
    "csv-total-row": Case({'a.csv': 'Name,Qty\nA,2\nB,0\nTotal,2\n'}, 2),
    "csv-sideways": Case({'a.csv': 'Name,Owl,Elk,Eel\nCost,2,1,3\nText,Fly.,Run.,Swim.\nAnzahl,1,0,3\n'}, 4),
    "csv-no-of-cards": Case({'a.csv': 'Card,No. of cards\nA,2\nB,9\n'}, 11),
    "csv-merged-2-lists": Case({'a.csv': 'Name;Ilość;Numer\nLis;2;1\nSowa;3;2\n'}, 5),
    "csv-hu": Case({'a.csv': 'Név,Darabszám\nRóka,2\nBagoly,3\n'}, 5),
    "csv-40-of-one": Case({'a.csv': 'Name,Copies\nForest,40\nRod,2\n'}, 42),
    "csv-frequency": Case({'a.csv': 'Letter,Frequency\nA,9\nB,2\nC,2\nZ,1\n'}, 14),
    "csv-tile-bag": Case({'a.csv': 'Letter,Number of tiles,Points\nA,9,1\nB,2,3\nZ,0,10\n'}, 11),
}  # fmt: skip

_BOOKS = {
    "xlsx-fractions": Case({"a.xlsx": xlsx([["Name", "Qty"], ["A", 2.0], ["B", 3.0]])}, 5),
    "xlsx-number-in-deck": Case({"a.xlsx": xlsx([["Name", "Number in deck", "Number"], ["A", 2, 1], ["B", 3, 2]])}, 5),
    "xlsx-texts": Case({"a.xlsx": xlsx([["Name", "Qty"], ["A", "2"], ["B", "3 pcs"]])}, 5),
    "xlsx-groups": Case({"a.xlsx": xlsx([["Type", "No", "Name"], *([t, n, f"{t}{n}"] for t in ("A", "B") for n in (1, 2, 3, 4))])}, 0, told=("--copies none",)),
    "ods-zero": Case({"a.ods": ods([["Name", "Počet"], ["A", 2], ["B", 0]])}, 2),
    "ods-money": Case({"a.ods": ods([["Name", "Amount"], ["A", 200], ["B", 50]])}, 0, told=("--copies none",)),
}  # fmt: skip

COUNTS = {**_TEXTS, **_BOOKS}
