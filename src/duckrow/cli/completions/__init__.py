"""Completion scripts for shells, written from the option lists that parse the command line."""
