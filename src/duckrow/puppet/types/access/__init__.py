"""Types with parameters: the meaning of the values in the brackets of Integer[1, 10]."""
