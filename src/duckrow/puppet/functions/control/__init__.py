"""Functions that call, leave or stop code."""
