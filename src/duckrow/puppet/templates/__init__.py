"""Templates: EPP is compiled like a manifest and run with its parameters; ERB is to come."""
