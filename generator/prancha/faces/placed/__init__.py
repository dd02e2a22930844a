"""Pictures and icons at their places on a face."""
