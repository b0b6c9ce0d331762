"""Functions of stdlib for strings."""
