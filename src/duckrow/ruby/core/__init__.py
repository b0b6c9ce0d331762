"""The methods of Ruby's own classes, one class per file."""
