"""Ruby's URI: its parts, schemes and how it is built."""
