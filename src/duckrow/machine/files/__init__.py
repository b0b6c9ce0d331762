"""Files of a machine: reading them and changing them atomically."""
