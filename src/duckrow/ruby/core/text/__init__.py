"""Strings, symbols, regular expressions, encodings and formats."""
