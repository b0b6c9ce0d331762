"""Kinds of bodies, one per file: each attribute with its type and what its values may be."""
