"""Settings: their names, kinds and defaults, the files they are read from, and their values."""
