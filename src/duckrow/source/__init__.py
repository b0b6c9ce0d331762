"""Source text, positions in it, diagnostics about it, and how they are drawn."""
