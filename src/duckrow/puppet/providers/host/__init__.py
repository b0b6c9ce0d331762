"""Providers of the resource type host."""
