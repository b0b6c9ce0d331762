"""Helpers that several functions of stdlib share."""
