"""Providers of the resource type augeas."""
