"""Functions for arrays and hashes."""
