"""Functions of the manual's chapter System: users, processes, packages and time."""
