"""Providers of the resource type mount."""
