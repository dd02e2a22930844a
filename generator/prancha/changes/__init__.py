"""What a game was at one moment, what is different now, and printing only that."""
