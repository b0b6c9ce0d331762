"""The behaviour of promise types, one per file or directory."""
