"""Providers of the resource type sshkey."""
