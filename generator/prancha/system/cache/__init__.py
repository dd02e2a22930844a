"""What earlier builds found out, kept in the user's cache folder; never needed, always verified."""

from prancha.system.cache.file_digests import remember_digests
from prancha.system.cache.folder import Usage, cache_folder, clear, usage
from prancha.system.cache.inputs import (
    TEMPLATE,
    digest_of,
    drawing_inputs,
    game_inputs,
    lists_around,
    names_around,
    program_digest,
    template_inputs,
)
from prancha.system.cache.pack import NOTHING, Pack, context_of
from prancha.system.cache.parts import KeptParts
from prancha.system.cache.store import Store, made_of
from prancha.system.cache.table import Row, Table, table_of

__all__ = [
    "NOTHING", "TEMPLATE", "KeptParts", "Pack", "Row", "Store", "Table", "Usage",
    "cache_folder", "clear", "context_of", "digest_of", "drawing_inputs", "game_inputs", "lists_around",
    "made_of", "names_around", "program_digest", "remember_digests", "table_of", "template_inputs", "usage",
]  # fmt: skip
