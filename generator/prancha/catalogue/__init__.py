"""Read catalogues into Games: the only reader of YAML; every value knows its file, line and column."""

from prancha.catalogue.game_folders import find_misnamed, is_there, list_games
from prancha.catalogue.game_loader import NOTES, Notes, load_defaults, load_game, notes_file, read_notes
from prancha.catalogue.papers_and_profiles import load_papers, load_profiles, load_services, paper_of_size
from prancha.catalogue.splice import SpliceError, replace_cell_value, replace_value
from prancha.catalogue.yaml_document import YamlDocument
from prancha.catalogue.yaml_parser import read_yaml

__all__ = [
    "NOTES",
    "Notes",
    "SpliceError",
    "YamlDocument",
    "find_misnamed",
    "is_there",
    "list_games",
    "load_defaults",
    "load_game",
    "load_papers",
    "load_profiles",
    "load_services",
    "notes_file",
    "paper_of_size",
    "read_notes",
    "read_yaml",
    "replace_cell_value",
    "replace_value",
]
