"""The command line: each sub-command is a module that is imported when it is called."""
