"""Measure a finished PDF against what was designed; shares no code with what wrote it."""
