"""Lists of components as others write them: their names, oddities, encodings and nesting."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lists.case import Case
from tests.lists.counts import COUNTS
from tests.lists.exports import EXPORTS
from tests.lists.nested import NESTED
from tests.lists.several import SEVERAL
from tests.lists.tables import TABLES
from tests.lists.words import WORDS
from tests.lists.workbooks import WORKBOOKS

__all__ = ["CASES", "Case"]

CASES: Mapping[str, Case] = {**TABLES, **WORDS, **WORKBOOKS, **NESTED, **EXPORTS, **COUNTS, **SEVERAL}
