"""Measure a folder that was exported, by what its export.json says was meant."""

from prancha.checks.proof.folder.measuring import FolderReport, folder_as_json, folder_as_text, proof_folder

__all__ = ["FolderReport", "folder_as_json", "folder_as_text", "proof_folder"]
