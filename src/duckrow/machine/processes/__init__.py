"""Commands that are run with limits, and the table of what runs."""
