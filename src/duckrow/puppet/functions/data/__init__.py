"""Functions that look data up: lookup, hiera and the data providers."""
