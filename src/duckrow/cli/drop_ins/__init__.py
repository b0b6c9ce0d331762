"""The executables that take the place of the originals: their options, output and exit codes."""
