"""Files of a machine: what they are, and how they change without harm."""
