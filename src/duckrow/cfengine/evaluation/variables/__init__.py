"""Variables: the tables, names with indices, references in strings, and vars promises."""
