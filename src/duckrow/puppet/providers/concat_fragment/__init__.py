"""Providers of the resource type concat_fragment."""
