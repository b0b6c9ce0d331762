"""Providers of the resource type user."""
