"""Providers of the resource type file."""
