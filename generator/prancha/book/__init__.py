"""A rulebook from Markdown and the catalogue: read, checked, laid out, folded, and as text and HTML."""
