"""The hard classes and variables of this host, one family per file."""
