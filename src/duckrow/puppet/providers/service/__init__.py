"""Providers of the resource type service."""
