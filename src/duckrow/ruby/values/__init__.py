"""Ruby's values, and what every value can be asked."""
