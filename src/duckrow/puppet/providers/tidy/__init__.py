"""Providers of the resource type tidy."""
