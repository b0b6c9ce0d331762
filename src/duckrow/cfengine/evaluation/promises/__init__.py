"""Promises: expansion of variables and bodies, iteration, locks and outcomes."""
