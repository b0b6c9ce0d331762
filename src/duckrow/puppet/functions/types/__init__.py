"""Functions about data types: create, check and convert values."""
