"""The texts of a game for translators: out to a PO file, and back into a file of the language."""
