"""Ruby's values, and the questions that every value answers."""
