"""Providers of the resource type anchor."""
