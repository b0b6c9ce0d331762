"""A small Ruby, for what modules bring in that language: templates and functions.

The text is parsed by tree-sitter, turned into Python code once, and run in a closed world: no
processes, no network, no writing, reading only through the loaders, and a limit on steps.
What it knows of the language is what templates and functions use; the rest is refused by name,
with file and line.
"""
