"""Functions of stdlib for arrays and hashes."""
