"""Reading SVG: markup, numbers, colours, transforms, paths and inherited style, to draw or to judge it."""
