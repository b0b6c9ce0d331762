"""Providers of the resource type notify."""
