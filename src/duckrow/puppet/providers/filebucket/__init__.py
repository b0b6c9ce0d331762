"""Providers of the resource type filebucket."""
