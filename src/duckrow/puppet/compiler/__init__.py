"""Trees become Python code: Python `ast` generated, compiled, and cached."""
