"""Resource types that modules bring in Ruby: their files are read, never run."""
