"""A small Ruby that knows nothing of Puppet: syntax, core classes, library and ERB.

tree-sitter parses the text, `compiler` turns it into Python code, and the code runs in a closed
world: no processes, no network, no writing, files only through the host, and a limit on steps.
Ruby that it does not know is refused by name, with file and line.
"""
