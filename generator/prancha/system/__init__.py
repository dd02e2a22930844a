"""The operating system: files, signals, processes, limits, the user's folders."""
