"""The Puppet language."""
