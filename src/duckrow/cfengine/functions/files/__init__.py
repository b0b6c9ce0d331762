"""Functions of the manual's chapter Files: types, times, digests and paths of files."""
