"""Functions of the manual's chapter System: users, processes, commands and time."""
