"""Providers of the resource type selmodule."""
