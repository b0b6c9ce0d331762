"""The built-in functions, one per file, each found by name and loaded on first use.

`names` holds the list. A file of this room is named after its function and gives it as FUNCTION.
"""
