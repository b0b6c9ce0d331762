"""Functions for strings."""
