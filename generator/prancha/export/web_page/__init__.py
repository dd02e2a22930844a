"""A page that prints a kit: its files, and the Python that runs in it."""
