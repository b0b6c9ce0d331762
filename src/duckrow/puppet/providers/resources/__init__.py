"""Providers of the resource type resources."""
