"""Measure a finished PDF against what was designed; shares no code with what wrote it."""

import logging

# What pikepdf logs, such as a traceback for XMP it cannot read, is for programmers; users read findings.
logging.getLogger("pikepdf").addHandler(logging.NullHandler())
