"""Sheets to files: the only stage that writes points, PDFs and manifests."""
