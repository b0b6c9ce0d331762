"""Functions of the manual's chapter Data: texts, numbers, lists and containers."""
