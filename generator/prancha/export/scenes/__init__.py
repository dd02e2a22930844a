"""Pictures of pieces in space: solids of paper and board, a camera, a painter with soft shadows."""
