"""Printers the user calibrated: kept in the user's configuration folder, whole or not at all."""
