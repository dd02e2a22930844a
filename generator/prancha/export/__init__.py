"""Sheets to files: the only stage that writes points, PDFs and manifests."""

from prancha.system.machine import defer_pillow

defer_pillow()  # before ReportLab imports it
