"""The model of bundles, bodies and promises, and the tables of their attributes."""
