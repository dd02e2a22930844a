"""Files for cutting machines: contours, folds and registration marks as SVG and DXF."""
