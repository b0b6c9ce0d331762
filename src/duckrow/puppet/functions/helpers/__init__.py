"""Helpers that several functions share; no function of the language is here."""
