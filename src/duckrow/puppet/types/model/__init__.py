"""The type records: one frozen class for each type of the language, and no questions about them."""
