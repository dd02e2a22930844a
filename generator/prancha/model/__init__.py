"""Frozen values that flow between the stages; no I/O and no third-party import."""
