"""Functions of stdlib for paths and modules."""
