"""A small Ruby that knows nothing of Puppet: syntax, core classes, library and ERB.

tree-sitter parses the source text, `compiler` turns it into Python code, and the code runs in a
sandbox: no processes, no network, no writing, files only through the host, and a limit on steps.
Unsupported Ruby is an error that names it, with file and line.
"""
