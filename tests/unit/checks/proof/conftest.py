"""Fixtures of the proof's tests."""

from conftest_proof import kit, project, spoil

__all__ = ["kit", "project", "spoil"]
