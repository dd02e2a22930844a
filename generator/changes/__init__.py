"""What a game was at one moment, what is different now, and which copies that makes stale."""
