"""Bundles, bodies and promises as a model, and the tables that say what they may have."""
