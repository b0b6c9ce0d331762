"""What the agent finds out about its host, a family of classes and variables per file."""
