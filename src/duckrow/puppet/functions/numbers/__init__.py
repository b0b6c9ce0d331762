"""Functions for numbers and versions."""
