"""Texts on faces: marked up, measured, broken into lines, fitted and written as SVG."""
