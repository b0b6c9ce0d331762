"""Functions that read files, render templates and run commands."""
