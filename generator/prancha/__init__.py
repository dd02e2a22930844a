"""prancha: YAML catalogues of game components become printable PDF sheets."""

__version__ = "0.1.0"
