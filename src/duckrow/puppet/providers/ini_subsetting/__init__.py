"""Providers of the resource type ini_subsetting."""
