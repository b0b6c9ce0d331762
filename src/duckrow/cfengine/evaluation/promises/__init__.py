"""Promises: from a promise as it is written to its expanded forms, locks and outcomes."""
