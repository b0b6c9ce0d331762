"""Providers of the resource type archive."""
