"""Functions that call a block for the elements of a value."""
