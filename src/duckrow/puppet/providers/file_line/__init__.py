"""Providers of the resource type file_line."""
