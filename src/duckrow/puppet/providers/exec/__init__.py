"""Providers of the resource type exec."""
