"""Services: one manager per file, behind one interface."""
