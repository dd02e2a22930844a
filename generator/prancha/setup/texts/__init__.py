"""The texts of a game for translators: out to a PO file, and back into a file of the language."""

from prancha.setup.texts.exporting import ExportedTexts, export_texts
from prancha.setup.texts.importing import Imported, import_texts

__all__ = ["ExportedTexts", "Imported", "export_texts", "import_texts"]
