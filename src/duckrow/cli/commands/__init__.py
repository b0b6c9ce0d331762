"""The commands: each has a module of its name. What only one command needs begins with its name."""
