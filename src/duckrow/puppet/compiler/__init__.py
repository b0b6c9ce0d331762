"""Trees become Python code: names resolved, Python `ast` generated, code objects cached."""
