"""A face read as marks in painting order: what lies where, and what covers what."""
