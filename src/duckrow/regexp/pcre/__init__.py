"""PCRE patterns as CFEngine compiles them, run by Python's engines."""
