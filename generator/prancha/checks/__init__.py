"""What can be wrong: with a catalogue, with a printed face, with a finished PDF, with the counts of a kit."""
