"""Functions of the manual's chapter Files: what files are and where."""
