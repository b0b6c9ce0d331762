"""Integers and floats."""
