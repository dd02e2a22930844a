"""The build cache in the user's cache folder: optional, and verified on every read."""

from prancha.system.cache.inputs import (
    TEMPLATE,
    digest_of,
    drawing_inputs,
    game_inputs,
    lists_around,
    names_around,
    program_digest,
    remember_digests,
    template_inputs,
)
from prancha.system.cache.pack import NOTHING, KeptParts, Pack
from prancha.system.cache.store import (
    Store,
    Usage,
    cache_folder,
    clear,
    context_of,
    is_settled,
    key_of,
    made_of,
    settle_cache,
    usage,
)

__all__ = [
    "NOTHING",
    "TEMPLATE",
    "KeptParts",
    "Pack",
    "Store",
    "Usage",
    "cache_folder",
    "clear",
    "context_of",
    "digest_of",
    "drawing_inputs",
    "game_inputs",
    "is_settled",
    "key_of",
    "lists_around",
    "made_of",
    "names_around",
    "program_digest",
    "remember_digests",
    "settle_cache",
    "template_inputs",
    "usage",
]
