"""Functions of the manual's chapter I/O: the content of files."""
