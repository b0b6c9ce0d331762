"""Providers of the resource type ssh_authorized_key."""
