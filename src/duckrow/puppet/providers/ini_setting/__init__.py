"""Providers of the resource type ini_setting."""
