"""Providers of the resource type group."""
