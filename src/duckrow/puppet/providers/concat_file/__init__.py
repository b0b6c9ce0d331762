"""Providers of the resource type concat_file."""
