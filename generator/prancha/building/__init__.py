"""From a catalogue to a kit: the steps of a build, in their order, and what they pass on."""
