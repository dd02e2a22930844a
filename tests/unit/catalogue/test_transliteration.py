"""Ids of names in other scripts than Latin."""

from __future__ import annotations

import pytest

from prancha.catalogue.spreadsheet import slug


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("Бурый медведь", "buryi-medved"),
        ("Ёжик и Їжак", "yozhik-i-yizhak"),
        ("Σκύλος άλφα", "skylos-alfa"),
        ("დათვი", "datvi"),
        ("Արջ", "arj"),
        ("דוב", "dvb"),
        ("دب بني", "db-bny"),
        ("ヒグマときつね", "higumatokitsune"),
        ("キャット", "kyato"),
        ("여우 곰", "yeou-gom"),
        ("हिन्दी कार्ड", "hindii-kaardda"),
        ("ভালুক", "bhaaluka"),
        ("หมี", "hmii"),
        ("Gấu nâu", "gau-nau"),
        ("Łódź", "lodz"),
        ("熊", ""),
    ],
)
def test_names_in_other_scripts_become_ids_that_can_be_read(name: str, id_: str) -> None:
    assert slug(name) == id_
