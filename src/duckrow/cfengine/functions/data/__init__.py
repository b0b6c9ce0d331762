"""Functions of the manual's chapter Data: strings, numbers, lists and containers."""
