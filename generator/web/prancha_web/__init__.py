"""Python and its libraries for browsers, which `prancha export --to web` puts beside a game."""
