"""Text to Game: the only reader of YAML; every value remembers file, line and column."""

from prancha.catalogue.document import YamlDocument
from prancha.catalogue.file_names import is_there, misnamed
from prancha.catalogue.game_folders import list_games
from prancha.catalogue.loading import NOTES, load_defaults, load_game
from prancha.catalogue.notes import Notes, notes_file, read_notes
from prancha.catalogue.papers import load_papers
from prancha.catalogue.profiles import load_profiles
from prancha.catalogue.rows_splice import spliced_rows
from prancha.catalogue.services import load_services
from prancha.catalogue.splice import SpliceError, spliced
from prancha.catalogue.yaml_file import read_yaml

__all__ = [
    "NOTES",
    "Notes",
    "SpliceError",
    "YamlDocument",
    "is_there",
    "list_games",
    "load_defaults",
    "load_game",
    "load_papers",
    "load_profiles",
    "load_services",
    "misnamed",
    "notes_file",
    "read_notes",
    "read_yaml",
    "spliced",
    "spliced_rows",
]
