"""Pixels of pictures without Pillow, so that a kit is built alike in every home of the program."""
