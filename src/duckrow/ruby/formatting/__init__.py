"""Ruby's format: directives, and numbers as text."""
