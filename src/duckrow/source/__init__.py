"""Source texts, locations, diagnostics and how they are drawn."""
