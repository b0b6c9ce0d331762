"""Object types and type sets: their records, how they are made, and their instances."""
