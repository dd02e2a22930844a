"""What earlier builds found out, kept in the user's cache folder; never needed, always verified."""

from generator.cache.folder import Usage, cache_folder, clear, usage
from generator.cache.inputs import digest_of, game_inputs, program_digest, template_inputs
from generator.cache.pack import NOTHING, Pack, context_of
from generator.cache.reading import remembered
from generator.cache.store import Store

__all__ = [
    "NOTHING", "Pack", "Store", "Usage",
    "cache_folder", "clear", "context_of", "digest_of", "game_inputs", "program_digest", "remembered",
    "template_inputs", "usage",
]  # fmt: skip
