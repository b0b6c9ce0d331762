"""Providers of the resource type selboolean."""
