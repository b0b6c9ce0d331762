"""Commands that run with limits, and the table of processes."""
