"""Providers of the resource type package."""
