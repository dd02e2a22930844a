"""The template engine: a sandbox that finds, compiles and bounds templates."""
