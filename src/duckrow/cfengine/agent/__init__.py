"""The run: options and policy in, promises kept, a summary out."""
