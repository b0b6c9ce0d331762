"""Providers of the resource type schedule."""
