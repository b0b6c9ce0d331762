"""Ruby's trees become Python code."""
