"""Messages of a run: the log, verbose output, and explanations."""
