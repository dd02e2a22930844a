"""Text to Game: the only reader of YAML; every value remembers file, line and column."""

from generator.catalogue.document import Document
from generator.catalogue.file_names import is_there, misnamed
from generator.catalogue.loading import list_games, load_game
from generator.catalogue.papers import load_papers
from generator.catalogue.profiles import load_profiles
from generator.catalogue.yaml_file import read_yaml

__all__ = [
    "Document",
    "is_there",
    "list_games",
    "load_game",
    "load_papers",
    "load_profiles",
    "misnamed",
    "read_yaml",
]
