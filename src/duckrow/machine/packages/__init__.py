"""Packages: one tool per file, behind one interface."""
