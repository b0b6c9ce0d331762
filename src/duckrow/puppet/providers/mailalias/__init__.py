"""Providers of the resource type mailalias."""
