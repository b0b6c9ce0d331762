"""Functions of stdlib for numbers, sizes and random values."""
