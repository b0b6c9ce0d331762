"""Providers of the resource type yumrepo."""
