"""A window in the browser that shows a game as it prints, and follows the files it is made of."""
