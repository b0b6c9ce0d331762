"""Providers of the resource type vcsrepo."""
